# METADATA
# scope: package
# title: Idempotence that other settings refuse or switch off
# description: |
#   Idempotence needs acks=all, retries above 0 and at most five requests in flight. Asked for
#   beside a setting that contradicts it, the client does not start; not asked for, it is
#   switched off, with one line in a log.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_enable.idempotence
#     description: enable.idempotence
#   - ref: https://issues.apache.org/jira/browse/KAFKA-17927
#     description: KAFKA-17927, more than five in flight
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: duplicates
#   faults: {max: 1, classes: [message]}
#   property: "no-duplicate-in-log"
#   kafka: ">=0.11"
#   remediation: |
#     Set what idempotence needs, or enable.idempotence=false if it is not wanted.
package plimsoll.rules.producer["idempotence-conflict"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", p.idempotence.by], msg, {"level": "error", "means": p.idempotence.why}) if {
	some p in input.producers
	p.idempotence.state == "refused"
	lib.written(p, p.idempotence.by)
	msg := sprintf("%s does not start: %s contradicts idempotence", [p.name, shown(p, p.idempotence.by)])
}

# More than five in flight: on 3.x idempotence goes off in silence and retries
# reorder. What acks or retries switch off is a finding of theirs.
report contains lib.finding(p, ["config", key], msg, object.union(lib.set(key, 5), extra)) if {
	some p in input.producers
	key := "max.in.flight.requests.per.connection"
	lib.written(p, key)
	p.config[key] > 5
	p.idempotence.state in {"silently-off", "off"}
	p.idempotence.by == key
	msg := sprintf("%s=%d switches the idempotence of %s off", [key, p.config[key], p.name])
	extra := {"level": "warning", "means": "a retry may write records twice, and in another order"}
}

# librdkafka: asked for beside what it refuses
report contains lib.finding(p, ["config", key], msg, {"level": "error"}) if {
	some p in input.producers
	p.client.library == "librdkafka"
	p.config["enable.idempotence"] == true
	lib.written(p, "enable.idempotence")
	some key, wrong in refused
	lib.written(p, key)
	wrong[sprintf("%v", [p.config[key]])]
	msg := sprintf("%s does not start: %s contradicts idempotence", [p.name, shown(p, key)])
}

# the same for what it calls max.in.flight
report contains lib.finding(p, ["config", key], msg, {"level": "error", "fix": {"text": "max.in.flight=5", "value": "5"}}) if {
	some p in input.producers
	p.client.library == "librdkafka"
	p.config["enable.idempotence"] == true
	lib.written(p, "enable.idempotence")
	key := "max.in.flight.requests.per.connection"
	lib.written(p, key)
	p.config[key] > 5
	msg := sprintf("%s does not start: %s contradicts idempotence", [p.name, shown(p, key)])
}

# rdkafka_idempotence.c and rdkafka_conf.c
refused := {
	"acks": {"0", "1"},
	"retries": {"0"},
}

shown(p, key) := sprintf("%s=%v", [key, p.config[key]])

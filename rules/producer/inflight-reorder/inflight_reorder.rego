# METADATA
# scope: package
# title: Retries that overtake
# description: |
#   With several requests in flight and no idempotence a request that fails and is sent again
#   arrives behind the ones that followed it: records of a key change places.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_max.in.flight.requests.per.connection
#     description: max.in.flight.requests.per.connection
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   consequence: order
#   faults: {max: 1, classes: [message]}
#   property: "key-order-in-log"
#   remediation: |
#     Turn idempotence on, or set max.in.flight.requests.per.connection=1.
package plimsoll.rules.producer["inflight-reorder"]

import data.plimsoll.lib

key := "max.in.flight.requests.per.connection"

# Java: idempotence is known to be off, several requests are in flight, and
# something is sent again.
report contains lib.finding(p, ["config", key], msg, {"cap": "warning", "fix": {"text": "enable.idempotence=true"}}) if {
	some p in input.producers
	lib.written(p, key)
	p.config[key] > 1
	p.idempotence.state in {"off", "silently-off"}
	p.idempotence.by != key
	not never_retries(p)
	msg := sprintf("a retry of %s overtakes the %d requests in flight", [p.name, p.config[key]])
}

# No version: before 3.0 there is no idempotence unless it is asked for.
report contains lib.finding(p, ["config", key], msg, {"level": "info", "fix": {"text": "enable.idempotence=true"}}) if {
	some p in input.producers
	p.client.library == "java"
	not p.client.version
	lib.written(p, key)
	p.config[key] > 1
	p.config[key] <= 5
	not p.idempotence
	some other in ["acks", "retries", "linger.ms", "buffer.memory"]
	lib.written(p, other)
	not asked(p)
	not never_retries(p)
	msg := sprintf("with a client before 3.0 a retry of %s overtakes the %d requests in flight", [p.name, p.config[key]])
}

asked(p) if lib.written(p, "enable.idempotence")

asked(p) if {
	p.config.acks == "all"
	lib.written(p, "acks")
}

asked(p) if p.client.framework == "spring-kafka"

never_retries(p) if p.config.retries == 0

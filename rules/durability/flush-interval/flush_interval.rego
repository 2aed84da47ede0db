# METADATA
# scope: package
# title: The log is forced to disk
# description: |
#   Kafka's durability comes from copies on other brokers, and the operating system writes the
#   log back when it suits. A forced flush stops the partition's appends for as long as the
#   disk takes, which shows as tail latency, and the records since the last flush are as
#   unsafe as before.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_log.flush.interval.messages
#     description: log.flush.interval.messages
#   - ref: https://kafka.apache.org/documentation/#appvsosflush
#     description: Kafka's documentation on flushing
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   isr: true
#   property: "none: it costs latency, and adds nothing that copies do not give"
#   kafka: ">=0.8"
#   remediation: |
#     Remove the key; keep three copies and min.insync.replicas=2.
package plimsoll.rules.durability["flush-interval"]

import data.plimsoll.lib

report contains lib.finding(e, ["config", key], msg, object.union({"means": means, "fix": {"text": "remove the key"}}, lib.unless_single)) if {
	some e in lib.brokers
	some key in ["log.flush.interval.messages", "log.flush.interval.ms"]
	forced(e, key)
	msg := sprintf("the log is flushed every %s", [every_(key, e.config[key])])
}

report contains lib.finding(e, ["config", key], msg, object.union({"means": means, "fix": {"text": "remove the key"}}, lib.unless_single)) if {
	key := "log.flush.scheduler.interval.ms"
	some e in lib.brokers
	forced(e, key)
	some other in ["log.flush.interval.messages", "log.flush.interval.ms"]
	forced(e, other)
	msg := sprintf("the log is looked at for a flush every %s", [every_(key, e.config[key])])
}

report contains lib.finding(t, ["config", key], msg, object.union({"means": means, "fix": {"text": "remove the key"}}, lib.unless_single)) if {
	some t in input.topics
	some key in ["flush.messages", "flush.ms"]
	forced(t, key)
	msg := sprintf("%s is flushed every %s", [t.name, every_(key, t.config[key])])
}

# the default is the largest number there is: never
forced(e, key) if {
	e.written[key]
	e.config[key] < 9000000000000000000
}

every_(key, n) := lib.duration(n) if endswith(key, "ms")

every_(key, n) := sprintf("%d records", [n]) if endswith(key, "messages")

means := "appends wait for the disk, and what came after the last flush is no safer"

# METADATA
# scope: package
# title: Kafka's default of one copy decides
# description: |
#   default.replication.factor is 1 unless somebody sets it. Topics that name no replication
#   factor, and all that brokers create on first use, then have one copy on a cluster that
#   could keep three.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_default.replication.factor
#     description: default.replication.factor
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_auto.create.topics.enable
#     description: auto.create.topics.enable
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process, lossy]}
#   property: "acked-record-survives"
#   kafka: ">=0.8"
#   remediation: |
#     Set default.replication.factor=3 where the cluster's settings stand, or the replication
#     factor on the topic.
package plimsoll.rules.durability["replication-factor-unset"]

import data.plimsoll.lib

# Topics that are declared without a number, where the cluster is in sight.
report contains lib.finding(t, ["replicationFactor"], msg, object.union({"means": means, "fix": fix("replicas: 3")}, lib.by_brokers(t))) if {
	some t in input.topics
	not t.written.replicationFactor
	t.replicationFactor == 1
	msg := sprintf("%s names no replication factor and gets one copy", [t.name])
}

# The cluster is not in sight: true, but no more than a hint.
report contains lib.finding(t, ["replicationFactor"], msg, {"level": "info", "fix": fix("replicas: 3")}) if {
	not data.spec.kafka.inSight
	some t in input.topics
	t.format == "strimzi"
	not t.written.replicationFactor
	t._ref == uncounted[0]
	msg := sprintf("%s%s gets the replication factor of a cluster that is not in this workspace, 1 if nobody set it", [t.name, more])
}

# Topics that brokers create on first use.
report contains lib.finding(e, ["config", key], msg, object.union({"means": means, "fix": fix("default.replication.factor=3")}, level)) if {
	lib.several_brokers
	key := "default.replication.factor"
	some e in lib.holders
	not e.written[key]
	e.config[key] == 1
	e.config["auto.create.topics.enable"] == true
	level := unwritten(e)
	msg := "topics that brokers create on first use get one copy"
}

uncounted := [t._ref | some t in data.spec.topics; t.format == "strimzi"; not t.written.replicationFactor]

more := "" if count(uncounted) < 2

more := sprintf(" (and %d more)", [count(uncounted) - 1]) if count(uncounted) > 1

unwritten(e) := {} if e.written["auto.create.topics.enable"]

unwritten(e) := {"cap": "warning"} if not e.written["auto.create.topics.enable"]

fix(text) := {"text": text, "value": "3"}

means := "a restart of its broker stops the partition, a lost disk loses the records"

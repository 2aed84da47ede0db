# METADATA
# scope: package
# title: One copy of the data
# description: |
#   A topic with replication factor 1 lives on one broker. While that broker restarts the
#   partition can neither be written nor read; when its disk is gone, so are the records.
#   acks=all waits for the only copy there is.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_default.replication.factor
#     description: default.replication.factor
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process, lossy]}
#   property: "acked-record-survives"
#   kafka: ">=0.8"
#   remediation: |
#     Create topics with replication factor 3; existing ones are moved with kafka-reassign-
#     partitions, because changing the number in a file does not change them.
package plimsoll.rules.durability["replication-factor-one"]

import data.plimsoll.lib

report contains lib.finding(t, ["replicationFactor"], msg, object.union({"means": means, "fix": fix}, lib.unless_single)) if {
	some t in input.topics
	t.written.replicationFactor
	t.replicationFactor == 1
	msg := sprintf("%s has one copy", [t.name])
}

report contains lib.finding(e, ["config", key], msg, object.union({"means": means, "fix": fix}, lib.by_brokers(e))) if {
	key := "default.replication.factor"
	some e in lib.brokers
	e.written[key]
	e.config[key] == 1
	msg := "topics that name no replication factor get one copy"
}

report contains lib.finding(e, ["config", key], msg, object.union({"means": means, "fix": fix}, lib.unless_single)) if {
	some e in array.concat(input.connectors, input.mirrors)
	some key in object.keys(e.written)
	creates(e.kind, key)
	sprintf("%v", [e.config[key]]) == "1"
	msg := sprintf("%s makes topics with one copy", [e.name])
}

# the keys with which Connect and MirrorMaker make topics of data
creates("connector", key) if regex.match(`^topic\.creation\.[^.]+\.replication\.factor$`, key)

creates("mirror", "replication.factor")

means := "a restart of its broker stops the partition, a lost disk loses the records"

fix := {"text": "replication factor 3; a topic that exists needs kafka-reassign-partitions", "value": "3"}

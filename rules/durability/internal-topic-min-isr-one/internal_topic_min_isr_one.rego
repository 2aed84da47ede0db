# METADATA
# scope: package
# title: Kafka's own state is confirmed by one broker
# description: |
#   With a min.isr of 1 the state of transactions or share groups is acknowledged when one
#   broker has it, although there are more copies. When that broker dies, a commit that the
#   producer was told of may be gone: the transaction is rolled back, and an exactly-once
#   pipeline does its work twice or not at all.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_transaction.state.log.min.isr
#     description: transaction.state.log.min.isr
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 2, classes: [process, lossy]}
#   isr: true
#   property: "acked-record-survives"
#   kafka: ">=0.11"
#   remediation: |
#     Remove the key (the default is 2) or set it to 2.
package plimsoll.rules.durability["internal-topic-min-isr-one"]

import data.plimsoll.lib

report contains lib.finding(e, ["config", isr], msg, object.union_n([lib.set(isr, "2"), extra, lib.unless_single])) if {
	some isr, factor in state_topics
	some e in lib.brokers
	e.written[isr]
	e.config[isr] == 1
	e.config[factor] >= 2
	extra := {
		"means": "a committed state that only that broker has is lost with it",
		"related": [lib.related(e, ["config", factor], sprintf("%d copies", [e.config[factor]]))],
	}
	msg := sprintf("one of %d brokers confirms %s alone", [e.config[factor], what[isr]])
}

state_topics := {
	"transaction.state.log.min.isr": "transaction.state.log.replication.factor",
	"share.coordinator.state.topic.min.isr": "share.coordinator.state.topic.replication.factor",
}

what := {
	"transaction.state.log.min.isr": "the states of transactions",
	"share.coordinator.state.topic.min.isr": "the states of share groups",
}

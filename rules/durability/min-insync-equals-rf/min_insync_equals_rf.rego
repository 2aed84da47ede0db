# METADATA
# scope: package
# title: No broker may be down
# description: |
#   When min.insync.replicas equals the replication factor, every copy has to confirm every
#   record. One broker that restarts, and an operator restarts each of them in turn, makes
#   every acks=all write fail with NotEnoughReplicas until it is back.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas
#     description: min.insync.replicas
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   consequence: outage
#   faults: {max: 1, classes: [process]}
#   isr: true
#   property: "writes-survive"
#   kafka: ">=0.8.2"
#   remediation: |
#     Keep min.insync.replicas one below the replication factor.
package plimsoll.rules.durability["min-insync-equals-rf"]

import data.plimsoll.lib

key := "min.insync.replicas"

report contains lib.finding(t, ["config", key], msg, object.union(extra(t.replicationFactor), related)) if {
	some t in input.topics
	t.config[key] == t.replicationFactor
	t.replicationFactor >= 2
	says(t)
	related := {"related": [lib.related(t, ["replicationFactor"], sprintf("%d copies", [t.replicationFactor]))]}
	msg := sprintf("%s needs all of its %d copies for acks=all", [t.name, t.replicationFactor])
}

report contains lib.finding(e, ["config", key], msg, object.union(extra(copies), related)) if {
	factor := "default.replication.factor"
	some e in lib.brokers
	e.written[key]
	copies := e.config[factor]
	e.config[key] == copies
	copies >= 2
	related := {"related": [lib.related(e, ["config", factor], sprintf("topics get %d copies", [e.config[factor]]))]}
	msg := sprintf("topics need all of their %d copies for acks=all", [e.config[factor]])
}

report contains lib.finding(e, ["config", isr], msg, object.union(fix(isr, copies), related)) if {
	some isr, factor in state_topics
	some e in lib.brokers
	e.written[isr]
	copies := e.config[factor]
	e.config[isr] == copies
	copies >= 2
	related := {
		"related": [lib.related(e, ["config", factor], sprintf("%d copies", [e.config[factor]]))],
		"means": "transactions cannot begin or commit while one broker is down",
	}
	msg := sprintf("the internal topic needs all of its %d copies", [e.config[factor]])
}

state_topics := {
	"transaction.state.log.min.isr": "transaction.state.log.replication.factor",
	"share.coordinator.state.topic.min.isr": "share.coordinator.state.topic.replication.factor",
}

# where both numbers are inherited, the cluster has the finding
says(t) if t.written[key]

says(t) if t.written.replicationFactor

extra(copies) := object.union(fix(key, copies), {"means": "one broker that restarts stops every acks=all write"})

fix(name, copies) := lib.set(name, copies - 1)

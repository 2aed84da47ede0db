# METADATA
# scope: package
# title: Aborted records are read too
# description: |
#   The topic is written in transactions, and the group reads with
#   isolation.level=read_uncommitted, the default of Java clients: it processes records of
#   transactions that were aborted, and again when they are repeated.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_isolation.level
#     description: isolation.level
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: duplicates
#   faults: {max: 1, classes: [client]}
#   property: "effect-once"
#   kafka: ">=0.11"
#   remediation: |
#     Isolation.level=read_committed.
package plimsoll.rules.consumer["read-uncommitted-on-transactional"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "isolation.level"], msg, extra) if {
	some g in input.groups
	g.config["isolation.level"] == "read_uncommitted"
	some name in g.topics
	some p in writers[name]
	msg := sprintf("%s reads aborted records of %s, which is written in transactions", [g.name, name])
	extra := object.union(
		lib.set("isolation.level", "read_committed"),
		{"related": [lib.related(p, [], "the producer writes in transactions")]},
	)
}

# Which topics the transactions are for is not known: a note, where both are of
# one deployment.
report contains lib.finding(g, ["config", "isolation.level"], msg, extra) if {
	some g in input.groups
	g.config["isolation.level"] == "read_uncommitted"
	not g.written.topics
	not g.topics
	some p in undirected
	p.source != g.source
	msg := sprintf("%s reads aborted records, and %s writes in transactions", [g.name, p.name])
	extra := object.union(lib.set("isolation.level", "read_committed"), {
		"level": "info",
		"cap": "info",
		"related": [lib.related(p, [], "the producer writes in transactions")],
	})
}

# What is written in transactions: by producers with an id for them. The id
# itself may be unknown: it holds a host's name.
transactional := [p | some p in data.spec.producers; p.written["transactional.id"]]

writers[name] contains p if {
	some p in transactional
	some name in p.topics
}

undirected contains p if {
	some p in transactional
	not p.topics
	not p.written.topics
}

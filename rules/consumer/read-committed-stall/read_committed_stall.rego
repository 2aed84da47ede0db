# METADATA
# scope: package
# title: A crashed producer stops its readers
# description: |
#   A read_committed consumer reads up to the first open transaction. When its producer dies,
#   the transaction stays open until transaction.timeout.ms has passed: for so long every
#   reader of the partition stands still, whoever wrote the records behind it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_transaction.timeout.ms
#     description: transaction.timeout.ms
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   faults: {max: 1, classes: [client]}
#   property: "lag-recovers"
#   kafka: ">=0.11"
#   remediation: |
#     Lower transaction.timeout.ms to little more than the longest transaction; abort a hanging one with kafka-transactions.sh.
package plimsoll.rules.consumer["read-committed-stall"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "transaction.timeout.ms"], msg, extra) if {
	some p in input.producers
	p.written["transactional.id"]
	p.config["transaction.timeout.ms"] > 300000
	some name in p.topics
	some g in readers[name]
	msg := sprintf("when %s dies, %s reads nothing of %s for up to %s", [
		p.name, g.name, name, lib.duration(p.config["transaction.timeout.ms"]),
	])
	extra := object.union(
		lib.set("transaction.timeout.ms", 60000),
		{"related": [lib.related(g, ["config", "isolation.level"], "reads what is committed only")]},
	)
}

readers[name] contains g if {
	some g in data.spec.groups
	g.config["isolation.level"] == "read_committed"
	some name in g.topics
}

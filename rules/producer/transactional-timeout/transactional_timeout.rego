# METADATA
# scope: package
# title: A transaction timeout that the broker refuses
# description: |
#   The coordinator refuses a producer whose transaction.timeout.ms is above the brokers'
#   transaction.max.timeout.ms (15 minutes unless set): initTransactions fails and the
#   application does not start.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_transaction.timeout.ms
#     description: transaction.timeout.ms
# custom:
#   levels: {unknown: error, production: error, staging: error, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   kafka: ">=0.11"
#   remediation: |
#     Lower transaction.timeout.ms, or raise transaction.max.timeout.ms on the brokers first.
package plimsoll.rules.producer["transactional-timeout"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "transaction.timeout.ms"], msg, extra) if {
	some p in input.producers
	lib.written(p, "transaction.timeout.ms")
	some c in array.concat(data.spec.clusters, data.spec.nodes)
	limit := c.config["transaction.max.timeout.ms"]
	p.config["transaction.timeout.ms"] > limit
	c._ref == holders[0]
	msg := sprintf("%s asks for %d ms, and the brokers allow %d", [p.name, p.config["transaction.timeout.ms"], limit])
	extra := {"related": [lib.related(c, ["config", "transaction.max.timeout.ms"], "what the brokers allow")]}
}

# the first place that knows the brokers' limit
holders := [c._ref |
	some c in array.concat(data.spec.clusters, data.spec.nodes)
	c.config["transaction.max.timeout.ms"]
]

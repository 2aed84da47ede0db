# METADATA
# scope: package
# title: A producer that gives up before a new leader is there
# description: |
#   When a broker dies it takes its session (9 s by default) and an election until another one
#   leads, and the client's back-off after that: about 11 s. A producer that gives a record up
#   earlier loses what was offered meanwhile.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_delivery.timeout.ms
#     description: delivery.timeout.ms
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_broker.session.timeout.ms
#     description: broker.session.timeout.ms
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process]}
#   property: "offered-record-settles"
#   kafka: ">=2.1"
#   remediation: |
#     Give delivery.timeout.ms (message.timeout.ms of librdkafka) 30 s or more.
package plimsoll.rules.producer["delivery-budget-below-failover"]

import data.plimsoll.lib

# broker.session.timeout.ms, the election, and a client's back-off and
# reconnection (M5 and M14: 9.0 to 11.1 s)
failover(session) := session + 2000

report contains lib.finding(p, ["config", "delivery.timeout.ms"], msg, extra) if {
	some p in input.producers
	lib.written(p, "delivery.timeout.ms")
	p.config["delivery.timeout.ms"] < failover(session_ms)
	p.config["delivery.timeout.ms"] > 0
	not keeps(p)
	msg := sprintf("%s gives a record up after %d ms, and a new leader takes up to %d ms", [
		p.name, p.config["delivery.timeout.ms"], failover(session_ms),
	])
	extra := object.union(lib.set("delivery.timeout.ms", 120000), {
		"means": "what is offered while a broker fails is refused",
		"related": [lib.related(c, ["config", session_key], "when a dead broker is noticed") | some c in sessions],
	})
}

default session_ms := 9000

session_ms := max([c.config[session_key] | some c in sessions]) if count(sessions) > 0

session_key := "broker.session.timeout.ms"

sessions := [c |
	some c in array.concat(data.spec.clusters, data.spec.nodes)
	c.written[session_key]
	c.config[session_key]
]

# what the application does with a record that was given up
keeps(p) if p.onFailure in {"block", "retry", "outbox", "reject"}

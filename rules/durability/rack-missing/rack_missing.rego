# METADATA
# scope: package
# title: Copies are not spread over racks
# description: |
#   Without racks Kafka places the copies of a partition on any brokers: all three may stand
#   in one zone, or on one machine, and go together. With racks each copy gets another zone as
#   long as there are zones.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_broker.rack
#     description: broker.rack
#   - ref: https://strimzi.io/docs/operators/latest/configuring#type-Rack-reference
#     description: Strimzi's rack
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   consequence: loss
#   property: "acked-record-survives"
#   kafka: ">=0.10"
#   remediation: |
#     Set spec.kafka.rack (Strimzi), or broker.rack in every broker's file; existing partitions
#     need a reassignment.
package plimsoll.rules.durability["rack-missing"]

import data.plimsoll.lib

report contains lib.finding(c, ["rackAware"], msg, extra) if {
	data.spec.kafka.brokers >= 3
	some c in input.clusters
	c.format == "strimzi"
	not c.written.rackAware
	not c.written.racks
	msg := sprintf("the copies on %d brokers may all stand in one zone", [data.spec.kafka.brokers])
}

report contains lib.finding(n, ["config", "broker.rack"], msg, extra) if {
	data.spec.kafka.brokers >= 3
	count([x | some x in data.spec.nodes; x.written["broker.rack"]]) == 0
	some n in lib.holders
	n.format == "properties"
	msg := sprintf("the copies on %d brokers may all stand in one zone", [data.spec.kafka.brokers])
}

extra := {
	"means": "the loss of one zone or machine can take every copy of a partition",
	"fix": {"text": "rack.topologyKey: topology.kubernetes.io/zone (Strimzi) or broker.rack=ZONE"},
}

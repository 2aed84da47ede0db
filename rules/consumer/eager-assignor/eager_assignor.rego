# METADATA
# scope: package
# title: Assignors that stop the whole group, or do not fit together
# description: |
#   With an eager assignor every member gives up all its partitions in every rebalance. A list
#   that names a cooperative and an eager assignor is the first of two steps of a migration,
#   and rebalances eagerly until the second. Members of one group without an assignor in
#   common cannot be in it together.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-429%3A+Kafka+Consumer+Incremental+Rebalance+Protocol
#     description: KIP-429
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_partition.assignment.strategy
#     description: partition.assignment.strategy
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   remediation: |
#     After all members run with the list, set partition.assignment.strategy to CooperativeStickyAssignor alone.
package plimsoll.rules.consumer["eager-assignor"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "partition.assignment.strategy"], msg, extra) if {
	some g in input.groups
	g.written["partition.assignment.strategy"]
	names := assignors(g)
	"cooperative-sticky" in names
	count(names) > 1
	g.client.library != "librdkafka"
	msg := sprintf("%s still rebalances eagerly: its list names %s beside the cooperative assignor", [
		g.name, concat(", ", names - {"cooperative-sticky"}),
	])
	extra := {"fix": {
		"text": "partition.assignment.strategy=org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
		"value": "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
	}}
}

report contains lib.finding(g, ["config", "partition.assignment.strategy"], msg, extra) if {
	some g in input.groups
	g.written["partition.assignment.strategy"]
	mine := assignors(g)
	count(mine) > 0
	some other in by_id[g.config["group.id"]]
	other.source != g.source
	theirs := assignors(other)
	count(theirs) > 0
	count(mine & theirs) == 0
	msg := sprintf("%s has no assignor in common with another member of the group", [g.name])
	extra := {
		"level": "error",
		"means": "the second to come is refused",
		"related": [lib.related(other, ["config", "partition.assignment.strategy"], "the other member's")],
	}
}

by_id[id] contains g if {
	some g in data.spec.groups
	g.written["partition.assignment.strategy"]
	id := g.config["group.id"]
}

assignors(g) := {short(name) | some name in parts(g.config["partition.assignment.strategy"])}

parts(value) := value if is_array(value)

parts(value) := split(value, ",") if is_string(value)

short(name) := object.get(classes, trim_space(name), trim_space(name))

classes := {
	"org.apache.kafka.clients.consumer.CooperativeStickyAssignor": "cooperative-sticky",
	"org.apache.kafka.clients.consumer.RangeAssignor": "range",
	"org.apache.kafka.clients.consumer.RoundRobinAssignor": "roundrobin",
}

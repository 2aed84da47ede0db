# METADATA
# scope: package
# title: More members than partitions
# description: |
#   A partition belongs to one member of a group: members above the number of partitions get
#   nothing. A few spare ones are often meant; twice as many are a scale that does not help.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#intro_consumers
#     description: consumers
# custom:
#   levels: {unknown: off, production: info, staging: info, development: off}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   remediation: |
#     Add partitions where the order by key allows it, or run fewer members.
package plimsoll.rules.consumer["consumers-exceed-partitions"]

import data.plimsoll.lib

report contains lib.finding(g, ["instances"], msg, extra) if {
	some g in input.groups
	g.instances
	count(g.topics) > 0
	every name in g.topics {
		data.spec.topicsByName[name].partitions
	}
	members := most(g) * per_instance(g)
	partitions := sum([data.spec.topicsByName[name].partitions | some name in g.topics])
	members > partitions
	msg := sprintf("%s has %d members for %d partitions", [g.name, members, partitions])
	extra := object.union(judged(g, members, partitions), {
		"means": sprintf("%d members get nothing to do", [members - partitions]),
		"related": [lib.related(data.spec.topicsByName[name], ["partitions"], "the topic's partitions") | some name in g.topics],
	})
}

most(g) := g.instances if is_number(g.instances)

most(g) := g.instances.max if is_object(g.instances)

per_instance(g) := object.get(g, "threads", 1) if threads_known(g)

threads_known(g) if not g.written.threads

threads_known(g) if is_number(g.threads)

judged(g, members, partitions) := {"level": "warning"} if {
	g.environment == "production"
	members >= partitions * 2
} else := {}

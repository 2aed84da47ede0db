# METADATA
# scope: package
# title: One group for consumers of different topics
# description: |
#   Consumers that share a group id and read different topics rebalance together: a restart of
#   one stops all, their lag and offsets are one group's, and an access rule for one is for
#   all.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_group.id
#     description: group.id
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   remediation: |
#     Give each subscription a group id of its own; commit offsets move with kafka-consumer-groups --reset-offsets.
package plimsoll.rules.consumer["group-shared-across-topics"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "group.id"], msg, extra) if {
	some g in input.groups
	id := g.config["group.id"]
	g.written["group.id"]
	count(g.topics) > 0
	others := [o | some o in by_id[id]; o._ref != g._ref; differs(o, g)]
	count(others) > 0
	theirs := concat(", ", others[0].topics)
	msg := sprintf("group %s also reads %s for another consumer: each rebalance stops both", [id, theirs])
	extra := {"related": array.concat(
		[lib.related(o, ["config", "group.id"], "the same group") | some o in others],
		[lib.related(g, ["topics"], "what this one reads")],
	)}
}

differs(a, b) if {x | some x in a.topics} != {x | some x in b.topics}

by_id[id] contains g if {
	some g in data.spec.groups
	count(g.topics) > 0
	id := g.config["group.id"]
	g.written["group.id"]
}

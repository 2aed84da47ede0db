# METADATA
# scope: package
# title: Every replica says it is the same member
# description: |
#   group.instance.id names one member of the group. When several replicas have the same, each
#   that joins fences the one before it, which stops with FencedInstanceIdException: one works
#   at a time, or none for long.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-345%3A+Introduce+static+membership+protocol+to+reduce+consumer+rebalances
#     description: KIP-345
# custom:
#   levels: {unknown: error, production: error, staging: error, development: warning}
#   faults: {max: 0, classes: []}
#   property: "no-stuck-partition"
#   kafka: ">=2.3"
#   remediation: |
#     Derive group.instance.id from what is stable and different, such as the pod's name in a StatefulSet.
package plimsoll.rules.consumer["static-membership"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "group.instance.id"], msg, extra) if {
	some g in input.groups
	g.written["group.instance.id"]
	id := g.config["group.instance.id"]
	replicas := most(g)
	replicas > 1
	msg := sprintf("all %d replicas of %s are the member %s", [replicas, g.name, id])
	extra := {
		"means": "each that joins puts out the one before",
		"fix": {"text": "group.instance.id from the pod's name (fieldRef metadata.name of a StatefulSet)"},
		"related": [lib.related(g, ["instances"], "the replicas")],
	}
}

most(g) := g.instances if is_number(g.instances)

most(g) := g.instances.max if is_object(g.instances)

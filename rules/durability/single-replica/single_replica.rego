# METADATA
# scope: package
# title: One instance of a consumer
# description: |
#   One pod reads the whole topic. While it is drained, updated or crashed nobody reads: the
#   lag grows, and a longer stop than the retention loses records unread.
# custom:
#   levels: {unknown: off, production: info, staging: off, development: off}
#   faults: {max: 1, classes: [client]}
#   property: "lag-recovers"
#   remediation: |
#     Run two instances where the lag matters.
package plimsoll.rules.durability["single-replica"]

import data.plimsoll.lib

report contains lib.finding(g, ["instances"], msg, {"means": means, "fix": {"text": "two instances"}}) if {
	some g in array.concat(input.groups, input.streams)
	g.instances == 1
	g.written.instances
	msg := sprintf("%s runs as one instance", [g.name])
	means := "while it is drained, updated or crashed nobody reads"
}

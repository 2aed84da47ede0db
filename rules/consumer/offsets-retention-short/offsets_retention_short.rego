# METADATA
# scope: package
# title: A group that sleeps loses its place
# description: |
#   Committed offsets are deleted when the group has had no member for
#   offsets.retention.minutes. The group then starts where auto.offset.reset says: it skips
#   what is there, or does all of it again. Groups that scale to zero or run as a batch job
#   have no members for long.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_offsets.retention.minutes
#     description: offsets.retention.minutes
# custom:
#   levels: {unknown: off, production: warning, staging: warning, development: off}
#   faults: {max: 1, classes: [client]}
#   property: "every-record-processed"
#   remediation: |
#     Offsets.retention.minutes=10080 or more, longer than any pause of a group.
package plimsoll.rules.consumer["offsets-retention-short"]

import data.plimsoll.lib

report contains lib.finding(e, ["config", "offsets.retention.minutes"], msg, extra) if {
	some e in lib.brokers
	e.written["offsets.retention.minutes"]
	minutes := e.config["offsets.retention.minutes"]
	minutes < 4320
	pause := lib.duration(minutes * 60000)
	msg := sprintf("%s forgets the offsets of a group that has had no member for %s", [e.name, pause])
	extra := object.union(sleepers, lib.set("offsets.retention.minutes", 10080))
}

# Groups that may have no member: only they lose their offsets.
default sleepers := {"cap": "info"}

sleepers := {"means": sprintf("%s may have no member for longer, and starts over", [names[0]])} if {
	count(names) > 0
}

names := [g.name | some g in data.spec.groups; g.instances.min == 0]

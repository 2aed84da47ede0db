# METADATA
# scope: package
# title: Very many partitions
# description: |
#   Each partition costs a directory, open files and memory on its brokers, buffers in each
#   producer that writes to it, and time at each election and start. A topic with hundreds of
#   partitions seldom needs them: throughput comes from batches, and producers that spread
#   over many partitions send small ones.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#design_replicatedlog
#     description: what a partition is to its brokers
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   options:
#     - name: max
#       default: "1000"
#       description: partitions of one topic from which on it is said
#   property: "none: a matter of size, which plimsoll plan computes"
#   remediation: |
#     Compute the number from the consumers' work (plimsoll plan), and keep brokers below some
#     thousand partitions each.
package plimsoll.rules.topic["partitions-too-many"]

import data.plimsoll.lib

default limit := 1000

limit := to_number(data.options["topic/partitions-too-many"].max)

report contains lib.finding(t, ["partitions"], msg, {"means": means}) if {
	some t in input.topics
	t.written.partitions
	t.partitions > limit
	msg := sprintf("%s has %d partitions", [t.name, t.partitions])
}

# all copies of all topics on the brokers there are
report contains lib.finding(c, ["brokers"], msg, {"means": means}) if {
	some c in input.clusters
	c.brokers > 0
	each := ceil(copies / c.brokers)
	each > 4000
	msg := sprintf("%d copies of partitions on each of %d brokers", [each, c.brokers])
}

copies := sum([n | some t in data.spec.topics; n := t.partitions * t.replicationFactor])

means := "files, memory, small batches, and seconds at each election and start"

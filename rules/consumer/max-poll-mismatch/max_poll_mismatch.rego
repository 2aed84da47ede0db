# METADATA
# scope: package
# title: A batch takes longer than the time between polls
# description: |
#   A Java consumer that does not poll within max.poll.interval.ms leaves the group: its
#   partitions go to another member, which gets the same batch and does not finish it either.
#   Offsets stop, and the records of the batch are processed again and again.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_max.poll.interval.ms
#     description: max.poll.interval.ms
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   faults: {max: 0, classes: []}
#   property: "no-stuck-partition"
#   remediation: |
#     Lower max.poll.records, or raise max.poll.interval.ms above the longest batch.
package plimsoll.rules.consumer["max-poll-mismatch"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", key], msg, extra) if {
	some g in input.groups
	limit := g.config["max.poll.interval.ms"]
	records := g.config["max.poll.records"]
	took := (records * g.processing.mean) / workers(g)
	took > limit
	key := place(g)
	msg := sprintf("%d records of %s take %s, and a poll is due after %s", [
		records, g.name, lib.duration(took), lib.duration(limit),
	])
	extra := {
		"means": "the member is put out of the group before it commits, and the next one gets the same batch",
		"fix": {"text": sprintf("max.poll.records=%d or less", [max([1, floor(((0.8 * limit) * workers(g)) / g.processing.mean)])])},
		"related": [
			lib.related(g, ["processing", "mean"], "a record"),
			lib.related(g, ["config", "max.poll.records"], "records in a batch"),
		],
	}
}

# librdkafka hands out single records.
report contains lib.finding(g, ["config", "max.poll.interval.ms"], msg, extra) if {
	some g in input.groups
	g.client.library == "librdkafka"
	limit := g.config["max.poll.interval.ms"]
	g.processing.mean > limit
	msg := sprintf("a record of %s takes %s, and a poll is due after %s", [
		g.name, lib.duration(g.processing.mean), lib.duration(limit),
	])
	extra := {"related": [lib.related(g, ["processing", "mean"], "a record")]}
}

# A wait between two attempts blocks the poll.
report contains lib.finding(g, ["retry", "backoff"], msg, extra) if {
	some g in input.groups
	g.retry.kind == "blocking"
	limit := g.config["max.poll.interval.ms"]
	g.retry.backoff > limit
	msg := sprintf("%s waits %s before it tries again, and a poll is due after %s", [
		g.name, lib.duration(g.retry.backoff), lib.duration(limit),
	])
	extra := {"related": [lib.related(g, ["config", "max.poll.interval.ms"], "the poll is due")]}
}

place(g) := "max.poll.interval.ms" if {
	g.written["max.poll.interval.ms"]
} else := "max.poll.records" if {
	g.written["max.poll.records"]
} else := "max.poll.interval.ms"

workers(g) := g.processing.parallel.workers if {
	g.processing.parallel.by in {"key", "unordered"}
} else := 1 if {
	not g.written["processing/parallel/by"]
	not g.processing.parallel
}

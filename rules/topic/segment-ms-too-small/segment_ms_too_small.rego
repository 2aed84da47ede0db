# METADATA
# scope: package
# title: Thousands of segments
# description: |
#   Every roll makes a segment with its log and index files, on every copy. Small segment.ms
#   with a long retention gives thousands of files a partition: open files and memory maps run
#   out, and a start after a crash takes long.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_segment.ms
#     description: segment.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: info, development: info}
#   property: "none: a matter of size"
#   remediation: |
#     Let segments roll after hours, or by size; keep retention.ms / segment.ms below some hundred.
package plimsoll.rules.topic["segment-ms-too-small"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", "segment.ms"], msg, object.union(extra, related(t))) if {
	some t in input.topics
	t.written["segment.ms"]
	t.config["segment.ms"] > 0
	many(t)
	lib.deletes(t)
	n := t.config["retention.ms"] / t.config["segment.ms"]
	msg := sprintf("%s rolls every %s and keeps %s: up to %d segments a partition", [
		t.name,
		lib.duration(t.config["segment.ms"]), lib.duration(t.config["retention.ms"]), floor(n),
	])
}

report contains lib.finding(t, ["config", "segment.ms"], msg, extra) if {
	some t in input.topics
	t.written["segment.ms"]
	t.config["segment.ms"] < 60000
	lib.deletes(t)
	not many(t)
	msg := sprintf("%s rolls every %s", [t.name, lib.duration(t.config["segment.ms"])])
}

report contains lib.finding(e, ["config", "log.roll.ms"], msg, extra) if {
	some e in lib.brokers
	e.written["log.roll.ms"]
	e.config["log.roll.ms"] < 60000
	msg := sprintf("topics that do not say otherwise roll every %s", [lib.duration(e.config["log.roll.ms"])])
}

many(t) if t.config["retention.ms"] / t.config["segment.ms"] > 2000

related(t) := {"related": [lib.related(t, ["config", "retention.ms"], sprintf("keeps records for %s", [lib.duration(t.config["retention.ms"])]))]}

extra := {"means": "open files and memory maps run out, and a start after a crash takes long", "fix": {"text": "segment.ms of hours"}}

# METADATA
# scope: package
# title: A segment lives longer than its retention
# description: |
#   Kafka deletes whole segments, and only closed ones. A segment that rolls after seven days
#   keeps its first record for seven days, however short retention.ms is: data that should be
#   gone is still there, on disk and for every consumer that starts at the beginning. Only
#   when nothing is written for longer than the retention is the last segment rolled and
#   deleted too.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_segment.ms
#     description: segment.ms
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: data is kept for longer, none is lost"
#   remediation: |
#     Set segment.ms to a fraction of retention.ms.
package plimsoll.rules.topic["segment-vs-retention"]

import data.plimsoll.lib

# both are known
report contains lib.finding(t, ["config", "retention.ms"], msg, object.union_n([level(t, segment), extra(t), related(t, segment)])) if {
	some t in input.topics
	t.written["retention.ms"]
	t.config["retention.ms"] > 0
	lib.deletes(t)
	segment := t.config["segment.ms"]
	segment > t.config["retention.ms"]

	# absent counts: topics without a declared rate
	not t.name in rated
	msg := sprintf("%s is to keep records for %s, and its segments roll after %s", [
		t.name,
		lib.duration(t.config["retention.ms"]), lib.duration(segment),
	])
}

# The cluster is not in sight: seven days unless it says otherwise.
report contains lib.finding(t, ["config", "retention.ms"], msg, object.union({"level": "info"}, extra(t))) if {
	not data.spec.kafka.inSight
	some t in input.topics
	t.written["retention.ms"]
	t.config["retention.ms"] > 0
	t.config["retention.ms"] < 86400000
	not t.written["segment.ms"]
	not t.written["segment.bytes"]
	lib.deletes(t)

	# absent counts: topics without a declared rate
	not t.name in rated
	msg := sprintf("%s is to keep records for %s, and a segment may take seven days to roll: segment.ms is not set", [
		t.name,
		lib.duration(t.config["retention.ms"]),
	])
}

report contains lib.finding(e, ["config", "log.retention.bytes"], msg, {"level": "info", "means": sized, "fix": {"text": "a smaller log.segment.bytes"}}) if {
	some e in lib.brokers
	e.written["log.retention.bytes"]
	e.config["log.retention.bytes"] > 0
	e.config["log.retention.bytes"] <= e.config["log.segment.bytes"]
	msg := "the limit in bytes is no larger than one segment"
}

# topics whose traffic is declared fill their segments as it says
rated contains name if {
	some p in data.spec.producers
	p.rate.mean > 0
	some name in p.topics
}

related(t, segment) := {"related": [lib.related(t, ["config", "segment.ms"], sprintf("segments roll after %s", [lib.duration(segment)]))]}

extra(t) := {
	"means": "records stay, readable, until their segment has rolled and aged",
	"fix": {"text": sprintf("segment.ms=%d", [ceil(t.config["retention.ms"] / 2)])},
}

sized := "the limit bites from the second segment on"

# a limit that is off by days, against one that is a little late
level(t, segment) := {} if segment >= 24 * t.config["retention.ms"]

level(t, segment) := {"level": "info"} if segment < 24 * t.config["retention.ms"]

# METADATA
# scope: package
# title: Old events are deleted when they arrive
# description: |
#   Retention counts from a record's timestamp, which is the producer's unless
#   message.timestamp.type is LogAppendTime. Records whose events are older than the
#   retention, as back-fills, replays and late devices send them, make segments that are past
#   their retention at once: they are deleted at the next check, five minutes later.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_message.timestamp.type
#     description: message.timestamp.type
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_message.timestamp.before.max.ms
#     description: message.timestamp.before.max.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: history
#   property: "nothing-expires-unread"
#   remediation: |
#     Set message.timestamp.type=LogAppendTime, refuse old records with
#     message.timestamp.before.max.ms (3.6), or keep records for longer than their events may be
#     old.
package plimsoll.rules.topic["create-time-retention"]

import data.plimsoll.lib

key := "message.timestamp.type"

report contains lib.finding(t, ["config", key], msg, object.union(lib.set(key, "LogAppendTime"), {"means": means, "related": related})) if {
	some t in input.topics
	t.record.eventAgeMax > t.config["retention.ms"]
	t.config["retention.ms"] > 0
	lib.deletes(t)
	by_event(t)
	related := [
		lib.related(t, ["config", "retention.ms"], sprintf("keeps records for %s", [lib.duration(t.config["retention.ms"])])),
		lib.related(t, ["record", "eventAgeMax"], sprintf("events may be %s old", [lib.duration(t.record.eventAgeMax)])),
	]
	msg := sprintf("%s keeps records for %s after an event that may be %s old when it arrives", [
		t.name,
		lib.duration(t.config["retention.ms"]), lib.duration(t.record.eventAgeMax),
	])
}

# Kafka's default; nobody can say otherwise but the topic and its brokers
by_event(t) if t.config[key] == "CreateTime"

by_event(t) if {
	not t.written[key]
	not t.config[key]
	not data.spec.kafka.inSight
}

means := "those records are deleted within minutes, read or not"

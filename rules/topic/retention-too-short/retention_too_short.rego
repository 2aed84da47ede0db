# METADATA
# scope: package
# title: Records are gone before a stop is over
# description: |
#   Retention is the time that a consumer may be down, slow or broken: what it has not read by
#   then is deleted, and nothing tells it but a reset of its position. An hour is less than an
#   ordinary incident takes, and some hours are less than a night.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_retention.ms
#     description: retention.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: info, development: info}
#   consequence: history
#   faults: {max: 1, classes: [client]}
#   property: "nothing-expires-unread"
#   remediation: |
#     Keep records for longer than the longest stop that the consumers must get over, three days or more.
package plimsoll.rules.topic["retention-too-short"]

import data.plimsoll.lib

key := "retention.ms"

hour := 3600000

# written on the topic
report contains lib.finding(t, ["config", key], msg, object.union_n([extra, level(t.config[key]), tier(t)])) if {
	some t in input.topics
	t.written[key]
	short(t.config[key])
	lib.deletes(t)
	not dead_letters(t)
	not promised(t)
	msg := sprintf("%s keeps records for %s", [t.name, lib.duration(t.config[key])])
}

# shorter than the outage that the topic is declared to get over
report contains lib.finding(t, ["config", key], msg, object.union(extra, {"level": "warning", "related": related})) if {
	some t in input.topics
	lib.deletes(t)
	t.config[key] >= 0
	promised(t)
	related := [lib.related(t, ["intent", "outage"], sprintf("consumers may be down for %s", [lib.duration(t.intent.outage)]))]
	msg := sprintf("%s keeps records for %s, shorter than an outage that it must get over", [t.name, lib.duration(t.config[key])])
}

# the brokers' default, in its three spellings
report contains lib.finding(e, ["config", spelling], msg, object.union(extra_default, level(ms))) if {
	some e in lib.brokers
	some spelling, unit in {"log.retention.ms": 1, "log.retention.minutes": 60000, "log.retention.hours": hour}
	e.written[spelling]
	ms := e.config[spelling] * unit
	short(ms)
	msg := sprintf("topics that do not say otherwise keep records for %s", [lib.duration(ms)])
}

report contains lib.finding(e, ["config", size], msg, {"level": "info", "means": means, "fix": {"text": "log.retention.bytes=-1"}}) if {
	size := "log.retention.bytes"
	some e in lib.brokers
	e.written[size]
	e.config[size] >= 0
	e.config[size] < 1073741824
	msg := sprintf("topics that do not say otherwise keep %d MB of each partition, whatever the time", [floor(e.config[size] / 1000000)])
}

promised(t) if t.config[key] < t.intent.outage

short(ms) if {
	ms >= 0
	ms < 24 * hour
}

level(ms) := {"level": "info"} if ms > hour

level(ms) := {} if ms <= hour

extra := {"means": means, "fix": {"text": "retention.ms=604800000", "value": "604800000"}}

extra_default := {"means": means, "fix": {"text": "log.retention.hours=168"}}

means := "a consumer that is down for longer loses records unread"

tier(t) := {"cap": "info"} if {
	t.tier in {"metrics", "logs", "traces"}
} else := {}

# dlt-retention-below-response is about those
dead_letters(t) if regex.match(`(?i)(dlt|dlq|dead[-_.]?letter)`, t.name)

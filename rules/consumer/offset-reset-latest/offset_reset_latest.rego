# METADATA
# scope: package
# title: A group without a commit starts at the end
# description: |
#   Where a group has no committed offset, or one that retention has removed,
#   auto.offset.reset=latest goes to the end: a new group skips what was written before, a new
#   partition loses what arrives before its first commit, and a group that slept too long
#   skips what is still there.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_auto.offset.reset
#     description: auto.offset.reset
# custom:
#   levels: {unknown: warning, production: info, staging: info, development: off}
#   faults: {max: 1, classes: [client]}
#   property: "every-record-processed"
#   remediation: |
#     Set auto.offset.reset=earliest, or none with a handler where a jump must be somebody's decision.
package plimsoll.rules.consumer["offset-reset-latest"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "auto.offset.reset"], msg, extra) if {
	some g in array.concat(input.groups, input.streams)
	at_end(g)
	case := judged(g)
	msg := sprintf("%s starts at the end where it has no commit", [g.name])
	extra := object.union_n([
		{"means": "records that were written before, and the first of a new partition, are never read"},
		lib.set("auto.offset.reset", "earliest"),
		case,
	])
}

at_end(g) if g.config["auto.offset.reset"] in {"latest", "largest", "end"}

# Kafka's own names for keys are Java's and librdkafka's, and both start at the
# end by default.
at_end(g) if {
	g.kind == "group"
	g.format in {"properties", "app-yaml"}
	g.config["group.id"]
	not g.client.library
	not g.written["client/library"]
	not g.written["auto.offset.reset"]
}

# The first that fits decides.
judged(g) := {"level": "info", "cap": "info"} if {
	wants_now(g)
} else := {"level": "warning"} if {
	some name in g.topics
	data.spec.topicsByName[name].intent.history == "needed"
} else := {"level": "warning", "related": short(g)} if {
	count(short(g)) > 0
} else := {} if {
	g.written["auto.offset.reset"]
	g.config["group.id"]
} else := {"level": "warning"} if {
	# a saga that misses its first message waits for ever
	regex.match(`(?i)\bsaga`, g.name)
	g.environment != "development"
} else := {"cap": "info", "level": note(g)}

note(g) := "off" if g.environment == "development"

note(g) := "info" if g.environment != "development"

# wants_now holds for those who show what is, sample, or tell everybody: history
# is of no use to them.
wants_now(g) if regex.match(`(?i)(^|[-_.])(dashboard|metrics?|monitor(ing)?|cache|broadcast|sampl(e|er|ing)|live|tail|websocket)([-_.]|$)`, g.name)

wants_now(g) if {
	count(g.topics) > 0
	every name in g.topics {
		data.spec.topicsByName[name].intent.history == "not-needed"
	}
}

# An hour of retention is shorter than an outage.
short(g) := [lib.related(t, ["config", "retention.ms"], "an older position is out of range: it goes to the end too") |
	some name in g.topics
	t := data.spec.topicsByName[name]
	t.config["retention.ms"] > 0
	t.config["retention.ms"] <= 3600000
]

# METADATA
# scope: package
# title: The cleaner runs nearly always
# description: |
#   min.cleanable.dirty.ratio says how much of the log must be new before it is compacted. A
#   very small ratio makes the cleaner read and write whole logs for a few records, on every
#   broker and again and again; other topics wait for their turn.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_min.cleanable.dirty.ratio
#     description: min.cleanable.dirty.ratio
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: it costs the brokers, and loses nothing"
#   remediation: |
#     Use 0.1 or more; to bound how long a superseded record stays, set max.compaction.lag.ms.
package plimsoll.rules.topic["compaction-aggressive"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", key], msg, extra) if {
	key := "min.cleanable.dirty.ratio"
	some t in input.topics
	t.written[key]
	t.config[key] < 0.05
	may_compact(t)
	msg := sprintf("%s is compacted whenever %v of it is new", [t.name, t.config[key]])
}

report contains lib.finding(e, ["config", key], msg, extra) if {
	key := "log.cleaner.min.cleanable.ratio"
	some e in lib.brokers
	e.written[key]
	e.config[key] < 0.05
	msg := sprintf("compacted topics are cleaned whenever %v of them is new", [e.config[key]])
}

may_compact(t) if lib.compacts(t)

may_compact(t) if {
	not t.written["cleanup.policy"]
	not t.config["cleanup.policy"]
}

extra := {
	"means": "the cleaner reads and writes whole logs for a few records",
	"fix": {"text": "0.1 or more; max.compaction.lag.ms bounds the wait", "value": "0.1"},
}

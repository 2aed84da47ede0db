# METADATA
# scope: package
# title: Nothing is ever deleted
# description: |
#   With retention.ms=-1, no limit in bytes and no compaction a topic grows until the disk is
#   full, and a full disk stops the broker with every topic on it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_retention.ms
#     description: retention.ms
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   property: "none: disks are planned, not replayed"
#   remediation: |
#     Set a retention in time or bytes, compact the topic, or keep it in tiered storage and say
#     so with intent.history=needed.
package plimsoll.rules.topic["retention-infinite"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", "retention.ms"], msg, object.union(level(t), {"means": means, "fix": fix})) if {
	some t in input.topics
	t.written["retention.ms"]
	t.config["retention.ms"] == -1
	lib.deletes(t)
	not lib.compacts(t)
	unbounded(t, "retention.bytes")

	# absent counts: nobody said that it is to be kept
	not t.intent.history == "needed"
	msg := sprintf("%s grows for ever", [t.name])
}

report contains lib.finding(e, ["config", key], msg, {"means": means, "fix": fix}) if {
	some e in lib.brokers
	some key in ["log.retention.ms", "log.retention.minutes", "log.retention.hours"]
	e.written[key]
	e.config[key] == -1
	unbounded(e, "log.retention.bytes")
	e.config["log.cleanup.policy"] == ["delete"]
	msg := "topics that do not say otherwise grow for ever"
}

unbounded(e, key) if not e.written[key]

unbounded(e, key) if e.config[key] == -1

# objects in tiered storage are meant to stay
level(t) := {"level": "info"} if {
	t.config["remote.storage.enable"] == true
} else := {}

fix := {"text": "retention.ms or retention.bytes, or cleanup.policy=compact"}

means := "a full disk stops the broker, with every topic on it"

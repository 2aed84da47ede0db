# METADATA
# scope: package
# title: Deletes are forgotten before everybody saw them
# description: |
#   A record with a key and no value, a tombstone, says that the key is deleted. The cleaner
#   removes tombstones delete.retention.ms after they were compacted: a consumer that was away
#   for longer, or that rebuilds its state and reads the topic slowly, never sees the delete
#   and keeps the record for ever.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_delete.retention.ms
#     description: delete.retention.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 1, classes: [client]}
#   property: "deletes-observed"
#   remediation: |
#     Keep delete.retention.ms (a day by default) longer than any consumer is away or needs to
#     read the whole topic; let connectors write tombstones.
package plimsoll.rules.topic["tombstone-retention"]

import data.plimsoll.lib

key := "delete.retention.ms"

report contains lib.finding(t, ["config", key], msg, extra) if {
	some t in input.topics
	t.written[key]
	t.config[key] < 3600000
	lib.compacts(t)
	msg := sprintf("%s forgets deletes %s after they were compacted", [t.name, lib.duration(t.config[key])])
}

# the outage that the topic is declared to get over
report contains lib.finding(t, ["config", key], msg, object.union(extra, {"related": related})) if {
	some t in input.topics
	t.config[key] >= 3600000
	t.config[key] < t.intent.outage
	lib.compacts(t)
	related := [lib.related(t, ["intent", "outage"], "declared outage")]
	msg := sprintf("%s forgets deletes after %s, sooner than the outage of %s", [t.name, lib.duration(t.config[key]), lib.duration(t.intent.outage)])
}

# A transform that does not pass tombstones on.
report contains lib.finding(c, ["config", setting], msg, dropped) if {
	some c in input.connectors
	some setting in object.keys(c.written)
	drops(c, setting)
	msg := sprintf("%s drops the records that say that a row was deleted", [c.name])
}

drops(c, setting) if {
	regex.match(`^transforms\.[^.]+\.drop\.tombstones$`, setting)
	sprintf("%v", [c.config[setting]]) == "true"
}

drops(c, setting) if {
	regex.match(`^transforms\.[^.]+\.delete\.tombstone\.handling\.mode$`, setting)
	c.config[setting] == "drop"
}

extra := {
	"means": "a consumer that was away for longer keeps deleted keys for ever",
	"fix": {"text": "delete.retention.ms=86400000", "value": "86400000"},
}

dropped := {
	"level": "info",
	"means": "a compacted topic keeps deleted keys for ever",
	"fix": {"text": "pass tombstones on where the topic is compacted"},
}

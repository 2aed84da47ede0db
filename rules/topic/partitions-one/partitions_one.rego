# METADATA
# scope: package
# title: One partition
# description: |
#   A topic with one partition has one place where records are written and one consumer of a
#   group that reads them. More partitions later move keys to other partitions, so that order
#   per key is broken at the change.
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "lag-recovers"
#   remediation: |
#     Choose the number of partitions for the consumers of the next years; one is right where
#     the order of all records matters.
package plimsoll.rules.topic["partitions-one"]

import data.plimsoll.lib

report contains lib.finding(t, ["partitions"], msg, {"level": "info", "means": means}) if {
	some t in input.topics
	t.written.partitions
	t.partitions == 1
	not exempt(t)
	msg := sprintf("%s has one partition, so one consumer of a group reads it", [t.name])
}

report contains lib.finding(e, ["config", "num.partitions"], msg, {"level": "info", "means": means}) if {
	some e in lib.brokers
	e.written["num.partitions"]
	e.config["num.partitions"] == 1
	msg := "topics that name no number get one partition"
}

report contains lib.finding(c, ["config", key], msg, {"level": "info", "means": means}) if {
	some c in input.connectors
	some key in object.keys(c.written)
	regex.match(`^topic\.creation\.[^.]+\.partitions$`, key)
	sprintf("%v", [c.config[key]]) == "1"
	msg := sprintf("%s makes topics with one partition", [c.name])
}

means := "a second consumer has nothing to do, and adding partitions later breaks the order of keys once"

# Dead letters are few, and some topics must have one partition.
exempt(t) if regex.match(`(?i)(dlt|dlq|dead[-_.]?letter|config|schemas)`, t.name)

exempt(t) if t.name in state_topics

exempt(t) if t.config["cleanup.policy"] == ["compact"]

state_topics contains w.config["config.storage.topic"] if some w in data.spec.workers

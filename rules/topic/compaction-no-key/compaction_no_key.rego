# METADATA
# scope: package
# title: Records without a key in a compacted topic
# description: |
#   A compacted topic keeps the last record of each key, so a record must have one. The broker
#   refuses records without a key (InvalidRecordException), and a producer that ignores the
#   error loses them. As the brokers' default the policy concerns every topic that says
#   nothing else, those that brokers create on first use too.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_cleanup.policy
#     description: cleanup.policy
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   consequence: loss
#   property: "offered-record-settles"
#   kafka: ">=0.9"
#   remediation: |
#     Give the records keys (for Connect's JDBC source a ValueToKey transform), or use cleanup.policy=delete.
package plimsoll.rules.topic["compaction-no-key"]

import data.plimsoll.lib

# the connector's own key
prefix := "topic.prefix"

# A JDBC source writes without keys unless a transform makes one.
report contains lib.finding(c, ["config", prefix], msg, {"means": means, "related": related, "fix": key_fix}) if {
	some c in input.connectors
	unkeyed_source(c)
	some table in tables(c)
	t := data.spec.topicsByName[concat("", [c.config[prefix], table])]
	lib.compacts(t)
	related := [lib.related(t, ["config", "cleanup.policy"], "compacted")]
	msg := sprintf("%s writes records without a key to %s, which is compacted", [c.name, t.name])
}

report contains lib.finding(c, ["config", key], msg, {"means": means, "fix": key_fix}) if {
	some c in input.connectors
	unkeyed_source(c)
	some key in object.keys(c.written)
	regex.match(`^topic\.creation\.[^.]+\.cleanup\.policy$`, key)
	contains(sprintf("%v", [c.config[key]]), "compact")
	msg := sprintf("%s makes compacted topics and writes records without a key", [c.name])
}

# a producer that is declared to write without keys
report contains lib.finding(p, ["keyed"], msg, {"means": means, "related": related, "fix": {"text": "keys, or cleanup.policy=delete"}}) if {
	some p in input.producers
	p.keyed == false
	some name in p.topics
	t := data.spec.topicsByName[name]
	lib.compacts(t)
	related := [lib.related(t, ["config", "cleanup.policy"], "compacted")]
	msg := sprintf("%s writes records without a key to %s, which is compacted", [p.name, name])
}

# compaction as the default of every topic
report contains lib.finding(e, ["config", "log.cleanup.policy"], msg, {"level": "warning", "means": default_means, "fix": fix}) if {
	some e in lib.brokers
	e.written["log.cleanup.policy"]
	"compact" in e.config["log.cleanup.policy"]
	msg := "every topic that does not say otherwise is compacted"
	fix := {"text": "log.cleanup.policy=delete, and cleanup.policy on the topics that are to be compacted", "value": "delete"}
}

means := "the broker refuses each of them"

default_means := "records without a key are refused, and old records of a key disappear"

key_fix := {"text": "transforms with ValueToKey (and ExtractField$Key), or cleanup.policy=delete"}

unkeyed_source(c) if {
	c.class == "io.confluent.connect.jdbc.JdbcSourceConnector"
	not c.written.transforms
}

unkeyed_source(c) if {
	c.class == "io.confluent.connect.jdbc.JdbcSourceConnector"
	names := [n | some n in c.config.transforms]
	count(names) > 0
	every name in names {
		type := c.config[sprintf("transforms.%s.type", [name])]
		startswith(type, "org.apache.kafka.connect.transforms.")
		not endswith(type, "ValueToKey")
	}
}

tables(c) := {trim_space(name) | some name in split(listed, ",")} if {
	some key in ["table.whitelist", "table.include.list"]
	listed := as_text(c.config[key])
}

as_text(v) := v if is_string(v)

as_text(v) := concat(",", v) if is_array(v)

# METADATA
# scope: package
# title: Two copies of the data
# description: |
#   With two copies there is no good value for min.insync.replicas: 2 stops acks=all writes
#   whenever one broker restarts, and 1 lets a record be acknowledged by a single broker,
#   whose loss loses it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas
#     description: min.insync.replicas
# custom:
#   levels: {unknown: warning, production: warning, staging: info, development: info}
#   consequence: loss
#   faults: {max: 2, classes: [process]}
#   property: "writes-survive"
#   kafka: ">=0.8"
#   remediation: |
#     Use replication factor 3 with min.insync.replicas=2.
package plimsoll.rules.durability["replication-factor-low"]

import data.plimsoll.lib

report contains lib.finding(t, ["replicationFactor"], msg, extra) if {
	some t in input.topics
	t.written.replicationFactor
	t.replicationFactor == 2
	msg := sprintf("%s has two copies, so a restart leaves it with one", [t.name])
}

report contains lib.finding(e, ["config", key], msg, extra) if {
	key := "default.replication.factor"
	some e in lib.brokers
	e.written[key]
	e.config[key] == 2
	msg := "topics that name no replication factor get two copies"
}

report contains lib.finding(m, ["config", "replication.factor"], msg, extra) if {
	some m in input.mirrors
	m.config["replication.factor"] == 2
	msg := sprintf("%s gives mirrored topics two copies", [m.name])
}

report contains lib.finding(c, ["config", key], msg, extra) if {
	some c in input.connectors
	some key in object.keys(c.written)
	regex.match(`^topic\.creation\.[^.]+\.replication\.factor$`, key)
	sprintf("%v", [c.config[key]]) == "2"
	msg := sprintf("%s makes topics with two copies", [c.name])
}

extra := {
	"means": "min.insync.replicas is either 2 and stops writes at every restart, or 1 and lets one broker confirm alone",
	"fix": {"text": "replication factor 3, min.insync.replicas=2", "value": "3"},
}

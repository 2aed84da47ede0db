# METADATA
# scope: package
# title: Nowhere to put a record that cannot be processed
# description: |
#   When a record fails for good, either the whole task or channel stops on it, or it is
#   thrown away without a trace.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#sinkconnectconfigs_errors.deadletterqueue.topic.name
#     description: dead letter queue of sink connectors
#   - ref: https://smallrye.io/smallrye-reactive-messaging/latest/kafka/receiving-kafka-records/
#     description: failure strategies
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   consequence: loss
#   faults: {max: 0, classes: []}
#   property: "every-record-processed"
#   remediation: |
#     Name a dead-letter topic, or say in plimsoll.cue what the group does on failure.
package plimsoll.rules.consumer["dlt-missing"]

import data.plimsoll.lib

# A sink connector that tolerates every error and keeps none of them: records
# are gone, with no trace but a count.
report contains lib.finding(c, ["config", "errors.tolerance"], msg, object.union(name_one, {"level": skips(c)})) if {
	some c in input.connectors
	c.direction == "sink"
	c.config["errors.tolerance"] == "all"
	not c.written["deadLetter/topic"]
	not c.written["errors.deadletterqueue.topic.name"]
	msg := sprintf("%s drops every record that it cannot process", [c.name])
}

report contains lib.finding(c, ["config", "errors.deadletterqueue.topic.name"], msg, {"level": "info"}) if {
	some c in input.connectors
	c.direction == "sink"
	not c.written["errors.tolerance"]
	not c.written["deadLetter/topic"]
	not c.written["errors.deadletterqueue.topic.name"]
	msg := sprintf("the first record that %s cannot process stops its task", [c.name])
}

# SmallRye: fail is the default and stops the application, ignore drops.
report contains lib.finding(g, ["failureStrategy"], msg, {"level": "info"}) if {
	some g in input.groups
	g.client.framework == "smallrye"
	not g.written.failureStrategy
	not g.written["deadLetter/topic"]
	msg := sprintf("the first record that %s cannot process stops the channel", [g.name])
}

report contains lib.finding(g, ["failureStrategy"], msg, {"level": skips(g)}) if {
	some g in input.groups
	g.failureStrategy == "ignore"
	msg := sprintf("%s drops every record that it cannot process", [g.name])
}

# Frameworks of one's own that say where failures go.
report contains lib.finding(e, ["config", key], msg, {"level": skips(e)}) if {
	some e in array.concat(input.groups, array.concat(input.producers, input.clients))
	some key in ["dlq.type", "dlt.type", "deadletter.type"]
	upper(e.config[key]) in {"DEVNULL", "NONE", "NULL", "DISCARD"}
	msg := sprintf("%s throws records away that it cannot process", [e.name])
}

skips(e) := "info" if lib.development(e)

skips(e) := "warning" if not lib.development(e)

name_one := {"fix": {"text": "errors.deadletterqueue.topic.name=…, with errors.deadletterqueue.context.headers.enable=true"}}

# METADATA
# scope: package
# title: A dead-letter topic that cannot take what it must
# description: |
#   A record that is sent to the dead-letter topic keeps its partition number and its size,
#   and grows by headers: a topic with fewer partitions or a smaller limit refuses it, and the
#   consumer stops on the failure of its own error handling. With one copy, what failed once
#   is lost at the next broken disk.
# related_resources:
#   - ref: https://docs.spring.io/spring-kafka/reference/kafka/annotation-error-handling.html
#     description: DeadLetterPublishingRecoverer
#   - ref: https://kafka.apache.org/documentation/#sinkconnectconfigs_errors.deadletterqueue.topic.name
#     description: dead letter queue of sink connectors
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 0, classes: []}
#   property: "no-stuck-partition"
#   remediation: |
#     Give the dead-letter topic the source's partitions and replication factor, its size limit plus room for headers, and longer retention.
package plimsoll.rules.consumer["dlt-config"]

import data.plimsoll.lib

# what fails of a topic, and where it goes: groups and sink connectors
flows contains {"by": e, "source": source, "letters": letters} if {
	some e in array.concat(input.groups, input.connectors)
	letters := data.spec.topicsByName[e.deadLetter.topic]
	some name in sources(e)
	source := data.spec.topicsByName[name]
	letters.name != source.name
}

sources(e) := e.topics

# Spring's recoverer and SmallRye's write to the record's own partition number;
# Connect lets the producer choose.
report contains lib.finding(f.letters, ["partitions"], msg, extra) if {
	some f in flows
	f.by.kind == "group"
	f.letters.partitions < f.source.partitions
	msg := sprintf(
		"%s has %d partitions and %s has %d: a dead letter of a higher partition is refused",
		[f.letters.name, f.letters.partitions, f.source.name, f.source.partitions],
	)
	extra := {"level": level(f), "related": [
		lib.related(f.source, ["partitions"], "the partitions that records come from"),
		lib.related(f.by, ["deadLetter", "topic"], "sends its dead letters there"),
	]}
}

report contains lib.finding(f.letters, ["config", "max.message.bytes"], msg, extra) if {
	some f in flows
	f.letters.config["max.message.bytes"] < f.source.config["max.message.bytes"]
	msg := sprintf(
		"%s takes %d bytes and %s takes %d: a large dead letter is refused",
		[f.letters.name, f.letters.config["max.message.bytes"], f.source.name, f.source.config["max.message.bytes"]],
	)
	extra := {"level": level(f), "related": [lib.related(f.source, ["config", "max.message.bytes"], "what its source takes")]}
}

report contains lib.finding(f.letters, ["config", "retention.ms"], msg, extra) if {
	some f in flows
	f.letters.config["retention.ms"] > 0
	shorter(f.letters.config["retention.ms"], f.source.config["retention.ms"])
	msg := sprintf("%s keeps records for less time than its source %s", [f.letters.name, f.source.name])
	extra := {"related": [lib.related(f.source, ["config", "retention.ms"], "what its source keeps")]}
}

report contains lib.finding(f.letters, ["replicationFactor"], msg, extra) if {
	some f in flows
	f.letters.replicationFactor < f.source.replicationFactor
	msg := sprintf("%s has %d copies and its source has %d", [f.letters.name, f.letters.replicationFactor, f.source.replicationFactor])
	extra := {"related": [lib.related(f.source, ["replicationFactor"], "the copies of its source")]}
}

# A dead-letter topic that the connector never gets to use.
report contains lib.finding(c, ["deadLetter", "topic"], msg, {"fix": {"text": "errors.tolerance=all"}}) if {
	some c in input.connectors
	c.deadLetter.topic
	not c.written["errors.tolerance"]
	msg := sprintf("%s stops at the first failure: without errors.tolerance=all the dead-letter topic only reports it", [c.name])
}

shorter(a, b) if {
	b > 0
	a < b
}

shorter(_, -1)

level(f) := "info" if lib.development(f.letters)

level(f) := "warning" if f.letters.environment in {"", "staging"}

level(f) := "error" if f.letters.environment == "production"

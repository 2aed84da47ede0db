# METADATA
# scope: package
# title: More copies are asked for than there are
# description: |
#   Before Kafka 3.7 every acks=all write to a topic with fewer copies than
#   min.insync.replicas is refused with NotEnoughReplicas. Since 3.7 (KAFKA-15583) the broker
#   asks for all the copies there are: writes pass, but the number in the file is not what
#   holds, and no copy may be missing.
# related_resources:
#   - ref: https://issues.apache.org/jira/browse/KAFKA-15583
#     description: the broker asks for min(min.insync.replicas, copies) since 3.7
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas
#     description: min.insync.replicas
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: warning}
#   consequence: outage
#   faults: {max: 1, classes: [process]}
#   isr: true
#   property: "writes-survive"
#   kafka: ">=0.8.2"
#   remediation: |
#     Make the replication factor at least one larger than min.insync.replicas.
package plimsoll.rules.durability["min-insync-gt-rf"]

import data.plimsoll.lib

key := "min.insync.replicas"

report contains lib.finding(t, ["config", key], msg, object.union_n([effect(t.replicationFactor), related, fix])) if {
	some t in input.topics
	t.written[key]
	t.config[key] > t.replicationFactor
	related := {"related": [lib.related(t, ["replicationFactor"], sprintf("copies: %d", [t.replicationFactor]))]}
	msg := sprintf("%s asks for %d copies and has %d", [t.name, t.config[key], t.replicationFactor])
}

report contains lib.finding(t, ["replicationFactor"], msg, object.union_n([effect(t.replicationFactor), related, fix])) if {
	some t in input.topics
	t.written.replicationFactor
	not t.written[key]
	t.config[key] > t.replicationFactor
	related := {"related": [lib.related(t, ["config", key], sprintf("inherited: %d", [t.config[key]]))]}
	msg := sprintf("%s has fewer copies than the %d that its cluster asks for", [t.name, t.config[key]])
}

# The defaults of topics that name nothing.
report contains lib.finding(e, ["config", key], msg, object.union_n([effect(copies), related, fix])) if {
	factor := "default.replication.factor"
	some e in lib.brokers
	e.written[key]
	copies := e.config[factor]
	e.config[key] > copies
	made(e, factor)
	related := {"related": [lib.related(e, ["config", factor], sprintf("topics get copies: %d", [e.config[factor]]))]}
	msg := sprintf("topics that name no numbers ask for %d copies and have %d", [e.config[key], e.config[factor]])
}

# Internal topics: of transactions by their own key, of offsets by the brokers'.
report contains lib.finding(e, ["config", factor], msg, object.union_n([internal_effect, related, fix])) if {
	some factor, isr in state_topics
	some e in lib.brokers
	e.written[factor]
	e.config[isr] > e.config[factor]
	not harmless(e, isr)
	related := {"related": [lib.related(e, ["config", isr], sprintf("asks for %d", [e.config[isr]]))]}
	msg := sprintf("the internal topic has fewer copies (%d) than %s asks for", [e.config[factor], isr])
}

state_topics := {
	"transaction.state.log.replication.factor": "transaction.state.log.min.isr",
	"offsets.topic.replication.factor": "min.insync.replicas",
}

# since 3.7 one broker that asks for two copies gets along with its one
harmless(e, isr) if {
	lib.kafka_at_least(307)
	not e.written[isr]
}

# a default counts when brokers create topics, or when it is said
made(e, factor) if e.written[factor]

made(e, _) if e.config["auto.create.topics.enable"] == true

effect(copies) := refused if {
	lib.kafka_before(307)
	copies >= 1
}

effect(1) := {"means": "acks=all is one broker's word: since 3.7 Kafka asks for no more copies than there are, before it refuses"} if {
	not lib.kafka_before(307)
}

effect(copies) := {"level": "error", "means": "no broker may be down: one restart stops every acks=all write"} if {
	copies >= 2
	not lib.kafka_before(307)
}

refused := {"level": "error", "means": "Kafka before 3.7 refuses every acks=all write with NotEnoughReplicas"}

internal_effect := {"level": "error", "means": "commits and transactions fail with NotEnoughReplicas"} if lib.kafka_before(307)

internal_effect := {"means": "before Kafka 3.7 commits and transactions fail with NotEnoughReplicas"} if not lib.kafka_before(307)

fix := {"fix": {"text": "replication factor 3, min.insync.replicas=2; a topic that exists needs kafka-reassign-partitions"}}

# METADATA
# scope: package
# title: One broker confirms a record alone
# description: |
#   min.insync.replicas is the smallest number of copies that acks=all accepts. With 1,
#   Kafka's default, a leader whose followers have fallen behind goes on acknowledging alone;
#   when it dies, what it acknowledged is gone or the partition waits for it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas
#     description: min.insync.replicas
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 2, classes: [process, lossy]}
#   isr: true
#   property: "acked-record-survives"
#   kafka: ">=0.8.2"
#   remediation: |
#     Set min.insync.replicas=2 with replication factor 3.
package plimsoll.rules.durability["min-insync-one"]

import data.plimsoll.lib

key := "min.insync.replicas"

# A topic that says so itself.
report contains lib.finding(t, ["config", key], msg, object.union(extra, level)) if {
	some t in input.topics
	t.written[key]
	t.config[key] == 1
	level := copies(t)
	msg := sprintf("acks=all on %s is content with one broker", [t.name])
}

# The brokers' setting that topics inherit.
report contains lib.finding(e, ["config", key], msg, object.union(extra, level)) if {
	some e in deciding
	e.written[key]
	e.config[key] == 1
	level := default_copies(e)
	msg := "acks=all is content with one broker on topics that do not say otherwise"
}

# Kafka's default, where there are copies that could confirm too.
report contains lib.finding(e, ["config", key], msg, object.union(extra, lib.unless_single)) if {
	some e in lib.holders
	decides(e)
	not e.written[key]
	e.config[key] == 1
	copied(e)
	msg := "acks=all is content with one broker, Kafka's default"
}

# The user said which Kafka it is, and no file of the cluster is here.
report contains lib.finding(t, ["config", key], msg, extra) if {
	data.spec.kafka.assumed
	some t in input.topics
	not t.written[key]
	t.config[key] == 1
	t.replicationFactor >= 2
	msg := sprintf("acks=all on %s is content with one broker: Kafka's default is 1", [t.name])
}

extra := object.union(
	lib.set(key, "2"),
	{"means": "a record that only the leader has is acknowledged, and lost with the leader"},
)

deciding := [e | some e in lib.brokers; decides(e)]

# With eligible leader replicas the dedicated controllers decide, not the
# brokers' own files (M10).
decides(e) if e.kind == "cluster"

decides(e) if {
	e.kind == "node"
	not data.spec.kafka.dedicated
}

decides(e) if {
	e.kind == "node"
	data.spec.kafka.version < 401
}

copies(t) := {"level": "info"} if {
	t.replicationFactor == 1
} else := lib.unless_single

default_copies(e) := {"level": "info"} if {
	e.config["default.replication.factor"] == 1
} else := lib.unless_single

copied(e) if e.config["default.replication.factor"] >= 2

copied(_) if count(replicated) > 0

replicated contains t.name if {
	some t in data.spec.topics
	t.replicationFactor >= 2
	not t.written[key]
}

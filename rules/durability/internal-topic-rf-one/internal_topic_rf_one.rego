# METADATA
# scope: package
# title: Kafka's own state exists once
# description: |
#   Offsets, transactions, share groups, Connect and Streams keep their state in topics. With
#   one copy, a restart of one broker stops every group whose offsets it holds, and a lost
#   disk makes groups start from where auto.offset.reset says, and connectors forget their
#   position. The example files that Kafka ships have 1, for one broker.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_offsets.topic.replication.factor
#     description: offsets.topic.replication.factor
#   - ref: https://kafka.apache.org/documentation/#connectconfigs_offset.storage.replication.factor
#     description: offset.storage.replication.factor
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process, lossy]}
#   property: "no-stuck-partition"
#   kafka: ">=0.9"
#   remediation: |
#     Set replication factor 3 before the topic is first made; one that exists needs kafka-
#     reassign-partitions.
package plimsoll.rules.durability["internal-topic-rf-one"]

import data.plimsoll.lib

# the brokers' internal topics
report contains lib.finding(e, ["config", key], msg, object.union_n([fix(key), extra, lib.by_brokers(e)])) if {
	some e in lib.brokers
	some key in [
		"offsets.topic.replication.factor",
		"transaction.state.log.replication.factor",
		"share.coordinator.state.topic.replication.factor",
	]
	e.written[key]
	e.config[key] == 1
	extra := {"means": means[key]}
	msg := sprintf("%s exist once", [what[key]])
}

# what an image puts in, where several brokers run from it
report contains lib.finding(e, ["config", key], msg, object.union(fix(key), extra)) if {
	lib.several_brokers
	some e in lib.holders
	key := "offsets.topic.replication.factor"
	not e.written[key]
	e.origin[key] == "image"
	e.config[key] == 1
	extra := {"means": means[key]}
	msg := sprintf("%s exist once: the image sets it", [what[key]])
}

# Connect's topics
report contains lib.finding(w, ["config", key], msg, object.union_n([fix(key), extra, level])) if {
	some w in input.workers
	some key in ["config.storage.replication.factor", "offset.storage.replication.factor", "status.storage.replication.factor"]
	w.config[key] == 1
	w.written[key]
	level := by_bootstrap(w)
	extra := {"means": "connectors stop while that broker restarts, and are forgotten with its disk"}
	msg := sprintf("Connect's %s topic exists once", [split(key, ".")[0]])
}

# Streams' changelogs and repartition topics
report contains lib.finding(s, ["config", key], msg, object.union_n([fix(key), extra, level])) if {
	key := "replication.factor"
	some s in input.streams
	s.written[key]
	s.config[key] == 1
	level := by_bootstrap(s)
	extra := {"means": "the application stops while that broker restarts, and loses its state and records in repartition topics with its disk"}
	msg := sprintf("the internal topics of %s exist once", [s.name])
}

# MirrorMaker's topics
report contains lib.finding(m, ["config", key], msg, object.union(fix(key), lib.unless_single)) if {
	some m in input.mirrors
	some key in [
		"offset-syncs.topic.replication.factor",
		"checkpoints.topic.replication.factor",
		"heartbeats.topic.replication.factor",
	]
	m.written[key]
	m.config[key] == 1
	msg := sprintf("MirrorMaker's %s topic exists once", [split(key, ".")[0]])
}

what := {
	"offsets.topic.replication.factor": "the offsets of all groups",
	"transaction.state.log.replication.factor": "the states of transactions",
	"share.coordinator.state.topic.replication.factor": "the states of share groups",
}

means := {
	"offsets.topic.replication.factor": "groups stop while that broker restarts, and lose their position with its disk",
	"transaction.state.log.replication.factor": "transactional producers stop while that broker restarts",
	"share.coordinator.state.topic.replication.factor": "share groups stop while that broker restarts",
}

# A client that knows one broker of a cluster that is not in sight may be alone
# with it.
by_bootstrap(e) := lib.by_brokers(e) if data.spec.kafka.inSight

by_bootstrap(e) := {} if {
	not data.spec.kafka.inSight
	count(e.config["bootstrap.servers"]) > 1
}

by_bootstrap(e) := {"level": "info"} if {
	not data.spec.kafka.inSight
	count(e.config["bootstrap.servers"]) == 1
	e.environment != "production"
}

by_bootstrap(e) := {} if {
	not data.spec.kafka.inSight
	count(e.config["bootstrap.servers"]) == 1
	e.environment == "production"
}

by_bootstrap(e) := {} if {
	not data.spec.kafka.inSight
	not e.config["bootstrap.servers"]
}

fix(key) := lib.set(key, "3")

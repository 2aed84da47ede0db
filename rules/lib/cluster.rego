# METADATA
# description: What rules on brokers and topics share, where settings of brokers stand and how many brokers there are.
package plimsoll.lib

# brokers are the entities of the input that hold settings of brokers: the
# cluster, and the nodes that are brokers.
brokers := array.concat(input.clusters, [n | some n in input.nodes; is_broker(n)])

is_broker(node) if not node.roles

is_broker(node) if "broker" in node.roles

# holders are where a setting of brokers that nobody wrote would stand: the first
# node with a file of its own, else the cluster.
holders := [n | some n in input.nodes; n._ref == own_nodes[0]] if count(own_nodes) > 0

holders := input.clusters if count(own_nodes) == 0

own_nodes := [n._ref | some n in data.spec.nodes; is_broker(n); owns(n)]

owns(node) if "file" in [origin | some origin in node.origin]

# single_broker holds when the cluster is known to have one broker.
single_broker if data.spec.kafka.brokers == 1

# several_brokers holds when the cluster has two or more, or when its files say
# so in other words.
several_brokers if data.spec.kafka.brokers >= 2

several_brokers if {
	not data.spec.kafka.brokers
	startswith(data.spec.kafka.platform, "msk")
}

several_brokers if {
	not data.spec.kafka.brokers
	some e in array.concat(data.spec.clusters, data.spec.nodes)
	speaks_of_several(e)
}

speaks_of_several(e) if e.config["default.replication.factor"] >= 2

speaks_of_several(e) if e.config["min.insync.replicas"] >= 2

speaks_of_several(e) if count(e.config["controller.quorum.voters"]) >= 2

speaks_of_several(e) if count(split(e.config["zookeeper.connect"], ",")) >= 2

speaks_of_several(e) if {
	e.origin["offsets.topic.replication.factor"] == "file"
	e.config["offsets.topic.replication.factor"] >= 2
}

# by_brokers lowers what one broker cannot have in another way: info on a single
# broker, and on a cluster of unknown size outside of production.
by_brokers(_) := {"level": "info"} if single_broker

by_brokers(_) := {} if several_brokers

by_brokers(e) := {"level": "info"} if {
	not single_broker
	not several_brokers
	e.environment != "production"
}

by_brokers(e) := {} if {
	not single_broker
	not several_brokers
	e.environment == "production"
}

# unless_single lowers to info on a single broker only.
unless_single := {"level": "info"} if single_broker

unless_single := {} if not single_broker

# deletes holds when the topic deletes old records: said, or not said at all.
deletes(topic) if {
	not topic.written["cleanup.policy"]
	not topic.config["cleanup.policy"]
}

deletes(topic) if "delete" in topic.config["cleanup.policy"]

# compacts holds when the topic is known to be compacted.
compacts(topic) if "compact" in topic.config["cleanup.policy"]

# duration says milliseconds in the unit that reads best.
duration(ms) := sprintf("%d ms", [ms]) if ms < 1000

duration(ms) := sprintf("%v s", [round(ms / 100) / 10]) if {
	ms >= 1000
	ms < 120000
}

duration(ms) := sprintf("%v min", [round(ms / 6000) / 10]) if {
	ms >= 120000
	ms < 7200000
}

duration(ms) := sprintf("%v h", [round(ms / 360000) / 10]) if {
	ms >= 7200000
	ms < 172800000
}

duration(ms) := sprintf("%v d", [round(ms / 8640000) / 10]) if ms >= 172800000

# acks_places are the acks of producers, and of those inside other clients.
acks_places := array.concat(
	[{"entity": p, "key": "acks", "value": sprintf("%v", [p.config.acks])} | some p in input.producers],
	[{"entity": e, "key": key, "value": sprintf("%v", [e.config[key]])} |
		some e in array.concat(array.concat(input.streams, input.workers), input.connectors)
		some key in ["producer.acks", "producer.override.acks"]
		written(e, key)
	],
)

# disposable caps what is said about topics that are declared to be metrics, logs or traces.
disposable(entity) := {"cap": "info"} if {
	count(entity.topics) > 0
	every name in entity.topics {
		data.spec.topicsByName[name].tier in {"metrics", "logs", "traces"}
	}
} else := {}

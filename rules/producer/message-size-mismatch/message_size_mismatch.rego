# METADATA
# scope: package
# title: Records that one side sends and the other refuses
# description: |
#   A record must fit the producer's request, the topic, and every topic that it is copied to.
#   Where the producer's limit was raised and the topic's was not (or the other way round)
#   large records are refused.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_max.request.size
#     description: max.request.size
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_max.message.bytes
#     description: max.message.bytes
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 0, classes: []}
#   property: "offered-record-settles"
#   remediation: |
#     Raise max.message.bytes of the topic with max.request.size of the producer, and neither without need.
package plimsoll.rules.producer["message-size-mismatch"]

import data.plimsoll.lib

# what brokers take unless somebody raised it
usual := 1048588

# The producer's limit was raised to several times what brokers take; the topic
# is not here, or takes less.
report contains lib.finding(p, ["config", key], msg, {"level": level, "means": means}) if {
	not raised
	some p in array.concat(input.producers, input.mirrors)
	not linked(p)
	some key in ["max.request.size", "producer.max.request.size"]
	lib.written(p, key)
	p.config[key] > usual
	level := weight(p.config[key])
	means := "a record that is larger than its topic takes is refused"
	msg := sprintf("%s sends up to %d bytes, and brokers take %d unless told otherwise", [p.name, p.config[key], usual])
}

# Both sides are known.
report contains lib.finding(p, ["config", "max.request.size"], msg, extra) if {
	some p in input.producers
	lib.written(p, "max.request.size")
	some topic in links(p)
	p.config["max.request.size"] > topic.config["max.message.bytes"]
	msg := sprintf("%s sends up to %d bytes to %s, which takes %d", [
		p.name, p.config["max.request.size"], topic.name, topic.config["max.message.bytes"],
	])
	extra := {
		"level": both(p),
		"means": "a record between the two sizes is refused",
		"topics": [topic.name],
		"related": [lib.related(topic, ["config", "max.message.bytes"], "what the topic takes")],
	}
}

# A record that was declared larger than its topic takes.
report contains lib.finding(t, ["config", "max.message.bytes"], msg, extra) if {
	some t in input.topics
	t.record.value.size > t.config["max.message.bytes"]
	msg := sprintf("records of %s have %d bytes, and it takes %d", [t.name, t.record.value.size, t.config["max.message.bytes"]])
	extra := {"level": "error", "related": [lib.related(t, ["record", "value", "size"], "the size that is declared")]}
}

# The topic was raised, and the Connect worker that may write it sends a MiB.
report contains lib.finding(w, ["config", "producer.max.request.size"], msg, extra) if {
	not only_sinks
	some w in input.workers
	not w.written["producer.max.request.size"]
	lib.written(w, "bootstrap.servers")
	some t in large
	not produced[t.name]
	msg := sprintf("%s takes %d bytes, and the worker's producers send 1048576", [t.name, t.config["max.message.bytes"]])
	extra := {"topics": [t.name], "related": [lib.related(t, ["config", "max.message.bytes"], "what the topic takes")]}
}

# The topic was raised by much, and nothing here writes to it.
report contains lib.finding(t, ["config", "max.message.bytes"], msg, {"level": "info"}) if {
	some t in input.topics
	t.written["max.message.bytes"]
	t.config["max.message.bytes"] > 10000000
	msg := sprintf("%s takes %d bytes: its producers need max.request.size", [t.name, t.config["max.message.bytes"]])
}

# BR-18: replication fetches at least one batch whatever its size
report contains lib.finding(e, ["config", "replica.fetch.max.bytes"], msg, extra) if {
	some e in array.concat(input.clusters, input.nodes)
	lib.written(e, "message.max.bytes")
	lib.written(e, "replica.fetch.max.bytes")
	e.config["message.max.bytes"] > e.config["replica.fetch.max.bytes"]
	msg := "a batch that is larger than replica.fetch.max.bytes is fetched alone"
	extra := {"level": "info", "related": [lib.related(e, ["config", "message.max.bytes"], "the largest batch")]}
}

linked(p) if {
	some name in p.topics
	data.spec.topicsByName[name]
}

links(p) := [topic |
	some name in p.topics
	topic := data.spec.topicsByName[name]
	topic.config["max.message.bytes"]
]

large := [t |
	some t in data.spec.topics
	t.written["max.message.bytes"]
	t.config["max.message.bytes"] > 1048588
]

# what a worker of sinks only writes is its own
only_sinks if {
	count(data.spec.connectors) > 0
	every c in data.spec.connectors {
		c.direction == "sink"
	}
}

# topics that an application of the deployment writes
produced[name] if {
	some p in data.spec.producers
	some name in p.topics
}

# the brokers' own limit was raised
raised if {
	some e in array.concat(data.spec.clusters, data.spec.nodes)
	e.written["message.max.bytes"]
}

both(p) := "info" if p.environment == "development"

both(p) := "warning" if p.environment != "development"

# ten megabytes are somebody's round number for "large enough"; more than that is
# meant for large records
weight(bytes) := "warning" if bytes > 20000000

weight(bytes) := "info" if bytes <= 20000000

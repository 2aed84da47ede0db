# METADATA
# scope: package
# title: Kafka's own topics cannot be made
# description: |
#   A topic cannot have more copies than there are brokers. The offsets topic is made when the
#   first group commits or joins, with three copies by default: with fewer brokers its
#   creation fails each time, no consumer group can start, and clients only log that the
#   coordinator is not available.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_offsets.topic.replication.factor
#     description: offsets.topic.replication.factor
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   consequence: outage
#   property: "every-record-processed"
#   kafka: ">=0.11"
#   remediation: |
#     Set offsets.topic.replication.factor, transaction.state.log.replication.factor and
#     share.coordinator.state.topic.replication.factor to the number of brokers, or run three.
package plimsoll.rules.durability["internal-topic-rf-exceeds-brokers"]

import data.plimsoll.lib
import data.plimsoll.listeners

offsets := "offsets.topic.replication.factor"

transactions := "transaction.state.log.replication.factor"

brokers := data.spec.kafka.brokers

report contains lib.finding(e, ["config", offsets], msg, object.union(extra, lib.set(offsets, brokers))) if {
	some e in lib.brokers
	e.written[offsets]
	e.config[offsets] > brokers
	msg := sprintf("%d copies of the offsets topic, and brokers: %d", [e.config[offsets], brokers])
}

report contains lib.finding(e, ["config", offsets], msg, object.union(extra, lib.set(offsets, brokers))) if {
	data.spec.kafka.platform in {"apache", "strimzi", "confluent-platform"}
	some e in lib.holders
	not e.written[offsets]
	e.config[offsets] > brokers
	msg := sprintf("%d copies of the offsets topic by default%s, and brokers: %d", [e.config[offsets], also(e), brokers])
}

report contains lib.finding(e, ["config", transactions], msg, object.union({"means": means}, lib.set(transactions, brokers))) if {
	some e in lib.brokers
	e.written[transactions]
	e.config[transactions] > brokers
	means := "no transactional producer can start"
	msg := sprintf("%d copies of the transactions topic, and brokers: %d", [e.config[transactions], brokers])
}

# Connect's own topics: three by default
report contains lib.finding(w, ["config", key], msg, object.union(level, lib.set(key, brokers))) if {
	some w in input.workers
	some key in stores
	w.written[replace(key, ".replication.factor", ".topic")]
	w.config[key] > brokers
	here(w)
	chosen(w, key)
	once(w, key)
	level := {"means": "the worker stops at its start"}
	msg := sprintf("%d copies of Connect's topics, and brokers: %d", [w.config[key], brokers])
}

# A worker beside one broker on its own machine.
report contains lib.finding(w, ["config", key], msg, object.union({"level": "info"}, lib.set(key, 1))) if {
	not brokers
	key := "offset.storage.replication.factor"
	some w in input.workers
	w.written["offset.storage.topic"]
	not w.written[key]
	w.config[key] == 3
	count(w.config["bootstrap.servers"]) == 1
	regex.match(`^(localhost|127\.0\.0\.1)[:.]`, w.config["bootstrap.servers"][0])
	msg := "Connect's topics need three brokers, and the worker knows one on its own machine"
}

# a worker of these brokers, as far as its addresses say: not one of a managed
# cluster, nor of one with more brokers than these
here(w) if {
	servers := w.config["bootstrap.servers"]
	not listeners.public_host(listeners.first(servers))
	count(servers) <= brokers
}

# written, or Connect's own default: an image may have another one
chosen(w, key) if w.written[key]

chosen(w, _) if w.format in {"properties", "strimzi", "native", "terraform"}

extra := {"means": "no consumer group can start: clients wait for a coordinator that never comes"}

also(e) := sprintf(", %d of %s", [e.config[transactions], "transaction.state.log"]) if {
	not e.written[transactions]
	e.config[transactions] > brokers
} else := ""

stores := ["config.storage.replication.factor", "offset.storage.replication.factor", "status.storage.replication.factor"]

# every key that is written, or the first one that is not
once(w, key) if w.written[key]

once(w, key) if key == [k | some k in stores; not w.written[k]][0]

# METADATA
# scope: package
# title: A ZooKeeper cluster on its way to Kafka 4
# description: |
#   Kafka 4.0 has no ZooKeeper mode: brokers with zookeeper.connect do not start there, and
#   the way leads through a migration on a 3.x release.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-866+ZooKeeper+to+KRaft+Migration
#     description: KIP-866
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Migrate to KRaft on the newest 3.9 release, then upgrade.
package plimsoll.rules.keys["zookeeper-on-4"]

import data.plimsoll.lib

report contains lib.finding(e, ["mode"], msg, object.union(level, {"means": "ZooKeeper has to go before Kafka 4.0"})) if {
	some e in array.concat(input.clusters, input.nodes)
	e.mode == "zookeeper"
	level := judged(e)
	msg := sprintf("%s keeps its metadata in ZooKeeper", [e.name])
}

# On 4.x it does not start. An image's tag that is older says that nobody means
# to go there yet.
judged(e) := {"level": "error"} if {
	lib.kafka_at_least(400)
	e.mode
} else := {"level": "info"} if {
	e.format in {"strimzi", "properties"}
}

# METADATA
# scope: package
# title: A setting of the classic protocol beside group.protocol=consumer
# description: |
#   With the consumer protocol the brokers assign partitions and say how long a session lasts.
#   Java clients since 4.0 and librdkafka do not start with the classic protocol's settings;
#   older Java clients do not read them.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-848%3A+The+Next+Generation+of+the+Consumer+Rebalance+Protocol
#     description: KIP-848
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_group.protocol
#     description: group.protocol
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   kafka: ">=3.7"
#   remediation: |
#     Remove the key; set the group's configuration on the brokers (kafka-configs --entity-type groups).
package plimsoll.rules.consumer["classic-key-with-consumer-protocol"]

import data.plimsoll.lib

keys := ["session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy", "group.protocol.type"]

report contains lib.finding(g, ["config", key], msg, extra) if {
	some g in input.groups
	lower(g.config["group.protocol"]) == "consumer"
	g.written["group.protocol"]
	some key in keys
	g.written[key]
	g.config[key]
	how := judged(g)
	msg := sprintf("%s %s %s with the consumer protocol", [g.name, how.verb, key])
	extra := object.union(how.extra, {"related": [lib.related(g, ["config", "group.protocol"], "the protocol")]})
}

judged(g) := {"verb": "does not read", "extra": {"level": "warning"}} if {
	g.client.library == "java"
	to_number(split(g.client.version, ".")[0]) < 4
} else := {"verb": "does not start with", "extra": {}}

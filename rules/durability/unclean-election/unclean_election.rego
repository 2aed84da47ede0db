# METADATA
# scope: package
# title: A stale copy may become the leader
# description: |
#   With unclean leader election a replica that fell behind may lead when no in-sync one is
#   left. Consumers go on, and every record that it does not have is gone, acknowledged or
#   not: acks=all and min.insync.replicas do not help, because the loss comes with the
#   election.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_unclean.leader.election.enable
#     description: unclean.leader.election.enable
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 2, classes: [process]}
#   isr: true
#   property: "acked-record-survives"
#   kafka: ">=0.8.2"
#   remediation: |
#     Set unclean.leader.election.enable=false; elect by hand (kafka-leader-election --election-
#     type unclean) when losing records is the smaller harm.
package plimsoll.rules.durability["unclean-election"]

import data.plimsoll.lib

key := "unclean.leader.election.enable"

report contains lib.finding(e, ["config", key], msg, object.union(lib.set(key, "false"), {"means": means})) if {
	some e in array.concat(input.topics, settings)
	e.written[key]
	e.config[key] == true
	msg := "a replica that has fallen behind may become leader"
}

# Amazon MSK without tiered storage turns it on by default.
report contains lib.finding(c, ["config", key], msg, object.union_n([lib.set(key, "false"), {"means": means}, level])) if {
	some c in input.clusters
	not c.written[key]
	c.origin[key] == "platform"
	c.config[key] == true
	level := managed(c)
	msg := sprintf("a replica that has fallen behind may become leader: %s allows it by default", [data.spec.kafka.platform])
}

managed(c) := {} if c.environment == "production"

managed(c) := {"cap": "info"} if c.environment != "production"

means := "acknowledged records that it does not have are lost, whatever acks and min.insync.replicas say"

# The controllers decide under KRaft: a file of a broker alone elects nobody (M11).
settings := array.concat(input.clusters, [n | some n in input.nodes; decides(n)])

decides(node) if "controller" in node.roles

decides(node) if {
	lib.is_broker(node)
	data.spec.kafka.mode == "zookeeper"
}

decides(node) if {
	lib.is_broker(node)
	not data.spec.kafka.mode
}

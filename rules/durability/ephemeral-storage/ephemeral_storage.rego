# METADATA
# scope: package
# title: The log goes with the pod
# description: |
#   Ephemeral storage is deleted with the pod. A node that is drained takes the copies with
#   it: the broker comes back empty and copies everything anew, and when all replicas of a
#   partition move at once the records are gone.
# related_resources:
#   - ref: https://strimzi.io/docs/operators/latest/configuring#type-EphemeralStorage-reference
#     description: Strimzi's ephemeral storage
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 2, classes: [lossy]}
#   property: "acked-record-survives"
#   remediation: |
#     Use persistent-claim or jbod volumes; storage of an existing pool cannot be changed from
#     ephemeral, add a pool and move the partitions.
package plimsoll.rules.durability["ephemeral-storage"]

import data.plimsoll.lib

report contains lib.finding(e, ["storage", "type"], msg, object.union(level(e), extra)) if {
	some e in array.concat(input.clusters, input.nodes)
	e.storage.type == "ephemeral"
	msg := sprintf("%s keeps its log on storage that is deleted with the pod", [e.name])
}

extra := {
	"means": "a drained node deletes its copies; brokers that move together lose the records",
	"fix": {"text": "type: jbod with persistent-claim volumes"},
}

level(e) := {"level": "info"} if {
	lib.single_broker
	e.environment != "production"
} else := {}

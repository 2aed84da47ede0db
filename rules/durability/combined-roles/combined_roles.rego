# METADATA
# scope: package
# title: Brokers are controllers too
# description: |
#   A process that is broker and controller shares its memory, disk and restarts: a broker
#   that is overloaded by clients also delays elections, and a rolling restart of the brokers
#   is one of the quorum. Kafka's documentation keeps combined mode for development.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#kraft_role
#     description: Kafka's documentation of process.roles
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: the engine gives controllers time of their own"
#   kafka: ">=3.3"
#   remediation: |
#     Give the controllers nodes of their own; an existing cluster gets there by adding
#     controllers and removing the role from the brokers.
package plimsoll.rules.durability["combined-roles"]

import data.plimsoll.lib

report contains lib.finding(n, ["roles"], msg, {"means": means, "fix": {"text": "separate node pools: roles: [broker] and roles: [controller]"}}) if {
	data.spec.kafka.brokers >= 3
	some n in input.nodes
	{"broker", "controller"} == {role | some role in n.roles}
	msg := sprintf("%s is broker and controller at once", [n.name])
	means := "load on the broker delays elections, and each restart of a broker is one of the quorum"
}

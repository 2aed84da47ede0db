# METADATA
# scope: package
# title: Kafka reachable from the internet
# description: |
#   The brokers, or a service beside them, accept connections from any address. Whatever
#   authentication there is, is then all that there is.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security
#     description: security overview
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Restrict the addresses, or use private connectivity.
package plimsoll.rules.security["public-endpoint"]

import data.plimsoll.lib

report contains lib.finding(c, ["public"], msg, {}) if {
	some c in input.clusters
	c.public == true
	msg := sprintf("%s is reachable from the internet", [c.name])
}

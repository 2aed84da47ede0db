# METADATA
# scope: package
# title: A producer whose retries write records twice
# description: |
#   Without idempotence a request that was written, and whose answer was lost, is written
#   again when the client retries: the log holds the record twice, and with more than one
#   request in flight in another order.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_enable.idempotence
#     description: enable.idempotence
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   consequence: duplicates
#   faults: {max: 1, classes: [message]}
#   property: "no-duplicate-in-log"
#   kafka: ">=0.11"
#   remediation: |
#     Leave enable.idempotence at true (the default of Java clients since 3.0), or set it.
package plimsoll.rules.producer["idempotence-disabled"]

import data.plimsoll.lib

# Java: switched off by hand. What another setting switches off in silence is
# idempotence-conflict's.
report contains lib.finding(p, ["config", "enable.idempotence"], msg, object.union(lib.set("enable.idempotence", true), {"cap": "warning"})) if {
	some p in input.producers
	p.config["enable.idempotence"] == false
	lib.written(p, "enable.idempotence")
	msg := sprintf("a retry of %s writes records twice", [p.name])
}

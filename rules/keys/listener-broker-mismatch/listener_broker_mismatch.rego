# METADATA
# scope: package
# title: A listener's setting for a broker that does not exist
# description: |
#   The listener has settings for a broker number that the cluster does not have: they have no
#   effect, and the one that was meant is without.
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Use the numbers of the brokers that exist.
package plimsoll.rules.keys["listener-broker-mismatch"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "listener-broker-mismatch"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

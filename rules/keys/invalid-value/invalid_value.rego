# METADATA
# scope: package
# title: A value that Kafka does not accept
# description: |
#   The value has the wrong type, is out of range, or is no word that the key knows. The topic
#   is refused, the broker or client does not start.
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write a value that Kafka accepts.
package plimsoll.rules.keys["invalid-value"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "invalid-value"
	msg := sprintf("%s=%s: %s", [fact.key, fact.value, fact.why])
}

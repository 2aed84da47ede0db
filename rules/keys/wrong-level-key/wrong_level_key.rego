# METADATA
# scope: package
# title: A key where Kafka does not read it
# description: |
#   The key exists, but for something else: a broker's key on a topic, a consumer's key in a
#   producer's file, a setting beside spec.config instead of in it. It has no effect here, or
#   is refused.
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Move the key to where it is read.
package plimsoll.rules.keys["wrong-level-key"]

import data.plimsoll.lib

report contains object.union(lib.problem(fact, msg), level(fact)) if {
	some fact in input.problems
	fact.kind == "wrong-level-key"
	msg := fact.why
}

# a topic with a key of another level is refused when it is created
level(fact) := {"level": "error"} if {
	fact.role == "topic"
	not fact.level
}

level(fact) := {} if fact.level

level(fact) := {"cap": "warning"} if {
	not fact.level
	fact.role != "topic"
}

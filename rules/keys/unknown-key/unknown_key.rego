# METADATA
# scope: package
# title: A key that nothing reads
# description: |
#   Neither Kafka nor the tool whose file this is knows the key. A topic with it is refused; a
#   broker, Spring or another tool ignores it in silence, so the setting that the author
#   relied on has no effect.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#configuration
#     description: all keys
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Correct the name, or remove the key.
package plimsoll.rules.keys["unknown-key"]

import data.plimsoll.lib

# A topic's keys are a closed set: Kafka refuses to create the topic. Elsewhere
# an unknown key is ignored with a warning in a log that nobody reads.
report contains object.union(lib.problem(fact, msg), level(fact)) if {
	some fact in input.problems
	fact.kind == "unknown-key"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

level(fact) := {"level": "error"} if {
	fact.role == "topic"
	not fact.level
}

level(fact) := {"level": "info"} if {
	fact.role == "broker"
	not fact.level
}

level(fact) := {} if fact.level

level(fact) := {"cap": "warning"} if {
	not fact.level

	# absent counts
	not fact.role in {"topic", "broker"}
}

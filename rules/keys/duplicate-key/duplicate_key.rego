# METADATA
# scope: package
# title: A key that is written twice
# description: |
#   Only one of the two counts, in most formats the last. With different values one reader
#   sees one, the program uses the other.
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Keep one of them.
package plimsoll.rules.keys["duplicate-key"]

import data.plimsoll.lib

report contains object.union(lib.problem(fact, msg), level(fact)) if {
	some fact in input.problems
	fact.kind == "duplicate-key"
	msg := sprintf("%s is written twice: %s", [fact.key, fact.why])
}

# two different values are a trap; the same one twice is only untidy
level(fact) := {} if fact.level

level(fact) := {"level": "warning"} if not fact.level

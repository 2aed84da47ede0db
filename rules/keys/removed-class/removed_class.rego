# METADATA
# scope: package
# title: A class or value that Kafka no longer accepts
# description: |
#   The value names a class, or a mode, that was removed: the broker or client does not start
#   with it.
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write what replaced it.
package plimsoll.rules.keys["removed-class"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "removed-class"
	msg := sprintf("%s=%s: %s", [fact.key, fact.value, fact.why])
}

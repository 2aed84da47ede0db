# METADATA
# scope: package
# title: A value on its way out
# description: |
#   The value still works, and its replacement should be written before it is removed.
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write the value that replaces it.
package plimsoll.rules.keys["deprecated-value"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "deprecated-value"
	msg := sprintf("%s=%s: %s", [fact.key, fact.value, fact.why])
}

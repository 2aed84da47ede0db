# METADATA
# scope: package
# title: A key with a slip of the keyboard
# description: |
#   The key does not exist, and one that differs by a letter or two, or by its separators,
#   does. The setting that was meant keeps its default.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#configuration
#     description: all keys
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write the key that is meant.
package plimsoll.rules.keys["misspelt-key"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "misspelt-key"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

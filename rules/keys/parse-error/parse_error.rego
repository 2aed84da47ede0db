# METADATA
# scope: package
# title: A file that cannot be read
# description: |
#   The file is not valid in its own syntax, or cannot be opened. Nothing in it was checked.
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Correct the file; everything else was checked.
package plimsoll.rules.keys["parse-error"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "parse-error"
	msg := fact.why
}

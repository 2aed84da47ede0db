# METADATA
# scope: package
# title: A resource in an API version on its way out
# description: |
#   The API version is still read, and will not be for long.
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Convert the resource to the current version.
package plimsoll.rules.keys["deprecated-api-version"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "deprecated-api-version"
	msg := sprintf("%s: %s", [fact.value, fact.why])
}

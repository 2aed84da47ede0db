# METADATA
# scope: package
# title: A resource in an API version that is not served any more
# description: |
#   The operator no longer serves this API version: the resource is refused, or stays unseen,
#   after the operator's next upgrade.
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Convert the resource to the version that is served.
package plimsoll.rules.keys["removed-api-version"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "removed-api-version"
	msg := sprintf("%s: %s", [fact.value, fact.why])
}

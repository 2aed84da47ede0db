# METADATA
# scope: package
# title: A key that Kafka no longer has
# description: |
#   The key was removed. It is ignored in silence (a topic with it is refused), so what the
#   author relied on does not happen.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#upgrade
#     description: upgrade notes
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write what replaced the key, or remove it.
package plimsoll.rules.keys["removed-key"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "removed-key"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

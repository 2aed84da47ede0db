# METADATA
# scope: package
# title: A key on its way out
# description: |
#   The key still works, or is harmless, and a newer version of Kafka will not have it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#upgrade
#     description: upgrade notes
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Write what replaces the key before the upgrade.
package plimsoll.rules.keys["deprecated-key"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "deprecated-key"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

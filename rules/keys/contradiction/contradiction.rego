# METADATA
# scope: package
# title: Two sources disagree
# description: |
#   Two files that describe the same thing give different values. Which one the cluster has
#   depends on which was applied last; nothing else is said about the value.
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Keep one of them, or place the files in different deployments in .plimsoll.yaml.
package plimsoll.rules.keys.contradiction

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "contradiction"
	msg := sprintf("%s: %s", [fact.key, fact.why])
}

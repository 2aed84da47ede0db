# METADATA
# scope: package
# title: A topic is declared twice
# description: |
#   Two resources of the same kind describe one topic in one cluster. Strimzi marks the second
#   one as a conflict, Terraform's second create fails, and other tools let the last one win.
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: warning}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Keep one declaration, or say in .plimsoll.yaml that they are for different clusters.
package plimsoll.rules.topic["duplicate-topic"]

import data.plimsoll.lib

report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "duplicate-topic"
	msg := fact.why
}

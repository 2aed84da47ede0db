# METADATA
# scope: package
# title: Dead letters that everybody may read
# description: |
#   A dead-letter topic holds what failed, often with the data that made it fail. A rule that
#   lets every principal read it, or read everything by a wildcard, opens what the source
#   topic keeps closed.
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   property: "none: who may read is not what the engine models"
#   remediation: |
#     Let only those read it who answer for it.
package plimsoll.rules.consumer["dlt-wide-acl"]

import data.plimsoll.lib

report contains lib.finding(a, ["principal"], msg, {"related": [lib.related(g, ["deadLetter", "topic"], "the dead-letter topic")]}) if {
	some a in input.acls
	a.permission == "ALLOW"
	a.principal == "User:*"
	lower(a.resource.type) == "topic"
	some operation in a.operations
	operation in {"READ", "ALL"}
	some g in data.spec.groups
	a.resource.name in {"*", g.deadLetter.topic}
	msg := sprintf("every user may read the dead letters in %s", [g.deadLetter.topic])
}

# METADATA
# scope: package
# title: An ACL for everyone, or for everything
# description: |
#   The rule admits every principal, or lets one write, delete or do all on every topic, group
#   or transactional id: a mistake or a leaked credential then reaches all of them.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security_authz
#     description: authorization and ACLs
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Name the resources, or use a prefix that the team owns.
package plimsoll.rules.security["wildcard-acl"]

import data.plimsoll.lib

report contains lib.finding(a, ["resource", "name"], msg, {}) if {
	some a in input.acls
	a.permission == "ALLOW"
	a.resource.name == "*"
	some operation in a.operations
	operation in {"ALL", "WRITE", "DELETE", "ALTER", "ALTER_CONFIGS"}
	msg := sprintf("%s may %s every %s", [a.principal, verb(operation), a.resource.type])
}

report contains lib.finding(a, ["principal"], msg, {}) if {
	some a in input.acls
	a.permission == "ALLOW"
	a.principal == "User:*"
	msg := sprintf("every user may %s %s %s", [concat(", ", a.operations), a.resource.type, a.resource.name])
}

verb("ALL") := "do everything to"

verb(operation) := lower(replace(operation, "_", " ")) if operation != "ALL"

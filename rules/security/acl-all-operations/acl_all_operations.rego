# METADATA
# scope: package
# title: An ACL that allows every operation
# description: |
#   All includes Delete, Alter and AlterConfigs: whoever may read or write may then also
#   delete the topic or change how long it is kept.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security_authz
#     description: authorization and ACLs
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     List the operations that the application needs.
package plimsoll.rules.security["acl-all-operations"]

import data.plimsoll.lib

report contains lib.finding(a, ["operations"], msg, {"cap": "warning"}) if {
	some a in input.acls
	a.permission == "ALLOW"
	"ALL" in a.operations
	a.resource.name != "*"
	a.resource.type in {"topic", "group", "transactionalId", "transactional-id", "transactional_id"}
	msg := sprintf("%s may do everything to %s %s, deleting it too", [a.principal, a.resource.type, a.resource.name])
}

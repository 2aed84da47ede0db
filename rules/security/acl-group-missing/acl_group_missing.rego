# METADATA
# scope: package
# title: A reader without an ACL for its group
# description: |
#   The principal may read topics, and no rule lets it use a consumer group: a consumer that
#   subscribes or commits is refused with GROUP_AUTHORIZATION_FAILED.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#operations_resources_and_protocols
#     description: operations by resource
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Allow Read on the group, by name or prefix.
package plimsoll.rules.security["acl-group-missing"]

import data.plimsoll.lib

report contains lib.finding(a, ["resource", "name"], msg, {}) if {
	some a in input.acls
	a.permission == "ALLOW"
	lower(a.resource.type) == "topic"
	some operation in a.operations
	operation in {"READ", "ALL"}
	not grouped[a.principal]
	count({other.resource.name | some other in data.spec.acls; other.principal == a.principal}) == 1
	reader[a.principal]
	msg := sprintf("%s may read %s and may use no group", [a.principal, a.resource.name])
}

# principals of which a group of the workspace says that it is theirs
reader contains g.principal if some g in data.spec.groups

grouped contains a.principal if {
	some a in data.spec.acls
	lower(a.resource.type) == "group"
	a.permission == "ALLOW"
}

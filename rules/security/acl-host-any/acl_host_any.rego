# METADATA
# scope: package
# title: An ACL that names a host, and one that allows any
# description: |
#   A rule that restricts a principal to a host has no effect while another allows the same
#   from any host.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security_authz
#     description: authorization and ACLs
# custom:
#   levels: {unknown: off, production: info, staging: off, development: off}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Remove the wider rule.
package plimsoll.rules.security["acl-host-any"]

import data.plimsoll.lib

report contains lib.finding(a, ["host"], msg, {}) if {
	some a in input.acls
	a.permission == "ALLOW"
	a.host == "*"
	some other in data.spec.acls
	other.principal == a.principal
	other.resource == a.resource
	other.permission == "ALLOW"
	other.host != "*"
	some operation in a.operations
	operation in other.operations
	msg := sprintf("%s is restricted to host %s elsewhere; this rule allows any host", [a.principal, other.host])
}

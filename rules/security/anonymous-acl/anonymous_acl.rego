# METADATA
# scope: package
# title: Clients that are admitted without identity
# description: |
#   Requests without authentication are accepted, or resources without an ACL are open to
#   everyone: any program that reaches the network can read, write and delete.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security
#     description: security overview
#   - ref: https://docs.aws.amazon.com/msk/latest/developerguide/kafka_apis_iam.html
#     description: MSK access control
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Require authentication, and leave allow.everyone.if.no.acl.found at false.
package plimsoll.rules.security["anonymous-acl"]

import data.plimsoll.lib

report contains lib.finding(c, ["authentication", "unauthenticated"], msg, {"level": "error"}) if {
	some c in input.clusters
	c.authentication.unauthenticated == true
	c.written["authentication/unauthenticated"]
	msg := sprintf("%s admits clients without authentication", [c.name])
}

report contains lib.finding(c, ["authentication", "unauthenticated"], msg, {"level": "warning"}) if {
	some c in input.clusters
	c.authentication.unauthenticated == true
	not c.written["authentication/unauthenticated"]
	msg := sprintf("%s has no authentication block: whoever reaches its network is admitted", [c.name])
}

report contains lib.finding(e, ["config", key], msg, object.union(lib.set(key, false), {"cap": "warning"})) if {
	some e in array.concat(input.clusters, input.nodes)
	key := "allow.everyone.if.no.acl.found"
	e.config[key] == true
	lib.written(e, key)
	msg := sprintf("%s opens every resource without an ACL to everyone", [e.name])
}

report contains lib.finding(e, ["config", "super.users"], msg, {"level": "warning"}) if {
	some e in array.concat(input.clusters, input.nodes)
	contains(upper(users(e.config["super.users"])), "USER:ANONYMOUS")
	lib.written(e, "super.users")
	msg := sprintf("%s makes clients without identity super users", [e.name])
}

users(value) := value if is_string(value)

users(value) := concat(";", value) if is_array(value)

# METADATA
# scope: package
# title: An ACL operation that its resource does not have
# description: |
#   Kafka accepts the rule and it grants nothing: the client is refused, although a rule seems
#   to allow it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#operations_resources_and_protocols
#     description: operations by resource
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Use an operation of the resource: Read for groups, Read, Write, Describe for topics.
package plimsoll.rules.security["acl-op-not-applicable"]

import data.plimsoll.lib

report contains lib.finding(a, ["operations"], msg, {}) if {
	some a in input.acls
	some operation in a.operations
	allowed := operations[lower(a.resource.type)]
	not operation in allowed
	not operation in {"ALL", "ANY"}
	msg := sprintf("%s is no operation of a %s and grants nothing", [operation, a.resource.type])
}

# kafka.security.authorizer.AclEntry.supportedOperations
operations := {
	"topic": {"READ", "WRITE", "CREATE", "DESCRIBE", "DELETE", "ALTER", "DESCRIBE_CONFIGS", "ALTER_CONFIGS"},
	"group": {"READ", "DESCRIBE", "DELETE", "DESCRIBE_CONFIGS", "ALTER_CONFIGS"},
	"cluster": {
		"CREATE", "CLUSTER_ACTION", "DESCRIBE_CONFIGS", "ALTER_CONFIGS", "IDEMPOTENT_WRITE", "ALTER", "DESCRIBE",
		"CREATE_TOKENS", "DESCRIBE_TOKENS",
	},
	"transactionalid": {"DESCRIBE", "WRITE", "TWO_PHASE_COMMIT"},
}

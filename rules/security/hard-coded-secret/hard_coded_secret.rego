# METADATA
# scope: package
# title: A credential in the repository
# description: |
#   Everybody who can read the repository, its history or its copies has the credential.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#config_providers
#     description: configuration providers
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Move the value into a secret store and refer to it (a config provider, a Kubernetes Secret, an environment variable); change the credential.
package plimsoll.rules.security["hard-coded-secret"]

import data.plimsoll.lib

# The value itself never reaches a rule: only that it is written, and literal.
report contains lib.finding(e, ["config", key], msg, {"cap": cap(e)}) if {
	some kind in ["clusters", "nodes", "producers", "groups", "streams", "clients", "connectors", "workers", "mirrors", "users"]
	some e in input[kind]
	some key in e.literalSecrets
	msg := sprintf("%s has a literal credential in %s", [e.name, key])
}

# credentials outside of any Kafka key: a JAAS file in a ConfigMap, the variable
# of an image
report contains lib.problem(fact, msg) if {
	some fact in input.problems
	fact.kind == "hard-coded-secret"
	msg := sprintf("%s holds a literal credential: %s", [fact.key, fact.why])
}

cap(e) := "info" if lib.development(e)

cap(e) := "error" if not lib.development(e)

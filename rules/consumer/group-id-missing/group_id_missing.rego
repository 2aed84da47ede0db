# METADATA
# scope: package
# title: A consumer without a group
# description: |
#   Nothing here names the group: either every listener in the code does, or a subscription
#   fails. Without a group a consumer has no committed offsets to start from.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_group.id
#     description: group.id
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   remediation: |
#     Set group.id where the other settings of the consumer are.
package plimsoll.rules.consumer["group-id-missing"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "group.id"], msg, {"level": level(g), "cap": "info"}) if {
	some g in input.groups
	not g.written["group.id"]
	how := judged(g)
	msg := sprintf("%s %s", [g.name, how])
}

level(g) := "off" if g.environment == "development"

level(g) := "info" if g.environment != "development"

# Shared defaults of a library, which have no application's name, leave the
# group to the services.
judged(g) := "has no group here: every listener has to name one" if {
	g.client.framework == "spring-kafka"
	folders := split(g.source, "/")
	g.name != folders[count(folders) - 1]
	not g.written.threads
} else := "has no group: it commits nothing, and auto-commit is refused" if {
	g.format == "properties"
	g.client.library == "java"
	not g.client.framework
	g.written["enable.auto.commit"]
	g.config["enable.auto.commit"] == true
}

# METADATA
# scope: package
# title: A dead-letter topic that the broker refuses to use
# description: |
#   The dead-letter topic of a share group must begin with the prefix that the brokers ask for
#   (errors.deadletterqueue.topic.name.prefix, dlq. unless set); another name is refused.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-1191%3A+Dead-letter+queues+for+share+groups
#     description: KIP-1191
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: a name that is refused leaves the group without dead letters"
#   kafka: ">=4.4"
#   remediation: |
#     Name the topic with the prefix.
package plimsoll.rules.consumer["share-dlq-name"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "errors.deadletterqueue.topic.name"], msg, extra) if {
	some g in input.shareGroups
	some c in array.concat(data.spec.clusters, data.spec.nodes)
	lib.written(c, "errors.deadletterqueue.topic.name.prefix")
	prefix := c.config["errors.deadletterqueue.topic.name.prefix"]
	letters := g.config["errors.deadletterqueue.topic.name"]
	not startswith(letters, prefix)
	msg := sprintf("%s sends dead letters to %s, and the brokers want names that begin with %s", [g.name, letters, prefix])
	extra := {"related": [lib.related(c, ["config", "errors.deadletterqueue.topic.name.prefix"], "the prefix")]}
}

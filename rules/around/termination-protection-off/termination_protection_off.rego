# METADATA
# scope: package
# title: A topic or service that can be deleted by mistake
# description: |
#   With termination_protection = false a destroy, or a change that forces a replacement,
#   deletes the topic or the service with its data.
# related_resources:
#   - ref: https://registry.terraform.io/providers/aiven/aiven/latest/docs/resources/kafka_topic
#     description: aiven_kafka_topic
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Set termination_protection = true where the data matters.
package plimsoll.rules.around["termination-protection-off"]

import data.plimsoll.lib

report contains lib.finding(e, ["lifecycle", "terminationProtection"], msg, {}) if {
	some e in array.concat(input.topics, input.clusters)
	e.lifecycle.terminationProtection == false
	msg := sprintf("a destroy deletes %s with its data", [e.name])
}

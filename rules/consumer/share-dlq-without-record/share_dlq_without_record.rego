# METADATA
# scope: package
# title: Dead letters of a share group without their record
# description: |
#   From Kafka 4.4 a share group can send what nobody could process to a dead-letter topic.
#   Unless errors.deadletterqueue.copy.record.enable is set the dead letter holds where the
#   record was, not the record: when retention removes the source, it is gone.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-1191%3A+Dead-letter+queues+for+share+groups
#     description: KIP-1191
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   consequence: loss
#   faults: {max: 0, classes: []}
#   property: "every-record-processed"
#   kafka: ">=4.4"
#   remediation: |
#     Set errors.deadletterqueue.copy.record.enable=true on the group, or keep the source topic longer than the response takes.
package plimsoll.rules.consumer["share-dlq-without-record"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "errors.deadletterqueue.topic.name"], msg, {"cap": "warning"}) if {
	some g in input.shareGroups
	not copies(g)
	letters := g.config["errors.deadletterqueue.topic.name"]
	msg := sprintf("dead letters of %s in %s hold no record", [g.name, letters])
}

# unknown counts as copied
copies(g) if {
	key := "errors.deadletterqueue.copy.record.enable"
	g.written[key]
	object.get(g.config, key, true) in {true, "true"}
}

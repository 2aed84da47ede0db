# METADATA
# scope: package
# title: Retries that let later records of a key go first
# description: |
#   A record that fails is written to a retry topic and the next one of the same key is
#   processed at once. What was to happen in order does not: the retried record takes effect
#   after its successors.
# related_resources:
#   - ref: https://docs.spring.io/spring-kafka/reference/retrytopic.html
#     description: non-blocking retries
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   faults: {max: 1, classes: [client]}
#   property: "key-order-in-effects"
#   remediation: |
#     Retry in place (blocking), or make effects check a sequence number per key.
package plimsoll.rules.consumer["retry-topic-breaks-order"]

import data.plimsoll.lib

report contains lib.finding(g, ["retry", "topics"], msg, extra) if {
	some g in input.groups
	count(g.retry.topics) > 0
	some name in g.topics
	topic := data.spec.topicsByName[name]
	topic.intent.order == "key"
	msg := sprintf("a record of %s that %s retries takes effect after later records of its key", [name, g.name])
	extra := {
		"level": "error", "means": "the intent for the topic is order by key",
		"related": [lib.related(topic, ["intent", "order"], "the order that is asked for")],
	}
}

report contains lib.finding(g, ["retry", "topics"], msg, {"level": "info"}) if {
	some g in input.groups
	count(g.retry.topics) > 0
	count([name | some name in g.topics; data.spec.topicsByName[name].written["intent/order"]]) == 0
	msg := sprintf("a record that %s retries takes effect after later records of its key", [g.name])
}

# METADATA
# scope: package
# title: A dead letter in the middle of a key
# description: |
#   A record goes to the dead-letter topic and the later ones of its key are processed: the
#   effects of the key have a gap until somebody brings the record back, and then it comes too
#   late.
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   faults: {max: 0, classes: []}
#   property: "key-order-in-effects"
#   remediation: |
#     Stop the key (or the partition) until the dead letter is dealt with, or make effects tolerate the gap.
package plimsoll.rules.consumer["dlt-gap"]

import data.plimsoll.lib

report contains lib.finding(g, ["deadLetter", "topic"], msg, extra) if {
	some g in input.groups
	g.deadLetter.topic
	some name in g.topics
	topic := data.spec.topicsByName[name]
	topic.intent.order == "key"
	msg := sprintf("a dead letter of %s leaves a gap in its key: later records of %s take effect", [g.name, name])
	extra := {
		"level": "error", "means": "the intent for the topic is order by key",
		"related": [lib.related(topic, ["intent", "order"], "the order that is asked for")],
	}
}

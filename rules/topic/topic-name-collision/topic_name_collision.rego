# METADATA
# scope: package
# title: Two names that Kafka takes for one
# description: |
#   Kafka's metrics write a dot in a topic's name as an underscore, so two names that differ
#   only in dots and underscores would share their metrics. Kafka refuses to create the second
#   topic (InvalidTopicException, Topic.hasCollision).
# related_resources:
#   - ref: https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/internals/Topic.java
#     description: Topic.hasCollision
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: the second topic is refused"
#   kafka: ">=0.8"
#   remediation: |
#     Rename one of the two; keep to either dots or underscores.
package plimsoll.rules.topic["topic-name-collision"]

import data.plimsoll.lib

report contains lib.finding(t, [], msg, extra) if {
	some t in input.topics
	ambiguous(t.name)
	names := by_metric[metric(t.name)]
	count(names) > 1
	t.name == max(names)
	other := data.spec.topicsByName[min(names)]
	extra := {
		"related": [lib.related(other, [], "the other name")],
		"means": "whichever is created second is refused",
		"fix": {"text": "rename one of the two"},
	}
	msg := sprintf("%s and %s are one name to Kafka's metrics", [t.name, other.name])
}

by_metric[metric(t.name)] contains t.name if {
	some t in data.spec.topics
	ambiguous(t.name)
}

ambiguous(name) if contains(name, ".")

ambiguous(name) if contains(name, "_")

metric(name) := replace(name, ".", "_")

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

report contains object.union(lib.problem(fact, msg), {"means": means}) if {
	some fact in input.problems
	fact.kind == "topic-name-collision"
	msg := fact.why
}

means := "whichever is created second is refused"

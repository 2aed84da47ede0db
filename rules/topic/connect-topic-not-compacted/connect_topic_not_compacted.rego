# METADATA
# scope: package
# title: Connect forgets what it was told
# description: |
#   Connect keeps its connectors, offsets and states in topics that must be compacted and
#   nothing else: what retention deletes is forgotten. The worker looks at the policy when it
#   starts and stops if it is another; the topic of configurations must have exactly one
#   partition.
# related_resources:
#   - ref: https://github.com/apache/kafka/blob/trunk/connect/runtime/src/main/java/org/apache/kafka/connect/util/TopicAdmin.java
#     description: TopicAdmin.verifyTopicCleanupPolicyOnlyCompact
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: the worker refuses to start"
#   kafka: ">=2.7"
#   remediation: |
#     Set cleanup.policy=compact on the three topics, and one partition on config.storage.topic.
package plimsoll.rules.topic["connect-topic-not-compacted"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", "cleanup.policy"], msg, object.union(lib.set("cleanup.policy", "compact"), extra)) if {
	some w in input.workers
	some key in ["config.storage.topic", "offset.storage.topic", "status.storage.topic"]
	t := data.spec.topicsByName[w.config[key]]
	"delete" in t.config["cleanup.policy"]
	extra := {"means": means, "related": [lib.related(w, ["config", key], "Connect keeps its state here")]}
	msg := sprintf("%s of Connect deletes old records", [t.name])
}

report contains lib.finding(t, ["partitions"], msg, object.union(one, {"related": related})) if {
	key := "config.storage.topic"
	some w in input.workers
	t := data.spec.topicsByName[w.config[key]]
	t.partitions > 1
	related := [lib.related(w, ["config", key], "Connect keeps its configurations here")]
	msg := sprintf("%s must have one partition and has %d", [t.name, t.partitions])
}

one := {"means": means, "fix": {"text": "1 partition: make the topic anew", "value": "1"}}

means := "the worker refuses to start"

package main

// newRule is what "rules new" writes: a rule that works, to be changed.
const newRule = `# METADATA
# scope: package
# title: A topic keeps its records for ever
# description: What happens because of it, and when. This text is what "plimsoll explain" prints.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_retention.ms
#     description: retention.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: a rule of the team's own"
#   kafka: ">=0.8"
#   remediation: set retention.ms to what the consumers need
package plimsoll.rules.CATEGORY["NAME"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", "retention.ms"], msg, {"fix": {"text": "retention.ms: 604800000", "value": "604800000"}}) if {
	some t in input.topics
	t.config["retention.ms"] == -1
	msg := sprintf("%s keeps its records for ever", [t.name])
}
`

// newExamples are the examples of newRule.
const newExamples = `fire-1: topics.yaml:10 warning
-- fire-1/topics.yaml --
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata:
  name: clicks
  labels: {strimzi.io/cluster: main}
spec:
  partitions: 6
  replicas: 3
  config:
    retention.ms: -1
-- quiet-1/topics.yaml --
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata:
  name: clicks
  labels: {strimzi.io/cluster: main}
spec:
  partitions: 6
  replicas: 3
  config:
    retention.ms: 604800000
`

# METADATA
# scope: package
# title: A misspelt name becomes a topic
# description: |
#   A producer or consumer that asks for a topic that is not there gets one, made with the
#   brokers' defaults. Typos become topics that nobody reads, and a service that starts before
#   the topic's definition is applied makes it with the wrong number of partitions and copies,
#   which stay.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_auto.create.topics.enable
#     description: auto.create.topics.enable
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: which topics there are is not in the engine"
#   kafka: ">=0.8"
#   remediation: |
#     Set auto.create.topics.enable=false and declare the topics.
package plimsoll.rules.durability["auto-create-topics"]

import data.plimsoll.lib

key := "auto.create.topics.enable"

report contains lib.finding(e, ["config", key], msg, object.union(lib.set(key, "false"), {"means": means})) if {
	some e in lib.brokers
	e.written[key]
	e.config[key] == true
	msg := "clients that ask for a topic that is not there get one"
}

# By default, where topics are declared too: whoever is first decides how they are.
report contains lib.finding(e, ["config", key], msg, object.union(lib.set(key, "false"), {"means": race, "cap": "info"})) if {
	count(data.spec.topics) > 0
	some e in lib.holders
	not e.written[key]
	e.config[key] == true
	msg := "a client that starts before a declared topic is applied makes it with the brokers' defaults"
}

means := "typos become topics, with the partitions and copies of the brokers' defaults"

race := "the declaration then finds another number of partitions and copies"

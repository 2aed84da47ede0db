# METADATA
# scope: package
# title: KRaft before it was ready
# description: |
#   KRaft is production ready since Kafka 3.3; before 3.3 it lacks features and has known
#   faults, and such a cluster cannot be upgraded to it in place from the preview.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-833%3A+Mark+KRaft+as+Production+Ready
#     description: KIP-833
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Upgrade to 3.3 or newer before there is data to keep.
package plimsoll.rules.keys["kraft-early-version"]

import data.plimsoll.lib

report contains lib.finding(e, ["version"], msg, {}) if {
	lib.kafka_before(303)
	some e in array.concat(input.clusters, input.nodes)
	e.mode == "kraft"
	e.written.mode
	e.version
	msg := sprintf("%s runs KRaft on Kafka %s, where it is a preview", [e.name, e.version])
}

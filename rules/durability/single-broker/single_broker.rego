# METADATA
# scope: package
# title: One broker
# description: |
#   A cluster of one broker has no second copy of anything: each restart stops everything, and
#   a lost disk loses everything.
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   faults: {max: 1, classes: [process]}
#   property: "writes-survive"
#   kafka: ">=0.8"
#   remediation: |
#     Run three brokers where the data or the service matters.
package plimsoll.rules.durability["single-broker"]

import data.plimsoll.lib

report contains lib.finding(c, ["brokers"], msg, {"means": means, "fix": {"text": "three brokers"}}) if {
	data.spec.kafka.brokers == 1
	some c in input.clusters
	c.brokers == 1
	msg := sprintf("%s has one broker", [c.name])
	means := "each restart stops every topic, a lost disk loses them"
}

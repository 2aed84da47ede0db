# METADATA
# scope: package
# title: Few retries
# description: |
#   The retries are used up in a second or two with the default back-off, and an election
#   takes longer.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_retries
#     description: retries
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   consequence: loss
#   faults: {max: 1, classes: [process]}
#   property: "offered-record-settles"
#   remediation: |
#     Leave retries at its default, and bound the time with delivery.timeout.ms.
package plimsoll.rules.producer["retries-low"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "retries"], msg, {"cap": "info"}) if {
	some p in input.producers
	lib.written(p, "retries")
	p.config.retries > 0
	p.config.retries < 10
	msg := sprintf("%s gives up after %d retries, which an election outlasts", [p.name, p.config.retries])
}

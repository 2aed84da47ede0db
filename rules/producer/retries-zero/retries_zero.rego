# METADATA
# scope: package
# title: A producer that gives up at the first error
# description: |
#   Leaders move in every rolling restart. With retries=0 each record that meets a move is
#   refused, and gone unless the application sends it again; idempotence goes off with it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_retries
#     description: retries
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process]}
#   property: "offered-record-settles"
#   remediation: |
#     Leave retries at its default, and bound the time with delivery.timeout.ms.
package plimsoll.rules.producer["retries-zero"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "retries"], msg, extra) if {
	some p in input.producers
	p.config.retries == 0
	lib.written(p, "retries")
	msg := sprintf("%s gives a record up at the first error", [p.name])
	extra := {
		"means": "every change of a leader refuses what is on its way",
		"fix": {"text": "remove retries, and bound the time with delivery.timeout.ms"},
	}
}

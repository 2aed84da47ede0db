# METADATA
# scope: package
# title: Records that wait long before they are sent
# description: |
#   Every record may wait linger.ms for others to join its batch.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_linger.ms
#     description: linger.ms
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: it costs latency and no guarantee"
#   remediation: |
#     5 to 100 ms fill batches at most rates.
package plimsoll.rules.producer["linger-high"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "linger.ms"], msg, {"cap": "info"}) if {
	some p in input.producers
	lib.written(p, "linger.ms")
	p.config["linger.ms"] >= 500
	msg := sprintf("records of %s may wait %v ms before they are sent", [p.name, p.config["linger.ms"]])
}

# METADATA
# scope: package
# title: A request that is given up while the broker still works
# description: |
#   With acks=all the answer waits for the followers. A request.timeout.ms of a second or two
#   is shorter than a routine pause of a broker: the request is sent again, and the broker
#   does the work twice.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_request.timeout.ms
#     description: request.timeout.ms
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   faults: {max: 1, classes: [process]}
#   property: "offered-record-settles"
#   remediation: |
#     Leave request.timeout.ms at 30 s.
package plimsoll.rules.producer["request-timeout-low"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "request.timeout.ms"], msg, {"cap": "info"}) if {
	some p in input.producers
	lib.written(p, "request.timeout.ms")
	p.config["request.timeout.ms"] > 0
	p.config["request.timeout.ms"] < 3000
	msg := sprintf("%s gives a request up after %d ms", [p.name, p.config["request.timeout.ms"]])
}

# METADATA
# scope: package
# title: A delivery time shorter than one attempt
# description: |
#   delivery.timeout.ms must be at least linger.ms plus request.timeout.ms. Written smaller
#   the Java client refuses to start; where only the others are written the default is raised.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_delivery.timeout.ms
#     description: delivery.timeout.ms
# custom:
#   levels: {unknown: error, production: error, staging: error, development: error}
#   property: "none: a fact about the text, not about what brokers do"
#   kafka: ">=2.1"
#   remediation: |
#     Set delivery.timeout.ms to linger.ms + request.timeout.ms or more.
package plimsoll.rules.producer["delivery-timeout-inconsistent"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "delivery.timeout.ms"], msg, {"level": "error", "means": p.deliveryTimeout.why}) if {
	some p in input.producers
	p.deliveryTimeout.state == "refused"
	lib.written(p, "delivery.timeout.ms")
	msg := sprintf("%s does not start: delivery.timeout.ms=%d is less than linger.ms + request.timeout.ms", [p.name, p.config["delivery.timeout.ms"]])
}

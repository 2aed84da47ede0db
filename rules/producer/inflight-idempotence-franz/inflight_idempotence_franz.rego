# METADATA
# scope: package
# title: franz-go in flight without idempotence
# description: |
#   franz-go keeps one request in flight when idempotence is off, because more reorder on a
#   retry; a larger number is refused or reorders.
# related_resources:
#   - ref: https://pkg.go.dev/github.com/twmb/franz-go/pkg/kgo#MaxProduceRequestsInflightPerBroker
#     description: kgo options
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: order
#   faults: {max: 1, classes: [message]}
#   property: "key-order-in-log"
#   remediation: |
#     Leave idempotence on, or keep one request in flight.
package plimsoll.rules.producer["inflight-idempotence-franz"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", key], msg, {"cap": "warning"}) if {
	some p in input.producers
	p.client.library == "franz-go"
	p.config["enable.idempotence"] == false
	key := "max.in.flight.requests.per.connection"
	lib.written(p, key)
	p.config[key] > 1
	msg := sprintf("%s reorders on a retry: %d requests in flight, and no idempotence", [p.name, p.config[key]])
}

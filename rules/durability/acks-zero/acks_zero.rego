# METADATA
# scope: package
# title: Producer does not wait for any broker
# description: |
#   With acks=0 the client counts a record as sent when it is in the socket's buffer. The
#   broker never answers: a full disk, a moved leader, a record that is too large or a broken
#   connection lose records, and nothing tells the application. Retries and idempotence need
#   an answer and do nothing.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_acks
#     description: acks
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [message]}
#   property: "acked-record-survives"
#   kafka: ">=0.8"
#   remediation: |
#     Set acks=all; where losing records is fine, say it with intent.loss=tolerated on the topics.
package plimsoll.rules.durability["acks-zero"]

import data.plimsoll.lib

report contains lib.finding(a.entity, ["config", a.key], msg, object.union_n([lib.set(a.key, "all"), means, cap])) if {
	some a in lib.acks_places
	a.value == "0"
	msg := sprintf("%s counts a record as sent before a broker has seen it", [a.entity.name])
	means := {"means": "a moved leader, a full disk or a broken connection loses records, and no error tells of it"}
	cap := lib.disposable(a.entity)
}

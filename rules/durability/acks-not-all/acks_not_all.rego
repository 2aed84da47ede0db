# METADATA
# scope: package
# title: Producer counts records as sent before the followers have them
# description: |
#   With acks=1 the leader answers as soon as it has appended a record itself. If that
#   broker dies before a follower fetched the record, the new leader does not have it: the
#   producer was told that the record is safe, and it is gone. min.insync.replicas does not
#   help, because only acks=all asks for it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_acks
#     description: acks
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   property: acked-record-survives
#   faults: {max: 1, classes: [process]}
#   kafka: ">=0.8"
#   isr: true
#   remediation: Set acks=all on the producer, and min.insync.replicas=2 on topics with replication factor 3.
package plimsoll.rules.durability["acks-not-all"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "acks"], msg, extra) if {
	some p in input.producers
	p.config.acks == "1"
	msg := sprintf("%s counts a record as sent before any follower has it", [p.name])
	means := "a record that was acknowledged is lost when the leader dies before a follower fetched it"
	extra := object.union_n([lib.set("acks", "all"), {"means": means}, cap(p)])
}

# Nobody chose a default: while nothing says that it runs in production, it is
# worth a note.
cap(p) := {"cap": "info"} if {
	not lib.written(p, "acks")
	p.environment == ""
} else := {}

# METADATA
# scope: package
# title: Producer counts records as sent before the followers have them
# description: |
#   With acks=1 the leader answers as soon as it has appended a record itself. If that broker
#   dies before a follower fetched the record, or leadership moves in a planned roll, the new
#   leader does not have it: the producer was told that the record is safe, and it is gone.
#   min.insync.replicas does not help, because only acks=all asks for it.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_acks
#     description: acks
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [process]}
#   isr: true
#   property: "acked-record-survives"
#   kafka: ">=0.8"
#   remediation: |
#     Set acks=all on the producer, and min.insync.replicas=2 on topics with replication factor 3.
package plimsoll.rules.durability["acks-not-all"]

import data.plimsoll.lib

report contains lib.finding(a.entity, ["config", a.key], msg, object.union_n([lib.set(a.key, "all"), means, cap])) if {
	some a in lib.acks_places
	a.value == "1"
	chosen(a)
	msg := sprintf("%s counts a record as sent before any follower has it", [a.entity.name])
	means := {"means": "a record that was acknowledged is lost when the leader dies or moves before a follower fetched it"}
	cap := object.union(lib.disposable(a.entity), unwritten(a))
}

# Nobody chose a default: while nothing says that it runs in production, it is
# worth a note.
unwritten(a) := {"cap": "info"} if {
	not a.entity.written[a.key]
	a.entity.environment == ""
} else := {}

# A default counts where it is known which topics it is for, or where a
# framework put it in.
chosen(a) if a.entity.written[a.key]

chosen(a) if a.entity.origin[a.key] == "framework"

chosen(a) if count(a.entity.topics) > 0

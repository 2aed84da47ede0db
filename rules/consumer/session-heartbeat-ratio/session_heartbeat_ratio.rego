# METADATA
# scope: package
# title: Too few heartbeats in a session
# description: |
#   With fewer than three heartbeats in a session, one that is late puts a healthy member out
#   of the group and starts a rebalance. A Java consumer does not start with a heartbeat that
#   is not below the session.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_heartbeat.interval.ms
#     description: heartbeat.interval.ms
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 1, classes: [message]}
#   property: "no-stuck-partition"
#   remediation: |
#     Heartbeat.interval.ms at most a third of session.timeout.ms.
package plimsoll.rules.consumer["session-heartbeat-ratio"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", key], msg, extra) if {
	some g in array.concat(input.groups, input.streams)
	classic(g)
	session := to_number(g.config["session.timeout.ms"])
	heartbeat := to_number(g.config["heartbeat.interval.ms"])
	heartbeat * 3 > session
	key := place(g)
	msg := sprintf("%s sends a heartbeat every %s in a session of %s", [
		g.name, lib.duration(heartbeat), lib.duration(session),
	])
	extra := object.union(
		judged(g, session, heartbeat),
		{"related": [lib.related(g, ["config", other[key]], word[key])]},
	)
}

# With the consumer protocol the brokers say both.
classic(g) if not g.written["group.protocol"]

classic(g) if lower(g.config["group.protocol"]) == "classic"

other := {"heartbeat.interval.ms": "session.timeout.ms", "session.timeout.ms": "heartbeat.interval.ms"}

word := {"heartbeat.interval.ms": "the session", "session.timeout.ms": "the heartbeat"}

place(g) := "heartbeat.interval.ms" if {
	g.written["heartbeat.interval.ms"]
} else := "session.timeout.ms" if g.written["session.timeout.ms"]

judged(g, session, heartbeat) := {"level": "error", "means": "the consumer does not start"} if {
	heartbeat >= session
	g.client.library == "java"
} else := {"means": "one late heartbeat starts a rebalance"} if {
	heartbeat * 2 >= session
} else := {"cap": "info"}

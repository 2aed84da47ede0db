# METADATA
# scope: package
# title: A Streams application without its id
# description: |
#   application.id is mandatory: it is the group, and the prefix of every internal topic.
#   group.id has no effect in a Streams application.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#streamsconfigs_application.id
#     description: application.id
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Set application.id, and never change it while there is state to keep.
package plimsoll.rules.keys["application-id-missing"]

import data.plimsoll.lib

report contains lib.finding(s, ["config", "application.id"], msg, lib.set("application.id", s.name)) if {
	some s in input.streams
	not s.written["application.id"]
	not s.applicationId
	s.format == "properties" # Spring and Quarkus take the application's name
	some key in only_here
	s.written[key]
	msg := sprintf("%s has no application.id; a Streams application does not start without it", [s.name])
}

# keys that say that the file itself is a Streams application's or a consumer's,
# not one of a tool that has Streams inside and keys of its own
only_here := [
	"group.id", "num.stream.threads", "num.standby.replicas", "processing.guarantee", "default.key.serde", "default.value.serde",
	"topology.optimization",
]

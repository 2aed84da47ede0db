# METADATA
# scope: package
# title: One partition may fill a whole fetch
# description: |
#   max.partition.fetch.bytes is not below fetch.max.bytes: one partition with a backlog fills
#   every answer of a broker, and the others of the same broker wait for their turn. A client
#   holds up to an answer of each broker in memory.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_max.partition.fetch.bytes
#     description: max.partition.fetch.bytes
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: what the clients are set to is not judged by what the engine models"
#   remediation: |
#     Keep max.partition.fetch.bytes well below fetch.max.bytes; larger records are handed out even then.
package plimsoll.rules.consumer["fetch-memory"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "max.partition.fetch.bytes"], msg, extra) if {
	some g in input.groups
	g.written["max.partition.fetch.bytes"]
	part := g.config["max.partition.fetch.bytes"]
	whole := g.config["fetch.max.bytes"]
	part >= whole
	msg := sprintf("one partition of %s may fill a whole fetch of %v MiB", [g.name, round(whole / 1048576)])
	extra := {"cap": "info", "related": [lib.related(g, ["config", "fetch.max.bytes"], "the whole fetch")]}
}

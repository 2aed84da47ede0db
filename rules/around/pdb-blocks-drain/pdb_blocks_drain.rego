# METADATA
# scope: package
# title: A disruption budget that lets no node be drained, or too many
# description: |
#   With maxUnavailable 0 no broker may be evicted: node upgrades hang until somebody forces
#   them. With more than the replication factor minus min.insync.replicas, one drain stops
#   writes.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/configure-pdb/
#     description: PodDisruptionBudget
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 2, classes: [process]}
#   property: "writes-survive"
#   remediation: |
#     MaxUnavailable: 1.
package plimsoll.rules.around["pdb-blocks-drain"]

import data.plimsoll.lib

report contains lib.finding(e, ["pdb", "maxUnavailable"], msg, {}) if {
	some e in array.concat(input.clusters, input.nodes)
	e.pdb.maxUnavailable == 0
	msg := sprintf("no broker of %s may be evicted: nodes cannot be drained", [e.name])
}

report contains lib.finding(e, ["pdb", "maxUnavailable"], msg, extra) if {
	some e in input.clusters
	e.pdb.maxUnavailable > 1
	spare := e.config["default.replication.factor"] - e.config["min.insync.replicas"]
	e.pdb.maxUnavailable > spare
	msg := sprintf("%d brokers of %s may be evicted at once, and writes stop after %d", [e.pdb.maxUnavailable, e.name, spare])
	extra := {"level": "error", "related": [
		lib.related(e, ["config", "default.replication.factor"], "copies of a topic"),
		lib.related(e, ["config", "min.insync.replicas"], "needed for a write"),
	]}
}

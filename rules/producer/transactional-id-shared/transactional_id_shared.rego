# METADATA
# scope: package
# title: One transactional id for several producers
# description: |
#   Each producer that starts with the id fences the one before it: of several instances with
#   the same id only the last works, and they throw each other out for ever.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_transactional.id
#     description: transactional.id
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: warning}
#   faults: {max: 0, classes: []}
#   property: "offered-record-settles"
#   kafka: ">=0.11"
#   remediation: |
#     Give each instance an id of its own (a prefix and the instance's number).
package plimsoll.rules.producer["transactional-id-shared"]

import data.plimsoll.lib

key := "transactional.id"

# a fixed id, and more than one instance of it
report contains lib.finding(p, ["config", key], msg, extra) if {
	some p in input.producers
	lib.written(p, key)
	p.config[key] != ""
	not prefixed(p)
	p.instances > 1
	msg := sprintf("%d instances of %s share the id %s: each fences the others", [p.instances, p.name, p.config[key]])
	extra := {"level": "error", "related": [lib.related(p, ["instances"], "how many there are")]}
}

# the same id in another application of the deployment
report contains lib.finding(p, ["config", key], msg, extra) if {
	some p in input.producers
	lib.written(p, key)
	p.config[key] != ""
	not prefixed(p)
	some other in users[p.config[key]]
	other._ref != p._ref
	other.source != p.source
	msg := sprintf("%s and %s share the id %s: each fences the other", [p.name, other.name, p.config[key]])
	extra := {"related": [lib.related(other, ["config", key], "the same id")]}
}

# the same id in a deployment that shares the cluster (model.Assemble)
report contains lib.problem(fact, fact.why) if {
	some fact in input.problems
	fact.kind == "transactional-id-shared"
}

users[id] contains p if {
	some p in data.spec.producers
	p.written[key]
	id := p.config[key]
	not prefixed(p)
}

# Spring and Streams add a number to what is written
prefixed(p) if startswith(p.client.framework, "spring")

prefixed(p) if p.client.framework == "streams"

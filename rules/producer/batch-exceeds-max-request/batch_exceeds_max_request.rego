# METADATA
# scope: package
# title: Batches that no request can carry
# description: |
#   A batch grows up to batch.size and is sent in a request of at most max.request.size: a
#   full batch is refused by the client itself, or by the broker.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_batch.size
#     description: batch.size
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 0, classes: []}
#   property: "offered-record-settles"
#   remediation: |
#     Set batch.size below max.request.size.
package plimsoll.rules.producer["batch-exceeds-max-request"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "batch.size"], msg, extra) if {
	some p in input.producers
	lib.written(p, "batch.size")
	p.client.library == "java"
	limit := request_limit(p)
	p.config["batch.size"] > limit
	msg := sprintf("%s fills batches of %d bytes, and a request carries %d", [p.name, p.config["batch.size"], limit])
	extra := {"related": [lib.related(p, ["config", "max.request.size"], "the largest request")]}
}

request_limit(p) := p.config["max.request.size"]

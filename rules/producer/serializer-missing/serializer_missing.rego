# METADATA
# scope: package
# title: A producer without serializers
# description: |
#   key.serializer and value.serializer have no default: a producer that is made from this
#   file alone does not start, unless the code passes them.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_key.serializer
#     description: key.serializer
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: a fact about the text, not about what brokers do"
#   remediation: |
#     Set key.serializer and value.serializer, or pass them in code.
package plimsoll.rules.producer["serializer-missing"]

import data.plimsoll.lib

# Only where the file has the other side's: the author thought of it and wrote
# the wrong one.
report contains lib.finding(p, ["config", "key.serializer"], msg, {"cap": "info"}) if {
	some p in input.producers
	p.client.library == "java"
	p.written["key.deserializer"]
	not p.written["key.serializer"]
	not p.written["value.serializer"]
	msg := sprintf("%s has deserializers and no serializer", [p.name])
}

# METADATA
# scope: package
# title: Producers register schemas while they run
# description: |
#   The serializer registers whatever schema the application has: a change reaches the
#   registry with the first record of a deploy, without a review, and the application needs
#   the right to write there.
# related_resources:
#   - ref: https://docs.confluent.io/platform/current/schema-registry/fundamentals/serdes-develop/index.html
#     description: auto.register.schemas
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   property: "none: the engine does not model what records hold"
#   remediation: |
#     Auto.register.schemas=false, and register schemas in the delivery pipeline.
package plimsoll.rules.schema["schema-auto-register"]

import data.plimsoll.lib

report contains lib.finding(e, ["config", key], msg, lib.set(key, "false")) if {
	some e in array.concat(array.concat(input.producers, input.streams), array.concat(input.connectors, input.workers))
	some key in [
		"auto.register.schemas", "producer.auto.register.schemas",
		"value.converter.auto.register.schemas", "key.converter.auto.register.schemas",
	]
	e.written[key]
	e.config[key] in {true, "true"}
	msg := sprintf("%s registers its schemas while it runs", [e.name])
}

report contains lib.finding(t, ["schema", "autoRegister"], msg, {}) if {
	some t in input.topics
	t.schema.autoRegister == true
	msg := sprintf("producers of %s register their schemas while they run", [t.name])
}

# METADATA
# scope: package
# title: Any schema may be registered
# description: |
#   With compatibility none the registry takes any change of the schema: the next deploy of
#   the producer may write what no consumer can read.
# related_resources:
#   - ref: https://docs.confluent.io/platform/current/schema-registry/fundamentals/schema-evolution.html
#     description: schema evolution
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: the engine does not model what records hold"
#   remediation: |
#     Set the subject's compatibility to backward or stricter.
package plimsoll.rules.schema["schema-compatibility-none"]

import data.plimsoll.lib

report contains lib.finding(t, ["schema", "compatibility"], msg, {"fix": {"text": "compatibility: backward", "value": "backward"}}) if {
	some t in input.topics
	t.schema.compatibility == "none"
	msg := sprintf("%s takes any change of its schema", [t.name])
}

# METADATA
# scope: package
# title: Dead letters that do not say why
# description: |
#   Without headers a dead letter holds neither the error nor the place it came from: nobody
#   can tell which record of which partition failed, or replay it to the right place.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#sinkconnectconfigs_errors.deadletterqueue.topic.name
#     description: errors.deadletterqueue.context.headers.enable
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   property: "none: what a record says of its failure changes no outcome"
#   remediation: |
#     Errors.deadletterqueue.context.headers.enable=true.
package plimsoll.rules.consumer["dlt-no-headers"]

import data.plimsoll.lib

report contains lib.finding(c, ["config", key], msg, object.union(lib.set(key, true), {"cap": "warning"})) if {
	some c in input.connectors
	c.deadLetter.topic
	c.config["errors.tolerance"] == "all"
	key := "errors.deadletterqueue.context.headers.enable"
	off(c, key)
	msg := sprintf("dead letters of %s in %s carry no error and no origin", [c.name, c.deadLetter.topic])
}

report contains lib.finding(g, ["deadLetter", "headers"], msg, {"cap": "warning"}) if {
	some g in input.groups
	g.deadLetter.headers == false
	msg := sprintf("dead letters of %s carry no error and no origin", [g.name])
}

off(c, key) if c.config[key] == false

off(c, key) if not c.written[key]

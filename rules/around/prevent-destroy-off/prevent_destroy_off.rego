# METADATA
# scope: package
# title: A topic that an apply may delete
# description: |
#   Terraform deletes and creates a resource anew when an attribute changes that cannot be
#   updated, such as the name or the replication factor: the topic's data is gone.
# related_resources:
#   - ref: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
#     description: lifecycle
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Set lifecycle { prevent_destroy = true } on topics whose data matters.
package plimsoll.rules.around["prevent-destroy-off"]

import data.plimsoll.lib

report contains lib.finding(e, ["lifecycle", "preventDestroy"], msg, {}) if {
	some e in array.concat(input.topics, input.clusters)
	e.lifecycle.preventDestroy == false
	msg := sprintf("an apply may delete %s", [e.name])
}

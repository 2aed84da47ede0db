# METADATA
# scope: package
# title: Disks that go with the resource
# description: |
#   Deleting the cluster's resource, or uninstalling the chart that holds it, deletes the
#   volumes of every broker and controller, and the data with them.
# related_resources:
#   - ref: https://strimzi.io/docs/operators/latest/configuring.html#type-PersistentClaimStorage-reference
#     description: PersistentClaimStorage
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Set deleteClaim: false, and delete volumes by hand when they are not needed any more.
package plimsoll.rules.around["delete-claim"]

import data.plimsoll.lib

report contains lib.finding(e, ["storage", "deleteClaim"], msg, {"fix": {"text": "deleteClaim: false", "value": "false"}}) if {
	some e in array.concat(input.clusters, input.nodes)
	e.storage.deleteClaim == true
	msg := sprintf("deleting %s deletes its volumes", [e.name])
}

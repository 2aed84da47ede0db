# METADATA
# scope: package
# title: A disk that routine use fills
# description: |
#   The volume is smaller than a few segments of a few partitions: with Kafka's week of
#   retention and no limit by size it fills, and a broker with a full disk stops.
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Size the disk for rate times retention, with a fifth of it free.
package plimsoll.rules.around["disk-too-small"]

import data.plimsoll.lib

report contains lib.finding(e, ["storage", "size"], msg, {}) if {
	some e in array.concat(input.clusters, input.nodes)
	e.storage.size <= 5368709120
	not controller_only(e)
	msg := sprintf("%s has a disk of %v MiB", [e.name, round(e.storage.size / 1048576)])
}

controller_only(e) if e.roles == ["controller"]

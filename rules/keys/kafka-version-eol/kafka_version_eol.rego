# METADATA
# scope: package
# title: A version of Kafka without fixes
# description: |
#   The community fixes the last three minor releases. Older ones get no security fixes, and
#   managed services end their support.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#upgrade
#     description: upgrade notes
# custom:
#   levels: {unknown: info, production: info, staging: info, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Plan the upgrade; plimsoll explain shows what changed for a key.
package plimsoll.rules.keys["kafka-version-eol"]

import data.plimsoll.lib

# What is older than this has had no release for two years, by any vendor.
oldest := 304

report contains lib.finding(c, ["version"], msg, {}) if {
	some c in array.concat(input.clusters, input.nodes)
	c.format != "compose"
	number(c.version) < oldest
	msg := sprintf("Kafka %s is out of support", [c.version])
}

number(text) := (to_number(parts[1]) * 100) + to_number(parts[2]) if {
	parts := regex.find_all_string_submatch_n(`^v?(\d+)\.(\d+)`, text, 1)[0]
}

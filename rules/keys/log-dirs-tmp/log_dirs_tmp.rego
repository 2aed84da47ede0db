# METADATA
# scope: package
# title: Data under /tmp
# description: |
#   The shipped server.properties has log.dirs under /tmp. The system empties it at a reboot
#   or by age, and a broker that comes back without its log has lost its replicas.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_log.dirs
#     description: log.dirs
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [lossy]}
#   property: "acked-record-survives"
#   remediation: |
#     Point log.dirs at a disk that is the broker's own.
package plimsoll.rules.keys["log-dirs-tmp"]

import data.plimsoll.lib

report contains lib.finding(n, ["config", key], msg, {}) if {
	some n in array.concat(input.clusters, input.nodes)
	some key in ["log.dirs", "log.dir"]
	lib.written(n, key)
	some dir in list(n.config[key])
	regex.match(`^/(var/)?tmp(/|$)`, trim_space(dir))
	msg := sprintf("%s keeps its log in %s, which is emptied at a reboot", [n.name, dir])
}

list(value) := value if is_array(value)

list(value) := split(value, ",") if is_string(value)

# METADATA
# scope: package
# title: A broker that is killed while it shuts down
# description: |
#   A controlled shutdown moves every leader away and flushes the log; it may take longer than
#   the pod's grace period. Then Kubernetes kills the broker: an unclean shutdown, log
#   recovery at the start, and with eligible leader replicas the broker leaves that set.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#basic_ops_restarting
#     description: graceful shutdown
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: off}
#   faults: {max: 1, classes: [process]}
#   property: "writes-survive"
#   remediation: |
#     Set terminationGracePeriodSeconds to 300 or more on broker pods.
package plimsoll.rules.around["grace-period-short"]

import data.plimsoll.lib

report contains lib.finding(e, ["pod", "gracePeriod"], msg, {"cap": "warning"}) if {
	some e in array.concat(input.clusters, input.nodes)
	e.pod.gracePeriod < 30000
	not controller_only(e)
	msg := sprintf("%s gets %v seconds to shut down before it is killed", [e.name, e.pod.gracePeriod / 1000])
}

controller_only(e) if e.roles == ["controller"]

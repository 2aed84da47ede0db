# METADATA
# scope: package
# title: Readers go to the object store
# description: |
#   With tiered storage local.retention.ms says how long records stay on the brokers' disks. A
#   consumer that lags more than that reads from the object store: slower, for money, and with
#   the brokers' threads. A value below an ordinary lag sends everybody there.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#topicconfigs_local.retention.ms
#     description: local.retention.ms
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "lag-recovers"
#   kafka: ">=3.6"
#   remediation: |
#     Keep some hours locally, more than the lag of an ordinary restart.
package plimsoll.rules.topic["local-retention-too-short"]

import data.plimsoll.lib

report contains lib.finding(t, ["config", key], msg, extra) if {
	key := "local.retention.ms"
	some t in input.topics
	t.written[key]
	t.config[key] >= 0
	t.config[key] < 3600000
	tiered(t)
	msg := sprintf("%s has the last %s on the brokers, the rest in the object store", [t.name, lib.duration(t.config[key])])
}

report contains lib.finding(e, ["config", key], msg, extra) if {
	key := "log.local.retention.ms"
	some e in lib.brokers
	e.written[key]
	e.config[key] >= 0
	e.config[key] < 3600000
	msg := sprintf("tiered topics have the last %s on the brokers, the rest in the object store", [lib.duration(e.config[key])])
}

tiered(t) if t.config["remote.storage.enable"] == true

# it may be the brokers' default
tiered(t) if {
	not t.written["remote.storage.enable"]
	not data.spec.kafka.inSight
}

extra := {"means": "a consumer that lags a little reads from the object store", "fix": {"text": "local.retention.ms=86400000", "value": "86400000"}}

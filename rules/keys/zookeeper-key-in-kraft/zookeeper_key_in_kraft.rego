# METADATA
# scope: package
# title: A ZooKeeper key on a KRaft node
# description: |
#   The node runs in KRaft mode and does not read the key. On 3.x a zookeeper.connect beside
#   process.roles means a migration; anywhere else it is a left-over that misleads.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-866+ZooKeeper+to+KRaft+Migration
#     description: KIP-866
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Remove the key.
package plimsoll.rules.keys["zookeeper-key-in-kraft"]

import data.plimsoll.lib

report contains lib.finding(n, ["config", key], msg, {}) if {
	lib.kafka_at_least(400)
	some n in input.nodes
	n.written["process.roles"]
	some key, _ in n.config
	n.written[key]
	startswith(key, "zookeeper.")
	msg := sprintf("%s runs in KRaft mode and does not read %s", [n.name, key])
}

report contains lib.finding(n, ["config", key], msg, {}) if {
	not lib.kafka_at_least(400)
	some n in input.nodes
	n.written["process.roles"]
	not n.written["zookeeper.metadata.migration.enable"]
	some key, _ in n.config
	n.written[key]
	startswith(key, "zookeeper.")
	msg := sprintf("%s runs in KRaft mode and does not read %s", [n.name, key])
}

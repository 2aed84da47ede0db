# METADATA
# scope: package
# title: One thread reads the logs after a crash
# description: |
#   After an unclean stop a broker reads the unflushed segments of every partition before it
#   serves. With one thread per data directory, which Kafka before 4.0 has by default and
#   copied files still write, that takes minutes on brokers with many partitions.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#brokerconfigs_num.recovery.threads.per.data.dir
#     description: num.recovery.threads.per.data.dir
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: it makes a fault longer, not worse"
#   kafka: ">=0.8"
#   remediation: |
#     Set num.recovery.threads.per.data.dir to 2 or more; Kafka 4.0 has 2.
package plimsoll.rules.durability["num-recovery"]

import data.plimsoll.lib

report contains lib.finding(e, ["config", key], msg, object.union(lib.set(key, "2"), {"means": means})) if {
	key := "num.recovery.threads.per.data.dir"
	some e in lib.brokers
	e.written[key]
	e.config[key] == 1
	msg := "one thread recovers the logs of a data directory"
	means := "a broker that was killed takes longer to come back"
}

# METADATA
# scope: package
# title: More memory maps than Linux allows
# description: |
#   Each segment of a partition has two index files that the broker maps into memory. Linux
#   allows 65,530 maps a process (vm.max_map_count): a broker above that fails with "Map
#   failed" and marks its log directory as broken, and so does every other broker that takes
#   over.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#os
#     description: Kafka's documentation on vm.max_map_count
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the operating system's limit"
#   remediation: |
#     Raise vm.max_map_count on the brokers (262144 is usual), roll segments less often, or use
#     fewer partitions.
package plimsoll.rules.topic["mmap-count"]

import data.plimsoll.lib

report contains lib.finding(c, ["brokers"], msg, {"means": means, "fix": fix}) if {
	not managed
	some c in input.clusters
	c.brokers > 0
	maps := ceil((sum(copies) * 2) / c.brokers)
	maps > 65530
	msg := sprintf("each of %d brokers maps some %d index files, and Linux allows 65530", [c.brokers, maps])
}

# copies of segments: as many as retention and roll give, at least one
copies := [n | some t in data.spec.topics; n := (t.partitions * t.replicationFactor) * segments(t)]

segments(t) := max([1, floor(t.config["retention.ms"] / t.config["segment.ms"])]) if {
	t.config["segment.ms"] > 0
	t.config["retention.ms"] > 0
} else := 1

# the provider's own machines
managed if data.spec.kafka.platform in {"msk", "msk-tiered", "msk-express", "msk-serverless", "confluent-cloud", "aiven"}

fix := {"text": "sysctl vm.max_map_count=262144 on the brokers, or fewer partitions"}

means := "the broker fails with \"Map failed\" and takes its log directory offline"

# METADATA
# scope: package
# title: Records that are sent as they are
# description: |
#   compression.type=none is the default, so somebody wrote it: links and disks carry a
#   multiple of what they need for text.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_compression.type
#     description: compression.type
# custom:
#   levels: {unknown: info, production: info, staging: info, development: off}
#   property: "none: it costs bytes and no guarantee"
#   remediation: |
#     Compression.type=lz4 or zstd.
package plimsoll.rules.producer["compression-none"]

import data.plimsoll.lib

report contains lib.finding(p, ["config", "compression.type"], msg, object.union(lib.set("compression.type", "lz4"), {"cap": "info"})) if {
	some p in input.producers
	lib.written(p, "compression.type")
	p.config["compression.type"] == "none"
	msg := sprintf("%s sends its records uncompressed", [p.name])
}

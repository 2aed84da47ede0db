# METADATA
# scope: package
# title: Source offsets in a file
# description: |
#   A standalone worker keeps the positions of its source connectors in a file. When that is
#   lost, at a reboot under /tmp or with the container, the source is read again from its
#   start, or from now.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#connect_running
#     description: running Kafka Connect
# custom:
#   levels: {unknown: info, production: warning, staging: info, development: info}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Keep the file on a volume that outlives the process, or run Connect in distributed mode.
package plimsoll.rules.keys["offset-storage-file"]

import data.plimsoll.lib

report contains lib.finding(w, ["config", key], msg, level(file)) if {
	some w in array.concat(input.workers, input.connectors)
	key := "offset.storage.file.filename"
	file := w.config[key]
	msg := sprintf("%s keeps source offsets in %s", [w.name, file])
}

# what is under /tmp is gone at the next reboot
level(path) := {"level": "warning"} if startswith(path, "/tmp/")

level(path) := {"cap": "info"} if not startswith(path, "/tmp/")

# METADATA
# scope: package
# title: Offsets are committed by the clock, not by the work
# description: |
#   Auto-commit commits what was handed out, whether it was processed or not. In a Java loop
#   that works on one batch at a time this is safe; with a hand-off to other threads, and in
#   any loop with librdkafka, which stores an offset before the application sees the record, a
#   crash skips records. In Spring it takes the commits away from the container.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#consumerconfigs_enable.auto.commit
#     description: enable.auto.commit
#   - ref: https://github.com/confluentinc/librdkafka/blob/master/CONFIGURATION.md
#     description: librdkafka on enable.auto.offset.store
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   consequence: loss
#   faults: {max: 1, classes: [client]}
#   property: "every-record-processed"
#   remediation: |
#     Set enable.auto.commit=false and commit what was processed; with librdkafka enable.auto.offset.store=false and store offsets after the work.
package plimsoll.rules.consumer["auto-commit-async"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "enable.auto.commit"], msg, extra) if {
	some g in array.concat(input.groups, input.streams)
	on(g.config["enable.auto.commit"])
	how := judged(g)
	msg := sprintf("%s %s", [g.name, how.msg])
	extra := object.union(how.extra, lib.set("enable.auto.commit", "false"))
}

on(value) if value in {true, "true"}

means := "after a crash the records in work are skipped"

# The first that fits decides. What is declared of the commit counts more than
# what the library does.
judged(g) := {"msg": "leaves enable.auto.commit on, which Kafka Streams switches off", "extra": {"level": "info", "cap": "info"}} if {
	g.kind == "streams"
	g.written["enable.auto.commit"]
} else := {
	"msg": "hands records to other threads and commits by the clock",
	"extra": {"means": means, "related": [lib.related(g, ["processing", "parallel", "by"], "the hand-off")]},
} if {
	g.processing.parallel.by in {"key", "unordered"}
} else := {"msg": "commits by the clock instead of the container's acknowledgement", "extra": {"level": "warning"}} if {
	g.client.framework == "spring-kafka"
	g.written["enable.auto.commit"]
} else := {
	"msg": "stores an offset before the application has the record, and commits it by the clock",
	"extra": object.union({"means": means}, chosen(g)),
} if {
	g.client.library == "librdkafka"
	stores_early(g)
	not g.written.commit
	hands_off_nothing(g)
} else := {"msg": "commits by the clock what was handed out", "extra": {"level": "info", "cap": "info"}} if {
	g.client.library == "java"
	g.written["enable.auto.commit"]
	hands_off_nothing(g)
}

# librdkafka's own key, true by default
store := "enable.auto.offset.store"

stores_early(g) if not g.written[store]

stores_early(g) if on(g.config[store])

hands_off_nothing(g) if not g.written["processing/parallel/by"]

hands_off_nothing(g) if g.processing.parallel.by == "none"

# A default that nobody chose is worth a note while nothing says where it runs.
chosen(g) := {} if {
	g.written["enable.auto.commit"]
} else := {} if {
	g.environment != ""
} else := {"cap": "info"}

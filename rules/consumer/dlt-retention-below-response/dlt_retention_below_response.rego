# METADATA
# scope: package
# title: Dead letters that are gone before anybody looks
# description: |
#   The time in which somebody answers to a dead letter is longer than the topic keeps it: the
#   letter expires unread.
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   consequence: history
#   faults: {max: 0, classes: []}
#   property: "nothing-expires-unread"
#   remediation: |
#     Keep dead letters longer than the response takes, with weekends in it.
package plimsoll.rules.consumer["dlt-retention-below-response"]

import data.plimsoll.lib

report contains lib.finding(letters, ["config", "retention.ms"], msg, extra) if {
	some g in input.groups
	letters := data.spec.topicsByName[g.deadLetter.topic]
	letters.config["retention.ms"] > 0
	letters.config["retention.ms"] < g.deadLetter.respondWithin
	msg := sprintf("%s keeps dead letters for %s, and an answer may take %s", [
		letters.name, days(letters.config["retention.ms"]), days(g.deadLetter.respondWithin),
	])
	extra := {"related": [lib.related(g, ["deadLetter", "respondWithin"], "the time to respond")]}
}

days(ms) := sprintf("%v d", [ms / 86400000]) if ms >= 86400000

days(ms) := sprintf("%v h", [ms / 3600000]) if ms < 86400000

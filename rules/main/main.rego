# METADATA
# description: The one query of a run, every rule's report with the rule's id.
package plimsoll.main

report contains object.union(finding, {"rule": sprintf("%s/%s", [category, name])}) if {
	some category, name
	some finding in data.plimsoll.rules[category][name].report
}

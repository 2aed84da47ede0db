# METADATA
# scope: package
# title: A deserializer that makes any class
# description: |
#   With trusted packages "*" the class that a record's header names is loaded and filled:
#   whoever can write to the topic chooses which one.
# related_resources:
#   - ref: https://docs.spring.io/spring-kafka/reference/kafka/serdes.html
#     description: trusted packages
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   property: "none: what a class does when it is made is not the broker's affair"
#   remediation: |
#     Name the packages that the application's own types are in.
package plimsoll.rules.consumer["deserializer-trust-all"]

import data.plimsoll.lib

report contains lib.finding(g, ["config", "spring.json.trusted.packages"], msg, {}) if {
	some g in array.concat(input.groups, input.clients)
	"*" in packages(g.config["spring.json.trusted.packages"])
	msg := sprintf("%s makes whatever class a record's header names", [g.name])
}

packages(value) := {trim_space(part) | some part in split(value, ",")} if is_string(value)

packages(value) := {part | some part in value} if is_array(value)

# METADATA
# scope: package
# title: A client of production that looks for brokers on its own host
# description: |
#   localhost is the machine, or the container, that the client runs in: in production there
#   is no broker there.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_bootstrap.servers
#     description: bootstrap.servers
# custom:
#   levels: {unknown: off, production: warning, staging: warning, development: off}
#   property: "none: what runs, or whether it starts, is not what the engine models"
#   remediation: |
#     Write the brokers' names, or leave the value to the environment.
package plimsoll.rules.keys["localhost-in-prod"]

import data.plimsoll.lib

report contains lib.finding(c, ["config", "bootstrap.servers"], msg, extra) if {
	some kind in ["producers", "groups", "streams", "clients", "workers"]
	some c in input[kind]
	lib.written(c, "bootstrap.servers")
	some server in list(c.config["bootstrap.servers"])
	regex.match(`^(\w+://)?(localhost|127\.0\.0\.1|\[::1\])(:|$)`, server)
	extra := level(c)
	msg := sprintf("%s connects to %s", [c.name, server])
}

list(value) := value if is_array(value)

list(value) := split(value, ",") if is_string(value)

# Quarkus's profile prod is what a packaged application runs with
level(c) := {"level": "info"} if c.client.profile == "prod"

# absent counts
level(c) := {} if not c.client.profile == "prod"

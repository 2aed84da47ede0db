# METADATA
# scope: package
# title: A client that talks without encryption
# description: |
#   The client's configuration sends records, and the user and password of SASL/PLAIN, in
#   clear.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security
#     description: security overview
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Set security.protocol to SASL_SSL (or SSL), with the broker's TLS listener in bootstrap.servers.
package plimsoll.rules.security["plaintext-client"]

import data.plimsoll.lib

import data.plimsoll.listeners

# A user and a password in clear: written, whatever the network.
report contains lib.finding(c, ["config", "security.protocol"], msg, lib.set("security.protocol", "SASL_SSL")) if {
	some c in listeners.clients
	c.config["security.protocol"] == "SASL_PLAINTEXT"
	lib.written(c, "security.protocol")
	msg := sprintf("%s logs in over an unencrypted connection", [c.name])
}

# TLS material that nothing uses: the author meant to encrypt.
report contains lib.finding(c, ["config", "security.protocol"], msg, object.union(lib.set("security.protocol", "SSL"), more)) if {
	some c in listeners.clients
	c.config["security.protocol"] == "PLAINTEXT"
	lib.written(c, "security.protocol")
	key := [k | some k, _ in c.config; k in {"ssl.truststore.location", "ssl.keystore.location", "ssl.ca.location"}][0]
	msg := sprintf("%s has %s, and PLAINTEXT makes it useless", [c.name, key])
	more := {"related": [lib.related(c, ["config", key], "set here, without effect")]}
}

# The protocol written as PLAINTEXT: what an author of a test or of a private
# network writes; said, not more.
report contains lib.finding(c, ["config", "security.protocol"], msg, {"level": "info"}) if {
	some c in listeners.clients
	c.config["security.protocol"] == "PLAINTEXT"
	lib.written(c, "security.protocol")
	count({"ssl.truststore.location", "ssl.keystore.location", "ssl.ca.location"} & object.keys(c.written)) == 0
	msg := sprintf("%s does not encrypt its connection", [c.name])
}

# No protocol, and brokers that stand on the open internet.
report contains lib.finding(c, ["config", "bootstrap.servers"], msg, {"level": "info"}) if {
	some c in listeners.clients
	not "security.protocol" in object.keys(c.written)
	not listeners.shares_protocol(c)
	servers := c.config["bootstrap.servers"]
	listeners.public_host(listeners.first(servers))
	msg := sprintf("%s connects to %s without TLS", [c.name, listeners.first(servers)])
}

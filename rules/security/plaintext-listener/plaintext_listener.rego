# METADATA
# scope: package
# title: A listener without encryption
# description: |
#   Whoever can reach the listener's network reads records and, with SASL/PLAIN or SCRAM, the
#   exchange that logs in. Without authentication as well, anybody there can read, write and
#   delete.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#security
#     description: security overview
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Use TLS on the listener; keep unencrypted ones to networks that only the cluster uses.
package plimsoll.rules.security["plaintext-listener"]

import data.plimsoll.lib

import data.plimsoll.listeners

# One finding a listener; how far it can be reached decides the level.
report contains lib.finding(e, ["listeners", name], msg, {"level": level, "means": means(listener)}) if {
	some e in array.concat(input.clusters, input.nodes)
	some name, listener in e.listeners
	listener.tls == false
	not listener.controller
	msg := sprintf("listener %s (%s) is not encrypted%s", [name, kind(listener), anonymous(listener)])
	level := exposure(e, listener)
}

# MSK says it for the whole cluster: TLS_PLAINTEXT opens both ports.
report contains lib.finding(e, ["encryption", "clientBroker"], msg, object.union(fix, {"level": "warning"})) if {
	some e in input.clusters
	e.encryption.clientBroker in {"TLS_PLAINTEXT", "PLAINTEXT"}
	msg := sprintf("client_broker = %s lets clients connect without encryption", [e.encryption.clientBroker])
	fix := {"fix": {"text": "client_broker = \"TLS\"", "value": "TLS"}}
}

kind(listener) := listener.type

kind(listener) := "listener" if not listener.type

means(listener) := "anyone who can reach it reads and writes every topic" if listener.authentication == "none"

# absent counts
means(listener) := "records, and the exchange that logs in, cross the network in clear" if not listener.authentication == "none"

anonymous(listener) := " and asks nobody who they are" if listener.authentication == "none"

# absent counts
anonymous(listener) := "" if not listener.authentication == "none"

exposure(e, _) := "info" if lib.development(e)

exposure(e, listener) := level if {
	not lib.development(e)
	level := reach(listener)
}

reach(listener) := "error" if {
	listeners.public(listener)
	listener.authentication == "none"
} else := "warning" if {
	listeners.external(listener)
} else := "warning" if {
	listeners.named(listener)
} else := "info"

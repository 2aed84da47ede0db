# METADATA
# scope: package
# title: TLS without checking who answers
# description: |
#   With an empty ssl.endpoint.identification.algorithm any certificate of the trusted
#   authority is accepted for any host: whoever has one can sit between the client and the
#   broker.
# related_resources:
#   - ref: https://kafka.apache.org/documentation/#producerconfigs_ssl.endpoint.identification.algorithm
#     description: ssl.endpoint.identification.algorithm
# custom:
#   levels: {unknown: warning, production: error, staging: warning, development: info}
#   property: "none: the engine models brokers and clients, not who may reach them"
#   remediation: |
#     Leave ssl.endpoint.identification.algorithm at https, and issue certificates with the brokers' names.
package plimsoll.rules.security["ssl-endpoint-verification-off"]

import data.plimsoll.lib

import data.plimsoll.listeners

report contains lib.finding(e, ["config", key], msg, object.union(fix, {"cap": "warning"})) if {
	some e in array.concat(listeners.clients, array.concat(input.clusters, input.nodes))
	some key, value in e.config
	regex.match(`^((producer|consumer|admin)\.)?ssl\.endpoint\.identification\.algorithm$`, key)
	e.written[key]
	value in {"", "none"}
	listeners.uses_tls(e)
	msg := sprintf("%s accepts any certificate of its authority for any host", [e.name])
	fix := lib.set(key, "https")
}

# METADATA
# description: Who can reach a listener, which hosts are public, and which entities are clients.
package plimsoll.listeners

# external listeners are made to be reached from outside of the cluster's own
# network.
external(listener) if listener.type in {"nodeport", "loadbalancer", "route", "ingress"}

external(listener) if public(listener)

# public listeners are open to the internet: a load balancer, a public address.
public(listener) if listener.type == "loadbalancer"

public(listener) if listener.type == "ingress"

public(listener) if public_host(listener.advertised)

# named listeners are bound or advertised at an address of their own on a
# network of machines, not of a cluster's pods.
named(listener) if {
	listener.type == "host"
	private_address(listener.host)
}

private_address(host) if {
	address(host)
	some network in ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"]
	net.cidr_contains(network, host)
}

address(host) if regex.match(`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$`, host)

# clients are the entities that connect to brokers.
clients := array.concat(
	array.concat(array.concat(input.producers, input.groups), array.concat(input.streams, input.clients)),
	array.concat(input.workers, input.mirrors),
)

# first is the first of a list of servers, without its port and protocol.
first(servers) := host(servers[0]) if is_array(servers)

first(servers) := host(split(servers, ",")[0]) if is_string(servers)

host(server) := split(last(split(server, "://")), ":")[0]

last(parts) := parts[count(parts) - 1]

# public_host holds for names and addresses on the open internet. A name
# without a dot, or under a private suffix, is not; neither is an example.
public_host(name) if {
	address(name)
	not private_address(name)
	not net.cidr_contains("127.0.0.0/8", name)
	not net.cidr_contains("169.254.0.0/16", name)
	name != "0.0.0.0"
}

public_host(name) if {
	regex.match(`\.(com|org|net|io|eu|de|uk|fr|nl|dev|app|cloud|co)$`, name)
	not regex.match(`(^|\.)(internal|local|lan|corp|svc|example|cluster)(\.|$)`, name)
	not regex.match(`example\.(com|org|net)$`, name)
}

# shares_protocol holds when another client of the same source sets the
# protocol for all.
shares_protocol(client) if {
	some other in data.spec.clients
	other.source == client.source
	other.written["security.protocol"]
}

# uses_tls holds unless the client is known to talk without TLS; absent counts.
uses_tls(entity) if not entity.config["security.protocol"] in {"PLAINTEXT", "SASL_PLAINTEXT"}

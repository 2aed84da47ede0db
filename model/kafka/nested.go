package kafka

import "strings"

// nested are the prefixes with which one role's configuration carries another's: StreamsConfig.MAIN_CONSUMER_PREFIX and its
// like, WorkerConfig's producer., consumer. and admin., ConnectorConfig.CONNECTOR_CLIENT_*_OVERRIDES_PREFIX (KIP-458).
var nested = map[Role][]struct {
	prefix string
	role   Role
}{
	Streams: {
		{"main.consumer.", Consumer}, {"restore.consumer.", Consumer}, {"global.consumer.", Consumer},
		{"consumer.", Consumer}, {"producer.", Producer}, {"admin.", Admin}, {"topic.", Topic},
	},
	ConnectWorker: {{"producer.", Producer}, {"consumer.", Consumer}, {"admin.", Admin}},
	ConnectSource: {
		{"producer.override.", Producer}, {"consumer.override.", Consumer}, {"admin.override.", Admin},
	},
	ConnectSink: {
		{"producer.override.", Producer}, {"consumer.override.", Consumer}, {"admin.override.", Admin},
	},
	MirrorMaker: {
		{"source.producer.", Producer}, {"source.consumer.", Consumer}, {"source.admin.", Admin},
		{"target.producer.", Producer}, {"target.consumer.", Consumer}, {"target.admin.", Admin},
		{"producer.override.", Producer}, {"consumer.override.", Consumer}, {"admin.override.", Admin},
		{"producer.", Producer}, {"consumer.", Consumer}, {"admin.", Admin},
	},
}

// Strip looks through the prefixes that carry another role's keys, and gives that role and its key: consumer.override.X of a
// sink connector is the consumer's X, listener.name.internal.ssl.keystore.type of a broker is ssl.keystore.type. A name
// without such a prefix comes back as it is. MirrorMaker's cluster aliases need StripMirror first.
func Strip(role Role, name string) (Role, string) {
	if role == Broker || role == Controller {
		return role, stripListener(name)
	}
	if _, own := table().keys[keyID{role, name}]; own {
		return role, name
	}
	for _, n := range nested[role] {
		if rest, ok := strings.CutPrefix(name, n.prefix); ok {
			return n.role, rest
		}
	}
	return role, name
}

// stripListener removes listener.name.X. and a SASL mechanism after it (listener.name.X.scram-sha-256.sasl.jaas.config):
// ListenerName.configPrefix and saslMechanismPrefix. Listener names hold no dots.
func stripListener(name string) string {
	rest, ok := strings.CutPrefix(name, "listener.name.")
	if !ok {
		return name
	}
	_, key, ok := strings.Cut(rest, ".")
	if !ok {
		return name
	}
	for _, mechanism := range []string{"plain.", "scram-sha-256.", "scram-sha-512.", "gssapi.", "oauthbearer."} {
		key = strings.TrimPrefix(key, mechanism)
	}
	return key
}

// StripMirror takes a cluster's alias (primary.) or a flow (primary->backup.) from a key of MirrorMaker's file; clusters are
// the aliases that its "clusters" key lists. What is left is a key of MirrorMaker or one that Strip looks through.
func StripMirror(name string, clusters []string) (prefix, key string) {
	for _, a := range clusters {
		if rest, ok := strings.CutPrefix(name, a+"."); ok {
			return a, rest
		}
		for _, b := range clusters {
			if rest, ok := strings.CutPrefix(name, a+"->"+b+"."); ok {
				return a + "->" + b, rest
			}
		}
	}
	return "", name
}

// serde are where serializers, deserializers and interceptors that are in wide use keep their keys in a client's configuration.
var serde = []string{
	"config.providers.", "schema.registry.", "basic.auth.", "bearer.auth.", "apicurio.", "spring.json.", "confluent.",
	"auto.register.schemas", "use.latest.version", "specific.avro.reader", "json.value.type", "json.key.type",
	"key.subject.name.strategy", "value.subject.name.strategy", "specific.protobuf.",
}

// openPrefixes start keys that belong to plugged-in components, named by the file itself: no table can know them.
var openPrefixes = map[Role][]string{
	ConnectWorker: {"config.providers.", "key.converter.", "value.converter.", "header.converter.", "offset.storage.", "config.storage.", "status.storage.", "listeners.https."},
	ConnectSource: {"transforms.", "predicates.", "topic.creation.", "key.converter.", "value.converter.", "header.converter."},
	ConnectSink:   {"transforms.", "predicates.", "key.converter.", "value.converter.", "header.converter."},
	Broker:        {"rsm.config.", "rlmm.config.", "listener.name.", "config.providers."},
	Producer:      serde,
	Consumer:      serde,
	Admin:         {"config.providers."},
	Streams:       serde,
	MirrorMaker:   {"config.providers.", "transforms.", "predicates."},
}

// IsOpen says that a name starts with a prefix under which plugged-in components have their own keys (transforms.X.type,
// rsm.config.bucket): such a name is never unknown.
func IsOpen(role Role, name string) bool {
	for _, p := range openPrefixes[definedBy(role)] {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

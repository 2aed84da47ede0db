package kafka

import "slices"

// Role is a kind of configuration: whose file a key stands in.
type Role string

// The roles; a key name can exist in several. Controllers read the brokers' definitions (AbstractKafkaConfig): what counts in
// which role's file is Decides'.
const (
	Topic         Role = "topic"          // LogConfig
	Broker        Role = "broker"         // AbstractKafkaConfig, KafkaConfig before 3.8
	Controller    Role = "controller"     // the brokers' definitions
	Producer      Role = "producer"       // ProducerConfig
	Consumer      Role = "consumer"       // ConsumerConfig, share consumers too
	Admin         Role = "admin"          // AdminClientConfig
	Streams       Role = "streams"        // StreamsConfig
	Group         Role = "group"          // GroupConfig: consumer, share and streams groups, since 4.0
	ConnectWorker Role = "connect-worker" // DistributedConfig and StandaloneConfig
	ConnectSource Role = "connect-source" // SourceConnectorConfig: the keys that every source connector has
	ConnectSink   Role = "connect-sink"   // SinkConnectorConfig: the keys that every sink connector has
	MirrorMaker   Role = "mirror-maker"   // MirrorMakerConfig and the three mirror connectors' keys
)

// Roles are all roles in the order of the constants.
var Roles = []Role{Topic, Broker, Controller, Producer, Consumer, Admin, Streams, Group, ConnectWorker, ConnectSource, ConnectSink, MirrorMaker}

// Type is ConfigDef.Type in lower case.
type Type string

// The types of ConfigDef; Int is 32 bits, Short 16. A List is separated by commas.
const (
	Boolean  Type = "boolean"
	Int      Type = "int"
	Long     Type = "long"
	Short    Type = "short"
	Double   Type = "double"
	String   Type = "string"
	List     Type = "list"
	Password Type = "password"
	Class    Type = "class"
)

// Scope says how a broker's key can be changed (the documentation's "update mode", DynamicBrokerConfig); "" for other roles.
type Scope string

// The update modes. A key without one is read-only: only the file decides, at start.
const (
	ReadOnly    Scope = "read-only"
	PerBroker   Scope = "per-broker"
	ClusterWide Scope = "cluster-wide" // per broker or as a cluster-level default
)

// Key is a configuration key of a role, over all versions.
type Key struct {
	Name        string
	Role        Role
	Type        Type    // in the newest version that has the key
	Unit        string  // ms, s, min, h, days, bytes, ratio, percent, or "" (a count, or no number)
	Sensitive   bool    // Kafka never prints it (type password, JAAS lines)
	Internal    bool    // defined, but not documented by Kafka
	Scope       Scope   // brokers' keys: how it can be changed
	First       Version // the first known version with it; 2.8 also means older
	Last        Version // the last version with it; zero: the newest still has it
	Deprecated  Version // the version that deprecated it; zero: not deprecated; 2.8 also means before
	Replacement string  // what to write instead of a deprecated or removed key: a key, or advice in words (it then holds a space)
	defs        []definition
}

// Lookup finds a role's key in any version. A listener's prefix (listener.name.X.) is looked through.
func Lookup(role Role, name string) (Key, bool) {
	role, name = Strip(role, name)
	defined := role
	if role == Controller {
		defined = Broker
	}
	defs, ok := table().keys[keyID{defined, name}]
	if !ok {
		return Key{}, false
	}
	return newKey(role, name, defs), true
}

func newKey(role Role, name string, defs []definition) Key {
	versions := table().versions
	newest := defs[len(defs)-1]
	k := Key{Name: name, Role: role, Type: newest.typ, Scope: newest.scope, Internal: newest.internal, defs: defs}
	k.First = versions[defs[0].first]
	if newest.last < len(versions)-1 {
		k.Last = versions[newest.last]
	}
	k.Unit = unitOf(name, k.Type)
	k.Sensitive = k.Type == Password || name == "sasl.jaas.config"
	k.Deprecated = deprecatedSince(defs)
	if earlier, ok := deprecatedEarlier[keyID{definedBy(role), name}]; ok {
		k.Deprecated = earlier
	}
	if !k.Deprecated.IsZero() || !k.Last.IsZero() {
		k.Replacement = replacement(name)
	}
	if (role == Broker || role == Controller) && k.Scope == "" {
		k.Scope = ReadOnly
	}
	return k
}

// deprecatedSince is the version that deprecated a key for good; zero when the last definition is not deprecated.
func deprecatedSince(defs []definition) Version {
	since := Version{}
	for _, d := range defs {
		switch {
		case !d.deprecated:
			since = Version{}
		case since.IsZero():
			since = table().versions[d.first]
		}
	}
	return since
}

// definedBy is the role whose definitions a role reads.
func definedBy(role Role) Role {
	if role == Controller {
		return Broker
	}
	return role
}

// definition is the key's definition in a version, nil when the version does not have it; the zero version is the newest.
func (k Key) definition(v Version) *definition {
	i := len(table().versions) - 1
	if !v.IsZero() {
		i = table().index(v)
	}
	for d := range k.defs {
		if k.defs[d].first <= i && i <= k.defs[d].last {
			return &k.defs[d]
		}
	}
	return nil
}

// In says whether the version has the key; for the zero version, whether the newest has it.
func (k Key) In(v Version) bool { return k.definition(v) != nil }

// Default is Kafka's default in the version; known is false when there is none (the key is required, or its default is null)
// and, for the zero version, when not every version that has the key agrees. Lists are separated by commas.
func (k Key) Default(v Version) (value string, known bool) {
	d := k.definition(v)
	if v.IsZero() {
		d = &k.defs[0]
		if slices.ContainsFunc(k.defs, func(other definition) bool { return other.def != d.def }) {
			return "", false
		}
	}
	if d == nil || d.def[0] != '=' {
		return "", false
	}
	return d.def[1:], true
}

// Required says that the version refuses to start without the key; for the zero version, that every version does.
func (k Key) Required(v Version) bool {
	if d := k.definition(v); !v.IsZero() {
		return d != nil && d.def == "-"
	}
	return !slices.ContainsFunc(k.defs, func(d definition) bool { return d.def != "-" })
}

// RolesOf are the roles that have a key of this name in any version, in the order of Roles.
func RolesOf(name string) []Role {
	var out []Role
	for _, r := range Roles {
		if _, ok := table().keys[keyID{definedBy(r), name}]; ok {
			out = append(out, r)
		}
	}
	return out
}

// Names are all key names of a role in any version, sorted.
func Names(role Role) []string { return namesByRole()[definedBy(role)] }

package model

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// RoleOf is the Kafka role whose keys an entity's configuration has.
func RoleOf(e *Entity) kafka.Role {
	switch e.Kind {
	case Topic:
		return kafka.Topic
	case Producer:
		return kafka.Producer
	case Group, ShareGroup:
		return kafka.Consumer
	case Streams:
		return kafka.Streams
	case Worker:
		return kafka.ConnectWorker
	case Connector:
		if e.Text("direction") == "sink" {
			return kafka.ConnectSink
		}
		return kafka.ConnectSource
	case Mirror:
		return kafka.MirrorMaker
	case Cluster, Node:
		return kafka.Broker
	}
	return kafka.Admin
}

// Facts are what a deployment's files say about the cluster itself. The zero
// value of each field means unknown.
type Facts struct {
	Version kafka.Version
	// Assumed says that Version is the user's assumption.
	Assumed  bool
	Platform string
	// Mode is kraft or zookeeper; from 4.0 it is always kraft.
	Mode string
	// InSight says that the brokers' configuration, or enough of the cluster to
	// know Kafka's defaults, is in the workspace.
	InSight bool
	// ELR says that the cluster has eligible leader replicas: one that is new
	// from 4.1 has, and no file says that its storage was formatted without; one
	// whose metadata version is older has not.
	ELR bool
	// Dedicated says that controllers are nodes of their own with a
	// configuration that is in the workspace.
	Dedicated      bool
	Brokers, Zones int64

	// controllersUnseen: the brokers' files say that controllers are nodes of
	// their own, and none of those is in the workspace.
	controllersUnseen, brokersOnly bool
	// metadata is the version of the metadata, which stays behind in upgrades.
	metadata kafka.Version
	// brokersUnknown: the files give a number of brokers that cannot be read.
	brokersUnknown bool

	// topics remembers what topics inherit: it is the same for every topic.
	topics map[string]answer
}

// answer is a value, or that there is none.
type answer struct {
	value Value
	known bool
}

// Facts reads the cluster's facts from a spec's cluster and node entities.
func (s *Spec) Facts() Facts {
	f := Facts{}
	for _, e := range append(s.Of(Cluster), s.Of(Node)...) {
		f.InSight = f.InSight || e.Kind == Node || len(e.Fields) > 0
		f.read(e)
	}
	if !f.InSight && s.AssumeKafka != "" {
		f.Version, _ = kafka.ParseVersion(s.AssumeKafka)
		f.Assumed, f.InSight = true, true
	}
	if f.Brokers == 0 && !f.brokersUnknown {
		f.Brokers = countBrokers(s.Of(Node))
	}
	if f.Version.AtLeast(kafka.V(4, 0)) {
		f.Mode = "kraft"
	}
	f.ELR = f.Version.AtLeast(kafka.V(4, 1)) && !f.metadata.Before(kafka.V(4, 1))
	f.controllersUnseen = f.brokersOnly && !f.Dedicated
	if f.Platform == "" && f.InSight {
		f.Platform = "apache"
	}
	return f
}

func (f *Facts) read(e *Entity) {
	if f.Version.IsZero() {
		f.Version, _ = kafka.ParseVersion(e.Text("version"))
	}
	if f.metadata.IsZero() {
		f.metadata, _ = kafka.ParseVersion(e.Text("metadataVersion"))
	}
	if f.Platform == "" {
		f.Platform = e.Text("platform")
	}
	if f.Mode == "" {
		f.Mode = e.Text("mode")
	}
	if n, ok := e.Int("brokers"); ok {
		f.Brokers = max(f.Brokers, n)
	} else if e.Has("brokers") {
		f.brokersUnknown = true
	}
	if n, ok := e.Int("zones"); ok {
		f.Zones = n
	}
	if roles := e.List("roles"); len(roles) == 1 {
		f.Dedicated = f.Dedicated || roles[0] == "controller"
		f.brokersOnly = f.brokersOnly || roles[0] == "broker"
	}
}

// countBrokers adds up the nodes that are brokers; 0 when one of them has an
// unknown number of replicas.
func countBrokers(nodes []*Entity) int64 {
	var n int64
	for _, e := range nodes {
		if !isBroker(e) {
			continue
		}
		switch replicas, ok := e.Int("replicas"); {
		case ok:
			n += replicas
		case e.Has("replicas"):
			return 0
		default:
			n++
		}
	}
	return n
}

func isBroker(e *Entity) bool {
	roles := e.List("roles")
	if len(roles) == 0 {
		return true
	}
	for _, r := range roles {
		if r == "broker" {
			return true
		}
	}
	return false
}

// Effective returns the value of a configuration key that Kafka or the client
// would use, with where it came from, and false when the files do not decide
// it. facts are the spec's own, passed in because every key of every entity
// asks for them; they remember answers, so one goroutine asks at a time.
func (s *Spec) Effective(facts *Facts, e *Entity, key string) (Value, bool) {
	if v, ok := e.Fields[Config(key)]; ok {
		return v, !v.Unknown
	}
	switch e.Kind {
	case Topic:
		a, ok := facts.topics[key]
		if !ok {
			a.value, a.known = s.inherited(facts, key)
			facts.remember(key, a)
		}
		return a.value, a.known
	case Cluster, Node:
		return s.nodeDefault(facts, e, key)
	case Producer, Group, ShareGroup, Streams, Client, Worker, Connector:
		return clientDefault(e, key)
	}
	return Value{}, false
}

func (f *Facts) remember(key string, a answer) {
	if f.topics == nil {
		f.topics = map[string]answer{}
	}
	f.topics[key] = a
}

// clientDefault is what the framework or the library puts where the files are
// silent. Either must be known; a version need be known only where the default
// changed between versions.
func clientDefault(e *Entity, key string) (Value, bool) {
	role := RoleOf(e)
	if d, set, known := frameworkDefault(e, role, key); set {
		if !known {
			return Value{}, false
		}
		return defaulted(role, key, d, FromFramework)
	}
	client := clientOf(e)
	if client.Library == "" {
		return Value{}, false
	}
	settings, ok := settingsOf(e, role, kafka.CoupledWith(client, role, key))
	d, known := kafka.ClientDefault(client, role, key)
	if ok {
		d, known = kafka.ClientValue(client, role, key, settings)
	} else if key != "acks" || d.Value != "all" { // all by default is all, whatever the rest
		known = false
	}
	if !known {
		return Value{}, false
	}
	return defaulted(role, key, d, FromLibrary)
}

// frameworkDefault is what the entity's framework puts in. set without known:
// it puts in a value that hangs on its version, which is not known.
func frameworkDefault(e *Entity, role kafka.Role, key string) (d kafka.Default, set, known bool) {
	framework := e.Text("client/framework")
	version, _ := kafka.ParseVersion(e.Text("client/frameworkVersion"))
	if d, ok := kafka.FrameworkDefault(framework, version, role, key); ok {
		return d, true, true
	}
	return d, version.IsZero() && kafka.FrameworkSets(framework, role, key), false
}

// clientOf is the entity's client library.
func clientOf(e *Entity) kafka.Client {
	text := e.Text("client/version")
	version, _ := kafka.ParseVersion(text)
	return kafka.Client{Library: e.Text("client/library"), Version: version, Exact: strings.Count(text, ".") > 1}
}

// settingsOf are the keys as they reach the client, written by the files or by
// the framework; ok is false when one of them is not known.
func settingsOf(e *Entity, role kafka.Role, keys []string) (s kafka.Settings, ok bool) {
	s.Values = map[string]string{}
	for _, key := range keys {
		if v, written := e.Fields[Config(key)]; written {
			if v.Unknown {
				return s, false
			}
			s.Values[key] = fmt.Sprint(v.Data)
			continue
		}
		d, set, known := frameworkDefault(e, role, key)
		if set && !known {
			return s, false
		}
		if set {
			s.Values[key] = d.Value
		}
	}
	return s, true
}

func defaulted(role kafka.Role, key string, d kafka.Default, kind OriginKind) (Value, bool) {
	v := Value{Data: d.Value, Origin: Origin{Kind: kind, Note: d.Source}}
	if k, ok := kafka.Lookup(role, key); ok {
		if data, ok := kafka.Typed(k, d.Value); ok {
			v.Data = data
		}
	}
	return v, true
}

// nodeDefault is a broker's or controller's own value: what the whole cluster
// gets, else the image's, the platform's, Kafka's default.
func (s *Spec) nodeDefault(facts *Facts, e *Entity, key string) (Value, bool) {
	if e.Kind == Node {
		if v, ok := s.clusterWide(key); ok {
			return inherit(v), !v.Unknown
		}
		if d, ok := kafka.ImageDefault(imageOf(e), key); ok {
			return defaulted(kafka.Broker, key, d, FromImage)
		}
		if !kafka.ImageDefaultsHold(imageOf(e)) {
			return Value{}, false
		}
	}
	if d, ok := kafka.PlatformDefault(facts.Platform, kafka.Broker, key, int(facts.Zones)); ok {
		return defaulted(kafka.Broker, key, d, FromPlatform)
	}
	return kafkaDefault(facts, kafka.Broker, key)
}

// imageOf is a node's image; where only its tag is a variable, what stands before
// it, since defaults go by the image. An image that is a variable itself is one
// that nobody knows.
func imageOf(e *Entity) string {
	v := e.Fields["image"]
	if !v.Unknown {
		return e.Text("image")
	}
	if repository, tag, ok := strings.Cut(v.Raw, ":$"); ok && !strings.Contains(repository, "$") && tag != "" {
		return repository
	}
	return "unknown/unknown"
}

// clusterWide is the value that every node of the cluster gets from its
// cluster entity.
func (s *Spec) clusterWide(key string) (Value, bool) {
	for _, c := range s.Of(Cluster) {
		if v, ok := c.Fields[Config(key)]; ok {
			return v, true
		}
	}
	return Value{}, false
}

// kafkaDefault is Kafka's own, where the platform has not its own ones.
func kafkaDefault(facts *Facts, role kafka.Role, key string) (Value, bool) {
	k, ok := kafka.Lookup(role, key)
	if !ok || !facts.InSight || !kafka.KafkaDefaultStands(facts.Platform, key) {
		return Value{}, false
	}
	text, known := k.Default(facts.Version)
	if !known {
		return Value{}, false
	}
	kind, note := FromKafka, "Kafka's default"
	if !facts.Version.IsZero() {
		note = "Kafka " + facts.Version.String() + " default"
	}
	if facts.Assumed {
		kind = FromAssumed
	}
	return defaulted(role, key, kafka.Default{Value: text, Source: note}, kind)
}

func inherit(v Value) Value {
	v.Origin.Kind = FromCluster
	return v
}

// inherited is a topic's value where the topic itself is silent: that of the
// nodes that decide the key, in the broker's spelling and unit. Nothing stands
// where the cluster is not in sight.
func (s *Spec) inherited(facts *Facts, key string) (Value, bool) {
	if !facts.InSight {
		return Value{}, false
	}
	if d, ok := kafka.PlatformDefault(facts.Platform, kafka.Topic, key, int(facts.Zones)); ok {
		return defaulted(kafka.Topic, key, d, FromPlatform)
	}
	for _, syn := range kafka.Synonyms(key) {
		v, found, agreed := s.decided(facts, syn.Key)
		if found && (!agreed || v.Unknown) {
			return Value{}, false
		}
		if found {
			return scaled(v, syn.Factor), true
		}
	}
	for _, syn := range kafka.Synonyms(key) {
		if d, ok := kafka.PlatformDefault(facts.Platform, kafka.Broker, syn.Key, int(facts.Zones)); ok {
			v, ok := defaulted(kafka.Broker, syn.Key, d, FromPlatform)
			return scaled(v, syn.Factor), ok
		}
	}
	return kafkaDefault(facts, kafka.Topic, key)
}

// decided looks a broker key up where it decides for topics: the cluster-wide
// configuration, else the nodes of the deciding role. It reports whether any
// of them sets it, and whether all that do agree.
func (s *Spec) decided(facts *Facts, key string) (v Value, found, agreed bool) {
	if v, ok := s.clusterWide(key); ok {
		return inherit(v), true, true
	}
	nodes, ok := s.Deciding(facts, key)
	if !ok {
		return Value{Unknown: true}, true, false
	}
	agreed = true
	for _, e := range nodes {
		w, ok := e.Fields[Config(key)]
		if !ok {
			d, isImage := kafka.ImageDefault(imageOf(e), key)
			if !isImage {
				agreed = agreed && !found
				continue
			}
			w, _ = defaulted(kafka.Broker, key, d, FromImage)
		}
		if found && fmt.Sprint(w.Data) != fmt.Sprint(v.Data) {
			agreed = false
		}
		if !found {
			v, found = w, true
		}
	}
	if v.Origin.Kind == FromFile {
		v = inherit(v)
	}
	return v, found, agreed
}

// Deciding returns the nodes whose file decides a broker key for topics: the
// controllers where the key is theirs (M10, M11), else the brokers. ok is false
// when the key is the controllers' and they are not in the workspace.
func (s *Spec) Deciding(facts *Facts, key string) (nodes []*Entity, ok bool) {
	byController := facts.Mode != "zookeeper" && controllersDecide(kafka.Decides(key, facts.Version, facts.ELR))
	if byController && facts.controllersUnseen {
		return nil, false
	}
	for _, e := range s.Of(Node) {
		if isController := !isBroker(e); !facts.Dedicated && !isController || facts.Dedicated && byController == isController {
			nodes = append(nodes, e)
		}
	}
	return nodes, true
}

// controllersDecide reports whether the controllers' files count for a key and
// the brokers' do not: the controller reads it itself, or writes the
// cluster-level value that shadows the brokers'.
func controllersDecide(d kafka.Decision) bool {
	return d.WrittenFrom == kafka.ByControllerFiles ||
		slices.Contains(d.Chain, kafka.ByControllerFiles) && !slices.Contains(d.Chain, kafka.ByBrokerFiles)
}

// scaled converts a broker key's value to the topic key's unit, in which the
// text of the file does not show it; -1 and other negative values mean "none"
// in every unit.
func scaled(v Value, factor int64) Value {
	n, ok := v.Data.(int64)
	if !ok || factor <= 1 || n < 0 {
		return v
	}
	v.Raw = ""
	if n > math.MaxInt64/factor {
		v.Data = int64(math.MaxInt64)
		return v
	}
	v.Data = n * factor
	return v
}

// Counts returns a topic's partitions and replication factor: its own, else
// what creates topics without counts here.
func (s *Spec) Counts(facts *Facts, e *Entity, p Path) (Value, bool) {
	v, ok := e.Fields[p]
	if ok && v.Unknown {
		return v, false
	}
	if n, isInt := v.Data.(int64); ok && isInt && n > 0 {
		return v, true
	}
	if ok && v.Data != int64(-1) {
		return v, true
	}
	if !facts.InSight {
		return Value{}, false
	}
	key := map[Path]string{"partitions": "num.partitions", "replicationFactor": "default.replication.factor"}[p]
	if d, ok := kafka.PlatformFixed(facts.Platform, key); ok {
		return defaulted(kafka.Broker, key, d, FromPlatform)
	}
	if w, found, agreed := s.decided(facts, key); found {
		return w, agreed && !w.Unknown
	}
	if d, ok := kafka.PlatformDefault(facts.Platform, kafka.Broker, key, int(facts.Zones)); ok {
		return defaulted(kafka.Broker, key, d, FromPlatform)
	}
	return kafkaDefault(facts, kafka.Broker, key)
}

// Package model is what Plimsoll knows about a team's Kafka: a workspace of
// deployments, each one cluster in one environment with the topics, clients and
// nodes declared for it, every value with the place or the default it came
// from.
//
// Entities are sets of values at paths ("partitions",
// "config/min.insync.replicas"), so that merging, positions, unknown values and
// the rules' input are one mechanism for every kind. What paths a kind has, and
// of what type, is said once, in schema/*.cue; a test holds [Fields] to it.
package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// Kind is the kind of an entity; it is also the first part of its id in
// findings ("topic/orders.v1").
type Kind string

// The kinds of entities.
const (
	Topic      Kind = "topic"
	Producer   Kind = "producer"
	Group      Kind = "group"       // a consumer group: group.id and the settings of its members
	ShareGroup Kind = "share-group" // KIP-932
	Streams    Kind = "streams"     // a Kafka Streams application
	Client     Kind = "client"      // settings that every client of an application shares, and admin clients
	Connector  Kind = "connector"
	Worker     Kind = "worker" // a Connect cluster's workers
	Mirror     Kind = "mirror" // a MirrorMaker 2 flow
	User       Kind = "user"
	ACL        Kind = "acl"
	Quota      Kind = "quota"
	Cluster    Kind = "cluster" // what holds for the whole Kafka cluster
	Node       Kind = "node"    // one broker or controller, or a pool of equal ones
	Sink       Kind = "sink"    // what groups write to: a database, a service
	Scenario   Kind = "scenario"
)

// Kinds lists every kind in the order in which reports print them.
var Kinds = []Kind{Cluster, Node, Topic, Producer, Group, ShareGroup, Streams, Client, Connector, Worker, Mirror, User, ACL, Quota, Sink, Scenario}

// Path names a value inside an entity: field names joined with "/", since
// Kafka's own keys have dots in them. List items count from 0
// ("faults/0/kill").
type Path = string

// Config is the path of a Kafka configuration key of an entity.
func Config(key string) Path { return "config/" + key }

// ConfigKey returns the Kafka key of a configuration path.
func ConfigKey(p Path) (string, bool) { return strings.CutPrefix(p, "config/") }

// OriginKind says what kind of thing decided a value.
type OriginKind string

// The kinds of origins, from the nearest to the farthest.
const (
	FromFile      OriginKind = "file"      // written in a file of the workspace
	FromFramework OriginKind = "framework" // put in by Spring, SmallRye, Connect …
	FromImage     OriginKind = "image"     // put in by a container image
	FromLibrary   OriginKind = "library"   // the client library's default
	FromCluster   OriginKind = "cluster"   // inherited from the broker's or controller's configuration
	FromPlatform  OriginKind = "platform"  // the managed service's or operator's default
	FromKafka     OriginKind = "kafka"     // Kafka's default
	FromAssumed   OriginKind = "assumed"   // the user said so (--assume-kafka)
)

// Origin says where a value came from: a place in a file, or a default with the
// source that documents it.
type Origin struct {
	Kind OriginKind
	// Span is the value's place; zero unless Kind is FromFile or the origin is a
	// value of another entity (FromCluster).
	Span source.Span
	// Note is the origin in words where the span does not say it all: "SmallRye
	// default", "default of ${ACKS:-1}", "terraform.tfvars".
	Note string
}

// Value is one value with its origin. Data is a bool, int64, float64, string
// or []any of those (Kafka lists are []any of string); durations are int64
// milliseconds, sizes int64 bytes, rates float64 per second. A value that cannot
// be known from the files (an expression, a variable) has Unknown set and Data
// nil: rules never see it.
type Value struct {
	Data    any
	Unknown bool
	// Raw is the value as written, "" for defaults.
	Raw    string
	Origin Origin
	// Also are the places that say the same, Hides what this value overrode in
	// its source, nearest first.
	Also  []Origin
	Hides []Value
	// Node is the located node, for edits; nil for defaults.
	Node *source.Node
	// Secret marks a value that must never be printed.
	Secret bool
}

// Known reports whether the value is there and can be read.
func (v Value) Known() bool { return !v.Unknown && v.Data != nil }

// Place says where a missing field of an entity would be written.
type Place struct {
	// Anchor is what a finding about the absent field points at: the enclosing
	// block's key, or the first related key.
	Anchor source.Span
	// Parent is the map that would hold the field, nil where it cannot be
	// written (a list of environment entries, a command line).
	Parent *source.Node
	// Spell turns a Kafka key into the name that the format writes
	// ("min.insync.replicas" → "KAFKA_MIN_INSYNC_REPLICAS"); nil keeps it.
	Spell func(key string) string
}

// Entity is one topic, client, node … with its values.
type Entity struct {
	Kind Kind
	Name string
	// Format is the importer that read it ("strimzi", "spring"); Source the
	// application, module or project that it belongs to, as a path.
	Format string
	Source string
	// Span is the entity's name or the head of its block.
	Span source.Span
	// Fields are the values that files give. Defaults are not in here: see
	// [Spec.Effective].
	Fields map[Path]Value
	// Places say where absent fields would be written, by path prefix: the
	// longest prefix of the field's path counts ("" is the entity itself).
	Places map[Path]Place
	// Environment is what the file itself says of the environment it is for
	// (a compose file with one broker is "development"); "" if nothing.
	Environment string
	// Also are the other declarations of the same entity in the same format and
	// deployment.
	Also []source.Span
	// Internal marks settings of Kafka's own (broker-side) topics and clients.
	Internal bool
}

// New makes an entity without values.
func New(kind Kind, name string, at source.Span) *Entity {
	return &Entity{Kind: kind, Name: name, Span: at, Fields: map[Path]Value{}, Places: map[Path]Place{}}
}

// ID returns "kind/name".
func (e *Entity) ID() string { return string(e.Kind) + "/" + e.Name }

// Set puts a value at a path. A value that is there already moves into Hides
// of the new one, as the later layer of one source does.
func (e *Entity) Set(p Path, v Value) {
	if old, ok := e.Fields[p]; ok {
		v.Hides = append(v.Hides, old)
	}
	e.Fields[p] = v
}

// Get returns a known value's data, or nil.
func (e *Entity) Get(p Path) any {
	v := e.Fields[p]
	if v.Unknown {
		return nil
	}
	return v.Data
}

// Text returns a known string value, or "".
func (e *Entity) Text(p Path) string {
	s, _ := e.Get(p).(string)
	return s
}

// Int returns a known whole number.
func (e *Entity) Int(p Path) (int64, bool) {
	n, ok := e.Get(p).(int64)
	return n, ok
}

// List returns a known list of strings; a single string is a list of one.
func (e *Entity) List(p Path) []string {
	switch v := e.Get(p).(type) {
	case string:
		return []string{v}
	case []any:
		out := make([]string, 0, len(v))
		for _, item := range v {
			if s, ok := item.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// Has reports whether the files give the field, known or unknown.
func (e *Entity) Has(p Path) bool {
	_, ok := e.Fields[p]
	return ok
}

// Paths returns the paths that have a value, sorted.
func (e *Entity) Paths() []Path {
	paths := make([]Path, 0, len(e.Fields))
	for p := range e.Fields {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	return paths
}

// Place returns where an absent field would be written.
func (e *Entity) Place(p Path) Place {
	for prefix := p; ; {
		if place, ok := e.Places[prefix]; ok {
			return place
		}
		if prefix == "" {
			return Place{Anchor: e.Span}
		}
		prefix = prefix[:max(0, strings.LastIndexByte(prefix, '/'))]
	}
}

// Environments are the words of environments that severities know.
const (
	Production  = "production"
	Staging     = "staging"
	Development = "development"
)

var environmentWords = map[string]string{
	"prod": Production, "production": Production, "live": Production, "prd": Production,
	"stage": Staging, "staging": Staging, "preprod": Staging, "pre-prod": Staging, "stg": Staging, "uat": Staging, "qa": Staging,
	"dev": Development, "development": Development, "local": Development, "test": Development, "tests": Development,
	"testing": Development, "sandbox": Development, "ci": Development, "testcontainers": Development,
}

// Environment returns the environment that a word means, "" if none.
func Environment(word string) string { return environmentWords[strings.ToLower(word)] }

// Problem is a fact about the text itself that a rule of category keys judges:
// an unreadable file, a key that its format does not have, a key written twice,
// two sources that disagree. Kind is the rule's name ("unknown-key").
type Problem struct {
	Kind string
	Span source.Span
	// Entity is where it was found, nil for a file that could not be read.
	Entity *Entity
	// Key is the key as written, Role what it was written for ("topic",
	// "producer", "spring.kafka.producer"), Value its value where that matters.
	Key, Role, Value string
	// Why says what is wrong in one clause, Hint what to write instead.
	Why, Hint string
	// Level caps or sets the severity where the fact itself decides it ("info"
	// for a key that has no effect on anything), "" to leave it to the rule.
	Level   string
	Related []Related
	// Unreadable marks an input that was named or is recognisably Kafka's and
	// could not be read: it makes the exit code 2.
	Unreadable bool
}

// Related is a second place of a finding, with what it shows.
type Related struct {
	Span    source.Span
	Message string
}

// Fragment is an entity as one importer found it, with what its file says about
// the deployment it is for. Empty hints match every deployment.
type Fragment struct {
	*Entity
	// Env is the environment as the file names it (a Spring profile "prod", an
	// overlay's folder); Cluster the cluster it names (strimzi.io/cluster, a
	// Terraform root module, a Compose project).
	Env, Cluster string
	// Except are environments that other fragments of the same source speak for
	// (the base values of an application that has a profile "test"): an unnamed
	// fragment does not belong to them.
	Except []string
	// Bootstrap are the bootstrap servers it connects to, if known.
	Bootstrap string
	// Addresses are host names by which clients reach a cluster, beside what its
	// nodes advertise; one that ends in ".*" stands for every domain.
	Addresses []string
	// OwnCluster is what to call the cluster of these brokers where the
	// workspace has others; no file names it.
	OwnCluster string
	// Bind is set on entries of plimsoll.cue that describe an entity found
	// elsewhere: by name, or by the path pattern in From.
	Bind bool
	From string

	ruled bool // the configuration placed it
	bound bool // it describes an entity of some deployment
}

// Imported is what importers return.
type Imported struct {
	Fragments []Fragment
	Problems  []Problem
	// Constraints are the user's own CUE constraints on merged entities.
	Constraints []Constraint
}

// Add appends a fragment.
func (r *Imported) Add(f Fragment) { r.Fragments = append(r.Fragments, f) }

// Skipped is something that was looked at and left out, and why.
type Skipped struct{ What, Why string }

// Spec is everything declared for one cluster in one environment.
type Spec struct {
	Entities []*Entity // ordered by kind, name, source
	byName   map[string]*Entity
	byKind   map[Kind][]*Entity // parts of Entities
	// AssumeKafka is the version given by --assume-kafka, zero if none.
	AssumeKafka string
}

// Find returns the first entity of that kind and name, or nil.
func (s *Spec) Find(kind Kind, name string) *Entity { return s.byName[string(kind)+"/"+name] }

// Of returns the entities of a kind in order. Callers must not change the list.
func (s *Spec) Of(kind Kind) []*Entity {
	if s.byKind == nil {
		s.byKind = byKind(s.Entities)
	}
	return s.byKind[kind]
}

// byKind cuts a sorted list into its kinds.
func byKind(all []*Entity) map[Kind][]*Entity {
	out := map[Kind][]*Entity{}
	for start, end := 0, 0; start < len(all); start = end {
		for end = start; end < len(all) && all[end].Kind == all[start].Kind; end++ {
		}
		out[all[start].Kind] = all[start:end:end]
	}
	return out
}

// index sorts the entities and makes them findable.
func (s *Spec) index() {
	rank := map[Kind]int{}
	for i, k := range Kinds {
		rank[k] = i
	}
	slices.SortStableFunc(s.Entities, func(a, b *Entity) int {
		if c := rank[a.Kind] - rank[b.Kind]; c != 0 {
			return c
		}
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Source, b.Source)
	})
	s.byName = make(map[string]*Entity, len(s.Entities))
	for _, e := range s.Entities {
		if _, taken := s.byName[e.ID()]; !taken {
			s.byName[e.ID()] = e
		}
	}
	s.byKind = byKind(s.Entities)
}

// Deployment is one cluster in one environment.
type Deployment struct {
	// ID is "env/cluster", shorter where that is enough, "" when the workspace
	// has just one.
	ID string
	// Environment is production, staging, development or "" (unknown).
	Environment string
	// Env and Cluster are the words that the files use.
	Env, Cluster string
	Spec         *Spec
	// Problems are facts about what merging found here: contradictions, names
	// that deployments of one cluster share.
	Problems []Problem
	// Shares are the other deployments on the same cluster.
	Shares []*Deployment

	takesBase bool     // what environments have no version of their own of belongs here too
	reaches   []string // where its own clients and clusters are
}

// Workspace is all that one run reads.
type Workspace struct {
	Deployments []*Deployment
	Problems    []Problem // of files, before any deployment
	Files       int       // files that held Kafka configuration
	Skipped     []Skipped
}

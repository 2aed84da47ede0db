package model

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// KeyProblems judges every configuration key that the files write: whether its
// role has it, in this version, and whether its value is one that Kafka takes.
// The facts are here, how bad they are is said by the rules of category keys.
func (s *Spec) KeyProblems() []Problem {
	facts := s.Facts()
	var out []Problem
	for _, e := range s.Entities {
		j := judge{facts: &facts, entity: e, version: versionOf(&facts, e), library: e.Text("client/library")}
		for _, p := range e.Paths() {
			key, ok := ConfigKey(p)
			v := e.Fields[p]
			if !ok || v.Origin.Kind != FromFile || v.Origin.Span.IsZero() {
				continue
			}
			if problem, found := j.key(key, v); found {
				out = append(out, problem)
			}
		}
	}
	sortProblems(out)
	return out
}

func sortProblems(ps []Problem) {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		if a.Span.File != b.Span.File {
			return strings.Compare(a.Span.File.Name, b.Span.File.Name)
		}
		return a.Span.Start - b.Span.Start
	})
}

// versionOf is the version whose keys count: the client's for clients, the
// cluster's for everything that lives in it.
func versionOf(facts *Facts, e *Entity) kafka.Version {
	switch e.Kind {
	case Topic, Cluster, Node, Quota, User, ACL:
		return facts.Version
	}
	v, _ := kafka.ParseVersion(e.Text("client/version"))
	return v
}

// judge judges the keys of one entity.
type judge struct {
	facts   *Facts
	entity  *Entity
	version kafka.Version
	library string
}

func (j *judge) problem(kind, key string, v Value) Problem {
	return Problem{Kind: kind, Span: keySpan(kind, v), Entity: j.entity, Key: key, Role: string(RoleOf(j.entity)), Value: v.Show()}
}

// keySpan is what a problem points at: the key, where it stands on the line of
// its value, unless the value is what is wrong.
func keySpan(kind string, v Value) source.Span {
	at := v.Origin.Span
	if kind == "invalid-value" || kind == "removed-class" || kind == "deprecated-value" || v.Node == nil || v.Node.NameSpan.IsZero() {
		return at
	}
	if name := v.Node.NameSpan; name.File == at.File && name.Begin().Line == at.Begin().Line {
		return name
	}
	return at
}

func (j *judge) key(key string, v Value) (Problem, bool) {
	switch j.library {
	case "librdkafka":
		return j.librdkafka(key, v)
	case "", "java":
		return j.java(key, v)
	}
	return Problem{}, false
}

// librdkafka judges by the library's own list: it refuses a key that it does
// not have, and a value out of range, when the client is made.
func (j *judge) librdkafka(key string, v Value) (Problem, bool) {
	if registryKey(key) {
		return Problem{}, false
	}
	if _, known := kafka.ClientKey("librdkafka", key); !known {
		p := j.problem("unknown-key", key, v)
		p.Why = "librdkafka has no such property and refuses to make the client"
		if near := kafka.Suggest(RoleOf(j.entity), key); near != "" && near != key {
			p.Kind, p.Hint = "misspelt-key", near
		}
		return p, true
	}
	if v.Unknown {
		return Problem{}, false
	}
	if key == "partition.assignment.strategy" && strings.Contains(v.Raw, "cooperative") && strings.Contains(v.Raw, ",") {
		p := j.problem("invalid-value", key, v)
		p.Why, p.Level = "eager and cooperative assignors do not go together: librdkafka refuses to make the consumer", "error"
		p.Hint = "all members of the group stop once for the change"
		return p, true
	}
	if err := kafka.ClientKeyCheck("librdkafka", key, fmt.Sprint(v.Data)); err != nil {
		p := j.problem("invalid-value", key, v)
		p.Why = err.Error()
		return p, true
	}
	return Problem{}, false
}

// registryKey reports settings of the schema registry's client, which the
// examples of every binding keep in the same file and take out of it.
func registryKey(key string) bool {
	return strings.HasPrefix(key, "schema.registry.") || strings.HasPrefix(key, "basic.auth.") || strings.HasPrefix(key, "avro.")
}

func (j *judge) java(key string, v Value) (Problem, bool) {
	if p, slip := j.listener(key, v); slip {
		return p, true
	}
	role, name := j.strip(key)
	if kafka.IsOpen(role, name) || j.entity.Kind == Client && j.anyClientHas(name) {
		return Problem{}, false
	}
	if r, removed := kafka.Removed(role, name); removed && !j.version.Before(r.Since) {
		return j.removed(key, name, v, r), !j.zooKeeper(name, r)
	}
	k, known := kafka.Lookup(role, name)
	if !known {
		return j.unknown(role, key, name, v)
	}
	if !j.version.IsZero() && !k.In(j.version) {
		p := j.problem("unknown-key", key, v)
		p.Why = fmt.Sprintf("Kafka %s does not have it yet: it came with %s", j.version, k.First)
		return p, j.version.Before(k.First)
	}
	if !k.Deprecated.IsZero() && (j.version.IsZero() || j.version.AtLeast(k.Deprecated)) {
		p := j.problem("deprecated-key", key, v)
		p.Why, p.Hint = fmt.Sprintf("deprecated since Kafka %s", k.Deprecated), k.Replacement
		return p, true
	}
	return j.value(key, k, v)
}

// strip looks through the prefixes that carry another role's keys.
func (j *judge) strip(key string) (kafka.Role, string) {
	role := RoleOf(j.entity)
	if role == kafka.MirrorMaker {
		_, key = kafka.StripMirror(key, j.entity.List("clusters"))
	}
	return kafka.Strip(role, key)
}

// listener reports a listener's setting whose listener does not exist, where
// the file lists its listeners: KAFKA_LISTENER_NAME_INTERNAL_SSL_… in an image's
// environment becomes listener.name.internal.ssl.…, and the listener INTERNAL_SSL
// never sees it.
func (j *judge) listener(key string, v Value) (Problem, bool) {
	rest, ok := strings.CutPrefix(strings.ToLower(key), "listener.name.")
	declared := j.entity.listeners()
	if !ok || len(declared) == 0 {
		return Problem{}, false
	}
	name, _, _ := strings.Cut(rest, ".")
	if slices.Contains(declared, name) {
		return Problem{}, false
	}
	p := j.problem("misspelt-key", key, v)
	p.Why = fmt.Sprintf("there is no listener %q; this file has %s", name, strings.Join(declared, ", "))
	return p, true
}

// listeners are the names of the listeners that an entity's file lists, in
// lower case as Kafka compares them; nil if one of them is not known.
func (e *Entity) listeners() []string {
	var out []string
	for _, item := range e.List(Config("listeners")) {
		name, _, ok := strings.Cut(strings.ToLower(item), "://")
		if !ok {
			return nil
		}
		out = append(out, strings.TrimSpace(name))
	}
	return out
}

// anyClientHas reports whether producers, consumers or admin clients know the
// key: settings shared by all the clients of an application are each client's.
func (j *judge) anyClientHas(name string) bool {
	for _, role := range []kafka.Role{kafka.Producer, kafka.Consumer, kafka.Admin} {
		if _, ok := kafka.Lookup(role, name); ok {
			return true
		}
	}
	return false
}

// removed says what became of a key: while the version is not known it may
// still be there, and a broker's is reported when the brokers are upgraded. Old
// names that only lost a prefix (socket.receive.buffer.bytes) are slips.
func (j *judge) removed(key, name string, v Value, r kafka.Removal) Problem {
	p := j.problem("removed-key", key, v)
	p.Why, p.Hint = fmt.Sprintf("gone since Kafka %s, %s where it is still written", r.Since, r.Effect), r.Replacement
	switch {
	case r.Replacement != "" && !strings.HasPrefix(name, "zookeeper.") && r.Replacement != name && strings.HasSuffix(name, "."+r.Replacement):
		p.Kind, p.Why = "misspelt-key", "no key of this name; "+r.Replacement+" is meant"
	case !j.version.IsZero():
	case r.Since.AtLeast(kafka.V(4, 0)) && RoleOf(j.entity) != kafka.MirrorMaker: // it runs with the newest Kafka
		p.Kind, p.Level = "deprecated-key", "info"
	case RoleOf(j.entity) == kafka.Broker:
		p.Level = "info"
	}
	return p
}

// zooKeeper reports keys of a cluster that keeps its metadata in ZooKeeper: that
// this ends with 4.0 is one finding (zookeeper-on-4), not one a key.
func (j *judge) zooKeeper(name string, r kafka.Removal) bool {
	return j.version.IsZero() && r.Since.AtLeast(kafka.V(4, 0)) && strings.HasPrefix(name, "zookeeper.")
}

// unknown tells apart what a key that its role does not have may be: a slip of
// the keyboard, a key of another role, or nobody's. Kafka's brokers and topics
// have closed sets; clients hand keys that they do not know to their plug-ins
// (serializers, interceptors), so there only certain slips count.
func (j *judge) unknown(role kafka.Role, key, name string, v Value) (Problem, bool) {
	if owners := otherRoles(role, name); len(owners) > 0 {
		p := j.problem("wrong-level-key", key, v)
		p.Why = fmt.Sprintf("%s is a %s key; it has no effect here", name, strings.Join(owners, " or "))
		return p, j.closedTo(owners)
	}
	if near := kafka.Suggest(role, name); near != "" {
		p := j.problem("misspelt-key", key, v)
		p.Why, p.Hint = "no key of this name; "+near+" is meant", strings.TrimSuffix(key, name)+near
		return p, true
	}
	if role == kafka.Topic || role == kafka.Broker {
		p := j.problem("unknown-key", key, v)
		p.Why = fmt.Sprintf("Kafka has no %s key of this name", role)
		return p, !vendor(name) && !j.pluggedIn(role, name)
	}
	return Problem{}, false
}

// otherRoles are the roles that have the key, without those that read the same
// definitions.
func otherRoles(role kafka.Role, name string) []string {
	var out []string
	for _, r := range kafka.RolesOf(name) {
		if r != role && r != kafka.Controller && !slices.Contains(out, string(r)) {
			out = append(out, string(r))
		}
	}
	return out
}

// closedTo reports whether a key of other roles is surely misplaced: an
// application's shared settings and a Connect worker's or connector's file may
// hold keys for clients that it makes itself.
func (j *judge) closedTo(owners []string) bool {
	switch j.entity.Kind {
	case Client, Worker, Mirror, Streams:
		return false
	case Connector:
		return slices.Contains(owners, string(kafka.ConnectWorker)) && len(owners) == 1
	}
	return true
}

// vendor reports keys that a distribution of Kafka adds.
func vendor(name string) bool {
	for _, prefix := range []string{"confluent.", "strimzi.", "aiven.", "redpanda.", "kafka.", "client.quota.", "metric.reporters.", "cruise.control."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// pluggedIn reports a broker's key of a family that Kafka does not have at all
// ("acme.authorization.claim"), on a broker with an authorizer or principal
// builder of somebody else's: it is theirs to read.
func (j *judge) pluggedIn(role kafka.Role, name string) bool {
	family, _, ok := strings.Cut(name, ".")
	if !ok || slices.ContainsFunc(kafka.Names(role), func(k string) bool { return strings.HasPrefix(k, family+".") }) {
		return false
	}
	for _, key := range []string{"authorizer.class.name", "principal.builder.class", "metric.reporters", "create.topic.policy.class.name", "alter.config.policy.class.name"} {
		class := j.entity.Text(Config(key))
		if class != "" && !strings.HasPrefix(class, "kafka.") && !strings.HasPrefix(class, "org.apache.kafka.") {
			return true
		}
	}
	return false
}

func (j *judge) value(key string, k kafka.Key, v Value) (Problem, bool) {
	if v.Unknown || v.Data == nil {
		return Problem{}, false
	}
	text := v.kafkaText()
	if r, gone := kafka.RemovedValue(RoleOf(j.entity), key, text); gone && !j.version.Before(r.Since) {
		return j.removedValue(key, v, r), true
	}
	if k.Name == "sasl.jaas.config" && !jaasEntry.MatchString(text) {
		p := j.problem("invalid-value", key, v)
		p.Why = "a JAAS entry is wanted (a login module, its control flag, its options, a semicolon), not a file's path"
		return p, true
	}
	if err := k.Check(j.version, text); err != nil {
		p := j.problem("invalid-value", key, v)
		p.Why = err.Error()
		return p, true
	}
	return Problem{}, false
}

// removedValue says what became of a class or mode: a broker does not start
// with a class that is gone. While the version is not known it may still work.
func (j *judge) removedValue(key string, v Value, r kafka.Removal) Problem {
	p := j.problem("removed-class", key, v)
	p.Why, p.Hint = fmt.Sprintf("not accepted since Kafka %s", r.Since), r.Replacement
	switch {
	case j.version.IsZero() && r.Since.AtLeast(kafka.V(4, 0)):
		p.Kind, p.Level = "deprecated-value", "info"
	case key == "authorizer.class.name":
		p.Kind = "removed-key"
	}
	return p
}

// jaasEntry is the form of JaasConfig's one entry: a class and its control flag.
var jaasEntry = regexp.MustCompile(`(?i)^\s*[\w.$]+\s+(required|requisite|sufficient|optional)\b`)

// kafkaText is a value in the form that Kafka reads.
func (v Value) kafkaText() string {
	list, ok := v.Data.([]any)
	if !ok {
		if texts, ok := v.Data.([]string); ok {
			return strings.Join(texts, ",")
		}
		return fmt.Sprint(v.Data)
	}
	parts := make([]string, len(list))
	for i, item := range list {
		parts[i] = fmt.Sprint(item)
	}
	return strings.Join(parts, ",")
}

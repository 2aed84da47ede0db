package formats

import (
	"path"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// manifest is one Kubernetes object as it is applied: a document's root, an item
// of a List, or what a Kustomize overlay makes of either.
type manifest struct {
	doc  *Document
	node *source.Node
	// env is the overlay that it belongs to, "" without overlays; except the
	// overlays that have a version of their own.
	env    string
	except []string
	// hides are the nodes that overlays replaced, by what stands there now.
	hides map[*source.Node]*source.Node
}

// manifestsOf are the objects of a run's documents, with Kustomize's overlays
// applied.
func manifestsOf(docs []*Document, ctx *Context) []manifest {
	var out []manifest
	for _, d := range docs {
		if isKustomization(d) {
			continue
		}
		for _, root := range d.Roots {
			out = appendManifests(out, d, root)
		}
	}
	return kustomized(out, docs, ctx)
}

func appendManifests(out []manifest, d *Document, root *source.Node) []manifest {
	if strings.HasSuffix(root.Field("kind").Str(), "List") && root.Field("items") != nil {
		for _, item := range root.Field("items").Items() {
			out = append(out, manifest{doc: d, node: item})
		}
		return out
	}
	if root.Field("kind") == nil || root.Field("apiVersion") == nil {
		return out
	}
	return append(out, manifest{doc: d, node: root})
}

func (m *manifest) kind() string                 { return m.node.Field("kind").Str() }
func (m *manifest) api() string                  { return m.node.Field("apiVersion").Str() }
func (m *manifest) get(p ...string) *source.Node { return m.node.Get(p...) }
func (m *manifest) spec() *source.Node           { return m.node.Field("spec") }

// name is the object's name; of a templated one its template's text, so that
// objects of one chart still find each other.
func (m *manifest) name() string { return nameText(m.get("metadata", "name")) }

func (m *manifest) namespace() string { return nameText(m.get("metadata", "namespace")) }

func (m *manifest) label(name string) string { return nameText(m.get("metadata", "labels", name)) }

func (m *manifest) annotation(name string) *source.Node {
	return m.get("metadata", "annotations", name)
}

// nameText is the text of a name, known or not.
func nameText(n *source.Node) string {
	if n == nil || n.Kind == source.Map || n.Kind == source.List || n.Kind == source.Null {
		return ""
	}
	return n.Value
}

// at is where findings about the object as a whole point: its name.
func (m *manifest) at() source.Span {
	for _, n := range []*source.Node{m.get("metadata", "name"), m.get("kind"), m.node} {
		if n != nil {
			return n.Span
		}
	}
	return source.Span{}
}

// source is the application or chart that the object's file belongs to.
func (m *manifest) source() string { return manifestSource(m.doc) }

func manifestSource(d *Document) string {
	if d.Parent != nil && d.Parent.Source != "" {
		return d.Parent.Source
	}
	dir := d.Dir()
	for {
		switch path.Base(dir) {
		case "templates", "k8s", "kubernetes", "manifests", "deploy", "deployment", "base":
			if up := path.Dir(dir); dir != "." && up != dir {
				dir = up
				continue
			}
		}
		return dir
	}
}

// entity starts an entity of this object.
func (m *manifest) entity(kind model.Kind, name, format string) *model.Entity {
	e := model.New(kind, name, m.at())
	e.Format, e.Source = format, m.source()
	return e
}

// fragment adds the deployment hints of the object.
func (m *manifest) fragment(e *model.Entity, cluster string) model.Fragment {
	f := model.Fragment{Entity: e, Env: m.env, Cluster: cluster, Except: m.except}
	if f.Env == "" && m.doc.Parent != nil {
		f.Env = m.doc.Parent.Env
	}
	return f
}

// config sets a Kafka key, with what an overlay hid.
func (m *manifest) config(e *model.Entity, key string, n *source.Node) {
	v := configValue(model.RoleOf(e), key, n, dollar)
	for old := m.hides[n]; old != nil; old = m.hides[old] {
		v.Hides = append(v.Hides, configValue(model.RoleOf(e), key, old, dollar))
	}
	e.Set(model.Config(key), v)
}

// decisiveKeys are the keys whose absence means something: where a template puts
// in a whole block, nobody knows whether they are there.
var decisiveKeys = map[kafka.Role][]string{
	kafka.Broker: {"min.insync.replicas", "default.replication.factor", "num.partitions", "auto.create.topics.enable", "unclean.leader.election.enable",
		"offsets.topic.replication.factor", "transaction.state.log.replication.factor", "transaction.state.log.min.isr", "message.max.bytes",
		"log.retention.ms", "log.retention.hours", "log.retention.bytes", "log.segment.bytes", "offsets.retention.minutes", "num.recovery.threads.per.data.dir"},
	kafka.Topic: {"min.insync.replicas", "cleanup.policy", "retention.ms", "retention.bytes", "segment.ms", "segment.bytes", "max.message.bytes",
		"delete.retention.ms", "unclean.leader.election.enable", "message.timestamp.type"},
	kafka.ConnectWorker: {"group.id", "config.storage.topic", "offset.storage.topic", "status.storage.topic",
		"config.storage.replication.factor", "offset.storage.replication.factor", "status.storage.replication.factor"},
	kafka.ConnectSource: {"connector.class", "tasks.max", "topics", "errors.tolerance", "errors.deadletterqueue.topic.name", "key.converter", "value.converter"},
	kafka.MirrorMaker:   {"replication.factor", "offset-syncs.topic.replication.factor", "sync.topic.acls.enabled", "sync.group.offsets.enabled", "replication.policy.class"},
}

// configs sets every key of a map of Kafka keys.
func (m *manifest) configs(e *model.Entity, block *source.Node) {
	if isComputed(block) {
		for _, key := range decisiveKeys[model.RoleOf(e)] {
			e.Set(model.Config(key), model.Value{Unknown: true, Raw: block.Value, Node: block, Origin: model.Origin{Kind: model.FromFile, Span: block.Span}})
		}
	}
	twice := alternatives(block)
	for _, f := range block.Fields() {
		m.config(e, f.Name, f)
		if twice[f.Name] {
			unknownAt(e, model.Config(f.Name))
		}
	}
}

// field sets a field of the model from a node, nothing when it is absent.
func (m *manifest) field(e *model.Entity, p model.Path, n *source.Node) {
	if n == nil || n.Kind == source.Null {
		return
	}
	v := fieldValue(e, p, n)
	for old := m.hides[n]; old != nil; old = m.hides[old] {
		v.Hides = append(v.Hides, fieldValue(e, p, old))
	}
	e.Set(p, v)
}

func fieldValue(e *model.Entity, p model.Path, n *source.Node) model.Value {
	v := scalar(n, dollar)
	if !v.Unknown {
		if data, ok := model.ParseField(e.Kind, p, v.resolved); ok {
			v.Data = data
		}
	}
	return v.Value
}

// fact sets a field whose value the node only implies.
func (m *manifest) fact(e *model.Entity, p model.Path, data any, n *source.Node, note string) {
	if n == nil {
		return
	}
	if n.Kind == source.Expression {
		e.Set(p, model.Value{Unknown: true, Raw: n.Value, Node: n, Origin: model.Origin{Kind: model.FromFile, Span: n.Span}})
		return
	}
	v := model.Value{Data: data, Raw: n.Value, Node: n, Origin: model.Origin{Kind: model.FromFile, Span: n.Span, Note: note}}
	e.Set(p, v)
}

// alternatives are the fields that branches of a template write more than once.
func alternatives(block *source.Node) map[string]bool {
	seen, out := map[string]bool{}, map[string]bool{}
	for _, f := range block.Fields() {
		if f.Conditional && seen[f.Name] {
			out[f.Name] = true
		}
		seen[f.Name] = true
	}
	return out
}

// unknownAt makes a value unknown: several places say different things.
func unknownAt(e *model.Entity, p model.Path) {
	v := e.Fields[p]
	v.Unknown, v.Data, v.Hides = true, nil, nil
	e.Fields[p] = v
}

// strings of a list, upper-cased or not, as a value of the model.
func listValue(n *source.Node, change func(string) string) model.Value {
	v := model.Value{Node: n, Origin: model.Origin{Kind: model.FromFile, Span: n.Span}}
	var items []any
	nodes := n.Items()
	if n.IsScalar() {
		nodes = []*source.Node{n}
	}
	for _, item := range nodes {
		s := scalar(item, dollar)
		if s.Unknown {
			v.Unknown = true
			return v
		}
		items = append(items, change(s.resolved))
	}
	v.Data = items
	return v
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// mirrorFormat reads MirrorMaker 2's file: clusters by alias, flows A->B, and
// settings for all of them.
var mirrorFormat = Format{Name: "mirrormaker", Claim: claimMirrorMaker, Import: importMirrorMaker}

func claimMirrorMaker(d *Document) bool { return isFlat(d) && isMirrorMaker(d.Roots[0]) }

// isMirrorMaker wants the list of clusters and a key of one of them or of a
// flow.
func isMirrorMaker(root *source.Node) bool {
	if root.Field("clusters") == nil {
		return false
	}
	for _, f := range root.Fields() {
		if strings.Contains(f.Name, "->") {
			return true
		}
		if alias, ok := strings.CutSuffix(f.Name, ".bootstrap.servers"); ok && !strings.Contains(alias, ".") {
			return true
		}
	}
	return false
}

func importMirrorMaker(docs []*Document, _ *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		m := newMirrorSettings(d)
		flows := m.flows()
		for _, e := range flows {
			out.Add(fragmentOf(d, e))
		}
		for _, alias := range m.clusters {
			for _, f := range m.clients(alias) {
				out.Add(f)
			}
		}
		out.Problems = append(out.Problems, duplicates(m.root, flows[0], string(kafka.MirrorMaker))...)
		if n := m.root.Field("mm.enable.internal.rest"); n != nil {
			out.Problems = append(out.Problems, model.Problem{Kind: "unknown-key", Level: "info", Span: n.NameSpan, Entity: flows[0], Key: n.Name,
				Role: string(kafka.MirrorMaker), Value: n.Str(), Why: "KIP-710 was released with another name for it", Hint: "dedicated.mode.enable.internal.rest"})
		}
	}
	separate(out.Fragments)
	return out
}

// mirrorSettings is one file with its keys sorted by what they are for.
type mirrorSettings struct {
	doc      *Document
	root     *source.Node
	clusters []string
	// keys are the settings by prefix: "" for all, an alias, a flow "a->b".
	keys map[string][]setting
}

func newMirrorSettings(d *Document) *mirrorSettings {
	m := &mirrorSettings{doc: d, root: d.Roots[0], keys: map[string][]setting{}}
	for _, item := range textList(scalar(m.root.Field("clusters"), dollar).resolved) {
		m.clusters = append(m.clusters, item.(string))
	}
	for _, f := range m.root.Fields() {
		prefix, key := kafka.StripMirror(f.Name, m.clusters)
		m.keys[prefix] = append(m.keys[prefix], setting{key, f})
	}
	return m
}

// flows are the mirrors that the file names. A flow runs only when it is
// enabled; a file that names none is one mirror of unknown ends.
func (m *mirrorSettings) flows() []*model.Entity {
	var out []*model.Entity
	for _, a := range m.clusters {
		for _, b := range m.clusters {
			own, named := m.keys[a+"->"+b]
			if !named || disabled(own) {
				continue
			}
			e := m.mirror(a+"->"+b, own[0].node.NameSpan, own)
			setText(e, "from", a, own[0].node.NameSpan, "")
			setText(e, "to", b, own[0].node.NameSpan, "")
			for _, s := range m.keys[a] {
				if strings.HasPrefix(s.key, "consumer.") {
					setSetting(e, s.key, s.node)
				}
			}
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		out = append(out, m.mirror(fileEntityName(m.doc), m.root.Fields()[0].NameSpan, nil))
	}
	return out
}

func disabled(settings []setting) bool {
	for _, s := range settings {
		if s.key == "enabled" {
			return strings.EqualFold(s.node.Str(), "false")
		}
	}
	return false
}

// mirror is one flow: what holds for all flows, and over it its own settings.
func (m *mirrorSettings) mirror(name string, at source.Span, own []setting) *model.Entity {
	e := model.New(model.Mirror, name, at)
	e.Format, e.Source = "mirrormaker", documentSource(m.doc)
	for _, s := range m.keys[""] {
		if s.key != "clusters" {
			setSetting(e, s.key, s.node)
		}
	}
	for _, s := range own {
		if s.key != "enabled" {
			setSetting(e, s.key, s.node)
		}
	}
	if v, ok := e.Fields[model.Config("replication.policy.class")]; ok {
		v.Hides = nil
		e.Set("policy", v)
	}
	setConnectClient(e, m.doc, at)
	place := model.Place{Anchor: at, Parent: m.root}
	if own != nil {
		place.Spell = func(key string) string { return name + "." + key }
	}
	e.Places[""] = place
	return e
}

// clients are how MirrorMaker connects to one cluster, and its producer there
// where it has settings of its own.
func (m *mirrorSettings) clients(alias string) []model.Fragment {
	var connection, producer []setting
	for _, s := range m.keys[alias] {
		if key, ok := strings.CutPrefix(s.key, "producer."); ok {
			producer = append(producer, setting{key, s.node})
		} else if !strings.HasPrefix(s.key, "consumer.") {
			connection = append(connection, s)
		}
	}
	var out []model.Fragment
	for _, part := range []struct {
		kind     model.Kind
		settings []setting
	}{{model.Client, connection}, {model.Producer, producer}} {
		kind, settings := part.kind, part.settings
		if len(settings) == 0 {
			continue
		}
		e := model.New(kind, alias, settings[0].node.NameSpan)
		e.Format, e.Source = "mirrormaker", documentSource(m.doc)
		setText(e, "client/library", java, e.Span, "MirrorMaker 2")
		setText(e, "client/framework", "connect", e.Span, "MirrorMaker 2")
		for _, s := range settings {
			setSetting(e, strings.TrimPrefix(s.key, "admin."), s.node)
		}
		prefix := alias + "."
		if kind == model.Producer {
			prefix += "producer."
		}
		e.Places[""] = model.Place{Anchor: e.Span, Parent: m.root, Spell: func(key string) string { return prefix + key }}
		setPrincipal(e)
		f := fragmentOf(m.doc, e)
		f.Bootstrap = bootstrapOf(e)
		out = append(out, f)
	}
	return out
}

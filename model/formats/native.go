package formats

import (
	"fmt"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// nativeFormat reads what people write for Plimsoll by hand: plimsoll.cue, and
// the same in YAML or JSON, marked by plimsoll: v1. Its entries describe
// entities that other files declare, or declare their own.
func nativeFormat() Format {
	return Format{Name: "plimsoll", Claim: claimNative, Import: importNative}
}

func claimNative(d *Document) bool {
	if d.Parent != nil || d.Syntax != source.CUE && d.Syntax != source.YAML && d.Syntax != source.JSON {
		return false
	}
	for _, root := range d.Roots {
		if isNative(root) {
			return true
		}
	}
	return false
}

func isNative(root *source.Node) bool {
	n := root.Field("plimsoll")
	return n != nil && n.IsScalar()
}

func importNative(docs []*Document, _ *Context) model.Imported {
	var out model.Imported
	schema := &nativeSchema{}
	for _, d := range docs {
		for _, root := range d.Roots {
			if !isNative(root) {
				continue
			}
			out.Problems = append(out.Problems, schema.check(d, root)...)
			r := &nativeReader{doc: d, root: root, out: &out}
			r.read()
		}
		if d.Syntax == source.CUE {
			out.Constraints = append(out.Constraints, nativeConstraints(d)...)
		}
	}
	return out
}

// nativeReader reads one spec.
type nativeReader struct {
	doc  *Document
	root *source.Node
	out  *model.Imported
}

func (r *nativeReader) read() {
	r.cluster()
	for _, s := range model.Sections {
		for _, n := range r.root.Field(s.Field).Fields() {
			r.entry(s.Kind, n)
		}
	}
}

// entry reads one entity. An entry of CUE that only constrains (topics: x:
// partitions: >=3) says nothing of its own.
func (r *nativeReader) entry(kind model.Kind, n *source.Node) {
	if n.Kind != source.Map || n.Name == "" {
		return
	}
	at := n.NameSpan
	if at.IsZero() {
		at = n.Span
	}
	e := r.entity(kind, n.Name, at, n)
	f := model.Fragment{Entity: e, Bind: true}
	if from := n.Field("from"); from != nil && kind != model.Mirror {
		f.From = from.Str()
	}
	r.fields(e, "", n)
	r.add(f)
}

func (r *nativeReader) entity(kind model.Kind, name string, at source.Span, n *source.Node) *model.Entity {
	e := model.New(kind, name, at)
	e.Format, e.Source = "plimsoll", r.doc.Dir()
	e.Places[""] = model.Place{Anchor: at, Parent: n}
	return e
}

func (r *nativeReader) add(f model.Fragment) {
	f.Env = r.root.Field("deployment").Str()
	f.Cluster = r.root.Get("cluster", "name").Str()
	r.out.Add(f)
}

// cluster reads what a spec says of the cluster: under kafka, cluster and
// environment.
func (r *nativeReader) cluster() {
	about, kafkaNode, environment := r.root.Field("cluster"), r.root.Field("kafka"), r.root.Field("environment")
	if about == nil && kafkaNode == nil && environment == nil {
		return
	}
	first := about
	if first == nil {
		first = kafkaNode
	}
	if first == nil {
		first = environment
	}
	e := r.entity(model.Cluster, about.Field("name").Str(), first.NameSpan, about)
	r.fields(e, "", kafkaNode)
	r.fields(e, "", about)
	if environment != nil {
		r.field(e, "environment", environment)
	}
	r.add(model.Fragment{Entity: e, Bind: true})
}

// fields reads everything below n; prefix is n's path with its slash.
func (r *nativeReader) fields(e *model.Entity, prefix model.Path, n *source.Node) {
	for _, f := range n.Fields() {
		p := prefix + f.Name
		switch {
		case f.Name == "config" && (prefix == "" || prefix == "controllers/"):
			r.config(e, p, f)
		case p == "name" && e.Kind == model.Cluster, p == "from" && e.Kind != model.Mirror:
		case f.Kind == source.Map:
			e.Places[p] = model.Place{Anchor: f.NameSpan, Parent: f}
			r.fields(e, p+"/", f)
		case f.Kind == source.List && p == "faults":
			for i, item := range f.Items() {
				r.fields(e, fmt.Sprintf("faults/%d/", i), item)
			}
		default:
			r.field(e, p, f)
		}
	}
}

// field reads one field of the model. What does not fit its definition was
// reported by the check and is left out.
func (r *nativeReader) field(e *model.Entity, p model.Path, n *source.Node) {
	v := scalar(n, dollar)
	if n.Kind == source.Expression && n.Syntax == source.CUE || n.Kind == source.Null {
		return // a constraint, or nothing
	}
	if strings.HasPrefix(p, "labels/") {
		e.Set(p, v.Value)
		return
	}
	f, ok := model.FieldAt(e.Kind, p)
	if !ok {
		return
	}
	if !v.Unknown {
		data, ok := f.Parse(v.resolved)
		if !ok {
			return
		}
		v.Data = data
	}
	e.Set(p, v.Value)
}

// config reads Kafka's keys. A value with a unit becomes the key's unit.
func (r *nativeReader) config(e *model.Entity, p model.Path, n *source.Node) {
	role := model.RoleOf(e)
	if p != "config" {
		role = kafka.Controller
	}
	e.Places[p] = model.Place{Anchor: n.NameSpan, Parent: n}
	for _, f := range n.Fields() {
		if f.Kind == source.Expression && f.Syntax == source.CUE || f.Kind == source.Null || f.Kind == source.Map {
			continue
		}
		v := scalar(f, dollar)
		if k, known := kafka.Lookup(role, f.Name); known && !v.Unknown {
			if text, ok := model.InUnit(k, v.resolved); ok {
				v.Data, v.resolved = text, text
			}
		}
		e.Set(p+"/"+f.Name, typedConfig(role, f.Name, v))
	}
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// isPlan reports whether a JSON document is what terraform show -json prints.
func isPlan(root *source.Node) bool {
	return root.Field("format_version") != nil && (root.Field("planned_values") != nil || root.Field("resource_changes") != nil || root.Get("values", "root_module") != nil)
}

// importPlan reads a plan or a state: its values are known, and stand in the
// JSON. What is only known after apply is left out there.
func importPlan(d *Document, out *model.Imported) {
	root := d.Roots[0]
	p := &planReader{doc: d, c: &tfCollector{}, m: &tfModule{run: &tfRun{budget: tfBudget}}}
	switch {
	case root.Get("planned_values", "root_module") != nil:
		p.module(root.Get("planned_values", "root_module"), 0)
	case root.Get("values", "root_module") != nil:
		p.module(root.Get("values", "root_module"), 0)
	default:
		for _, change := range root.Field("resource_changes").Items() {
			p.resource(change, change.Get("change", "after"))
		}
	}
	var own model.Imported
	p.c.importInto(&own)
	for _, f := range own.Fragments {
		readOnly(f.Entity)
	}
	out.Fragments = append(out.Fragments, own.Fragments...)
	out.Problems = append(out.Problems, own.Problems...)
}

// readOnly takes away what edits would need: nobody corrects a plan.
func readOnly(e *model.Entity) {
	for p, v := range e.Fields {
		v.Node = nil
		e.Fields[p] = v
	}
	for p, place := range e.Places {
		place.Parent = nil
		e.Places[p] = place
	}
}

type planReader struct {
	doc *Document
	c   *tfCollector
	m   *tfModule
}

func (p *planReader) module(n *source.Node, depth int) {
	for _, r := range n.Field("resources").Items() {
		p.resource(r, r.Field("values"))
	}
	if depth > tfDepth {
		return
	}
	for _, child := range n.Field("child_modules").Items() {
		p.module(child, depth+1)
	}
}

func (p *planReader) resource(n, values *source.Node) {
	kind := n.Field("type").Str()
	if !tfHandled(kind) || values == nil || values.Kind != source.Map || n.Field("mode").Str() == "data" {
		return
	}
	address := n.Field("address").Str()
	head := n.Field("address")
	if head == nil {
		head = n
	}
	module := ""
	if i := strings.LastIndex(address, kind+"."); i > 0 {
		module = address[:i]
	}
	p.c.add(&tfResource{
		kind: kind, label: n.Field("name").Str(), address: address, module: module, body: p.m.value(values, nil), head: head.Span,
		root: p.doc.Dir(),
	})
}

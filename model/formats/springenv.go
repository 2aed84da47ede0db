package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// container is what a Compose service or a pod's container is to an importer
// of its environment variables.
type container struct {
	// name is what to call the application, source its project and service.
	name, source string
	// format is the importer that found it.
	format       string
	env, cluster string
}

// springEnvironment makes the entities of a container whose environment
// variables (nodes by their names, values in the dialect of the file) set
// Spring's Kafka properties; nothing when none does.
func springEnvironment(vars []*source.Node, c container, d dialect, ctx *Context) model.Imported {
	var out model.Imported
	l := layer{blocks: map[string]*source.Node{}}
	found := false
	for _, n := range vars {
		if name, ok := springEnv(n.Name); ok {
			l.props = append(l.props, property{name: name, node: settled(n, d)})
			found = found || isSpringKafka(name)
		}
	}
	if !found {
		return out
	}
	a := &application{source: c.source, name: c.name, layers: []layer{l}}
	b := newSpringBuilder(a, variant{layers: a.layers}, ctx)
	b.boot()
	b.cloud()
	for _, f := range b.fragments() {
		f.Env, f.Cluster, f.Format = c.env, c.cluster, c.format
		for p, place := range f.Places {
			place.Parent, place.Spell = nil, springVariable(place.Spell)
			f.Places[p] = place
		}
		out.Add(f)
	}
	for _, p := range append(springProblems(a, b.sections), cloudProblems(a)...) {
		if written := string(p.Span.Bytes()); strings.HasPrefix(written, "SPRING_") {
			p.Key = written
		}
		out.Problems = append(out.Problems, p)
	}
	return out
}

// springVariable turns the names that a section writes into the names of
// environment variables.
func springVariable(spell func(string) string) func(string) string {
	if spell == nil {
		return nil
	}
	return func(key string) string {
		return strings.ToUpper(strings.NewReplacer("-", "", ".", "_").Replace(spell(key)))
	}
}

// settled is a node whose variables of the outer file are resolved: what is left
// is what Spring reads.
func settled(n *source.Node, d dialect) *source.Node {
	if d == spring || n.Kind == source.Expression || !strings.Contains(n.Value, "$") {
		return n
	}
	out := *n
	text, _, ok := expand(n.Value, d)
	if out.Value = text; !ok {
		out.Kind, out.Value = source.Expression, n.Value
	}
	return &out
}

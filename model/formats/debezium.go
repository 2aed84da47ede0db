package formats

import (
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// debeziumFormat reads Debezium Server's application.properties or .yaml: one
// source connector, the offsets of a Connect worker of one, and the producer of
// the Kafka sink.
var debeziumFormat = Format{Name: "debezium-server", Claim: claimDebezium, Import: importDebezium}

func claimDebezium(d *Document) bool {
	return (d.Syntax == source.Properties || d.Syntax == source.YAML) && len(d.Roots) > 0 && isDebeziumServer(d.Roots[0])
}

// isDebeziumServer wants the source's connector class.
func isDebeziumServer(root *source.Node) bool {
	return root.Field("debezium.source.connector.class") != nil || root.Get("debezium", "source").Fields() != nil
}

func importDebezium(docs []*Document, _ *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		s := newDebeziumSettings(d)
		in := s.connector()
		out.Fragments = append(out.Fragments, in.Fragments...)
		out.Problems = append(out.Problems, in.Problems...)
		if len(s.worker.Children) > 0 {
			out.Add(s.entity(model.Worker, s.worker, "debezium.source."))
		}
		if len(s.producer.Children) > 0 {
			out.Add(s.entity(model.Producer, s.producer, "debezium.sink.kafka.producer."))
		}
		if d.Syntax == source.Properties {
			addDuplicates(&out, d.Roots[0], len(out.Fragments)-1)
		}
	}
	return out
}

// debeziumSettings are the keys by what they are for, without their prefixes.
type debeziumSettings struct {
	doc                      *Document
	root                     *source.Node
	source, worker, producer *source.Node
}

func newDebeziumSettings(d *Document) *debeziumSettings {
	s := &debeziumSettings{doc: d, root: d.Roots[0]}
	for _, n := range []**source.Node{&s.source, &s.worker, &s.producer} {
		*n = &source.Node{Kind: source.Map, Syntax: d.Syntax, Insert: d.Roots[0].Insert, Span: d.Roots[0].Span}
	}
	for _, f := range flatten(s.root) {
		name, ok := strings.CutPrefix(f.name, "debezium.")
		if !ok {
			continue
		}
		key, isSource := strings.CutPrefix(name, "source.")
		producerKey, isProducer := strings.CutPrefix(name, "sink.kafka.producer.")
		switch {
		case isProducer:
			s.producer.Children = append(s.producer.Children, renamed(f.node, producerKey))
		case isSource && isWorkerKey(key):
			s.worker.Children = append(s.worker.Children, renamed(f.node, key))
		case isSource:
			s.source.Children = append(s.source.Children, renamed(f.node, key))
		case strings.HasPrefix(name, "transforms"), strings.HasPrefix(name, "predicates"):
			s.source.Children = append(s.source.Children, renamed(f.node, name))
		}
	}
	return s
}

// isWorkerKey reports whether a key of the source is really one of the worker
// that runs it: where offsets are, how often they are flushed.
func isWorkerKey(key string) bool {
	_, worker := kafka.Lookup(kafka.ConnectWorker, key)
	_, connector := kafka.Lookup(kafka.ConnectSource, key)
	return worker && !connector && strings.HasPrefix(key, "offset.")
}

// renamed is a field under the name that its consumer reads.
func renamed(n *source.Node, name string) *source.Node {
	c := *n
	c.Name = name
	return &c
}

func (s *debeziumSettings) connector() model.Imported {
	class := s.source.Field("connector.class")
	if class == nil {
		return model.Imported{}
	}
	name := &source.Node{Kind: source.String, Value: fileEntityName(s.doc), Span: class.NameSpan}
	in := importConnector(s.doc, connectorOf{name: first(s.source.Field("name"), name), config: s.source})
	for i := range in.Fragments {
		s.finish(in.Fragments[i].Entity, "debezium.source.")
	}
	in.Problems = slices.DeleteFunc(in.Problems, func(p model.Problem) bool { return p.Kind == "duplicate-key" })
	return in
}

// finish says that the entity's keys are written with a prefix in the whole
// file.
func (s *debeziumSettings) finish(e *model.Entity, prefix string) {
	e.Format = "debezium-server"
	delete(e.Fields, "client/framework") // it runs connectors without Connect's workers
	place := model.Place{Anchor: e.Span, Spell: func(key string) string { return prefix + key }}
	if s.doc.Syntax == source.Properties {
		place.Parent = s.root
	}
	e.Places[""] = place
}

func (s *debeziumSettings) entity(kind model.Kind, settings *source.Node, prefix string) model.Fragment {
	e := model.New(kind, fileEntityName(s.doc), settings.Children[0].NameSpan)
	e.Source = documentSource(s.doc)
	for _, f := range settings.Children {
		setSetting(e, f.Name, f)
	}
	setText(e, "client/library", java, e.Span, "Debezium Server")
	if kind == model.Producer {
		setText(e, "source", "cdc", e.Span, "Debezium Server")
	}
	setPrincipal(e)
	s.finish(e, prefix)
	f := fragmentOf(s.doc, e)
	f.Bootstrap = bootstrapOf(e)
	return f
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// strimziFormat reads the custom resources of Strimzi: clusters, node pools,
// topics, users, Connect and MirrorMaker.
func strimziFormat() Format {
	return Format{Name: "strimzi", Claim: claimStrimzi, Import: importStrimzi}
}

func claimStrimzi(d *Document) bool {
	if d.Syntax != source.YAML && d.Syntax != source.JSON {
		return false
	}
	if isKustomization(d) {
		return true
	}
	for _, root := range d.Roots {
		for _, m := range appendManifests(nil, d, root) {
			if strings.Contains(m.api(), "strimzi.io/") {
				return true
			}
		}
	}
	return false
}

// strimziReader imports the Strimzi resources of a run.
type strimziReader struct {
	out model.Imported
	all []manifest
	// clusters are the Kafka resources by environment and name; a name that
	// several namespaces have is told apart by them.
	clusters map[string][]*manifest
	// connects are the KafkaConnect resources by name.
	connects map[string]*manifest
	// noted are the files whose old API version was reported.
	noted map[*source.File]bool
}

func importStrimzi(docs []*Document, ctx *Context) model.Imported {
	r := &strimziReader{clusters: map[string][]*manifest{}, connects: map[string]*manifest{}, noted: map[*source.File]bool{}}
	for _, m := range manifestsOf(docs, ctx) {
		if strings.Contains(m.api(), "strimzi.io/") {
			r.all = append(r.all, m)
		}
	}
	for i := range r.all {
		m := &r.all[i]
		switch m.kind() {
		case "Kafka":
			r.clusters[m.name()] = append(r.clusters[m.name()], m)
		case "KafkaConnect", "KafkaConnectS2I", "KafkaMirrorMaker2":
			r.connects[m.env+"\x00"+m.name()] = m
		}
	}
	for i := range r.all {
		r.read(&r.all[i])
	}
	return r.out
}

func (r *strimziReader) read(m *manifest) {
	var e *model.Entity
	switch m.kind() {
	case "KafkaTopic":
		e = r.topic(m)
	case "Kafka":
		e = r.kafka(m)
	case "KafkaNodePool":
		e = r.nodePool(m)
	case "KafkaUser":
		e = r.user(m)
	case "KafkaConnect", "KafkaConnectS2I":
		e = r.connect(m)
	case "KafkaConnector":
		e = r.connector(m)
	case "KafkaMirrorMaker2":
		e = r.mirrorMaker2(m)
	case "KafkaMirrorMaker":
	default:
		return
	}
	r.versions(m, e)
}

// cluster is the hint that a resource's cluster label gives. A label that only a
// template's engine knows says something where the Kafka resource has the same.
func (r *strimziReader) cluster(m *manifest, name string) string {
	found := r.clusters[name]
	if name == "" || !isKnownName(name) && len(found) == 0 {
		return ""
	}
	spaces := map[string]bool{}
	for _, c := range found {
		if c.env == m.env && c.namespace() != "" {
			spaces[c.namespace()] = true
		}
	}
	if len(spaces) > 1 && m.namespace() != "" {
		return m.namespace() + "/" + name
	}
	return name
}

func isKnownName(s string) bool {
	return !strings.ContainsAny(s, "${}<>%") && !source.HasPlaceholder(s)
}

// of is the hint of a resource with the label strimzi.io/cluster.
func (r *strimziReader) of(m *manifest) string { return r.cluster(m, m.label("strimzi.io/cluster")) }

// find is the Kafka resource that a resource belongs to, nil if it is not here.
func (r *strimziReader) find(m *manifest) *manifest {
	for _, c := range r.clusters[m.label("strimzi.io/cluster")] {
		if c.env == m.env && (c.namespace() == m.namespace() || c.namespace() == "" || m.namespace() == "") {
			return c
		}
	}
	return nil
}

func (r *strimziReader) problem(p model.Problem) { r.out.Problems = append(r.out.Problems, p) }

func (r *strimziReader) topic(m *manifest) *model.Entity {
	spec := m.spec()
	nameNode := firstScalar(spec.Field("topicName"), m.get("metadata", "name"))
	e := m.entity(model.Topic, nameText(nameNode), "strimzi")
	if nameNode != nil {
		e.Span = nameNode.Span
	}
	m.field(e, "partitions", spec.Field("partitions"))
	m.field(e, "replicationFactor", spec.Field("replicas"))
	config := spec.Field("config")
	m.configs(e, config)
	if isComputed(spec) {
		m.field(e, "partitions", spec)
		m.field(e, "replicationFactor", spec)
		m.configs(e, spec)
	}
	r.out.Problems = append(r.out.Problems, duplicates(config, e, string(kafka.Topic))...)
	r.misplaced(m, e)
	e.Places[""] = m.specPlace()
	e.Places["replicationFactor"] = model.Place{Anchor: m.specPlace().Anchor, Parent: spec, Spell: func(string) string { return "replicas" }}
	e.Places["config"] = blockPlace(config, m.specPlace())
	r.out.Add(m.fragment(e, r.of(m)))
	return e
}

// isComputed reports whether a template puts in a whole block.
func isComputed(n *source.Node) bool { return n != nil && n.Kind == source.Expression }

// misplaced reports topic keys that stand where the operator does not look.
func (r *strimziReader) misplaced(m *manifest, e *model.Entity) {
	var blocks []*source.Node
	for _, name := range []string{"config", "configs"} {
		if n := m.node.Field(name); n != nil && n.Kind == source.Map {
			blocks = append(blocks, n)
		}
		if n := m.get("metadata", name); n != nil && n.Kind == source.Map {
			blocks = append(blocks, n)
		}
	}
	if n := m.spec().Field("configs"); n != nil && n.Kind == source.Map {
		blocks = append(blocks, n)
	}
	for _, n := range blocks {
		r.problem(model.Problem{Kind: "wrong-level-key", Span: n.NameSpan, Entity: e, Key: n.Name, Role: "topic",
			Why: "the operator reads topic keys from spec.config only, so this block has no effect", Hint: "move it to spec.config"})
	}
	for _, n := range append(m.spec().Fields(), m.node.Fields()...) {
		if _, known := kafka.Lookup(kafka.Topic, n.Name); known && n.IsScalar() && strings.Contains(n.Name, ".") {
			r.problem(model.Problem{Kind: "wrong-level-key", Span: n.NameSpan, Entity: e, Key: n.Name, Role: "topic", Value: n.Str(),
				Why: "the operator reads topic keys from spec.config only, so this one has no effect", Hint: "move it into spec.config"})
		}
	}
}

// specPlace is the spec's block.
func (m *manifest) specPlace() model.Place {
	spec := m.spec()
	if spec == nil {
		return model.Place{Anchor: m.at(), Parent: nil}
	}
	return model.Place{Anchor: spec.NameSpan, Parent: spec}
}

// blockPlace is a block of Kafka keys, or what it would stand in.
func blockPlace(block *source.Node, around model.Place) model.Place {
	if block == nil || block.Kind != source.Map {
		return model.Place{Anchor: around.Anchor}
	}
	return model.Place{Anchor: block.NameSpan, Parent: block}
}

func firstScalar(nodes ...*source.Node) *source.Node {
	for _, n := range nodes {
		if n.IsScalar() && n.Kind != source.Null && n.Value != "" {
			return n
		}
	}
	return nil
}

// servedKinds are the kinds that lost v1beta1 with Strimzi 0.23, while topics
// and users kept it, deprecated, until 1.0.
var servedKinds = map[string]bool{"KafkaTopic": true, "KafkaUser": true}

// versions reports API versions that the operator no longer serves, or soon will
// not: v1 came with Strimzi 0.49 and Kafka 4.0, and is all that 1.0 serves.
func (r *strimziReader) versions(m *manifest, e *model.Entity) {
	at := m.get("apiVersion")
	p := model.Problem{Span: at.Span, Entity: e, Key: "apiVersion", Role: m.kind(), Value: at.Str(), Hint: "kafka.strimzi.io/v1"}
	_, version, _ := strings.Cut(at.Str(), "/")
	switch {
	case m.kind() == "KafkaMirrorMaker":
		p.Kind, p.Why, p.Hint = "removed-api-version", "Strimzi 0.46 removed MirrorMaker 1, as Kafka 4.0 did", "use KafkaMirrorMaker2"
	case m.kind() == "KafkaConnectS2I":
		p.Kind, p.Why, p.Hint = "removed-api-version", "Strimzi 0.27 removed KafkaConnectS2I", "use KafkaConnect with spec.build"
	case strings.HasPrefix(version, "v1alpha") || version == "v1beta1":
		p.Kind, p.Why = "removed-api-version", "no operator since Strimzi 0.23 serves "+m.kind()+" as "+version
		if servedKinds[m.kind()] {
			p.Kind, p.Level, p.Why = "deprecated-api-version", "info", version+" of "+m.kind()+" is deprecated since Strimzi 0.22 and gone from 1.0"
		}
	case version == "v1beta2" && !r.noted[at.Span.File] && r.takesV1(m):
		r.noted[at.Span.File] = true
		p.Kind, p.Level, p.Why = "deprecated-api-version", "info", "v1beta2 is deprecated since Strimzi 0.49 and gone from 1.0"
	default:
		return
	}
	r.problem(p)
}

// takesV1 reports whether an operator that serves v1 can run this resource:
// they all run Kafka 4.0 or later.
func (r *strimziReader) takesV1(m *manifest) bool {
	c := m
	if found := r.find(m); found != nil {
		c = found
	}
	version := firstScalar(c.get("spec", "kafka", "version"), c.get("spec", "version"))
	v, ok := kafka.ParseVersion(version.Str())
	return version == nil || ok && v.AtLeast(kafka.V(4, 0))
}

package formats

import (
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// springFormat reads Spring Boot's application files: spring.kafka.* and
// spring.cloud.stream.*.
func springFormat() Format {
	return Format{Name: "spring", Claim: claimSpring, Import: importSpring}
}

// claimSpring looks for Spring's Kafka sections. A module's application files
// are claimed without them too when they name the application or its profiles,
// because the sections may stand in a file beside them.
func claimSpring(d *Document) bool {
	if d.Syntax != source.YAML && d.Syntax != source.Properties && d.Syntax != source.JSON {
		return false
	}
	stem, _ := fileStem(d.Name)
	for _, root := range d.Roots {
		if holdsBelow(root, "", "spring.kafka") || holdsBelow(root, "", "spring.cloud.stream") {
			return true
		}
		if isApplicationStem(stem) && (holdsBelow(root, "", "spring.application") || holdsBelow(root, "", "spring.profiles")) {
			return true
		}
	}
	return false
}

// holdsBelow reports whether a tree has a property below a dotted name.
func holdsBelow(n *source.Node, at, want string) bool {
	for _, f := range n.Fields() {
		name := joinName(at, f.Name)
		if _, ok := below(name+".", want); ok {
			return f.Kind != source.Null
		}
		if _, ok := below(want, relaxed(name)); ok && holdsBelow(f, name, want) {
			return true
		}
		if _, ok := below(name, want); ok {
			return true
		}
	}
	return false
}

func importSpring(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, a := range applications(docs, true, springLayers) {
		byPath := map[string]*model.Entity{}
		for _, v := range a.variants(ctx, isSpringKafka) {
			b := newSpringBuilder(a, v, ctx)
			b.boot()
			b.cloud()
			out.Fragments = append(out.Fragments, b.fragments()...)
			for section, e := range b.sections {
				if byPath[section] == nil {
					byPath[section] = e
				}
			}
		}
		out.Problems = append(out.Problems, springProblems(a, byPath)...)
		out.Problems = append(out.Problems, cloudProblems(a)...)
	}
	return out
}

func isSpringKafka(name string) bool {
	_, boot := below(name, "spring.kafka")
	_, cloud := below(name, "spring.cloud.stream")
	return boot || cloud
}

// springLayers cuts a file into its documents, each with the condition that it
// is activated on.
func springLayers(d *Document) []layer {
	var out []layer
	for _, root := range d.Roots {
		if d.Syntax == source.Properties {
			out = append(out, propertiesLayers(d, root)...)
			continue
		}
		l := layer{blocks: map[string]*source.Node{}}
		l.flatten(root, "")
		l.settle()
		out = append(out, l)
	}
	for i := range out {
		out[i].when = activation(out[i].props)
	}
	return out
}

// propertiesLayers cuts a properties file where Boot does: at lines of "#---"
// or "!---".
func propertiesLayers(d *Document, root *source.Node) []layer {
	var cuts []int
	at := 0
	for _, line := range strings.SplitAfter(d.Text.String(), "\n") {
		if trimmed := strings.TrimRight(line, " \t\r\n"); trimmed == "#---" || trimmed == "!---" {
			cuts = append(cuts, d.Text.Span(at, at).Start)
		}
		at += len(line)
	}
	out := make([]layer, len(cuts)+1)
	for _, f := range root.Fields() {
		i, _ := slices.BinarySearch(cuts, f.NameSpan.Start)
		out[i].add(property{joinName("", f.Name), f, root})
	}
	return out
}

// activation is spring.config.activate.on-profile, or spring.profiles of
// before Boot 2.4.
func activation(props []property) *profileExpr {
	var when *profileExpr
	for _, p := range props {
		switch relaxed(p.name) {
		case "spring.config.activate.onprofile", "spring.profiles":
			when = both(when, anyOf(words(p.node)))
		}
	}
	return when
}

// springBuilder makes the entities of an application under one profile.
type springBuilder struct {
	app     *application
	variant variant
	ctx     *Context
	props   []springProperty
	references
	name string // the application's
	// sections are the entities by the part of spring.kafka. that makes them.
	sections map[string]*model.Entity
	out      []model.Fragment
}

// springProperty is a property below spring.kafka.
type springProperty struct {
	property
	path string
}

func newSpringBuilder(a *application, v variant, ctx *Context) *springBuilder {
	b := &springBuilder{app: a, variant: v, ctx: ctx, references: referencesOf(v.layers), sections: map[string]*model.Entity{}}
	for _, l := range v.layers {
		for _, p := range l.props {
			if path, ok := springPath(p.name); ok {
				b.props = append(b.props, springProperty{p, path})
			}
		}
	}
	b.name = b.text("spring.application.name", a.name)
	return b
}

// value reads a property as the Kafka key that Boot makes of it.
func (b *springBuilder) value(role kafka.Role, path, key string, n *source.Node) model.Value {
	return b.config(role, key, n, func(raw string) (string, error) { return kafka.SpringValue(path, raw) })
}

// boot makes the entities of spring.kafka.*, in Boot's order: what all clients
// share, the properties that all share, the client's own, its properties.
func (b *springBuilder) boot() {
	b.makeSections()
	for pass := range 4 {
		for _, p := range b.props {
			role, key, known := kafka.SpringKey(p.path)
			if !known || key == "" || passOf(p.path, role) != pass {
				continue
			}
			for _, s := range sectionsOf(role) {
				b.set(s, role, p, key)
			}
		}
	}
	for _, p := range b.props {
		b.setting(p)
	}
	b.jaas()
	for _, s := range springSections {
		if e := b.sections[s.name]; e != nil {
			b.finish(e, s)
		}
	}
}

// passOf is the layer of Boot that a property belongs to.
func passOf(path string, role kafka.Role) int {
	pass := 0
	if role != "" {
		pass = 2
	}
	if strings.HasPrefix(path, "properties.") || role != "" && strings.Contains(path, ".properties.") {
		pass++
	}
	return pass
}

// springSection is a part of spring.kafka. that makes an entity.
type springSection struct {
	name string
	kind model.Kind
	role kafka.Role
	// nameKey gives the entity its name, before the application does.
	nameKey string
}

var springSections = []springSection{
	{"producer", model.Producer, kafka.Producer, "client.id"},
	{"consumer", model.Group, kafka.Consumer, "group.id"},
	{"streams", model.Streams, kafka.Streams, "application.id"},
	{"admin", model.Client, kafka.Admin, ""},
}

// sectionsOf are the sections that a property of the role goes to.
func sectionsOf(role kafka.Role) []springSection {
	if role == "" {
		return springSections
	}
	for i, s := range springSections {
		if s.role == role {
			return springSections[i : i+1]
		}
	}
	return nil
}

// makeSections makes an entity of every section that is written. What all
// clients share is the client's, whose section is "admin".
func (b *springBuilder) makeSections() {
	for _, p := range b.props {
		section, _, nested := strings.Cut(p.path, ".")
		switch {
		case section == "listener" && nested:
			section = "consumer"
		case p.path == "template.default-topic" || p.path == "template.transaction-id-prefix":
			section = "producer"
		case sharedPath(p.path):
			section = "admin"
		}
		for _, s := range springSections {
			if s.name == section && b.sections[section] == nil {
				e := model.New(s.kind, "", source.Span{})
				e.Format, e.Source, e.Environment = "spring", b.app.source, b.variant.environment
				b.sections[section] = e
			}
		}
	}
}

// sharedPath reports whether a property counts for every client.
func sharedPath(path string) bool {
	role, key, known := kafka.SpringKey(path)
	return known && role == "" && key != ""
}

// set gives a section the Kafka key of a property. What all share goes only
// where the key exists; a key that no client has goes everywhere (settings of
// serializers).
func (b *springBuilder) set(s springSection, role kafka.Role, p springProperty, key string) {
	e := b.sections[s.name]
	if e == nil || role == "" && !takes(s.role, key) {
		return
	}
	e.Set(model.Config(key), b.value(s.role, p.path, key, p.node))
}

// takes reports whether a role has a key, or no client has it.
func takes(role kafka.Role, key string) bool {
	if _, ok := kafka.Lookup(role, key); ok {
		return true
	}
	for _, s := range springSections {
		if _, ok := kafka.Lookup(s.role, key); ok {
			return false
		}
	}
	return true
}

// finish names a section's entity and says where its absent fields belong.
func (b *springBuilder) finish(e *model.Entity, s springSection) {
	b.place(e, s)
	e.Name = b.name
	if s.nameKey != "" {
		if id := e.Text(model.Config(s.nameKey)); id != "" {
			e.Name = id
		}
	}
	b.library(e, "spring-kafka")
	b.emit(e)
}

// library says what client an application uses, and its version where the
// build pins it.
func (b *springBuilder) library(e *model.Entity, framework string) {
	setLibrary(e, framework, b.ctx, b.app.source)
}

// setLibrary sets the Java client and the framework around it, with the
// versions that the module's build manifest pins.
func setLibrary(e *model.Entity, framework string, ctx *Context, dir string) {
	note := framework + " uses Kafka's Java client"
	setText(e, "client/library", "java", e.Span, note)
	setText(e, "client/framework", framework, e.Span, note)
	if ctx == nil || ctx.Dependencies == nil {
		return
	}
	for _, d := range ctx.Dependencies(dir) {
		if d.Library == "java" && !d.Client.Version.IsZero() && !e.Has("client/version") {
			setText(e, "client/version", d.Client.Version.Exact(), e.Span, d.Name)
		}
		if d.Framework == framework && !d.FrameworkVersion.IsZero() && !e.Has("client/frameworkVersion") {
			setText(e, "client/frameworkVersion", d.FrameworkVersion.String(), e.Span, d.Name)
		}
	}
}

// emit adds an entity with the hints of the variant.
func (b *springBuilder) emit(e *model.Entity) {
	f := model.Fragment{Entity: e, Env: b.variant.env, Except: b.variant.except, Bootstrap: bootstrapOf(e)}
	if p := b.app.parent; p != nil {
		f.Cluster = p.Cluster
	}
	b.out = append(b.out, f)
}

// bootstrapOf is the entity's bootstrap.servers as one string, "" if unknown.
func bootstrapOf(e *model.Entity) string {
	return strings.Join(e.List(model.Config("bootstrap.servers")), ",")
}

func (b *springBuilder) fragments() []model.Fragment { return b.out }

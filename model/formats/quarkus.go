package formats

import (
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// quarkusFormat reads the configuration of Quarkus and of SmallRye Reactive
// Messaging elsewhere: mp.messaging.*, kafka.* and kafka-streams.*.
func quarkusFormat() Format {
	return Format{Name: "quarkus", Claim: claimQuarkus, Import: importQuarkus}
}

// quarkusSections are the names below which Kafka's settings stand.
var quarkusSections = []string{"mp.messaging.incoming.", "mp.messaging.outgoing.", "mp.messaging.connector.smallrye-kafka.", "kafka-streams.", "quarkus.kafka-streams."}

// hasQuarkusSection reports whether a flat file holds names that are Quarkus's or
// SmallRye's alone: its prefixes are then no application's own.
func hasQuarkusSection(d *Document) bool {
	return slices.ContainsFunc(d.Roots[0].Fields(), func(n *source.Node) bool {
		_, name := cutProfile(n.Name)
		return startsWithAny(name, quarkusSections) || strings.HasPrefix(name, "quarkus.")
	})
}

// claimQuarkus looks for channels, streams, or, in an application's files, the
// global kafka.* keys and the application's name; whether those are Quarkus's
// shows when all files of the application are together.
func claimQuarkus(d *Document) bool {
	if d.Syntax != source.YAML && d.Syntax != source.Properties {
		return false
	}
	stem, _ := fileStem(d.Name)
	for _, l := range quarkusLayers(d) {
		for _, p := range l.props {
			if startsWithAny(p.name, quarkusSections) {
				return true
			}
			if isApplicationStem(stem) && (startsWithAny(p.name, []string{"kafka."}) || p.name == "quarkus.application.name") {
				return true
			}
		}
	}
	return false
}

func startsWithAny(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func isQuarkusKafka(name string) bool {
	return startsWithAny(name, quarkusSections) || strings.HasPrefix(name, "kafka.")
}

// quarkusLayers cuts a file into what counts always and what counts for each
// profile (%prod.kafka.bootstrap.servers, %{dev,test}.…).
func quarkusLayers(d *Document) []layer {
	var out []layer
	for _, root := range d.Roots {
		whole := layer{blocks: map[string]*source.Node{}}
		whole.flatten(root, "")
		base := layer{blocks: whole.blocks}
		var profiles []layer
		for _, p := range whole.props {
			profile, name := cutProfile(p.name)
			if profile == "" {
				base.props = append(base.props, p)
				continue
			}
			p.name = name
			i := slices.IndexFunc(profiles, func(l layer) bool { return slices.Equal(l.when.names(), anyOf(strings.Split(profile, ",")).names()) })
			if i < 0 {
				i = len(profiles)
				profiles = append(profiles, layer{blocks: whole.blocks, when: anyOf(strings.Split(profile, ","))})
			}
			profiles[i].props = append(profiles[i].props, p)
		}
		out = append(out, base)
		out = append(out, profiles...)
	}
	for i := range out {
		out[i].settle()
	}
	return out
}

// cutProfile takes the profiles off a name; "" if it has none.
func cutProfile(name string) (profiles, rest string) {
	if !strings.HasPrefix(name, "%") {
		return "", name
	}
	if inner, tail, ok := strings.Cut(strings.TrimPrefix(name, "%{"), "}."); ok && strings.HasPrefix(name, "%{") {
		return inner, tail
	}
	profiles, rest, _ = strings.Cut(name[1:], ".")
	return profiles, rest
}

func importQuarkus(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, a := range applications(docs, false, quarkusLayers) {
		if !isQuarkus(a, ctx) {
			continue
		}
		for _, v := range runsAsProd(a.variants(ctx, isQuarkusKafka)) {
			b := newQuarkusBuilder(a, v, ctx)
			b.build()
			out.Fragments = append(out.Fragments, b.out...)
		}
		out.Problems = append(out.Problems, quarkusProblems(a)...)
	}
	return out
}

// runsAsProd makes Quarkus's profile "prod" the base: it is what runs wherever
// no other profile is chosen, so by itself it says nothing of the environment.
// Beside a profile of another deployed environment it is that of production.
func runsAsProd(vs []variant) []variant {
	prod := slices.IndexFunc(vs, func(v variant) bool { return v.profile == "prod" })
	if prod < 0 || slices.ContainsFunc(vs, func(v variant) bool { return v.environment == model.Staging }) {
		return vs
	}
	base := vs[prod]
	base.except = slices.DeleteFunc(slices.Clone(vs[0].except), func(env string) bool { return env == base.env })
	base.env, base.environment = "", ""
	out := []variant{base}
	for i, v := range vs[1:] {
		if i+1 != prod {
			out = append(out, v)
		}
	}
	return out
}

// isQuarkus reports whether an application's global kafka.* keys are those of
// Quarkus or SmallRye: it has settings of theirs, or its build brings them.
func isQuarkus(a *application, ctx *Context) bool {
	for _, l := range a.layers {
		for _, p := range l.props {
			if startsWithAny(p.name, quarkusSections) || strings.HasPrefix(p.name, "quarkus.") {
				return true
			}
		}
	}
	if ctx == nil || ctx.Dependencies == nil {
		return false
	}
	return slices.ContainsFunc(ctx.Dependencies(a.source), func(d kafka.Dependency) bool {
		return d.Framework == "smallrye" || strings.HasPrefix(d.Name, "io.quarkus:")
	})
}

// quarkusProblems are the names that one layer writes twice.
func quarkusProblems(a *application) []model.Problem {
	var out []model.Problem
	for _, l := range a.layers {
		seen := map[string]*source.Node{}
		for _, p := range l.props {
			if first := seen[p.name]; first != nil && isQuarkusKafka(p.name) && !first.Conditional && !p.node.Conditional {
				problem := duplicateOf(first, p.node, nil, "quarkus")
				problem.Key, problem.Value = p.name, problemValue(p.name, p.node)
				out = append(out, problem)
			}
			seen[p.name] = p.node
		}
	}
	return out
}

// attribute is a setting of a channel, connector or client: its name there.
type attribute struct {
	property
	key string
}

// channel is what the files say of one channel in one direction.
type channel struct {
	direction, name string
	attributes      []attribute
}

// quarkusBuilder makes the entities of an application under one profile.
type quarkusBuilder struct {
	references
	app       *application
	variant   variant
	ctx       *Context
	name      string
	global    []attribute // kafka.*
	connector []attribute // mp.messaging.connector.smallrye-kafka.*
	streams   []attribute // kafka-streams.*, quarkus.kafka-streams.*
	channels  []*channel
	out       []model.Fragment
}

func newQuarkusBuilder(a *application, v variant, ctx *Context) *quarkusBuilder {
	b := &quarkusBuilder{references: referencesOf(v.layers), app: a, variant: v, ctx: ctx}
	b.name = b.text("quarkus.application.name", a.name)
	for _, l := range v.layers {
		for _, p := range l.props {
			b.read(p)
		}
	}
	return b
}

// read sorts one property.
func (b *quarkusBuilder) read(p property) {
	for prefix, into := range map[string]*[]attribute{
		"kafka.": &b.global, "mp.messaging.connector.smallrye-kafka.": &b.connector, "kafka-streams.": &b.streams, "quarkus.kafka-streams.": &b.streams,
	} {
		if key, ok := strings.CutPrefix(p.name, prefix); ok {
			*into = append(*into, attribute{p, key})
		}
	}
	for _, direction := range []string{"incoming", "outgoing"} {
		rest, ok := strings.CutPrefix(p.name, "mp.messaging."+direction+".")
		if !ok {
			continue
		}
		name, key := cutChannel(rest)
		if key == "" {
			continue
		}
		i := slices.IndexFunc(b.channels, func(c *channel) bool { return c.direction == direction && c.name == name })
		if i < 0 {
			i = len(b.channels)
			b.channels = append(b.channels, &channel{direction: direction, name: name})
		}
		b.channels[i].attributes = append(b.channels[i].attributes, attribute{p, key})
	}
}

// cutChannel takes the channel's name off, which is quoted where it has dots.
func cutChannel(s string) (name, key string) {
	if quoted, ok := strings.CutPrefix(s, `"`); ok {
		if name, key, ok := strings.Cut(quoted, `".`); ok {
			return name, key
		}
	}
	name, key, _ = strings.Cut(s, ".")
	return name, key
}

// lastAttribute is the strongest attribute of a name.
func lastAttribute(attributes []attribute, key string) (attribute, bool) {
	for i := len(attributes) - 1; i >= 0; i-- {
		if attributes[i].key == key {
			return attributes[i], true
		}
	}
	return attribute{}, false
}

// build makes the entities: one a channel, the streams application, and the
// client of what all share.
func (b *quarkusBuilder) build() {
	for _, c := range b.channels {
		if b.ours(c) {
			b.channel(c)
		}
	}
	b.topology()
	if len(b.global) == 0 {
		return
	}
	e := model.New(model.Client, b.name, b.global[0].node.NameSpan)
	for _, a := range b.global {
		if takes(kafka.Admin, a.key) {
			e.Set(model.Config(a.key), b.config(kafka.Admin, a.key, a.node, asWritten))
		}
	}
	if len(e.Fields) > 0 {
		e.Source, e.Places[""] = b.app.source, quarkusPlace(b.global[0])
		b.emit(e, "")
	}
}

// ours reports whether a channel is Kafka's: it says so, or it says nothing,
// no channel names another connector, and something else is Kafka's.
func (b *quarkusBuilder) ours(c *channel) bool {
	if n, ok := lastAttribute(c.attributes, "enabled"); ok && strings.EqualFold(n.node.Str(), "false") {
		return false
	}
	if n, ok := lastAttribute(c.attributes, "connector"); ok {
		return n.node.Str() == "smallrye-kafka"
	}
	evident := len(b.global)+len(b.connector) > 0
	for _, other := range b.channels {
		if n, ok := lastAttribute(other.attributes, "connector"); ok {
			if n.node.Str() != "smallrye-kafka" {
				return false
			}
			evident = true
		}
	}
	if evident || b.ctx == nil || b.ctx.Dependencies == nil {
		return evident
	}
	return slices.ContainsFunc(b.ctx.Dependencies(b.app.source), func(d kafka.Dependency) bool { return d.Framework == "smallrye" })
}

// quarkusPlace says where a key beside an attribute would be written.
func quarkusPlace(a attribute) model.Place {
	place := model.Place{Anchor: a.node.NameSpan}
	if prefix, ok := strings.CutSuffix(a.node.Name, a.key); ok {
		place.Parent = a.parent
		place.Spell = func(key string) string { return prefix + key }
	}
	return place
}

// emit adds an entity with the hints of the variant.
func (b *quarkusBuilder) emit(e *model.Entity, framework string) {
	e.Format, e.Environment = "quarkus", b.variant.environment
	if framework == "" {
		setText(e, "client/library", "java", e.Span, "Quarkus uses Kafka's Java client")
	} else {
		setLibrary(e, framework, b.ctx, b.app.source)
	}
	if b.variant.profile != "" {
		setText(e, "client/profile", b.variant.profile, e.Span, "")
	}
	f := model.Fragment{Entity: e, Env: b.variant.env, Except: b.variant.except, Bootstrap: bootstrapOf(e)}
	if p := b.app.parent; p != nil {
		f.Cluster = p.Cluster
	}
	b.out = append(b.out, f)
}

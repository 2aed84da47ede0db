package formats

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// cloudName is a property of Spring Cloud Stream: its kebab-case name below the
// section that holds it. Keys of maps stay as written.
type cloudName struct {
	property
	name string
}

// cloudBinding is what the files say of one binding.
type cloudBinding struct {
	name    string
	streams bool // of the Kafka Streams binder
	first   cloudName
	// common are its properties of any binder (destination, consumer.…), own
	// those of the Kafka binder (consumer.…, producer.…).
	common, own []cloudName
}

// cloudApp is an application's Spring Cloud Stream.
type cloudApp struct {
	*springBuilder
	binder, streams      []cloudName
	defaults, ownDefault []cloudName // of all bindings
	bindings             map[string]*cloudBinding
	order                []string
	binders              map[string]string // name → type
}

// cloud makes the entities of spring.cloud.stream.*: a group or producer a
// binding, linked to its topic.
func (b *springBuilder) cloud() {
	c := &cloudApp{springBuilder: b, bindings: map[string]*cloudBinding{}, binders: map[string]string{}}
	for _, l := range b.variant.layers {
		for _, p := range l.props {
			if rest, ok := below(p.name, "spring.cloud.stream"); ok {
				c.read(p, rest)
			}
		}
	}
	if !c.isKafka() {
		return
	}
	for _, name := range c.order {
		if binding := c.bindings[name]; c.ours(binding) && !c.isStreams(binding) {
			c.bind(binding)
		}
	}
	c.topology()
}

// read sorts one property into its section.
func (c *cloudApp) read(p property, rest string) {
	if tail, ok := below(rest, "kafka.binder"); ok {
		c.binder = append(c.binder, cloudName{p, cloudKebab(tail)})
	} else if tail, ok := below(rest, "kafka.streams.binder"); ok {
		c.streams = append(c.streams, cloudName{p, cloudKebab(tail)})
	} else if tail, ok := below(rest, "kafka.streams.bindings"); ok {
		c.binding(p, tail, true, true)
	} else if tail, ok := below(rest, "kafka.bindings"); ok {
		c.binding(p, tail, true, false)
	} else if tail, ok := below(rest, "kafka.default"); ok {
		c.ownDefault = append(c.ownDefault, cloudName{p, cloudKebab(tail)})
	} else if tail, ok := below(rest, "bindings"); ok {
		c.binding(p, tail, false, false)
	} else if tail, ok := below(rest, "default"); ok {
		c.defaults = append(c.defaults, cloudName{p, cloudKebab(tail)})
	} else if tail, ok := below(rest, "binders"); ok {
		c.namedBinder(p, tail)
	}
}

// namedBinder reads binders.NAME: its type, and the Kafka settings of its
// environment where it is the only one.
func (c *cloudApp) namedBinder(p property, tail string) {
	name, rest, _ := strings.Cut(tail, ".")
	if relaxed(rest) == "type" {
		c.binders[name] = p.node.Str()
		return
	}
	if inner, ok := below(rest, "environment.spring.cloud.stream.kafka.binder"); ok {
		if c.binders[name] == "" {
			c.binders[name] = "kafka"
		}
		c.binder = append(c.binder, cloudName{p, cloudKebab(inner)})
	}
}

func (c *cloudApp) binding(p property, tail string, own, streams bool) {
	name, rest, _ := strings.Cut(tail, ".")
	n := cloudName{p, cloudKebab(rest)}
	b := c.bindings[name]
	if b == nil {
		b = &cloudBinding{name: name, first: n}
		c.bindings[name] = b
		c.order = append(c.order, name)
	}
	b.streams = b.streams || streams
	if own {
		b.own = append(b.own, n)
	} else {
		b.common = append(b.common, n)
	}
}

// cloudMaps are the properties whose keys stay as written.
var cloudMaps = []string{"configuration", "consumer-properties", "producer-properties", "topic.properties"}

// cloudKebab is the kebab-case form of a name below a section.
func cloudKebab(name string) string {
	section, rest, nested := strings.Cut(name, ".")
	for _, m := range cloudMaps {
		if key, ok := below(name, m); ok {
			return m + "." + key
		}
		if key, ok := below(rest, m); ok && nested {
			return kafka.SpringCanonical(section) + "." + m + "." + key
		}
	}
	return kafka.SpringCanonical(name)
}

// isKafka reports whether the binder is Kafka's: its sections say so, or the
// build brings no other.
func (c *cloudApp) isKafka() bool {
	if len(c.binder)+len(c.streams)+len(c.ownDefault) > 0 {
		return true
	}
	for _, b := range c.bindings {
		if len(b.own) > 0 {
			return true
		}
	}
	for _, typ := range c.binders {
		if isKafkaBinder(typ) {
			return true
		}
	}
	if c.ctx == nil || c.ctx.Dependencies == nil {
		return false
	}
	return slices.ContainsFunc(c.ctx.Dependencies(c.app.source), func(d kafka.Dependency) bool { return d.Framework == "spring-cloud-stream" })
}

func isKafkaBinder(typ string) bool {
	return typ == "kafka" || typ == "kstream" || typ == "ktable" || typ == "globalktable"
}

// ours reports whether a binding's binder is Kafka's.
func (c *cloudApp) ours(b *cloudBinding) bool {
	if n, ok := last(b.common, "binder"); ok {
		typ, named := c.binders[n.node.Str()]
		if !named {
			typ = n.node.Str()
		}
		return isKafkaBinder(typ)
	}
	return len(b.own) > 0 || len(b.common) > 0
}

// isStreams reports whether the Kafka Streams binder serves a binding.
func (c *cloudApp) isStreams(b *cloudBinding) bool {
	return b.streams || len(c.streams) > 0 && len(c.binder) == 0 && len(b.own) == 0
}

// last is the strongest property of a name.
func last(props []cloudName, name string) (cloudName, bool) {
	for i := len(props) - 1; i >= 0; i-- {
		if props[i].name == name {
			return props[i], true
		}
	}
	return cloudName{}, false
}

// functional are the names that Spring Cloud Function gives bindings.
var functional = regexp.MustCompile(`-(in|out)-\d+$`)

// directions says whether a binding reads or writes; a name alone does not
// tell.
func (b *cloudBinding) directions() (reads, writes bool) {
	if m := functional.FindStringSubmatch(b.name); m != nil {
		return m[1] == "in", m[1] == "out"
	}
	for _, n := range append(slices.Clone(b.common), b.own...) {
		reads = reads || n.name == "group" || strings.HasPrefix(n.name, "consumer.")
		writes = writes || strings.HasPrefix(n.name, "producer.")
	}
	return reads || b.name == "input", writes || b.name == "output"
}

// bind makes a binding's group and producer.
func (c *cloudApp) bind(b *cloudBinding) {
	reads, writes := b.directions()
	if reads {
		e := c.entity(b, model.Group, "consumer")
		c.bootConfig(e, kafka.Consumer)
		c.binderConfig(e, kafka.Consumer, "consumer-properties")
		c.bindingConfig(e, b, "consumer", kafka.Consumer)
		c.consumer(e, b)
		c.done(e, "group.id")
		c.drop("consumer", "group.id")
	}
	if writes {
		e := c.entity(b, model.Producer, "producer")
		if n, ok := last(c.binder, "required-acks"); ok {
			e.Set(model.Config("acks"), c.raw(kafka.Producer, "acks", n.node))
		}
		c.bootConfig(e, kafka.Producer)
		c.binderConfig(e, kafka.Producer, "producer-properties")
		c.bindingConfig(e, b, "producer", kafka.Producer)
		c.producer(e, b)
		c.done(e, "client.id")
		c.drop("producer", "client.id")
	}
	if reads || writes {
		c.topic(b)
	}
}

// drop takes back what Boot's own section gave: its values are in the bindings,
// unless it names a client of its own.
func (c *cloudApp) drop(section, nameKey string) {
	e := c.sections[section]
	if e == nil || e.Has(model.Config(nameKey)) {
		return
	}
	c.out = slices.DeleteFunc(c.out, func(f model.Fragment) bool { return f.Entity == e })
}

// entity starts a binding's entity; its source is the application and the
// binding, since each binding has settings of its own.
func (c *cloudApp) entity(b *cloudBinding, kind model.Kind, section string) *model.Entity {
	e := model.New(kind, "", b.first.node.NameSpan)
	e.Format, e.Source, e.Environment = "spring", c.app.source+"#"+b.name, c.variant.environment
	if anchor, _, _ := c.block("spring.cloud.stream.bindings." + b.name); !anchor.IsZero() {
		e.Span = anchor
	}
	e.Places[""] = model.Place{Anchor: e.Span}
	if anchor, parent, prefix := c.block("spring.cloud.stream.kafka.bindings." + b.name + "." + section); !anchor.IsZero() {
		e.Places["config"] = model.Place{Anchor: anchor, Parent: parent, Spell: func(key string) string { return prefix + "configuration." + key }}
	}
	return e
}

// done names and emits an entity.
func (c *cloudApp) done(e *model.Entity, nameKey string) {
	e.Name = c.name
	if id := e.Text(model.Config(nameKey)); id != "" {
		e.Name = id
	}
	c.library(e, "spring-cloud-stream")
	c.emit(e)
}

// raw reads a value that is Kafka's own, in Kafka's units.
func (c *cloudApp) raw(role kafka.Role, key string, n *source.Node) model.Value {
	return c.value(role, "properties."+key, key, n)
}

// bootConfig gives an entity what spring.kafka.* says for its role, which the
// binder takes over.
func (c *cloudApp) bootConfig(e *model.Entity, role kafka.Role) {
	for pass := range 4 {
		for _, p := range c.props {
			of, key, known := kafka.SpringKey(p.path)
			if known && key != "" && passOf(p.path, of) == pass && (of == role || of == "" && takes(role, key)) {
				e.Set(model.Config(key), c.value(role, p.path, key, p.node))
			}
		}
	}
}

// binderConfig gives an entity the binder's settings: brokers, configuration,
// and those of its role.
func (c *cloudApp) binderConfig(e *model.Entity, role kafka.Role, own string) {
	if n, ok := last(c.binder, "brokers"); ok {
		e.Set(model.Config("bootstrap.servers"), c.brokers(role, n.node))
	}
	for _, section := range []string{"configuration", own} {
		for _, n := range c.binder {
			key, ok := strings.CutPrefix(n.name, section+".")
			if ok && (section == own || takes(role, key)) {
				e.Set(model.Config(key), c.raw(role, key, n.node))
			}
		}
	}
}

// brokers appends the binder's default port, where it is written, to hosts
// without one.
func (c *cloudApp) brokers(role kafka.Role, n *source.Node) model.Value {
	v := c.raw(role, "bootstrap.servers", n)
	port, ok := last(c.binder, "default-broker-port")
	hosts, isList := v.Data.([]any)
	if !ok || !isList {
		return v
	}
	for i, h := range hosts {
		if s, _ := h.(string); s != "" && !strings.Contains(s, ":") {
			hosts[i] = s + ":" + port.node.Str()
		}
	}
	return v
}

// bindingConfig gives an entity its binding's Kafka settings, those of all
// bindings first.
func (c *cloudApp) bindingConfig(e *model.Entity, b *cloudBinding, section string, role kafka.Role) {
	for _, props := range [][]cloudName{c.ownDefault, b.own} {
		for _, n := range props {
			of, key, _ := kafka.SpringCloudKey(n.name)
			if key != "" && of == role && strings.HasPrefix(n.name, section+".") {
				v := c.raw(role, key, n.node)
				if s, ok := v.Data.(string); ok && key == "auto.offset.reset" {
					v.Data = strings.ToLower(s)
				}
				e.Set(model.Config(key), v)
			}
		}
		for _, n := range props {
			if key, ok := strings.CutPrefix(n.name, section+".configuration."); ok {
				e.Set(model.Config(key), c.raw(role, key, n.node))
			}
		}
	}
}

// topology makes the entity of the Kafka Streams binder.
func (c *cloudApp) topology() {
	if len(c.streams) == 0 {
		return
	}
	e := model.New(model.Streams, c.name, c.streams[0].node.NameSpan)
	e.Format, e.Source, e.Environment = "spring", c.app.source, c.variant.environment
	if anchor, parent, prefix := c.block("spring.cloud.stream.kafka.streams.binder"); !anchor.IsZero() {
		e.Span = anchor
		e.Places[""] = model.Place{Anchor: anchor, Parent: parent, Spell: func(key string) string { return prefix + "configuration." + key }}
	}
	c.bootConfig(e, kafka.Streams)
	for _, n := range c.streams {
		switch {
		case n.name == "brokers":
			e.Set(model.Config("bootstrap.servers"), c.raw(kafka.Streams, "bootstrap.servers", n.node))
		case n.name == "application-id" || strings.HasPrefix(n.name, "functions.") && strings.HasSuffix(n.name, ".application-id"):
			e.Set(model.Config("application.id"), c.raw(kafka.Streams, "application.id", n.node))
		default:
			if key, ok := strings.CutPrefix(n.name, "configuration."); ok {
				e.Set(model.Config(key), c.raw(kafka.Streams, key, n.node))
			}
		}
	}
	var topics []any
	var first model.Value
	for _, name := range c.order {
		b := c.bindings[name]
		if n, ok := last(b.common, "destination"); ok && c.isStreams(b) {
			if v := c.scalar(n.node); !v.Unknown {
				first = v.Value
				topics = append(topics, splitTopics(v.resolved)...)
			}
		}
	}
	if len(topics) > 0 {
		first.Data = topics
		e.Set("topics", first)
	}
	c.done(e, "application.id")
}

// splitTopics cuts a list of topics at its commas.
func splitTopics(s string) []any {
	var out []any
	for _, t := range strings.Split(s, ",") {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

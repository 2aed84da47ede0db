package formats

import (
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// setting puts the properties that are no Kafka keys but decide how a listener
// or template works.
func (b *springBuilder) setting(p springProperty) {
	group, producer := b.sections["consumer"], b.sections["producer"]
	switch p.path {
	case "listener.ack-mode":
		b.word(group, "ackMode", p, func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "-") })
	case "listener.type":
		b.word(group, "listener", p, func(s string) string {
			if strings.EqualFold(s, "single") {
				return "record"
			}
			return strings.ToLower(s)
		})
	case "listener.concurrency":
		b.number(group, "threads", p)
	case "retry.topic.enabled":
		b.retryKind(group, p)
	case "retry.topic.attempts":
		b.number(group, "retry/attempts", p)
	case "retry.topic.delay", "retry.topic.backoff.delay":
		b.number(group, "retry/backoff", p)
	case "template.default-topic":
		if producer != nil {
			v := b.scalar(p.node)
			if !v.Unknown {
				v.Data = []any{v.resolved}
			}
			producer.Set("topics", v.Value)
		}
	case "template.transaction-id-prefix":
		if producer != nil && !producer.Has(model.Config("transactional.id")) {
			producer.Set(model.Config("transactional.id"), b.value(kafka.Producer, p.path, "transactional.id", p.node))
		}
	}
}

// word sets a field to a word in the model's spelling.
func (b *springBuilder) word(e *model.Entity, at model.Path, p springProperty, spell func(string) string) {
	if e == nil {
		return
	}
	v := b.scalar(p.node)
	if !v.Unknown {
		v.Data = spell(strings.TrimSpace(v.resolved))
	}
	e.Set(at, v.Value)
}

// number sets a field to a whole number or a duration in milliseconds.
func (b *springBuilder) number(e *model.Entity, at model.Path, p springProperty) {
	if e == nil {
		return
	}
	v := b.scalar(p.node)
	if !v.Unknown {
		if text, err := kafka.SpringValue(p.path, v.resolved); err == nil {
			if n, ok := model.ParseAs(model.Whole, text); ok {
				v.Data = n
			}
		}
	}
	e.Set(at, v.Value)
}

func (b *springBuilder) retryKind(e *model.Entity, p springProperty) {
	if e == nil {
		return
	}
	v := b.scalar(p.node)
	if !v.Unknown {
		if text, err := kafka.SpringValue(p.path, v.resolved); err != nil || text != "true" {
			return
		}
		v.Data = "topics"
	}
	e.Set("retry/kind", v.Value)
}

// jaas turns spring.kafka.jaas, which Boot registers as the JVM's login
// configuration, into the line that clients would be given for it.
func (b *springBuilder) jaas() {
	var module, flag string
	var options []string
	var at *springProperty
	for i, p := range b.props {
		v := b.scalar(p.node)
		text := v.resolved
		switch {
		case p.path == "jaas.enabled" && text == "false":
			return
		case p.path == "jaas.login-module":
			module = text
		case p.path == "jaas.control-flag":
			flag = strings.ToLower(text)
		case strings.HasPrefix(p.path, "jaas.options."):
			name := strings.TrimPrefix(p.path, "jaas.options.")
			if at == nil || kafka.Secret(name) {
				at = &b.props[i]
			}
			if v.Unknown {
				text = "${?}"
			}
			options = slices.DeleteFunc(options, func(o string) bool { return strings.HasPrefix(o, name+"=") })
			options = append(options, name+`="`+text+`"`)
		}
	}
	if at == nil {
		return
	}
	v := b.scalar(at.node).Value
	v.Secret, v.Origin.Note = true, "spring.kafka.jaas"
	if !v.Unknown {
		v.Data = strings.TrimSpace(module+" "+flag) + " " + strings.Join(options, " ") + ";"
	}
	for _, e := range b.sections {
		if p := model.Config("sasl.jaas.config"); !e.Has(p) {
			e.Set(p, v)
		}
	}
}

// place says where the absent fields of a section's entity would be written.
func (b *springBuilder) place(e *model.Entity, s springSection) {
	names := []string{"spring.kafka." + s.name}
	switch s.kind {
	case model.Group:
		names = append(names, "spring.kafka.listener")
	case model.Producer:
		names = append(names, "spring.kafka.template")
	case model.Client:
		names = append(names, "spring.kafka")
	}
	for _, name := range names {
		anchor, parent, prefix := b.block(name)
		if anchor.IsZero() {
			continue
		}
		if e.Span.IsZero() {
			e.Span = anchor
			if name != names[0] && s.kind != model.Client {
				parent = nil // the section itself is not there
			}
			place := model.Place{Anchor: anchor, Parent: parent, Spell: springSpell(s, prefix)}
			if name == "spring.kafka" {
				place.Spell = springSpell(springSection{}, prefix)
			}
			e.Places[""] = place
		}
		if name == "spring.kafka.listener" {
			for _, field := range []model.Path{"threads", "ackMode", "listener"} {
				e.Places[field] = model.Place{Anchor: anchor, Parent: parent}
			}
		}
	}
}

// block finds the head of a section: its map in the weakest layer that has it,
// or the first property below it. prefix is what a new name needs in front.
func (b *springBuilder) block(name string) (anchor source.Span, parent *source.Node, prefix string) {
	for _, l := range b.variant.layers {
		if n := l.blocks[relaxed(name)]; n != nil {
			return n.NameSpan, n, ""
		}
		for _, p := range l.props {
			rest, ok := below(p.name, name)
			if !ok {
				continue
			}
			outer := strings.TrimSuffix(p.name, p.node.Name)
			return p.node.NameSpan, p.parent, strings.TrimPrefix(strings.TrimSuffix(p.name, rest), outer)
		}
	}
	return source.Span{}, nil, ""
}

// springSpell turns Kafka's keys into the names of a section.
func springSpell(s springSection, prefix string) func(string) string {
	return func(key string) string {
		for _, name := range kafka.SpringNames() {
			if s.name == "" && !sharedPath(name) {
				continue
			}
			short, ok := strings.CutPrefix(name, s.name+".")
			if s.name == "" {
				short, ok = name, true
			}
			if !ok {
				continue
			}
			if _, k, _ := kafka.SpringKey(name); k == key {
				return prefix + short
			}
		}
		return prefix + "properties." + key
	}
}

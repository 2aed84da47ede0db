package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// channel makes a channel's group or producer. Its source is the application
// and the channel, since each channel has settings of its own.
func (b *quarkusBuilder) channel(c *channel) {
	kind, role, nameKey := model.Group, kafka.Consumer, "group.id"
	if c.direction == "outgoing" {
		kind, role, nameKey = model.Producer, kafka.Producer, "client.id"
	}
	first := c.attributes[0]
	e := model.New(kind, b.name, first.node.NameSpan)
	e.Source = b.app.source + "#" + c.name
	e.Places[""] = quarkusPlace(first)
	b.keys(e, role, b.global, false)
	b.keys(e, role, b.connector, false)
	b.keys(e, role, c.attributes, true)
	b.topics(e, c)
	if kind == model.Group {
		b.incoming(e, c)
	} else {
		b.outgoing(e, c)
	}
	if id := e.Text(model.Config(nameKey)); id != "" {
		e.Name = id
	}
	b.emit(e, "smallrye")
}

// keys gives an entity the Kafka keys among attributes: all that are not
// SmallRye's own, of those that several clients share only what its role has.
func (b *quarkusBuilder) keys(e *model.Entity, role kafka.Role, attributes []attribute, own bool) {
	direction := "outgoing"
	if role == kafka.Consumer {
		direction = "incoming"
	}
	for _, a := range attributes {
		if !kafka.SmallRyeAttribute(direction, a.key) && (own || takes(role, a.key)) {
			e.Set(model.Config(a.key), b.config(role, a.key, a.node, asWritten))
		}
	}
}

// own is an attribute of SmallRye's of a channel, else of the connector.
func (b *quarkusBuilder) own(c *channel, key string) (attribute, bool) {
	if a, ok := lastAttribute(c.attributes, key); ok {
		return a, true
	}
	return lastAttribute(b.connector, key)
}

// topics links a channel to its topic, whose default is its own name.
func (b *quarkusBuilder) topics(e *model.Entity, c *channel) {
	a, ok := lastAttribute(c.attributes, "topics")
	if !ok {
		a, ok = lastAttribute(c.attributes, "topic")
	}
	if !ok {
		setText(e, "topics", []any{c.name}, e.Span, "the channel's name")
		return
	}
	v := b.scalar(a.node)
	if pattern, ok := lastAttribute(c.attributes, "pattern"); ok && !strings.EqualFold(pattern.node.Str(), "false") {
		v.Unknown, v.Data = true, nil
	}
	if !v.Unknown {
		v.Data = []any{strings.TrimSpace(v.resolved)}
		if a.key == "topics" {
			v.Data = splitTopics(v.resolved)
		}
	}
	e.Set("topics", v.Value)
}

// set puts an attribute of SmallRye's at a field.
func (b *quarkusBuilder) set(e *model.Entity, c *channel, at model.Path, key string, read func(s string) (any, bool)) {
	a, ok := b.own(c, key)
	if !ok {
		return
	}
	v := b.scalar(a.node)
	if !v.Unknown {
		data, ok := read(strings.TrimSpace(v.resolved))
		if !ok {
			return
		}
		v.Data = data
	}
	e.Set(at, v.Value)
}

func whole(s string) (any, bool) { return model.ParseAs(model.Whole, s) }

func word(s string) (any, bool) { return s, s != "" }

// incoming sets what SmallRye does with the records of a channel.
func (b *quarkusBuilder) incoming(e *model.Entity, c *channel) {
	b.defaultName(e, "group.id")
	b.set(e, c, "failureStrategy", "failure-strategy", word)
	b.set(e, c, "threads", "partitions", whole)
	b.set(e, c, "threads", "concurrency", whole)
	b.set(e, c, "listener", "batch", func(s string) (any, bool) {
		if s == "true" {
			return "batch", true
		}
		return "record", true
	})
	b.set(e, c, "commit", "commit-strategy", func(s string) (any, bool) {
		field, ok := map[string]string{"throttled": "marked", "latest": "after-record"}[s]
		return field, ok
	})
	b.failure(e, c)
}

// defaultName is the group.id of a channel or the application.id of a topology
// that has none: the application's name.
func (b *quarkusBuilder) defaultName(e *model.Entity, key string) {
	n := b.references[relaxed("quarkus.application.name")]
	if p := model.Config(key); n != nil && !e.Has(p) {
		v := b.scalar(n).Value
		v.Origin.Kind, v.Origin.Note = model.FromFramework, "quarkus.application.name"
		e.Set(p, v)
	}
}

// failure sets what the failure strategy implies: the dead-letter topic, whose
// default is dead-letter-topic-CHANNEL, and the retry topics.
func (b *quarkusBuilder) failure(e *model.Entity, c *channel) {
	strategy := e.Text("failureStrategy")
	if strategy == "dead-letter-queue" || strategy == "delayed-retry-topic" {
		if _, ok := b.own(c, "dead-letter-queue.topic"); ok {
			b.set(e, c, "deadLetter/topic", "dead-letter-queue.topic", word)
		} else if strategy == "dead-letter-queue" {
			setText(e, "deadLetter/topic", "dead-letter-topic-"+c.name, e.Fields["failureStrategy"].Origin.Span, "name that SmallRye gives")
		}
	}
	if strategy == "delayed-retry-topic" {
		setText(e, "retry/kind", "topics", e.Fields["failureStrategy"].Origin.Span, "delayed-retry-topic")
		b.set(e, c, "retry/attempts", "delayed-retry-topic.max-retries", whole)
		b.set(e, c, "retry/topics", "delayed-retry-topic.topics", func(s string) (any, bool) { return splitTopics(s), true })
	}
}

// outgoing sets how SmallRye sends: without waiting for the acknowledgement it
// counts a record as sent at once.
func (b *quarkusBuilder) outgoing(e *model.Entity, c *channel) {
	b.set(e, c, "send", "waitForWriteCompletion", func(s string) (any, bool) { return "fire-and-forget", strings.EqualFold(s, "false") })
	b.set(e, c, "keyed", "key", func(string) (any, bool) { return true, true })
}

// quarkusStreams are the settings of the Kafka Streams extension and the keys
// that it makes of them.
var quarkusStreams = map[string]string{"application-id": "application.id", "bootstrap-servers": "bootstrap.servers", "application-server": "application.server",
	"schema-registry-url": "schema.registry.url"}

// topology makes the entity of the Kafka Streams extension.
func (b *quarkusBuilder) topology() {
	if len(b.streams) == 0 {
		return
	}
	e := model.New(model.Streams, b.name, b.streams[0].node.NameSpan)
	e.Source, e.Places[""] = b.app.source, model.Place{Anchor: e.Span}
	b.keys(e, kafka.Streams, b.global, false)
	for _, a := range b.streams {
		key := a.key
		if strings.HasPrefix(a.name, "quarkus.") {
			mapped, ok := quarkusStreams[key]
			switch {
			case key == "topics":
				v := b.scalar(a.node)
				if !v.Unknown {
					v.Data = splitTopics(v.resolved)
				}
				e.Set("topics", v.Value)
				continue
			case ok:
				key = mapped
			case startsWithAny(key, []string{"security.", "ssl.", "sasl."}):
				key = strings.ReplaceAll(key, "-", ".")
			default:
				continue
			}
		} else if e.Places["config"].Parent == nil {
			e.Places["config"] = quarkusPlace(a)
		}
		e.Set(model.Config(key), b.config(kafka.Streams, key, a.node, asWritten))
	}
	b.defaultName(e, "application.id")
	if id := e.Text(model.Config("application.id")); id != "" {
		e.Name = id
	}
	b.emit(e, "streams")
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// setting is the strongest property of a binding: its own, else that of all
// bindings.
func (c *cloudApp) bindingProperty(b *cloudBinding, name string) (cloudName, bool) {
	for _, props := range [][]cloudName{b.own, b.common, c.ownDefault, c.defaults} {
		if n, ok := last(props, name); ok {
			return n, true
		}
	}
	return cloudName{}, false
}

// consumer sets what Spring does with a reading binding.
func (c *cloudApp) consumer(e *model.Entity, b *cloudBinding) {
	if n, ok := c.bindingProperty(b, "group"); ok {
		e.Set(model.Config("group.id"), c.raw(kafka.Consumer, "group.id", n.node))
	}
	c.topics(e, b)
	if n, ok := c.bindingProperty(b, "consumer.ack-mode"); ok {
		c.word(e, "ackMode", springProperty{property: n.property}, func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "-") })
	} else if n, ok := c.bindingProperty(b, "consumer.auto-commit-offset"); ok && n.node.Str() == "false" {
		c.word(e, "ackMode", springProperty{property: n.property}, func(string) string { return "manual" })
	}
	for field, name := range map[model.Path]string{"threads": "consumer.concurrency", "retry/attempts": "consumer.max-attempts", "retry/backoff": "consumer.back-off-initial-interval"} {
		if n, ok := c.bindingProperty(b, name); ok {
			c.number(e, field, springProperty{property: n.property})
		}
	}
	if n, ok := c.bindingProperty(b, "consumer.max-attempts"); ok {
		c.word(e, "retry/kind", springProperty{property: n.property}, func(string) string { return "blocking" })
	}
	if n, ok := c.bindingProperty(b, "consumer.batch-mode"); ok {
		c.word(e, "listener", springProperty{property: n.property}, func(s string) string {
			if strings.EqualFold(s, "true") {
				return "batch"
			}
			return "record"
		})
	}
	c.deadLetter(e, b)
}

// deadLetter is the topic of enable-dlq: dlq-name, else error.DESTINATION.GROUP.
func (c *cloudApp) deadLetter(e *model.Entity, b *cloudBinding) {
	n, ok := c.bindingProperty(b, "consumer.enable-dlq")
	if !ok {
		return
	}
	v := c.scalar(n.node)
	if !v.Unknown && !strings.EqualFold(v.resolved, "true") {
		return
	}
	if name, ok := c.bindingProperty(b, "consumer.dlq-name"); ok {
		e.Set("deadLetter/topic", c.scalar(name.node).Value)
		return
	}
	topics, group := e.List("topics"), e.Text(model.Config("group.id"))
	if v.Unknown || len(topics) != 1 || group == "" {
		v.Unknown, v.Data = true, nil
	} else {
		v.Data, v.Origin.Note = "error."+topics[0]+"."+group, "name that the binder gives"
	}
	e.Set("deadLetter/topic", v.Value)
}

// producer sets what Spring does with a writing binding.
func (c *cloudApp) producer(e *model.Entity, b *cloudBinding) {
	c.topics(e, b)
	if n, ok := c.bindingProperty(b, "producer.sync"); ok {
		c.word(e, "send", springProperty{property: n.property}, func(s string) string {
			if strings.EqualFold(s, "true") {
				return "sync"
			}
			return "async"
		})
	}
	for _, name := range []string{"producer.partition-key-expression", "producer.partition-key-extractor-name"} {
		if n, ok := c.bindingProperty(b, name); ok {
			setText(e, "keyed", true, n.node.Span, name)
		}
	}
	if n, ok := c.bindingProperty(b, "producer.message-key-expression"); ok {
		setText(e, "keyed", true, n.node.Span, n.name)
	}
	if n, ok := last(c.binder, "transaction.transaction-id-prefix"); ok {
		e.Set(model.Config("transactional.id"), c.raw(kafka.Producer, "transactional.id", n.node))
	}
}

// topics links a binding to its destination, whose default is its own name.
func (c *cloudApp) topics(e *model.Entity, b *cloudBinding) {
	n, ok := c.bindingProperty(b, "destination")
	if !ok {
		setText(e, "topics", []any{b.name}, e.Span, "the binding's name")
		return
	}
	v := c.scalar(n.node)
	if pattern, ok := c.bindingProperty(b, "consumer.destination-is-pattern"); ok && !strings.EqualFold(pattern.node.Str(), "false") {
		v.Unknown, v.Data = true, nil
	}
	if !v.Unknown {
		v.Data = splitTopics(v.resolved)
	}
	e.Set("topics", v.Value)
}

// topic is what the binder gives a binding's topics when it creates them: a
// replication factor and configuration, where they are written. The number of
// partitions is a minimum only.
func (c *cloudApp) topic(b *cloudBinding) {
	if n, ok := last(c.binder, "auto-create-topics"); ok && !strings.EqualFold(n.node.Str(), "true") {
		return
	}
	n, ok := c.bindingProperty(b, "destination")
	if !ok || n.node.Kind != source.String || n.node.Value == "" {
		return
	}
	v := c.scalar(n.node)
	if _, pattern := c.bindingProperty(b, "consumer.destination-is-pattern"); pattern || v.Unknown {
		return
	}
	for _, name := range splitTopics(v.resolved) {
		e := model.New(model.Topic, name.(string), n.node.Span)
		e.Format, e.Source, e.Environment = "spring", c.app.source, c.variant.environment
		c.creation(e, b)
		if len(e.Fields) > 0 {
			e.Places[""] = model.Place{Anchor: n.node.NameSpan}
			c.emit(e)
		}
	}
}

func (c *cloudApp) creation(e *model.Entity, b *cloudBinding) {
	replicas, ok := last(c.binder, "replication-factor")
	for _, section := range []string{"consumer", "producer"} {
		if own, has := c.bindingProperty(b, section+".topic.replication-factor"); has {
			replicas, ok = own, true
		}
		for _, n := range b.own {
			if key, is := strings.CutPrefix(n.name, section+".topic.properties."); is {
				e.Set(model.Config(key), c.raw(kafka.Topic, key, n.node))
			}
		}
	}
	if !ok {
		return
	}
	v := c.scalar(replicas.node)
	if !v.Unknown {
		count, isNumber := model.ParseAs(model.Whole, v.resolved)
		if !isNumber || count.(int64) < 1 {
			return // -1 is the broker's default
		}
		v.Data = count
	}
	e.Set("replicationFactor", v.Value)
}

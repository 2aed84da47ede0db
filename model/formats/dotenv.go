package formats

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// dotenvFormat reads env files that hold Kafka's settings for whatever takes
// them: by the names alone, so only names that leave no doubt count.
func dotenvFormat() Format {
	return Format{Name: "dotenv", Claim: claimDotenv, Import: importDotenv}
}

func claimDotenv(d *Document) bool {
	if d.Syntax != source.Env || len(d.Roots) == 0 {
		return false
	}
	for _, n := range d.Roots[0].Fields() {
		if _, ok := envBrokerKey(n.Name); ok || templateTopic.MatchString(n.Name) {
			return true
		}
		if _, _, ok := clientVariable(n.Name); ok {
			return true
		}
		if name, ok := springEnv(n.Name); ok && isSpringKafka(name) {
			return true
		}
	}
	return false
}

// templateTopic are variables that describe the topics which a script creates:
// KAFKA_TOPIC_PARTITIONS, KAFKA_AUDIT_TOPIC_RETENTION_MS.
var templateTopic = regexp.MustCompile(`^(KAFKA_(?:[A-Z0-9]+_)*TOPIC_)(PARTITIONS|REPLICAS|REPLICATION_FACTOR|[A-Z_]+)$`)

// envBrokerKey is the broker's key that a variable sets in the images that take
// all of them, where no client has a key of that name.
func envBrokerKey(name string) (string, bool) {
	for _, image := range []string{"bitnami/kafka", "confluentinc/cp-kafka"} {
		key, role, ok := kafka.ImageEnv(image, name)
		if !ok {
			continue
		}
		if roles := kafka.RolesOf(key); slices.Contains(roles, role) && strings.Contains(key, ".") && !slices.ContainsFunc(roles, isClientRole) {
			return key, true
		}
	}
	return "", false
}

func isClientRole(r kafka.Role) bool {
	return r != kafka.Broker && r != kafka.Controller && r != kafka.Topic
}

func importDotenv(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		in := readDotenv(d, ctx)
		out.Fragments = append(out.Fragments, in.Fragments...)
		out.Problems = append(out.Problems, in.Problems...)
	}
	return out
}

// readDotenv reads one file. A file beside a Compose project is that project's:
// it counts there, through the variables that the project takes from it.
func readDotenv(d *Document, ctx *Context) model.Imported {
	root := d.Roots[0]
	c := &workload{doc: d, format: "dotenv", name: d.Name, at: headOf(root), source: d.Dir(), vars: root.Fields(), block: headOf(root), parent: root, dialect: shell, level: "info", partial: true}
	if d.Name == ".env" && hasCompose(d.Dir(), ctx) {
		return model.Imported{}
	}
	var brokers, rest []*source.Node
	topics := map[string]*model.Entity{}
	var out model.Imported
	for _, n := range root.Fields() {
		g := templateTopic.FindStringSubmatch(n.Name)
		switch _, isBroker := envBrokerKey(n.Name); {
		case isBroker:
			brokers = append(brokers, n)
		case g != nil && c.topicVariable(topics, g, n):
		default:
			rest = append(rest, n)
		}
	}
	if len(brokers) > 0 {
		out.Add(c.fragment(c.dotenvBroker(brokers)))
	}
	for _, n := range root.Fields() { // in the order of the file
		if e := topics[n.Name]; e != nil {
			out.Add(c.fragment(e))
		}
	}
	c.vars = rest
	in := c.application(ctx)
	out.Fragments = append(out.Fragments, in.Fragments...)
	out.Problems = append(append(out.Problems, in.Problems...), c.secrets("")...)
	for i := range out.Fragments {
		if base, _, found := strings.Cut(strings.TrimPrefix(d.Name, "."), "."); found && model.Environment(base) != "" {
			out.Fragments[i].Env = base
		}
	}
	return out
}

// hasCompose reports whether a Compose project stands in the folder.
func hasCompose(dir string, ctx *Context) bool {
	for _, name := range baseNames {
		if ctx.file(strings.TrimPrefix(dir+"/"+name, "./")) != nil {
			return true
		}
	}
	return false
}

// dotenvBroker is the broker that takes the file's variables.
func (c *workload) dotenvBroker(vars []*source.Node) *model.Entity {
	e := c.entity(model.Node)
	e.Span = vars[0].NameSpan
	for _, n := range vars {
		key, _ := envBrokerKey(n.Name)
		c.setVar(e, kafka.Broker, key, n)
	}
	c.unseen(e)
	place := model.Place{Anchor: vars[0].NameSpan, Parent: c.parent, Spell: func(key string) string { return variableName("confluentinc/cp-kafka", key) }}
	e.Places[""], e.Places["config"] = place, place
	return e
}

// topicVariable sets what a variable says of the topics with its prefix; false
// when it says nothing that the model has.
func (c *workload) topicVariable(topics map[string]*model.Entity, g []string, n *source.Node) bool {
	field := map[string]model.Path{"PARTITIONS": "partitions", "REPLICAS": "replicationFactor", "REPLICATION_FACTOR": "replicationFactor"}[g[2]]
	key := strings.ToLower(strings.ReplaceAll(g[2], "_", "."))
	if _, known := kafka.Lookup(kafka.Topic, key); field == "" && !known {
		return false
	}
	name := g[1] + "*"
	var e *model.Entity
	for _, old := range topics {
		if old.Name == name {
			e = old
		}
	}
	if e == nil {
		e = model.New(model.Topic, name, n.NameSpan)
		e.Format, e.Source = c.format, c.source
		e.Places[""] = model.Place{Anchor: n.NameSpan, Parent: c.parent}
		topics[n.Name] = e
	}
	if field != "" {
		setField(e, field, n, c.dialect)
	} else {
		setConfig(e, key, n, c.dialect)
	}
	return true
}

package formats

import (
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// connectFormat reads connectors as Connect's REST interface takes them: a name
// with a config, a bare config, or several of these in one file.
var connectFormat = Format{Name: "connect", Claim: claimConnect, Import: importConnect}

// connectorOf is one connector in a document: its config, and the name that
// stands beside it.
type connectorOf struct {
	name   *source.Node
	config *source.Node
}

func claimConnect(d *Document) bool {
	return (d.Syntax == source.JSON || d.Syntax == source.YAML) && len(connectorsIn(d)) > 0
}

func importConnect(docs []*Document, _ *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		for _, c := range connectorsIn(d) {
			in := importConnector(d, c)
			out.Fragments = append(out.Fragments, in.Fragments...)
			out.Problems = append(out.Problems, in.Problems...)
		}
	}
	return out
}

// connectorsIn finds the connectors of a document. Kubernetes resources and
// compose files have connectors of their own importers.
func connectorsIn(d *Document) []connectorOf {
	var out []connectorOf
	for _, root := range d.Roots {
		if root.Field("apiVersion") == nil && root.Field("services") == nil && root.Field("resources") == nil {
			out = append(out, connectorsBelow(root, 3)...)
		}
	}
	return out
}

func connectorsBelow(n *source.Node, depth int) []connectorOf {
	if c, ok := connectorAt(n); ok {
		return []connectorOf{c}
	}
	if depth == 0 {
		return nil
	}
	var out []connectorOf
	for _, child := range append(n.Items(), n.Fields()...) {
		found := connectorsBelow(child, depth-1)
		for i := range found {
			if found[i].name == nil && found[i].config == child && n.Kind == source.Map {
				found[i].name = &source.Node{Kind: source.String, Value: child.Name, Span: child.NameSpan}
			}
		}
		out = append(out, found...)
	}
	return out
}

func connectorAt(n *source.Node) (connectorOf, bool) {
	if config := n.Field("config"); config.Field("connector.class").IsScalar() {
		return connectorOf{name: first(n.Field("name"), config.Field("name")), config: config}, true
	}
	if n.Field("connector.class").IsScalar() {
		return connectorOf{name: n.Field("name"), config: n}, true
	}
	return connectorOf{}, false
}

// importConnector makes the connector's entity. A missing key belongs beside
// its class.
func importConnector(d *Document, c connectorOf) model.Imported {
	class := c.config.Field("connector.class")
	name := scalar(first(c.name, c.config.Field("name")), dollar)
	e := model.New(model.Connector, name.resolved, class.NameSpan)
	if name.Unknown || name.resolved == "" {
		e.Name = connectorFileName(d)
	} else {
		e.Span = name.Origin.Span
	}
	e.Format, e.Source = "connect", documentSource(d)
	setField(e, "class", class, dollar)
	setDirection(e, class, c.config)
	for _, f := range c.config.Fields() {
		if f.Name == "name" && f == c.config.Field("name") {
			continue
		}
		setSetting(e, f.Name, f)
	}
	setConnectorFields(e, c.config)
	e.Places[""] = model.Place{Anchor: class.NameSpan, Parent: c.config}
	out := model.Imported{Problems: duplicates(c.config, e, "connector")}
	out.Add(fragmentOf(d, e))
	out.Problems = append(out.Problems, connectorProblems(e, c.config)...)
	return out
}

// connectorFileName names a connector that the file does not name: by the file,
// or by its folder where the file is called "connector.json".
func connectorFileName(d *Document) string {
	stem := nameStem(d.Name)
	switch strings.ToLower(stem) {
	case "connector", "config", "source", "sink":
		if folder := lastFolder(documentSource(d)); folder != "" {
			return folder
		}
	}
	return stem
}

var (
	sinkClass   = regexp.MustCompile(`(?i)sink(connector|task)?$`)
	sourceClass = regexp.MustCompile(`(?i)(source|cdc)(connector|task|v\d)*$|^io\.debezium\.connector\.|Mirror(Source|Checkpoint|Heartbeat)Connector$`)
)

// setDirection tells from the class, else from the keys that only sinks have,
// which way the connector's records go.
func setDirection(e *model.Entity, class, config *source.Node) {
	name := class.Str()
	switch {
	case sinkClass.MatchString(name):
		setText(e, "direction", "sink", class.Span, "")
	case sourceClass.MatchString(name):
		setText(e, "direction", "source", class.Span, "")
	default:
		if n := first(config.Field("topics"), config.Field("topics.regex")); n != nil {
			setText(e, "direction", "sink", n.NameSpan, "only sinks subscribe to topics")
		}
	}
}

// setConnectorFields takes what the model itself knows of connectors.
func setConnectorFields(e *model.Entity, config *source.Node) {
	setText(e, "client/library", java, config.Field("connector.class").Span, "Connect uses Kafka's Java client")
	setText(e, "client/framework", "connect", config.Field("connector.class").Span, "")
	if n := config.Field("errors.deadletterqueue.topic.name"); n.Str() != "" {
		setField(e, "deadLetter/topic", n, dollar)
	}
	name := "topics"
	if e.Text("direction") != "sink" {
		name = "kafka.topic" // the sources of Confluent, Camel and others with one topic
	}
	if n := config.Field(name); n != nil {
		v := scalar(n, dollar)
		if !v.Unknown {
			v.Data = textList(v.resolved)
		}
		e.Set("topics", v.Value)
	}
}

// setSetting puts a Kafka key on e. What stands in a template's condition may be
// left out, so its value is unknown.
func setSetting(e *model.Entity, key string, n *source.Node) { setSettingIn(e, key, n, dollar) }

func setSettingIn(e *model.Entity, key string, n *source.Node, d dialect) {
	setConfig(e, key, n, d)
	if v := e.Fields[model.Config(key)]; n.Conditional {
		v.Unknown, v.Data = true, nil
		e.Fields[model.Config(key)] = v
	}
}

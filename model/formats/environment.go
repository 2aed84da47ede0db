package formats

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// workload is one container as Compose or Kubernetes runs it: an image and the
// environment that it reads its configuration from.
type workload struct {
	doc    *Document
	format string
	name   string // the service or workload
	at     source.Span
	source string
	env    string
	// cluster is the deployment hint of all containers of one source.
	cluster string
	except  []string
	image   *source.Node
	// vars are the variables as fields, the weakest first.
	vars []*source.Node
	// partial says that other settings surely stand elsewhere: what is not here
	// is not known.
	partial bool
	// written are the blocks of variables as maps, to find what is there twice.
	written []*source.Node
	// block is where the environment is written, parent its map if it is one.
	block   source.Span
	parent  *source.Node
	dialect dialect
	// assumed is the image whose rules count where the image is not known.
	assumed string
	// level caps findings about secrets (a development set-up), "" for none.
	level string
	// command says that something else than the image's own command runs.
	command bool

	// sealed says that the variables stand in a Secret.
	sealed bool
	// published are the ports that the host's network reaches; nil: unknown.
	published map[string]bool
}

// brokerNames are variables that only a broker has.
var brokerNames = []string{"LISTENERS", "ADVERTISED_LISTENERS", "ZOOKEEPER_CONNECT", "BROKER_ID", "NODE_ID", "PROCESS_ROLES",
	"LISTENER_SECURITY_PROTOCOL_MAP", "CONTROLLER_QUORUM_VOTERS", "INTER_BROKER_LISTENER_NAME", "CONTROLLER_LISTENER_NAMES"}

var workerNames = []string{"CONNECT_CONFIG_STORAGE_TOPIC", "CONNECT_OFFSET_STORAGE_TOPIC", "CONNECT_STATUS_STORAGE_TOPIC", "CONNECT_GROUP_ID", "CONNECT_REST_ADVERTISED_HOST_NAME"}

// imageRef is the image's reference, "" when it is not known.
func (c *workload) imageRef() string {
	if c.image == nil {
		return ""
	}
	return scalar(c.image, c.dialect).resolved
}

// rules is the image whose rules for variables count, "" for an application.
// exact says that it is the container's own, so that every name counts.
func (c *workload) rules() (image string, exact bool) {
	if ref := c.imageRef(); kafka.IsKafkaImage(ref) {
		return ref, true
	}
	if c.assumed != "" {
		return c.assumed, false
	}
	count := map[string]int{}
	for _, v := range c.vars {
		switch {
		case slices.Contains(workerNames, v.Name):
			count["confluentinc/cp-kafka-connect"]++
		case strings.HasPrefix(v.Name, "KAFKA_CFG_") && slices.Contains(brokerNames, v.Name[len("KAFKA_CFG_"):]):
			count["bitnami/kafka"]++
		case strings.HasPrefix(v.Name, "KAFKA_") && slices.Contains(brokerNames, v.Name[len("KAFKA_"):]):
			count["confluentinc/cp-kafka"]++
		}
	}
	for _, name := range []string{"bitnami/kafka", "confluentinc/cp-kafka", "confluentinc/cp-kafka-connect"} {
		if count[name] >= 2 {
			return name, false
		}
	}
	return "", false
}

// roleOfImage is whose configuration an image's variables are.
func roleOfImage(image string) kafka.Role {
	for _, probe := range []string{"KAFKA_CFG_A_B", "CONNECT_A_B"} {
		if _, role, ok := kafka.ImageEnv(image, probe); ok {
			return role
		}
	}
	return ""
}

// runsBroker reports whether a broker or controller runs in the container: the
// image of one with a command of its own and no configuration only uses tools.
func (c *workload) runsBroker(image string) bool {
	if c.isRedpanda() {
		return !c.command || !slices.ContainsFunc(c.vars, func(v *source.Node) bool { return v.Name == "RPK_BROKERS" })
	}
	return roleOfImage(image) == kafka.Broker && (!c.command || c.isConfigured())
}

func (c *workload) isConfigured() bool {
	return slices.ContainsFunc(c.vars, func(v *source.Node) bool {
		rest := strings.TrimPrefix(strings.TrimPrefix(v.Name, "KAFKA_"), "CFG_")
		return rest != v.Name && slices.Contains(brokerNames, rest)
	})
}

// isRedpanda reports whether the container is a Redpanda broker.
func (c *workload) isRedpanda() bool {
	repository, _, _ := strings.Cut(c.imageRef(), ":")
	return strings.HasSuffix(repository, "redpandadata/redpanda") || strings.HasSuffix(repository, "vectorized/redpanda")
}

// read makes the entities of a container; the broker's node comes first.
func (c *workload) read(ctx *Context) (node *model.Entity, out model.Imported) {
	image, exact := c.rules()
	switch role := roleOfImage(image); {
	case c.isRedpanda() && c.runsBroker(image):
		node = c.entity(model.Node)
		c.imageField(node)
		out.Add(c.fragment(node))
	case c.runsBroker(image):
		node = c.broker(image, exact, &out)
		out.Add(c.fragment(node))
	case role == kafka.ConnectWorker:
		out.Add(c.fragment(c.worker(image, exact)))
	case role == kafka.Broker:
	default:
		out = c.application(ctx)
	}
	out.Fragments = append(out.Fragments, c.createdTopics()...)
	out.Problems = append(out.Problems, c.secrets(image)...)
	return node, out
}

func (c *workload) entity(kind model.Kind) *model.Entity {
	e := model.New(kind, c.name, c.at)
	e.Format, e.Source = c.format, path.Join(c.source, c.name)
	return e
}

func (c *workload) fragment(e *model.Entity) model.Fragment {
	f := model.Fragment{Entity: e, Env: c.env, Cluster: c.cluster, Except: c.except}
	f.Bootstrap = strings.Join(e.List(model.Config("bootstrap.servers")), ",")
	return f
}

func (c *workload) imageField(e *model.Entity) {
	if c.image != nil {
		setField(e, "image", c.image, c.dialect)
	}
}

// setVar puts the Kafka key of a variable. Where name and value stand on lines
// of their own the place spans both, so that it begins at the name.
func (c *workload) setVar(e *model.Entity, role kafka.Role, key string, n *source.Node) {
	v := configValue(role, key, n, c.dialect)
	if n.Kind == source.Null {
		v.Unknown, v.Data = true, nil // taken from the environment around
	}
	v.Origin.Span = variableSpan(n)
	e.Set(model.Config(key), v)
}

func variableSpan(n *source.Node) source.Span {
	name, value := n.NameSpan, n.Span
	if name.File == nil || name.File != value.File || value.Start < name.End || name.Begin().Line == value.Begin().Line {
		return value
	}
	return source.Span{File: name.File, Start: name.Start, End: value.End}
}

// configs sets every variable that is a Kafka key by the image's rules and
// returns them under Kafka's names.
func (c *workload) configs(e *model.Entity, image string, exact bool) *source.Node {
	root := &source.Node{Kind: source.Map, Span: c.block}
	for _, n := range c.vars {
		key, role, ok := kafka.ImageEnv(image, n.Name)
		if !ok {
			continue
		}
		if _, known := kafka.Lookup(role, key); !known && !exact {
			continue
		}
		c.setVar(e, role, key, n)
		field := *n
		field.Name = key
		root.Children = append(root.Children, &field)
	}
	place := model.Place{Anchor: c.block, Parent: c.parent, Spell: func(key string) string { return variableName(image, key) }}
	if c.block.IsZero() {
		place.Anchor = c.at
	}
	e.Places[""], e.Places["config"] = place, place
	return root
}

// variableName is the variable with which an image sets a key.
func variableName(image, key string) string {
	name := strings.ToUpper(strings.NewReplacer(".", "_", "-", "___", "_", "__").Replace(key))
	for _, prefix := range []string{"KAFKA_", "KAFKA_CFG_", "CONNECT_"} {
		if got, _, ok := kafka.ImageEnv(image, prefix+name); ok && got == key {
			return prefix + name
		}
	}
	return key
}

// broker reads a broker or controller.
func (c *workload) broker(image string, exact bool, out *model.Imported) *model.Entity {
	e := c.entity(model.Node)
	c.imageField(e)
	root := c.configs(e, image, exact)
	if n := firstNode(root.Field("node.id"), root.Field("broker.id")); n != nil {
		setField(e, "nodeId", n, c.dialect)
		if id, ok := e.Int("nodeId"); ok && id < 0 { // -1: given out at the start
			delete(e.Fields, "nodeId")
		}
	}
	if n := root.Field("process.roles"); n != nil {
		e.Set("roles", textsValue(n, c.dialect))
	} else if n := root.Field("zookeeper.connect"); n != nil {
		setText(e, "roles", []any{"broker"}, n.NameSpan, "")
	}
	c.unseen(e)
	setListeners(e, root)
	publish(e, c.published)
	c.heap(e)
	out.Problems = append(out.Problems, c.duplicates(e, image)...)
	out.Problems = append(out.Problems, c.strangeListeners(e, root)...)
	return e
}

// unseen leaves open what variables without their container do not say.
func (c *workload) unseen(e *model.Entity) {
	if !c.partial {
		return
	}
	retention := e.Has(model.Config("log.retention.ms")) || e.Has(model.Config("log.retention.hours"))
	for _, key := range decisiveKeys[kafka.Broker] {
		if retention && key == "log.retention.ms" { // hours that are written here are meant to count
			continue
		}
		if !e.Has(model.Config(key)) {
			e.Set(model.Config(key), model.Value{Unknown: true, Origin: model.Origin{Kind: model.FromFile, Span: e.Span, Note: "may be set elsewhere"}})
		}
	}
}

// textsValue reads a comma-separated value as a list.
func textsValue(n *source.Node, d dialect) model.Value {
	v := scalar(n, d)
	if v.Unknown {
		return v.Value
	}
	var items []any
	for part := range strings.SplitSeq(v.resolved, ",") {
		if part = strings.TrimSpace(part); part != "" {
			items = append(items, part)
		}
	}
	v.Data = items
	return v.Value
}

// publish says of each listener whether its port leaves the containers' own
// network; nothing where that is not known (nil).
func publish(e *model.Entity, published map[string]bool) {
	if published == nil {
		return
	}
	for p, v := range e.Fields {
		name, isType := strings.CutSuffix(p, "/type")
		if !isType || !strings.HasPrefix(p, "listeners/") {
			continue
		}
		port, ok := e.Int(name + "/port")
		switch {
		case !ok:
			continue
		case published[itoa(port)]:
			v.Data = "host"
		default:
			v.Data = "container"
		}
		e.Fields[p] = v
	}
}

var heapOption = regexp.MustCompile(`-Xmx(\d+[kKmMgGtT]?)\b`)

func (c *workload) heap(e *model.Entity) {
	for _, n := range c.vars {
		if n.Name != "KAFKA_HEAP_OPTS" {
			continue
		}
		if g := heapOption.FindStringSubmatch(n.Value); g != nil {
			if size, ok := javaSize(g[1]); ok {
				setText(e, "pod/heap", size, n.Span, "")
			}
		}
	}
}

// worker reads a Connect worker.
func (c *workload) worker(image string, exact bool) *model.Entity {
	e := c.entity(model.Worker)
	setText(e, "client/library", "java", c.at, "Connect uses Kafka's Java client")
	setText(e, "client/framework", "connect", c.at, "")
	if v := kafka.ImageVersion(c.imageRef()); !v.IsZero() {
		setText(e, "client/version", v.String(), c.image.Span, "the image's tag")
	}
	c.configs(e, image, exact)
	return e
}

// duplicates reports variables that are written twice, and keys that Bitnami's
// image takes under two names.
func (c *workload) duplicates(e *model.Entity, image string) []model.Problem {
	var out []model.Problem
	for _, n := range c.written {
		out = append(out, duplicates(n, e, string(kafka.Broker))...)
	}
	if !strings.Contains(image, "bitnami") {
		return out
	}
	for _, n := range c.vars {
		rest, ok := strings.CutPrefix(n.Name, "KAFKA_CFG_")
		i := slices.IndexFunc(c.vars, func(o *source.Node) bool { return o.Name == "KAFKA_"+rest })
		if !ok || i < 0 {
			continue
		}
		p := duplicateOf(c.vars[i], n, e, string(kafka.Broker))
		p.Level, p.Why = "info", "the same setting is also given as "+c.vars[i].Name
		out = append(out, p)
	}
	return out
}

// strangeListeners reports listener.name.X keys of a listener that there is not,
// because an underscore in its name was written once.
func (c *workload) strangeListeners(e *model.Entity, root *source.Node) []model.Problem {
	names := map[string]bool{}
	for _, key := range []string{"listeners", "advertised.listeners", "listener.security.protocol.map"} {
		for part := range strings.SplitSeq(root.Field(key).Str(), ",") {
			name, _, _ := strings.Cut(strings.TrimSpace(part), ":")
			names[strings.ToLower(name)] = true
		}
	}
	var out []model.Problem
	for _, f := range root.Children {
		rest, ok := strings.CutPrefix(f.Name, "listener.name.")
		if !ok || f.Kind == source.Expression {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		for known := range names {
			if !strings.Contains(known, "_") || names[name] || !strings.HasPrefix(rest, strings.ReplaceAll(known, "_", ".")) {
				continue
			}
			written := variableOf(c.vars, f)
			out = append(out, model.Problem{Kind: "misspelt-key", Span: f.NameSpan, Entity: e, Key: written, Role: string(kafka.Broker), Value: f.Value,
				Why:  "a single underscore becomes a dot, so this is for a listener " + strings.ToUpper(name) + ", which there is not",
				Hint: "write the underscore of " + strings.ToUpper(known) + " twice"})
		}
	}
	return out
}

// variableOf is the variable's name of a field that carries Kafka's.
func variableOf(vars []*source.Node, f *source.Node) string {
	for _, v := range vars {
		if v.NameSpan == f.NameSpan {
			return v.Name
		}
	}
	return f.Name
}

// secrets reports passwords that stand in variables which are no Kafka keys:
// those that are carry the mark themselves.
func (c *workload) secrets(image string) []model.Problem {
	var out []model.Problem
	if c.sealed {
		return nil
	}
	for _, n := range c.vars {
		name := strings.ToUpper(n.Name)
		if !strings.Contains(name, "KAFKA") || strings.HasSuffix(name, "_FILE") || strings.HasSuffix(name, "CREDENTIALS") || !kafka.Secret(name) {
			continue
		}
		if _, _, isKey := kafka.ImageEnv(image, n.Name); isKey || !isLiteralSecret(n) {
			continue
		}
		if _, isSpring := springEnv(n.Name); isSpring {
			continue
		}
		if _, _, isClient := clientVariable(n.Name); isClient && image == "" {
			continue
		}
		out = append(out, model.Problem{Kind: "hard-coded-secret", Span: variableSpan(n), Key: n.Name, Role: "environment", Level: c.level,
			Why: "a password stands in the file in plain text", Hint: "take it from a secret"})
	}
	return out
}

var noSecret = regexp.MustCompile(`(?i)^(x+|\*+|redacted|replace[_-]?(me|this.*)?|change[_-]?(me|it)|your[_-].*|<.*>|todo|example|placeholder)$`)

// isLiteralSecret reports whether a value is a secret itself, not a reference to
// one or a word in its place.
func isLiteralSecret(n *source.Node) bool {
	s := strings.TrimSpace(n.Value)
	return n.Kind == source.String && s != "" && !strings.Contains(s, "$") && !source.HasPlaceholder(s) && !noSecret.MatchString(s)
}

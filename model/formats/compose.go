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

// composeFormat reads Compose projects: brokers, workers, applications and the
// topics that commands create. A project is a deployment of its own.
func composeFormat() Format {
	return Format{Name: "compose", Claim: claimCompose, Import: importCompose}
}

var composeName = regexp.MustCompile(`(^|[-_.])compose([-_.]|$)`)

// kafkaVariable are names of variables that configure Kafka.
var kafkaVariable = regexp.MustCompile(`^(KAFKA_|CONNECT_(BOOTSTRAP|GROUP|CONFIG|OFFSET|STATUS|REST)_|SPRING_KAFKA_|SPRING_CLOUD_STREAM_)|KAFKA.*PASSWORD`)

func claimCompose(d *Document) bool {
	if d.Syntax != source.YAML || d.Parent != nil {
		return false
	}
	return slices.ContainsFunc(d.Roots, isComposeKafka)
}

func isComposeKafka(root *source.Node) bool {
	if root.Field("apiVersion") != nil {
		return false
	}
	for _, service := range root.Field("services").Fields() {
		image := scalar(service.Field("image"), shell).resolved
		if kafka.IsKafkaImage(image) || strings.Contains(image, "redpandadata/redpanda") {
			return true
		}
		for _, v := range environmentOf(service.Field("environment")) {
			if kafkaVariable.MatchString(v.Name) {
				return true
			}
		}
	}
	return false
}

// environmentOf reads both forms of a list of variables as fields.
func environmentOf(n *source.Node) []*source.Node {
	out := slices.Clone(n.Fields())
	for _, item := range n.Items() {
		if v := assignment(item); v != nil {
			out = append(out, v)
		}
	}
	return slices.DeleteFunc(out, func(v *source.Node) bool { return v.Kind == source.Map || v.Kind == source.List })
}

func importCompose(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, p := range composeProjects(docs) {
		r := &composeReader{project: p, ctx: ctx}
		in := r.read()
		out.Fragments = append(out.Fragments, in.Fragments...)
		out.Problems = append(out.Problems, in.Problems...)
	}
	return out
}

// composeProject is what one call of docker compose reads: files in the order in
// which they override each other.
type composeProject struct {
	dir, cluster, env string
	except            []string
	files             []*Document
}

// composeProjects finds the projects of a run's files. In a folder the base and
// its override count together; a file for an environment, or one whose services
// are not complete, is laid over the base; every other file stands alone.
func composeProjects(docs []*Document) []*composeProject {
	byDir := map[string][]*Document{}
	var dirs []string
	for _, d := range docs {
		if byDir[d.Dir()] == nil {
			dirs = append(dirs, d.Dir())
		}
		byDir[d.Dir()] = append(byDir[d.Dir()], d)
	}
	var out []*composeProject
	for _, dir := range dirs {
		out = append(out, folderProjects(dir, byDir[dir])...)
	}
	return out
}

// baseNames are the files that Compose takes by itself, the first one it finds.
var baseNames = []string{"compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"}

func folderProjects(dir string, docs []*Document) []*composeProject {
	var base *composeProject
	for _, name := range baseNames {
		if i := slices.IndexFunc(docs, func(d *Document) bool { return d.Name == name }); i >= 0 && base == nil {
			base = &composeProject{dir: dir, cluster: "compose:" + dir, files: []*Document{docs[i]}}
		}
	}
	var out, variants []*composeProject
	extended := extendedFiles(docs)
	for _, d := range docs {
		switch {
		case extended[d.Path] && !isComplete(d), !composeName.MatchString(d.Name) && !isComplete(d): // part of others
		case base != nil && d == base.files[0]:
		case base != nil && strings.Contains(d.Name, ".override."):
			base.files = append(base.files, d)
		default:
			variants = append(variants, &composeProject{dir: dir, cluster: "compose:" + path.Join(dir, d.Name), env: composeEnvironment(d.Name), files: []*Document{d}})
		}
	}
	for _, v := range variants {
		if base != nil && !isComplete(v.files[0]) {
			v.files = []*Document{base.files[0], v.files[0]}
		}
	}
	if base != nil {
		out = append(out, base)
	}
	return append(out, variants...)
}

// extendedFiles are the files from which services of others are taken.
func extendedFiles(docs []*Document) map[string]bool {
	out := map[string]bool{}
	for _, d := range docs {
		for _, root := range d.Roots {
			for _, s := range root.Field("services").Fields() {
				if file := s.Get("extends", "file").Str(); file != "" {
					out[path.Join(d.Dir(), file)] = true
				}
			}
		}
	}
	return out
}

// composeEnvironment is the environment in a file's name: docker-compose.prod.yml.
func composeEnvironment(name string) string {
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".-_", r) }) {
		if model.Environment(word) != "" {
			return word
		}
	}
	return ""
}

// isComplete reports whether every service says what it runs.
func isComplete(d *Document) bool {
	for _, s := range d.Roots[0].Field("services").Fields() {
		if s.Field("image") == nil && s.Field("build") == nil && s.Field("extends") == nil {
			return false
		}
	}
	return true
}

// composeReader reads one project.
type composeReader struct {
	project *composeProject
	ctx     *Context
	env     map[string]*source.Node // the project's .env
	out     model.Imported
	topics  map[string]bool
}

// composeService is a service with all its layers, the weakest first.
type composeService struct {
	name   string
	head   *source.Node // where the first file declares it
	layers []*source.Node
	docs   []*Document
}

func (r *composeReader) read() model.Imported {
	r.env, r.topics = r.dotenv(path.Join(r.project.dir, ".env")), map[string]bool{}
	var brokers []broker
	var apps []*workload
	services := r.services()
	for _, s := range services {
		c := r.container(s)
		image, _ := c.rules()
		if c.runsBroker(image) {
			brokers = append(brokers, broker{c: c, count: r.replicas(s)})
		}
		apps = append(apps, c)
	}
	level := "info" // a Compose file is a developer's, unless its name says something else
	if model.Environment(r.project.env) == model.Production {
		level = ""
	}
	for i, c := range apps {
		c.level = level
		node, in := c.read(r.ctx)
		for j := range brokers {
			if brokers[j].c == apps[i] && node != nil {
				brokers[j].node = node
				services[i].storage(node)
			}
		}
		r.add(in)
	}
	for i, s := range services {
		r.add(model.Imported{Fragments: apps[i].commandTopics(s.last("command"), s.last("entrypoint"))})
	}
	r.cluster(brokers)
	return r.out
}

// add keeps fragments; a topic that two services create is one.
func (r *composeReader) add(in model.Imported) {
	for _, f := range in.Fragments {
		if f.Kind == model.Topic && r.topics[f.Name] {
			continue
		}
		if f.Kind == model.Topic {
			r.topics[f.Name] = true
		}
		r.out.Add(f)
	}
	r.out.Problems = append(r.out.Problems, in.Problems...)
}

// cluster makes the entity of all brokers of the project.
func (r *composeReader) cluster(brokers []broker) {
	if len(brokers) == 0 {
		return
	}
	name := path.Base(r.project.dir)
	if name == "." || name == "/" {
		name = "compose"
	}
	if n := r.project.files[0].Roots[0].Field("name"); n.Str() != "" {
		name = n.Str()
	}
	f := clusterOfBrokers(name, brokers)
	if n, ok := f.Int("brokers"); ok && n == 1 && r.project.env == "" {
		f.Environment = model.Development
		setText(f.Entity, "environment", model.Development, f.Span, "a Compose project with one broker")
	}
	r.out.Add(f)
}

// services are the services of all files by name, in the order of the files.
func (r *composeReader) services() []*composeService {
	byName := map[string]*composeService{}
	var out []*composeService
	for _, d := range r.project.files {
		for _, root := range d.Roots {
			for _, n := range root.Field("services").Fields() {
				s := byName[n.Name]
				if s == nil {
					s = &composeService{name: n.Name, head: n}
					byName[n.Name] = s
					out = append(out, s)
				}
				s.layers = append(append(s.layers, r.extended(d, root, n, 0)...), n)
				s.docs = append(s.docs, d)
			}
		}
	}
	return out
}

// maxExtends bounds chains of extends, which may be circular.
const maxExtends = 8

// extended are the layers that a service takes over from another one.
func (r *composeReader) extended(d *Document, root, n *source.Node, depth int) []*source.Node {
	from := n.Field("extends")
	if from == nil || depth > maxExtends {
		return nil
	}
	name := from.Str()
	if from.Kind == source.Map {
		name = from.Field("service").Str()
	}
	if file := from.Field("file").Str(); file != "" {
		f := r.ctx.file(path.Join(d.Dir(), file))
		if f == nil {
			return nil
		}
		roots, err := source.ParseYAML(source.Whole(f))
		if err != nil || len(roots) == 0 {
			return nil
		}
		root, d = roots[0], &Document{Path: f.Name, Name: path.Base(f.Name)}
	}
	base := root.Get("services", name)
	if base == nil || base == n {
		return nil
	}
	return append(r.extended(d, root, base, depth+1), base)
}

// last is a field of the strongest layer that has it.
func (s *composeService) last(name string) *source.Node {
	for i := len(s.layers) - 1; i >= 0; i-- {
		if n := s.layers[i].Field(name); n != nil {
			return n
		}
	}
	return nil
}

// replicas is how many containers a service has; nil Data when unknown.
func (r *composeReader) replicas(s *composeService) *int64 {
	one := int64(1)
	n := s.last("scale")
	if deploy := s.last("deploy").Field("replicas"); deploy != nil {
		n = deploy
	}
	if n == nil {
		return &one
	}
	v, ok := model.ParseAs(model.Whole, scalar(r.interpolated(n), shell).resolved)
	if count, isInt := v.(int64); ok && isInt {
		return &count
	}
	return nil
}

// container is a service with its environment: env files first, then the
// variables of each layer.
func (r *composeReader) container(s *composeService) *workload {
	c := &workload{doc: s.docs[len(s.docs)-1], format: "compose", name: s.name, at: s.head.NameSpan, source: r.project.dir, dialect: shell,
		env: r.project.env, cluster: r.project.cluster, except: r.project.except, published: map[string]bool{}}
	c.command = s.last("command") != nil || s.last("entrypoint") != nil
	if n := s.last("image"); n != nil {
		c.image = r.interpolated(n)
	}
	for _, layer := range s.layers {
		for _, v := range r.envFiles(layer.Field("env_file")) {
			c.vars = append(c.vars, r.interpolated(v))
		}
	}
	for _, layer := range s.layers {
		block := layer.Field("environment")
		fields := environmentOf(block)
		for _, v := range fields {
			c.vars = append(c.vars, r.interpolated(v))
		}
		c.written = append(c.written, &source.Node{Kind: source.Map, Children: fields})
		if block != nil {
			c.block, c.parent = block.NameSpan, mapOnly(block)
		}
		for _, n := range layer.Field("ports").Items() {
			c.published[containerPort(n)] = true
		}
	}
	if s.last("network_mode").Str() == "host" {
		c.published = nil
	}
	return c
}

// storage finds the volume that holds a broker's logs. Without one they are in
// the container or in a volume of the image's own, which nobody can tell apart
// here.
func (s *composeService) storage(e *model.Entity) {
	for _, layer := range s.layers {
		for _, n := range layer.Field("volumes").Items() {
			parts := strings.Split(n.Str(), ":")
			target, kind := parts[min(1, len(parts)-1)], "persistent"
			if n.Kind == source.Map {
				target = n.Field("target").Str()
				if n.Field("type").Str() == "tmpfs" {
					kind = "ephemeral"
				}
			}
			if holdsLogs(e, target) {
				setText(e, "storage/type", kind, n.Span, "")
			}
		}
		tmpfs := layer.Field("tmpfs").Items()
		if n := layer.Field("tmpfs"); n.IsScalar() {
			tmpfs = []*source.Node{n}
		}
		for _, n := range tmpfs {
			target, _, _ := strings.Cut(n.Str(), ":")
			if holdsLogs(e, target) {
				setText(e, "storage/type", "ephemeral", n.Span, "tmpfs")
			}
		}
	}
}

// containerPort is the port inside of the container that a published port leads
// to: "19092:9092", "127.0.0.1:9092:9092/tcp", {target: 9092}.
func containerPort(n *source.Node) string {
	if n.Kind == source.Map {
		return n.Field("target").Str()
	}
	port, _, _ := strings.Cut(n.Str(), "/")
	return port[strings.LastIndexByte(port, ':')+1:]
}

// envFiles are the variables of env_file: one name, several, or {path: …}.
func (r *composeReader) envFiles(n *source.Node) []*source.Node {
	if n == nil {
		return nil
	}
	files := n.Items()
	if n.IsScalar() {
		files = []*source.Node{n}
	}
	var out []*source.Node
	for _, f := range files {
		name := f.Str()
		if f.Kind == source.Map {
			name = f.Field("path").Str()
		}
		file := r.ctx.file(path.Join(r.project.dir, name))
		if name == "" || file == nil {
			continue
		}
		if root, err := source.ParseEnv(source.Whole(file)); err == nil {
			out = append(out, root.Fields()...)
		}
	}
	return out
}

// dotenv are the variables of the project's .env.
func (r *composeReader) dotenv(name string) map[string]*source.Node {
	out := map[string]*source.Node{}
	f := r.ctx.file(name)
	if f == nil {
		return out
	}
	if root, err := source.ParseEnv(source.Whole(f)); err == nil {
		for _, n := range root.Fields() {
			if n.Kind == source.String {
				out[n.Name] = n
			}
		}
	}
	return out
}

var interpolation = regexp.MustCompile(`\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(:?[-?][^{}]*)?\}|\$([A-Za-z_][A-Za-z0-9_]*)`)

// interpolated puts the variables of .env into a value; what .env does not have
// stays for its default to decide.
func (r *composeReader) interpolated(n *source.Node) *source.Node {
	if n == nil || !strings.Contains(n.Value, "$") || len(r.env) == 0 || n.Kind != source.String {
		return n
	}
	value := interpolation.ReplaceAllStringFunc(n.Value, func(s string) string {
		g := interpolation.FindStringSubmatch(s)
		v := r.env[g[1]+g[3]]
		if s == "$$" || v == nil || v.Value == "" && strings.HasPrefix(g[2], ":") || strings.Contains(v.Value, "$") {
			return s
		}
		return v.Value
	})
	if value == n.Value {
		return n
	}
	c := *n
	c.Value, c.Text = value, source.Text{}
	return &c
}

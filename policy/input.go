package policy

import (
	"sort"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// arrays names the array of a kind in the rules' input.
var arrays = map[model.Kind]string{
	model.Topic: "topics", model.Producer: "producers", model.Group: "groups", model.ShareGroup: "shareGroups", model.Streams: "streams",
	model.Client: "clients", model.Connector: "connectors", model.Worker: "workers", model.Mirror: "mirrors", model.User: "users",
	model.ACL: "acls", model.Quota: "quotas", model.Cluster: "clusters", model.Node: "nodes", model.Sink: "sinks", model.Scenario: "scenarios",
}

// sliceSize is how many entities one evaluation sees: one at a time is several
// times slower, all at once leaves the second processor idle.
const sliceSize = 256

// subject is a deployment prepared for the rules: its entities as plain data,
// and the way back from a _ref to what it stands for.
type subject struct {
	d        *model.Deployment
	facts    model.Facts
	problems []model.Problem
	spec     ast.Value
	slices   []ast.Value
	// clusterEnvironment is what the cluster's own file says: its nodes are for
	// the same.
	clusterEnvironment string
}

// newSubject projects a deployment. keys are the configuration keys that some
// rule names: only their defaults are looked up. The first deployment also
// carries the problems of files that belong to none.
func newSubject(d *model.Deployment, problems []model.Problem, keys map[kafka.Role][]string) *subject {
	s := &subject{d: d, facts: d.Spec.Facts(), problems: problems}
	for _, c := range d.Spec.Of(model.Cluster) {
		s.clusterEnvironment = c.Environment
	}
	terms := make([]*ast.Term, len(d.Spec.Entities))
	for i, e := range d.Spec.Entities {
		terms[i] = s.entity(e, ref(i), keys[model.RoleOf(e)])
	}
	s.spec = s.specObject(terms)
	s.slices = s.slice(terms)
	return s
}

func ref(i int) string { return "e" + itoa(i) }

func itoa(i int) string { return strconv.Itoa(i) }

// specObject is data.spec.
func (s *subject) specObject(terms []*ast.Term) ast.Value {
	byKind := map[model.Kind][]*ast.Term{}
	var topics [][2]*ast.Term
	for i, e := range s.d.Spec.Entities {
		byKind[e.Kind] = append(byKind[e.Kind], terms[i])
		if e.Kind == model.Topic {
			topics = append(topics, ast.Item(str(e.Name), terms[i]))
		}
	}
	items := [][2]*ast.Term{
		ast.Item(str("id"), str(s.d.ID)),
		ast.Item(str("environment"), str(s.d.Environment)),
		ast.Item(str("kafka"), s.kafka()),
		ast.Item(str("topicsByName"), ast.ObjectTerm(topics...)),
	}
	for _, kind := range model.Kinds {
		items = append(items, ast.Item(str(arrays[kind]), ast.ArrayTerm(byKind[kind]...)))
	}
	return ast.NewObject(items...)
}

// kafka is data.spec.kafka: what is known of the cluster, nothing else.
func (s *subject) kafka() *ast.Term {
	f := s.facts
	items := [][2]*ast.Term{
		ast.Item(str("inSight"), ast.BooleanTerm(f.InSight)),
		ast.Item(str("assumed"), ast.BooleanTerm(f.Assumed)),
		ast.Item(str("dedicated"), ast.BooleanTerm(f.Dedicated)),
	}
	add := func(known bool, key string, t *ast.Term) {
		if known {
			items = append(items, ast.Item(str(key), t))
		}
	}
	add(!f.Version.IsZero(), "version", ast.IntNumberTerm(f.Version.Major*100+f.Version.Minor))
	add(!f.Version.IsZero(), "versionText", str(f.Version.String()))
	add(!f.Version.IsZero(), "elr", ast.BooleanTerm(f.ELR))
	add(f.Platform != "", "platform", str(f.Platform))
	add(f.Platform != "", "isr", ast.BooleanTerm(kafka.HasISR(f.Platform)))
	add(f.Mode != "", "mode", str(f.Mode))
	add(f.Brokers > 0, "brokers", ast.IntNumberTerm(int(f.Brokers)))
	add(f.Zones > 0, "zones", ast.IntNumberTerm(int(f.Zones)))
	return ast.ObjectTerm(items...)
}

// slice cuts the entities into inputs; the problems go with the first.
func (s *subject) slice(terms []*ast.Term) []ast.Value {
	var out []ast.Value
	for start := 0; start < len(terms) || start == 0; start += sliceSize {
		end := min(start+sliceSize, len(terms))
		byKind := map[model.Kind][]*ast.Term{}
		for i := start; i < end; i++ {
			kind := s.d.Spec.Entities[i].Kind
			byKind[kind] = append(byKind[kind], terms[i])
		}
		var items [][2]*ast.Term
		for _, kind := range model.Kinds {
			items = append(items, ast.Item(str(arrays[kind]), ast.ArrayTerm(byKind[kind]...)))
		}
		var problems []*ast.Term
		if start == 0 {
			for i, p := range s.problems {
				problems = append(problems, problem(i, p))
			}
		}
		items = append(items, ast.Item(str("problems"), ast.ArrayTerm(problems...)))
		out = append(out, ast.NewObject(items...))
	}
	return out
}

func problem(i int, p model.Problem) *ast.Term {
	items := [][2]*ast.Term{ast.Item(str("_ref"), str("p"+itoa(i))), ast.Item(str("kind"), str(p.Kind))}
	add := func(key, value string) {
		if value != "" {
			items = append(items, ast.Item(str(key), str(value)))
		}
	}
	add("key", p.Key)
	add("role", p.Role)
	add("value", p.Value)
	add("why", p.Why)
	add("hint", p.Hint)
	add("level", p.Level)
	if p.Entity != nil {
		items = append(items, ast.Item(str("entity"), ast.ObjectTerm(
			ast.Item(str("kind"), str(string(p.Entity.Kind))), ast.Item(str("name"), str(p.Entity.Name)),
			ast.Item(str("format"), str(p.Entity.Format)))))
	}
	return ast.ObjectTerm(items...)
}

// entity is one entity as plain data: its known values by path, its effective
// configuration, which keys are written and what decided each key.
func (s *subject) entity(e *model.Entity, ref string, keys []string) *ast.Term {
	root := branch{}
	config, written, origin := branch{}, branch{}, branch{}
	var secrets []any
	for _, p := range e.Paths() {
		v := e.Fields[p]
		if key, ok := model.ConfigKey(p); ok {
			written[key] = ast.InternedTerm(true)
			if v.Secret {
				if _, written := v.Credential(); written {
					secrets = append(secrets, key)
				}
				continue
			}
			if v.Known() {
				config[key], origin[key] = s.data(key, v), str(string(v.Origin.Kind))
			}
			continue
		}
		if v.Origin.Kind == model.FromFile {
			written[p] = ast.InternedTerm(true)
		}
		if v.Known() {
			root.put(strings.Split(p, "/"), term(v.Data))
		}
	}
	for _, key := range keys {
		if _, ok := written[key]; ok {
			continue
		}
		if v, ok := s.d.Spec.Effective(&s.facts, e, key); ok {
			config[key], origin[key] = s.data(key, v), str(string(v.Origin.Kind))
		}
	}
	if e.Kind == model.Topic {
		for _, p := range []string{"partitions", "replicationFactor"} {
			delete(root, p)
			if v, ok := s.d.Spec.Counts(&s.facts, e, p); ok {
				root[p] = term(v.Data)
			}
		}
	}
	s.coupled(e, root)
	root["literalSecrets"] = term(secrets)
	root["config"], root["written"], root["origin"] = config, written, origin
	for key, value := range map[string]string{
		"_ref": ref, "kind": string(e.Kind), "name": e.Name, "format": e.Format, "source": e.Source, "environment": s.environment(e),
	} {
		root[key] = str(value)
	}
	return root.term()
}

// environment is the entity's: what its own file says where the deployment
// says nothing.
func (s *subject) environment(e *model.Entity) string {
	if s.d.Environment != "" {
		return s.d.Environment
	}
	if e.Environment == "" && e.Kind == model.Node {
		return s.clusterEnvironment
	}
	return e.Environment
}

// data is a configuration value as rules see it. The words for "all in-sync
// replicas" are one word.
func (s *subject) data(key string, v model.Value) *ast.Term {
	if key == "acks" && v.Data == "-1" {
		return str("all")
	}
	return term(v.Data)
}

// branch is an object under construction; its values are terms or branches.
type branch map[string]any

func (b branch) put(path []string, t *ast.Term) {
	for _, name := range path[:len(path)-1] {
		next, ok := b[name].(branch)
		if !ok {
			next = branch{}
			b[name] = next
		}
		b = next
	}
	if _, taken := b[path[len(path)-1]].(branch); !taken {
		b[path[len(path)-1]] = t
	}
}

func (b branch) term() *ast.Term {
	names := make([]string, 0, len(b))
	for name := range b {
		names = append(names, name)
	}
	sort.Strings(names)
	items := make([][2]*ast.Term, len(names))
	for i, name := range names {
		if sub, ok := b[name].(branch); ok {
			items[i] = ast.Item(str(name), sub.term())
		} else {
			items[i] = ast.Item(str(name), b[name].(*ast.Term))
		}
	}
	return ast.ObjectTerm(items...)
}

func str(s string) *ast.Term { return ast.InternedTerm(s) }

// term turns a value's data into a term.
func term(data any) *ast.Term {
	switch v := data.(type) {
	case string:
		return str(v)
	case bool:
		return ast.InternedTerm(v)
	case int64:
		return ast.InternedTerm(int(v))
	case float64:
		return ast.FloatNumberTerm(v)
	case []any:
		terms := make([]*ast.Term, len(v))
		for i, item := range v {
			terms[i] = term(item)
		}
		return ast.ArrayTerm(terms...)
	case []string:
		terms := make([]*ast.Term, len(v))
		for i, item := range v {
			terms[i] = str(item)
		}
		return ast.ArrayTerm(terms...)
	}
	return ast.NullTerm()
}

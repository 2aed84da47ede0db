package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// ConfigName is the file that a run reads from the working directory unless
// --config names another.
const ConfigName = ".plimsoll.yaml"

// Config is a parsed .plimsoll.yaml. Every key of it is checked: a setting that
// silently does nothing is the worst fault a linter's configuration can have.
type Config struct {
	// Exclude are patterns of paths that are not read.
	Exclude []string
	// Deployments place files.
	Deployments []model.DeploymentRule
	// rules are the settings by rule id or category.
	rules map[string]ruleConfig
}

type ruleConfig struct {
	level   Severity
	set     bool // level is given
	options map[string]any
	span    source.Span
}

// ParseConfig reads a .plimsoll.yaml:
//
//	exclude: ["vendor/**"]
//	rules:
//	  durability/acks-not-all: {level: error}
//	  security: {level: off}          # a whole category
//	  topic/partitions-too-many: {options: {max: 200}}
//	deployments:
//	  prod: {paths: ["k8s/prod/**"], environment: production, cluster: main, profile: prod}
//
// Errors are located and say what would be accepted.
func ParseConfig(f *source.File) (*Config, error) {
	roots, err := source.ParseYAML(source.Whole(f))
	if err != nil {
		return nil, err
	}
	c := &Config{rules: map[string]ruleConfig{}}
	if len(roots) == 0 || roots[0].Kind == source.Null {
		return c, nil
	}
	if roots[0].Kind != source.Map {
		return nil, source.Errorf(roots[0].Span, "want a map with the keys exclude, rules, deployments")
	}
	for _, n := range roots[0].Fields() {
		if err := c.section(n); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Under makes the patterns of paths relative to the folder that the
// configuration stands in.
func (c *Config) Under(dir string) {
	for i, pattern := range c.Exclude {
		c.Exclude[i] = path.Join(dir, pattern)
	}
	for i := range c.Deployments {
		for j, pattern := range c.Deployments[i].Paths {
			c.Deployments[i].Paths[j] = path.Join(dir, pattern)
		}
	}
}

func (c *Config) section(n *source.Node) (err error) {
	switch n.Name {
	case "exclude":
		c.Exclude, err = stringList(n)
	case "rules":
		for _, r := range n.Fields() {
			if err := c.rule(r); err != nil {
				return err
			}
		}
	case "deployments":
		for _, d := range n.Fields() {
			if err := c.deployment(d); err != nil {
				return err
			}
		}
	default:
		return source.Errorf(n.NameSpan, "unknown key %q: want exclude, rules or deployments", n.Name)
	}
	return err
}

func (c *Config) rule(n *source.Node) error {
	r := ruleConfig{span: n.NameSpan}
	for _, f := range n.Fields() {
		switch f.Name {
		case "level":
			level, ok := ParseSeverity(f.Str())
			if !ok {
				return source.Errorf(f.Span, "level %q: want error, warning, info or off", f.Str())
			}
			r.level, r.set = level, true
		case "options":
			r.options = map[string]any{}
			for _, o := range f.Fields() {
				r.options[o.Name] = plain(o)
			}
		default:
			return source.Errorf(f.NameSpan, "unknown key %q of rule %s: want level or options", f.Name, n.Name)
		}
	}
	if n.Kind == source.String {
		level, ok := ParseSeverity(n.Value)
		if !ok {
			return source.Errorf(n.Span, "level %q: want error, warning, info or off", n.Value)
		}
		r.level, r.set = level, true
	}
	c.rules[n.Name] = r
	return nil
}

// plain turns a node into the data that a rule reads as an option.
func plain(n *source.Node) any {
	switch n.Kind {
	case source.Bool:
		v, _ := model.ParseAs(model.Flag, n.Value)
		return v
	case source.Number:
		if v, ok := model.ParseAs(model.Whole, n.Value); ok {
			return v
		}
		v, _ := model.ParseAs(model.Decimal, n.Value)
		return v
	case source.List:
		out := []any{}
		for _, item := range n.Items() {
			out = append(out, plain(item))
		}
		return out
	}
	return n.Str()
}

func (c *Config) deployment(n *source.Node) (err error) {
	d := model.DeploymentRule{ID: n.Name}
	for _, f := range n.Fields() {
		switch f.Name {
		case "paths":
			if d.Paths, err = stringList(f); err != nil {
				return err
			}
		case "environment":
			if d.Environment = model.Environment(f.Str()); d.Environment == "" {
				return source.Errorf(f.Span, "environment %q: want production, staging or development", f.Str())
			}
		case "cluster":
			d.Cluster = f.Str()
		case "profile":
			d.Profile = f.Str()
		default:
			return source.Errorf(f.NameSpan, "unknown key %q of deployment %s: want paths, environment, cluster or profile", f.Name, n.Name)
		}
	}
	if len(d.Paths) == 0 && d.Profile == "" {
		return source.Errorf(n.NameSpan, "deployment %s places nothing: give it paths or a profile", n.Name)
	}
	c.Deployments = append(c.Deployments, d)
	return nil
}

func stringList(n *source.Node) ([]string, error) {
	if n.Kind != source.List {
		return nil, source.Errorf(n.Span, "%s: want a list of patterns", n.Name)
	}
	var out []string
	for _, item := range n.Items() {
		out = append(out, item.Str())
	}
	return out, nil
}

// check refuses settings of rules that do not exist.
func (c *Config) check(rules map[string]*ruleSource) error {
	for id, r := range c.rules {
		if rules[id] != nil || isCategory(rules, id) {
			continue
		}
		hint := "plimsoll rules list shows them"
		if near := nearestRule(rules, id); near != "" {
			hint = "did you mean " + near + "?"
		}
		return source.Errorf(r.span, "unknown rule %q: %s", id, hint)
	}
	return nil
}

func isCategory(rules map[string]*ruleSource, id string) bool {
	for known := range rules {
		if strings.HasPrefix(known, id+"/") {
			return true
		}
	}
	return false
}

// nearestRule is the rule of another category with the same name, the usual
// slip.
func nearestRule(rules map[string]*ruleSource, id string) string {
	name := id[strings.LastIndexByte(id, '/')+1:]
	var found []string
	for known := range rules {
		if strings.HasSuffix(known, "/"+name) {
			found = append(found, known)
		}
	}
	slices.Sort(found)
	if len(found) == 0 {
		return ""
	}
	return found[0]
}

// level is the configured severity of a rule: its own, else its category's.
func (c *Config) level(id string) (Severity, bool) {
	if r, ok := c.rules[id]; ok && r.set {
		return r.level, true
	}
	category, _, _ := strings.Cut(id, "/")
	r, ok := c.rules[category]
	return r.level, ok && r.set
}

// options is data.options.
func (c *Config) options() map[string]any {
	out := map[string]any{}
	for id, r := range c.rules {
		if len(r.options) > 0 {
			out[id] = r.options
		}
	}
	return out
}

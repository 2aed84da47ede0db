package formats

import (
	"path"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// property is one setting of an application: its dotted name as written, with
// brackets resolved, and the node that holds its value.
type property struct {
	name   string
	node   *source.Node
	parent *source.Node // the map that the field stands in
}

// layer is a part of an application's configuration that counts as a whole or
// not at all: a file, or one document of it.
type layer struct {
	doc *Document
	// when says for which profiles the layer counts; nil for all.
	when *profileExpr
	// profileFile marks application-PROFILE files, which come after all others.
	profileFile bool
	// test marks the resources of the tests.
	test  bool
	props []property
	// blocks are the maps of the layer by their relaxed dotted names.
	blocks map[string]*source.Node
}

// application is what the files of one module say, layers in the order in which
// they override each other, the strongest last.
type application struct {
	source string // the module's folder
	name   string // what to call it when it has no name of its own
	parent *Parent
	layers []layer
}

// variant is an application under one profile, or under none ("").
type variant struct {
	profile string
	// env is the word for deployments; environment what it means.
	env, environment string
	except           []string
	layers           []layer
}

// flatten lists the scalars and lists below a node under their dotted names.
func (l *layer) flatten(n *source.Node, prefix string) {
	for _, f := range n.Fields() {
		name := joinName(prefix, f.Name)
		switch f.Kind {
		case source.Map:
			if key := relaxed(name); l.blocks[key] == nil {
				l.blocks[key] = f
			}
			l.flatten(f, name)
		case source.Null:
		default:
			l.add(property{name, f, n})
		}
	}
}

// add appends a property; name[0], name[1] … become one list.
func (l *layer) add(p property) {
	base, indexed := strings.CutSuffix(p.name, "]")
	if i := strings.LastIndexByte(base, '['); indexed && i >= 0 {
		p.name = base[:i]
		if last := len(l.props) - 1; last >= 0 && l.props[last].name == p.name && l.props[last].node.Kind == source.List {
			l.props[last].node.Children = append(l.props[last].node.Children, p.node)
			return
		}
		item := *p.node
		p.node = &source.Node{Kind: source.List, Syntax: item.Syntax, Name: p.name, NameSpan: item.NameSpan, Span: item.Span, Children: []*source.Node{&item}}
	}
	l.props = append(l.props, p)
}

// settle makes the values unknown that a template writes more than once, in
// the branches of a condition.
func (l *layer) settle() {
	first := map[string]int{}
	for i, p := range l.props {
		j, twice := first[relaxed(p.name)]
		if !twice {
			first[relaxed(p.name)] = i
			continue
		}
		if p.node.Conditional || l.props[j].node.Conditional {
			n := *p.node
			n.Kind, n.Conditional = source.Expression, true
			l.props[i].node = &n
		}
	}
}

// joinName appends a field's name; a bracketed part that is no index is a plain
// part of the name (properties[max.poll.interval.ms]).
func joinName(prefix, name string) string {
	if strings.ContainsRune(name, '[') {
		name = unbracket(name)
	}
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

func unbracket(name string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(name, '[')
		end := strings.IndexByte(name, ']')
		if open < 0 || end < open {
			b.WriteString(name)
			return b.String()
		}
		part := name[open+1 : end]
		b.WriteString(name[:open])
		if strings.Trim(part, "0123456789") == "" {
			b.WriteString(name[open : end+1])
		} else {
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(part)
		}
		name = name[end+1:]
	}
}

// fileStem takes an application file's name apart: "application-prod.yml" is
// application, prod. Other names have a profile only where their last word is an
// environment ("orders-service-prod.yml" of a configuration server).
func fileStem(name string) (stem, profile string) {
	base, _, _ := strings.Cut(path.Base(name), ".")
	for _, known := range []string{"application", "bootstrap", "microprofile-config"} {
		if base == known {
			return known, ""
		}
		if rest, ok := strings.CutPrefix(base, known+"-"); ok {
			return known, rest
		}
	}
	if i := strings.LastIndexByte(base, '-'); i > 0 && model.Environment(base[i+1:]) != "" {
		return base[:i], base[i+1:]
	}
	return base, ""
}

// moduleOf is the folder of the module that a configuration file belongs to:
// what stands above src/main/resources, or the file's folder without a last
// "config" or "resources". Test says that the file is a test's.
func moduleOf(d *Document) (dir string, test bool) {
	parts := strings.Split(d.Dir(), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == "src" && parts[i+2] == "resources" {
			return path.Join(append([]string{"."}, parts[:i]...)...), parts[i+1] != "main" && strings.Contains(strings.ToLower(parts[i+1]), "test")
		}
	}
	for len(parts) > 1 && (parts[len(parts)-1] == "config" || parts[len(parts)-1] == "resources") {
		parts = parts[:len(parts)-1]
	}
	return path.Join(parts...), false
}

// applications groups documents by module, each with its layers in order.
// split cuts a document into layers; properties says whether .properties files
// count more than YAML.
func applications(docs []*Document, properties bool, split func(d *Document) []layer) []*application {
	byKey := map[string]*application{}
	var out []*application
	for _, d := range docs {
		dir, test := moduleOf(d)
		stem, profile := fileStem(d.Name)
		a := &application{source: dir, name: path.Base(dir), parent: d.Parent}
		inSources := strings.Contains("/"+d.Path, "/src/main/resources/") || test
		if d.Parent != nil && d.Parent.Source != "" {
			a.source, a.name = d.Parent.Source, path.Base(d.Parent.Source)
		}
		key := a.source + "\x00" + parentKey(d.Parent)
		if !isApplicationStem(stem) && !inSources {
			a.name, key = stem, key+"\x00"+stem
		} else if a.name == "." || a.name == "/" {
			a.name = stem
		}
		for d.Parent != nil && byKey[key] != nil && byKey[key].has(d.Name) {
			key += "\x00" // the next ConfigMap of the file
		}
		if byKey[key] == nil {
			byKey[key] = a
			out = append(out, a)
		}
		for _, l := range split(d) {
			l.doc, l.test = d, test
			if profile != "" {
				l.when, l.profileFile = both(&profileExpr{name: profile}, l.when), true
			}
			byKey[key].layers = append(byKey[key].layers, l)
		}
	}
	for _, a := range out {
		slices.SortStableFunc(a.layers, func(x, y layer) int { return slices.Compare(x.rank(properties), y.rank(properties)) })
	}
	return out
}

// has reports whether a document of that name is there already.
func (a *application) has(name string) bool {
	return slices.ContainsFunc(a.layers, func(l layer) bool { return l.doc.Name == name })
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func parentKey(p *Parent) string {
	if p == nil {
		return ""
	}
	return p.Env + "\x00" + p.Cluster + "\x00" + p.Format
}

func isApplicationStem(stem string) bool {
	return stem == "application" || stem == "bootstrap" || stem == "microprofile-config"
}

// rank orders layers as Spring Boot and Quarkus do: profile files after the
// others, tests after the application, config/ after the root, .properties
// after (Spring) or before (Quarkus) YAML; documents of one file keep their
// order.
func (l *layer) rank(properties bool) []int {
	stem, _ := fileStem(l.doc.Name)
	order := 2 // imported by an application file
	if isApplicationStem(stem) {
		order = bit(stem == "application") // bootstrap and microprofile-config are weaker
	}
	return []int{order, bit(l.profileFile), bit(l.test), bit(path.Base(l.doc.Dir()) == "config"), bit(strings.HasSuffix(l.doc.Name, ".properties") == properties)}
}

// variants cuts an application into what runs under no environment's profile
// and under each; relevant says which properties count. Profiles that are no
// environment count always, unless two of them contradict each other.
func (a *application) variants(ctx *Context, relevant func(name string) bool) []variant {
	groups := a.groups()
	var special, neutral []string
	for _, p := range a.profiles(relevant) {
		switch {
		case environmentWord(p) != "" || p == testProfile || ctx.deployed(p):
			special = append(special, p)
		case !memberOf(groups, p):
			neutral = append(neutral, p)
		}
	}
	apart := a.contradicting(neutral, relevant)
	neutral = slices.DeleteFunc(neutral, func(p string) bool { return slices.Contains(apart, p) })
	special = append(special, apart...)
	base := variant{layers: a.active(neutral, false)}
	out := []variant{base}
	for _, p := range special {
		v := variant{profile: p, layers: a.active(append(append([]string{p}, neutral...), groups[p]...), p == testProfile)}
		v.env, v.environment = envOf(p, special), model.Environment(environmentWord(p))
		if ctx.deployed(p) {
			v.env = p
		}
		out[0].except = append(out[0].except, v.env)
		out = append(out, v)
	}
	return a.inParent(out)
}

// testProfile is the profile under which the resources of the tests count.
const testProfile = "test"

// inParent keeps the one variant that the document around the files is for.
func (a *application) inParent(vs []variant) []variant {
	if a.parent == nil || a.parent.Env == "" {
		return vs
	}
	pick := vs[0]
	for _, v := range vs[1:] {
		if v.env == a.parent.Env || v.environment != "" && v.environment == model.Environment(a.parent.Env) {
			pick = v
			break
		}
	}
	pick.env, pick.except = a.parent.Env, nil
	return []variant{pick}
}

// active are the layers that count under a set of profiles. A test's file hides
// the application's file of the same name, as it does on the class path.
func (a *application) active(profiles []string, test bool) []layer {
	hidden := map[string]bool{}
	for _, l := range a.layers {
		if test && l.test {
			hidden[l.doc.Name] = true
		}
	}
	var out []layer
	for _, l := range a.layers {
		if l.test != test && (l.test || hidden[l.doc.Name]) {
			continue
		}
		if l.when.holds(profiles) {
			out = append(out, l)
		}
	}
	return out
}

// profiles are the profiles that change something that counts, sorted.
func (a *application) profiles(relevant func(string) bool) []string {
	var out []string
	add := func(p string) {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	for _, l := range a.layers {
		if !slices.ContainsFunc(l.props, func(p property) bool { return relevant(p.name) }) {
			continue
		}
		if l.test {
			add(testProfile)
		}
		for _, p := range l.when.names() {
			add(p)
		}
	}
	slices.Sort(out)
	return out
}

// contradicting are the profiles of which two give the same property different
// values.
func (a *application) contradicting(profiles []string, relevant func(string) bool) []string {
	said := map[string]map[string]string{} // property → profile → value
	for _, l := range a.layers {
		if names := l.when.names(); len(names) == 1 && slices.Contains(profiles, names[0]) {
			for _, p := range l.props {
				if relevant(p.name) {
					if said[p.name] == nil {
						said[p.name] = map[string]string{}
					}
					said[p.name][names[0]] = string(p.node.Span.Bytes())
				}
			}
		}
	}
	var out []string
	for _, byProfile := range said {
		differ, first, seen := false, "", false
		for _, value := range byProfile {
			differ = differ || seen && value != first
			first, seen = value, true
		}
		for p := range byProfile {
			if differ && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	return out
}

// groups are spring.profiles.group.NAME: the profiles that come with another.
func (a *application) groups() map[string][]string {
	out := map[string][]string{}
	for _, l := range a.layers {
		for _, p := range l.props {
			if name, ok := strings.CutPrefix(p.name, "spring.profiles.group."); ok {
				out[name] = append(out[name], words(p.node)...)
			}
		}
	}
	return out
}

func memberOf(groups map[string][]string, profile string) bool {
	for _, members := range groups {
		if slices.Contains(members, profile) {
			return true
		}
	}
	return false
}

// words are the comma-separated words of a scalar, or a list's items.
func words(n *source.Node) []string {
	var out []string
	for _, item := range append(n.Items(), n) {
		for _, w := range strings.Split(item.Str(), ",") {
			if w = strings.TrimSpace(w); w != "" {
				out = append(out, w)
			}
		}
	}
	return out
}

// environmentWord is the environment's word in a profile's name ("prod" in
// "prod-eu"), "" if none.
func environmentWord(profile string) string {
	if model.Environment(profile) != "" {
		return profile
	}
	for _, w := range strings.FieldsFunc(profile, func(r rune) bool { return r == '-' || r == '_' }) {
		if model.Environment(w) != "" {
			return w
		}
	}
	return ""
}

// envOf is the word that a profile's fragments carry: the environment's, so
// that they meet what other files say of it, unless two profiles share it.
func envOf(profile string, all []string) string {
	word := environmentWord(profile)
	if word == "" {
		return profile
	}
	for _, other := range all {
		if other != profile && environmentWord(other) == word {
			return profile
		}
	}
	return word
}

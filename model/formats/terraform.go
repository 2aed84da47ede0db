package formats

import (
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// terraformFormat reads root modules of Terraform and OpenTofu: their HCL with
// locals, variables, tfvars, loops and local modules evaluated, and plans
// (terraform show -json). Nothing is run: what providers, data sources or other
// resources would say stays unknown.
func terraformFormat() Format {
	return Format{Name: "terraform", Claim: claimTerraform, Import: importTerraform}
}

func claimTerraform(d *Document) bool {
	if d.Parent != nil || len(d.Roots) == 0 {
		return false
	}
	if d.Syntax == source.JSON {
		return isPlan(d.Roots[0])
	}
	if d.Syntax != source.HCL {
		return false
	}
	if strings.HasSuffix(d.Name, ".tfvars") {
		return true
	}
	return strings.HasSuffix(d.Name, ".tf") && slices.ContainsFunc(d.Roots[0].Fields(), func(n *source.Node) bool {
		switch n.Name {
		case "variable", "locals", "module":
			return true
		case "resource":
			return len(n.Labels) == 2 && tfHandled(n.Labels[0])
		case "provider":
			return len(n.Labels) == 1 && (strings.Contains(n.Labels[0], "kafka") || n.Labels[0] == "confluent")
		}
		return false
	})
}

// tfRun is one import: the folders and what bounds the work.
type tfRun struct {
	ctx           *Context
	dirs          map[string]*tfDir
	budget, depth int
}

// tfDir is one folder's files.
type tfDir struct {
	files  []*Document
	tfvars []*Document
	called bool // by a module of another folder
}

// tfModule is one use of a folder: a root module for one environment, or a
// module call with its arguments.
type tfModule struct {
	run     *tfRun
	dir     string
	env     string
	root    string // the root module's folder
	address string // "module.topics." below the root
	args    map[string]*tfValue
	site    source.Span // the call's head, or the entry that for_each made it of

	variables, locals, resources map[string]*source.Node
	blocks                       []*source.Node // resources, providers and module calls in order
	known                        map[string]*tfValue
}

func importTerraform(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	run := &tfRun{ctx: ctx, dirs: map[string]*tfDir{}}
	for _, d := range docs {
		if d.Syntax == source.JSON {
			importPlan(d, &out)
			continue
		}
		dir := run.dirs[d.Dir()]
		if dir == nil {
			dir = &tfDir{}
			run.dirs[d.Dir()] = dir
		}
		if strings.HasSuffix(d.Name, ".tfvars") {
			dir.tfvars = append(dir.tfvars, d)
		} else {
			dir.files = append(dir.files, d)
		}
	}
	run.findCalled()
	var names []string
	for name, dir := range run.dirs {
		if len(dir.files) > 0 && !dir.called {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		run.importRoot(name, &out)
	}
	return out
}

// findCalled marks the folders that are modules of other folders here: they
// are read with the arguments of their calls.
func (run *tfRun) findCalled() {
	for name, dir := range run.dirs {
		for _, d := range dir.files {
			for _, n := range d.Roots[0].Fields() {
				if n.Name != "module" {
					continue
				}
				if target, ok := localSource(name, n); ok && target != name && run.dirs[target] != nil {
					run.dirs[target].called = true
				}
			}
		}
	}
}

// localSource is the folder that a module call names, if it is a folder.
func localSource(dir string, call *source.Node) (string, bool) {
	s := call.Field("source").Str()
	if !strings.HasPrefix(s, "./") && !strings.HasPrefix(s, "../") {
		return "", false
	}
	return path.Join(dir, s), true
}

// importRoot reads one root module once for each environment that has a tfvars
// file of its own, or once.
func (run *tfRun) importRoot(dir string, out *model.Imported) {
	common, byEnv := run.tfvarsOf(dir)
	envs := []string{""}
	if len(byEnv) > 0 {
		envs = envs[:0]
		for env := range byEnv {
			envs = append(envs, env)
		}
		sort.Strings(envs)
	}
	for _, env := range envs {
		run.budget = tfBudget
		m := &tfModule{run: run, dir: dir, root: dir, env: env, args: map[string]*tfValue{}}
		for _, d := range append(slices.Clone(common), byEnv[env]...) {
			for _, n := range d.Roots[0].Fields() {
				m.args[n.Name] = m.value(n, nil).noted(d.Name)
			}
		}
		c := &tfCollector{}
		m.collect(c, 0)
		c.importInto(out)
	}
}

// tfvarsOf finds the variable files of a root module: those that Terraform
// loads by itself, in its order, and those of one environment each
// (prod.tfvars, envs/prod.tfvars, prod/terraform.tfvars).
func (run *tfRun) tfvarsOf(root string) (common []*Document, byEnv map[string][]*Document) {
	byEnv = map[string][]*Document{}
	var names []string
	for name := range run.dirs {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if run.ownerOf(name) != root {
			continue
		}
		for _, d := range run.dirs[name].tfvars {
			stem := strings.TrimSuffix(strings.TrimSuffix(d.Name, ".tfvars"), ".auto")
			switch env := tfvarsEnvironment(stem, strings.TrimPrefix(name, root)); {
			case name == root && (stem == "terraform" || strings.HasSuffix(d.Name, ".auto.tfvars")):
				common = append(common, d)
			case env != "":
				byEnv[env] = append(byEnv[env], d)
			}
		}
	}
	sort.SliceStable(common, func(i, j int) bool {
		return common[i].Name == "terraform.tfvars" && common[j].Name != "terraform.tfvars"
	})
	return common, byEnv
}

// ownerOf is the root module that a folder's tfvars are for: the folder itself,
// or the nearest one above it that has a module.
func (run *tfRun) ownerOf(dir string) string {
	for depth := 0; depth < 4; depth++ {
		if d := run.dirs[dir]; d != nil && len(d.files) > 0 {
			return dir
		}
		if dir == "." || dir == "/" {
			return ""
		}
		dir = path.Dir(dir)
	}
	return ""
}

// tfvarsEnvironment is the environment's word in a variable file's name or in
// the folders below the root module.
func tfvarsEnvironment(stem, below string) string {
	words := append([]string{stem}, strings.FieldsFunc(stem, func(r rune) bool { return r == '-' || r == '_' || r == '.' })...)
	words = append(words, strings.Split(below, "/")...)
	for _, w := range words {
		if model.Environment(w) != "" {
			return w
		}
	}
	return ""
}

// collect reads the blocks of the module's folder and gathers its resources
// and those of the modules that it calls.
func (m *tfModule) collect(c *tfCollector, depth int) {
	m.variables, m.locals, m.resources, m.known = map[string]*source.Node{}, map[string]*source.Node{}, map[string]*source.Node{}, map[string]*tfValue{}
	for _, d := range m.run.dirs[m.dir].files {
		for _, n := range d.Roots[0].Fields() {
			m.add(n)
		}
	}
	for _, n := range m.blocks {
		for _, i := range m.instances(n) {
			switch n.Name {
			case "resource":
				c.add(m.resourceOf(n, i))
			case "provider":
				c.provider(m, n)
			case "module":
				m.callModule(n, i, c, depth)
			}
		}
	}
}

func (m *tfModule) add(n *source.Node) {
	switch {
	case n.Kind != source.Map:
	case n.Name == "locals":
		for _, f := range n.Fields() {
			m.locals[f.Name] = f
		}
	case n.Name == "variable" && len(n.Labels) == 1:
		m.variables[n.Labels[0]] = n
	case n.Name == "resource" && len(n.Labels) == 2:
		m.resources[n.Labels[0]+"."+n.Labels[1]] = n
		if tfHandled(n.Labels[0]) {
			m.blocks = append(m.blocks, n)
		}
	case (n.Name == "module" || n.Name == "provider") && len(n.Labels) == 1:
		m.blocks = append(m.blocks, n)
	}
}

// callModule evaluates a module of a local folder with the call's arguments.
func (m *tfModule) callModule(n *source.Node, i tfInstance, c *tfCollector, depth int) {
	target, ok := localSource(m.dir, n)
	if !ok || m.run.dirs[target] == nil || depth > 8 {
		return
	}
	address := m.address + "module." + n.Labels[0] + i.suffix
	child := &tfModule{run: m.run, dir: target, root: m.root, env: m.env, address: address + ".", args: map[string]*tfValue{}, site: i.entry}
	if child.site.IsZero() {
		child.site = blockHead(n)
	}
	for _, f := range n.Fields() {
		switch f.Name {
		case "source", "version", "providers", "depends_on", "count", "for_each":
			continue
		}
		v := m.value(f, i.scope)
		if v.note == "" {
			v = v.noted("argument of " + address)
		}
		child.args[f.Name] = v
	}
	child.collect(c, depth+1)
}

// tfInstance is one of the instances that count or for_each make of a block.
type tfInstance struct {
	scope  *tfScope
	suffix string      // ["key"] or [0]
	entry  source.Span // the literal entry that it is made of
}

// tfInstances is how many instances of one block are read.
const tfInstances = 5000

// instances expands count and for_each. What cannot be counted is one instance
// whose key is unknown.
func (m *tfModule) instances(n *source.Node) []tfInstance {
	one := []tfInstance{{}}
	if each := n.Field("for_each"); each != nil {
		over := m.value(each, nil)
		unknown := &tfValue{kind: tfObject, open: true}
		if over.kind != tfObject && over.kind != tfList || over.open {
			return []tfInstance{{scope: &tfScope{names: map[string]*tfValue{"each": unknown}}}}
		}
		var out []tfInstance
		for i, c := range over.children[:min(len(over.children), tfInstances)] {
			key, value := keyOf(over, i), c
			if over.kind == tfList { // a set: each.key is each.value
				key = c
			}
			text, _ := key.str()
			entry := c.nameSpan
			if entry.IsZero() {
				entry = c.span()
			}
			names := &tfValue{kind: tfObject, children: []*tfValue{key.named("key", source.Span{}), value.named("value", source.Span{})}}
			out = append(out, tfInstance{&tfScope{names: map[string]*tfValue{"each": names}}, "[" + strconv.Quote(text) + "]", entry})
		}
		return out
	}
	count := n.Field("count")
	if count == nil {
		return one
	}
	text, _ := m.value(count, nil).str()
	many, err := strconv.Atoi(text)
	if err != nil {
		return []tfInstance{{scope: &tfScope{names: map[string]*tfValue{"count": {kind: tfObject, open: true}}}}}
	}
	var out []tfInstance
	for i := range min(many, tfInstances) {
		index := &tfValue{kind: tfScalar, node: count, scalar: source.Number, text: strconv.Itoa(i), name: "index"}
		out = append(out, tfInstance{scope: &tfScope{names: map[string]*tfValue{"count": {kind: tfObject, children: []*tfValue{index}}}},
			suffix: "[" + index.text + "]"})
	}
	return out
}

// tfResource is one resource with its evaluated body, of HCL or of a plan.
type tfResource struct {
	kind, label, address, module string
	body                         *tfValue
	// head is the line that opens the block; entry the literal that for_each
	// made it of, or the call of its module.
	head, entry source.Span
	env, root   string
	joined      bool // a configuration that is part of a cluster now
}

func (m *tfModule) resourceOf(n *source.Node, i tfInstance) *tfResource {
	r := &tfResource{
		kind: n.Labels[0], label: n.Labels[1], address: m.address + n.Labels[0] + "." + n.Labels[1] + i.suffix, module: m.address,
		body: m.object(n, i.scope), head: blockHead(n), entry: i.entry, env: m.env, root: m.root,
	}
	if r.entry.IsZero() {
		r.entry = m.site
	}
	return r
}

// blockHead is what stands before the brace of a block.
func blockHead(n *source.Node) source.Span {
	s := n.NameSpan
	if n.Span.Start > s.Start && n.Span.File == s.File && s.File != nil {
		s.End = s.Start + len(strings.TrimRight(string(s.File.Data[s.Start:n.Span.Start]), " \t"))
	}
	return s
}

// reference is the resource that an unknown value comes from
// (aws_msk_configuration.main.arn).
func (v *tfValue) reference() (kind, name string) {
	if v == nil || v.node == nil {
		return "", ""
	}
	e, ok := v.node.Native.(hclsyntax.Expression)
	if !ok {
		return "", ""
	}
	for _, t := range e.Variables() {
		if len(t) > 1 {
			if attr, ok := t[1].(hcl.TraverseAttr); ok {
				return t.RootName(), attr.Name
			}
		}
	}
	return "", ""
}

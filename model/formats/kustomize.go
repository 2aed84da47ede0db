package formats

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// isKustomization reports whether a document is a Kustomize file.
func isKustomization(d *Document) bool {
	switch d.Name {
	case "kustomization.yaml", "kustomization.yml", "Kustomization":
		return d.Parent == nil && len(d.Roots) > 0 && d.Roots[0].Kind == source.Map
	}
	return false
}

// kustomization is one folder with a Kustomize file.
type kustomization struct {
	doc  *Document
	root *source.Node
	dir  string
}

// kustomizer applies the overlays of a run.
type kustomizer struct {
	dirs map[string]*kustomization
	// files are the objects of each file.
	files map[string][]manifest
	ctx   *Context
}

// kustomized replaces the objects that overlays reach by what each overlay makes
// of them. A base that only overlays use is no deployment of its own; one that
// no overlay reaches stays as it is.
func kustomized(all []manifest, docs []*Document, ctx *Context) []manifest {
	k := &kustomizer{dirs: map[string]*kustomization{}, files: map[string][]manifest{}, ctx: ctx}
	for _, d := range docs {
		if isKustomization(d) {
			k.dirs[d.Dir()] = &kustomization{doc: d, root: d.Roots[0], dir: d.Dir()}
		}
	}
	if len(k.dirs) == 0 {
		return all
	}
	for _, m := range all {
		k.files[m.doc.Path] = append(k.files[m.doc.Path], m)
	}
	used := map[string]bool{}
	for _, o := range k.dirs {
		for _, dir := range k.kustomizations(o) {
			used[dir] = true
		}
	}
	tops := k.tops(used)
	reached := map[string]bool{}
	var out []manifest
	for _, o := range tops {
		out = append(out, k.overlay(o, len(tops) > 1, reached)...)
	}
	for _, m := range all {
		if !reached[m.doc.Path] {
			out = append(out, m)
		}
	}
	return out
}

// tops are the folders that no other one uses, in order.
func (k *kustomizer) tops(used map[string]bool) []*kustomization {
	var out []*kustomization
	for dir, o := range k.dirs {
		if !used[dir] {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b *kustomization) int { return strings.Compare(a.dir, b.dir) })
	return out
}

// kustomizations are the folders that one uses as bases or components.
func (k *kustomizer) kustomizations(o *kustomization) []string {
	var out []string
	for _, name := range []string{"resources", "bases", "components"} {
		for _, n := range o.root.Field(name).Items() {
			if dir := path.Join(o.dir, n.Str()); k.dirs[dir] != nil && dir != o.dir {
				out = append(out, dir)
			}
		}
	}
	return out
}

// overlay builds the objects of one top. It is an environment of its own when
// its folder says so or when other overlays share its base.
func (k *kustomizer) overlay(o *kustomization, several bool, reached map[string]bool) []manifest {
	objects := k.build(o, reached, nil)
	env := ""
	if several && len(k.kustomizations(o)) > 0 || model.Environment(path.Base(o.dir)) != "" {
		env = path.Base(o.dir)
	}
	for i := range objects {
		objects[i].env = env
	}
	return objects
}

// build makes the objects of a folder: its resources, then its patches.
func (k *kustomizer) build(o *kustomization, reached map[string]bool, above []string) []manifest {
	if slices.Contains(above, o.dir) { // a circle
		return nil
	}
	above = append(above[:len(above):len(above)], o.dir)
	var objects []manifest
	for _, dir := range k.kustomizations(o) {
		objects = append(objects, k.build(k.dirs[dir], reached, above)...)
	}
	for _, n := range o.root.Field("resources").Items() {
		file := path.Join(o.dir, n.Str())
		for _, m := range k.files[file] {
			m.hides = map[*source.Node]*source.Node{}
			objects = append(objects, m)
		}
		reached[file] = true
	}
	if ns := o.root.Field("namespace"); ns != nil {
		for i := range objects {
			objects[i].setNamespace(ns)
		}
	}
	objects = append(objects, k.generated(o)...)
	for _, p := range k.patches(o, reached) {
		for i := range objects {
			if p.matches(&objects[i]) {
				objects[i].patch(p.node)
			}
		}
	}
	return objects
}

// setNamespace gives the object the namespace of its overlay.
func (m *manifest) setNamespace(ns *source.Node) {
	metadata := m.get("metadata")
	if metadata == nil || metadata.Kind != source.Map {
		return
	}
	inner := *metadata
	field := *ns
	inner.Children = append(slices.Clone(without(metadata.Children, "namespace")), &field)
	m.node = replaceField(m.node, &inner)
}

func without(fields []*source.Node, name string) []*source.Node {
	return slices.DeleteFunc(slices.Clone(fields), func(f *source.Node) bool { return f.Name == name })
}

// replaceField is a copy of a map with one field replaced or added.
func replaceField(n, field *source.Node) *source.Node {
	c := *n
	c.Children = slices.Clone(n.Children)
	for i, f := range c.Children {
		if f.Name == field.Name {
			c.Children[i] = field
			return &c
		}
	}
	c.Children = append(c.Children, field)
	return &c
}

// kustomizePatch is one patch with the objects that it is for.
type kustomizePatch struct {
	node                  *source.Node
	kind, name, namespace string
}

func (p kustomizePatch) matches(m *manifest) bool {
	return (p.kind == "" || p.kind == m.kind()) && (p.name == "" || p.name == m.name()) &&
		(p.namespace == "" || m.namespace() == "" || p.namespace == m.namespace())
}

// patches are the strategic merge and JSON 6902 patches of a folder, in order.
func (k *kustomizer) patches(o *kustomization, reached map[string]bool) []kustomizePatch {
	var out []kustomizePatch
	add := func(n *source.Node, target *source.Node) {
		if n.IsScalar() && n.Kind != source.String || n == nil {
			return
		}
		for _, root := range k.patchRoots(o, n, reached) {
			p := kustomizePatch{node: root, kind: target.Field("kind").Str(), name: target.Field("name").Str(), namespace: target.Field("namespace").Str()}
			if target == nil {
				p.kind, p.name, p.namespace = root.Field("kind").Str(), root.Get("metadata", "name").Str(), root.Get("metadata", "namespace").Str()
				if p.kind == "" || p.name == "" {
					continue
				}
			}
			out = append(out, p)
		}
	}
	for _, n := range o.root.Field("patchesStrategicMerge").Items() {
		add(n, nil)
	}
	for _, name := range []string{"patches", "patchesJson6902"} {
		for _, n := range o.root.Field(name).Items() {
			if n.Kind == source.Map {
				add(firstNode(n.Field("path"), n.Field("patch")), n.Field("target"))
			} else {
				add(n, nil)
			}
		}
	}
	return out
}

// patchRoots reads a patch: a file's name, or the text itself.
func (k *kustomizer) patchRoots(o *kustomization, n *source.Node, reached map[string]bool) []*source.Node {
	if n.Kind == source.Map || n.Kind == source.List {
		return []*source.Node{n}
	}
	file := path.Join(o.dir, n.Value)
	if objects, ok := k.files[file]; ok && !strings.Contains(n.Value, "\n") {
		reached[file] = true
		var out []*source.Node
		for _, m := range objects {
			out = append(out, m.node)
		}
		return out
	}
	text := n.Text
	if !strings.Contains(n.Value, "\n") {
		f := k.ctx.file(file)
		if f == nil {
			return nil
		}
		reached[file] = true
		text = source.Whole(f)
	}
	roots, err := source.ParseYAML(text)
	if err != nil {
		return nil
	}
	return roots
}

// file is a file of the workspace, nil where there is no way to ask.
func (c *Context) file(name string) *source.File {
	if c == nil || c.File == nil {
		return nil
	}
	return c.File(name)
}

// patch applies a strategic merge patch or a list of JSON 6902 operations.
func (m *manifest) patch(p *source.Node) {
	if m.hides == nil {
		m.hides = map[*source.Node]*source.Node{}
	}
	if p.Kind != source.List {
		m.node = m.merge(m.node, p)
		return
	}
	for _, op := range p.Items() {
		m.node = m.operate(m.node, op, pointer(op.Field("path").Str()))
	}
}

// mergeKeys are the fields by which the items of a list are the same.
var mergeKeys = []string{"name", "mountPath", "containerPort", "topologyKey", "id"}

// merge lays a patch over a node: maps by field, null removes, lists of named
// items by name; everything else is replaced.
func (m *manifest) merge(base, over *source.Node) *source.Node {
	switch {
	case base == nil:
		return over
	case base.Kind == source.Map && over.Kind == source.Map:
		return m.mergeMaps(base, over)
	case base.Kind == source.List && over.Kind == source.List && mergeKey(over) != "" && !m.replacesLists():
		return m.mergeLists(base, over, mergeKey(over))
	}
	if base.IsScalar() && over.IsScalar() && base.Value == over.Value && base.Kind == over.Kind {
		return base // a name that the patch only repeats
	}
	if base != over {
		c := *over
		m.hides[&c] = base
		return &c
	}
	return over
}

// replacesLists: custom resources have no merge keys, so their lists are
// replaced as a whole.
func (m *manifest) replacesLists() bool { return strings.Contains(m.api(), "strimzi.io/") }

func (m *manifest) mergeMaps(base, over *source.Node) *source.Node {
	c := *base
	c.Children = slices.Clone(base.Children)
	for _, f := range over.Children {
		i := slices.IndexFunc(c.Children, func(b *source.Node) bool { return b.Name == f.Name })
		switch {
		case i < 0 && f.Kind != source.Null:
			c.Children = append(c.Children, f)
		case i >= 0 && f.Kind == source.Null:
			c.Children = slices.Delete(c.Children, i, i+1)
		case i >= 0:
			c.Children[i] = m.merge(c.Children[i], f)
		}
	}
	return &c
}

func mergeKey(n *source.Node) string {
	for _, key := range mergeKeys {
		if len(n.Children) > 0 && !slices.ContainsFunc(n.Children, func(i *source.Node) bool { return i.Field(key) == nil }) {
			return key
		}
	}
	return ""
}

func (m *manifest) mergeLists(base, over *source.Node, key string) *source.Node {
	c := *base
	c.Children = slices.Clone(base.Children)
	for _, item := range over.Children {
		i := slices.IndexFunc(c.Children, func(b *source.Node) bool { return b.Field(key).Str() == item.Field(key).Str() })
		if i < 0 {
			c.Children = append(c.Children, item)
		} else {
			c.Children[i] = m.merge(c.Children[i], item)
		}
	}
	return &c
}

// pointer cuts a JSON pointer.
func pointer(s string) []string {
	s = strings.TrimPrefix(s, "/")
	if s == "" {
		return nil
	}
	parts := strings.Split(s, "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(p)
	}
	return parts
}

// operate applies one JSON 6902 operation below n.
func (m *manifest) operate(n, op *source.Node, at []string) *source.Node {
	if n == nil || len(at) == 0 || n.IsScalar() {
		return n
	}
	c := *n
	c.Children = slices.Clone(n.Children)
	i := indexOf(n, at[0])
	if len(at) > 1 {
		if i >= 0 && i < len(c.Children) {
			c.Children[i] = m.operate(c.Children[i], op, at[1:])
		}
		return &c
	}
	value := op.Field("value")
	kind := op.Field("op").Str()
	if value != nil {
		v := *value
		v.Name = ""
		if n.Kind == source.Map {
			v.Name = at[0]
		}
		value = &v
	}
	exists := i >= 0 && i < len(c.Children)
	switch {
	case kind == "remove" && exists:
		c.Children = slices.Delete(c.Children, i, i+1)
	case value == nil || kind != "replace" && kind != "add":
	case exists && (kind == "replace" || n.Kind == source.Map):
		m.hides[value] = c.Children[i]
		c.Children[i] = value
	case kind == "add" && n.Kind == source.List && exists:
		c.Children = slices.Insert(c.Children, i, value)
	case kind == "add":
		c.Children = append(c.Children, value)
	}
	return &c
}

// indexOf is the place of a pointer's part in a map or list, -1 if none.
func indexOf(n *source.Node, part string) int {
	if n.Kind == source.Map {
		return slices.IndexFunc(n.Children, func(f *source.Node) bool { return f.Name == part })
	}
	if i, err := strconv.Atoi(part); err == nil && i >= 0 {
		return i
	}
	return -1
}

// generated are the ConfigMaps and Secrets of a folder's generators.
func (k *kustomizer) generated(o *kustomization) []manifest {
	var out []manifest
	for _, g := range []struct{ field, kind string }{{"configMapGenerator", "ConfigMap"}, {"secretGenerator", "Secret"}} {
		for _, n := range o.root.Field(g.field).Items() {
			if n.Field("name") == nil {
				continue
			}
			data := &source.Node{Kind: source.Map, Name: "data", NameSpan: headOf(n), Span: n.Span, Children: k.entries(o, n)}
			if g.kind == "Secret" {
				data.Name = "stringData"
			}
			name := n.Field("name")
			metadata := &source.Node{Kind: source.Map, Name: "metadata", Span: n.Span, Children: []*source.Node{name}}
			kind := &source.Node{Kind: source.String, Name: "kind", Value: g.kind, Span: name.Span}
			api := &source.Node{Kind: source.String, Name: "apiVersion", Value: "v1", Span: name.Span}
			root := &source.Node{Kind: source.Map, Span: n.Span, Children: []*source.Node{api, kind, metadata, data}}
			out = append(out, manifest{doc: o.doc, node: root, hides: map[*source.Node]*source.Node{}})
		}
	}
	return out
}

// entries are the literals, env files and files of a generator. A file that is
// named here is read by its own importer as a file, so it is left to that.
func (k *kustomizer) entries(o *kustomization, n *source.Node) []*source.Node {
	var out []*source.Node
	for _, l := range n.Field("literals").Items() {
		if v := assignment(l); v != nil {
			out = append(out, v)
		}
	}
	files := slices.Clone(n.Field("envs").Items())
	if env := n.Field("env"); env != nil {
		files = append(files, env)
	}
	for _, name := range files {
		f := k.ctx.file(path.Join(o.dir, name.Str()))
		if f == nil {
			continue
		}
		if root, err := source.ParseEnv(source.Whole(f)); err == nil {
			out = append(out, root.Children...)
		}
	}
	return out
}

// assignment cuts a scalar NAME=value into a field with its own places; nil if
// it is none. A name alone has a value that nobody knows here.
func assignment(n *source.Node) *source.Node {
	if !n.IsScalar() || n.Kind == source.Null {
		return nil
	}
	name, value, ok := strings.Cut(n.Value, "=")
	if name == "" || strings.ContainsAny(name, " \t\n{}$") {
		return nil
	}
	f := &source.Node{Kind: source.String, Syntax: n.Syntax, Name: name, NameSpan: n.Span, Span: n.Span, Value: value, Quoted: n.Quoted}
	if n.Text.Len() == len(n.Value) {
		f.NameSpan = n.Text.Span(0, len(name))
		f.Text = n.Text.Slice(min(len(name)+1, n.Text.Len()), n.Text.Len())
		f.Span = n.Text.Span(min(len(name)+1, n.Text.Len()), n.Text.Len())
	}
	switch {
	case !ok:
		f.Kind = source.Null
	case n.Kind == source.Expression || source.HasPlaceholder(value):
		f.Kind = source.Expression
	}
	return f
}

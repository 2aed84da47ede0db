package formats

import (
	"path"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// tfKind says what a value of Terraform is.
type tfKind uint8

const (
	tfUnknown tfKind = iota
	tfNull
	tfScalar
	tfList
	tfObject
)

// tfValue is an evaluated value that still knows which literal it came from:
// for_each, locals, variables and merge() hand it on with its place. It must
// not change once it is made.
type tfValue struct {
	kind tfKind
	// node is the literal, or the expression that was computed.
	node *source.Node
	// text is a scalar's text, scalar its type.
	text   string
	scalar source.Kind
	// name and nameSpan are set on fields of objects.
	name     string
	nameSpan source.Span
	children []*tfValue
	// open says that an object or list may have more entries than these.
	open bool
	// note is where the value came from, when the place does not say it.
	note string
	// docs are the texts of a string, for documents inside of strings; unknown
	// parts are placeholders. Several are joined by line ends.
	docs []source.Text
	cty  *cty.Value
}

var tfNothing = &tfValue{}

// span is the place of the value.
func (v *tfValue) span() source.Span {
	if v == nil || v.node == nil {
		return source.Span{}
	}
	return v.node.Span
}

// field returns a field of an object, nil if it certainly has none, and an
// unknown value if that cannot be said.
func (v *tfValue) field(name string) *tfValue {
	if v == nil {
		return nil
	}
	for i := len(v.children) - 1; v.kind == tfObject && i >= 0; i-- {
		if v.children[i].name == name {
			return v.children[i]
		}
	}
	if v.open || v.kind == tfUnknown {
		return &tfValue{node: v.node}
	}
	return nil
}

// get follows field names; of a list of blocks (as plans write them) it takes
// the first.
func (v *tfValue) get(names ...string) *tfValue {
	for _, name := range names {
		if v != nil && v.kind == tfList && len(v.children) > 0 {
			v = v.children[0]
		}
		if v = v.field(name); v == nil {
			return nil
		}
	}
	return v
}

// first returns the first of the named fields that is there.
func (v *tfValue) first(names ...string) *tfValue {
	for _, name := range names {
		if f := v.get(name); f != nil && f.kind != tfNull {
			return f
		}
	}
	return nil
}

// block is get for blocks: the object itself.
func (v *tfValue) block(names ...string) *tfValue {
	b := v.get(names...)
	if b != nil && b.kind == tfList && len(b.children) > 0 {
		b = b.children[0]
	}
	if b == nil || b.kind != tfObject {
		return nil
	}
	return b
}

// str is a known scalar's text.
func (v *tfValue) str() (string, bool) {
	if v == nil || v.kind != tfScalar {
		return "", false
	}
	return v.text, true
}

// named is the value as a field.
func (v *tfValue) named(name string, at source.Span) *tfValue {
	c := *v
	c.name, c.nameSpan = name, at
	return &c
}

func (v *tfValue) noted(note string) *tfValue {
	c := *v
	if note != "" {
		c.note = note
	}
	c.cty = nil
	c.children = make([]*tfValue, len(v.children))
	for i, child := range v.children {
		c.children[i] = child.noted(note)
	}
	return &c
}

// textValue is the value for the model.
func (v *tfValue) textValue() textValue {
	out := textValue{Value: model.Value{Node: v.node, Origin: model.Origin{Kind: model.FromFile, Span: v.span(), Note: v.note}}}
	if v.node != nil {
		out.Raw = v.node.Value
	}
	switch v.kind {
	case tfScalar:
		out.Data, out.Raw, out.resolved = v.text, v.text, v.text
	case tfNull:
		out.Data = ""
	case tfList:
		return v.listValue(out)
	default:
		out.Unknown = true
	}
	return out
}

// listValue is Kafka's comma-separated form of a list.
func (v *tfValue) listValue(out textValue) textValue {
	for i, item := range v.children {
		text, ok := item.str()
		if !ok {
			out.Unknown = true
			return out
		}
		if i > 0 {
			out.resolved += ","
		}
		out.resolved += text
	}
	out.Unknown = v.open
	if !v.open {
		out.Data, out.Raw = out.resolved, out.resolved
	}
	return out
}

// tfScope are the names that an expression sees beside its module's: each,
// count, the variables of for.
type tfScope struct {
	names map[string]*tfValue
	up    *tfScope
}

func (s *tfScope) lookup(name string) *tfValue {
	for ; s != nil; s = s.up {
		if v, ok := s.names[name]; ok {
			return v
		}
	}
	return nil
}

// tfBudget bounds the work of one root module, tfDepth how deep evaluation may
// nest: loops inside of loops are no bomb.
const (
	tfBudget = 400_000
	tfDepth  = 120
)

// value evaluates a node; what cannot be known is tfUnknown, at the node.
func (m *tfModule) value(n *source.Node, s *tfScope) *tfValue {
	run := m.run
	if n == nil || run.budget <= 0 || run.depth > tfDepth {
		return &tfValue{node: n}
	}
	run.budget--
	run.depth++
	defer func() { run.depth-- }()
	switch n.Kind {
	case source.Null:
		return &tfValue{kind: tfNull, node: n}
	case source.Bool, source.Number, source.String:
		v := &tfValue{kind: tfScalar, node: n, text: n.Value, scalar: n.Kind}
		if n.Kind == source.String {
			v.docs = []source.Text{n.Text}
		}
		return v
	case source.List:
		v := &tfValue{kind: tfList, node: n}
		for _, item := range n.Children {
			v.children = append(v.children, m.value(item, s))
		}
		return v
	case source.Map:
		return m.object(n, s)
	}
	return m.expression(n, s)
}

// object evaluates an object, a block's body or a map of another syntax.
func (m *tfModule) object(n *source.Node, s *tfScope) *tfValue {
	v := &tfValue{kind: tfObject, node: n}
	cons, _ := n.Native.(*hclsyntax.ObjectConsExpr)
	for i, c := range n.Children {
		name := c.Name
		if source.HasPlaceholder(name) {
			if cons == nil || i >= len(cons.Items) {
				v.open = true
				continue
			}
			key, ok := m.key(cons.Items[i].KeyExpr, s)
			if !ok {
				v.open = true
				continue
			}
			name = key
		}
		v.children = append(v.children, m.value(c, s).named(name, c.NameSpan))
	}
	return v
}

func (m *tfModule) key(e hclsyntax.Expression, s *tfScope) (string, bool) {
	if k, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		e = k.Wrapped
	}
	return fromCty(m.hcl(e, s), nil).str()
}

func (m *tfModule) expression(n *source.Node, s *tfScope) *tfValue {
	switch e := n.Native.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return m.traversal(n, e.Traversal, s)
	case *hclsyntax.RelativeTraversalExpr:
		return follow(m.value(n.Parts[0], s), e.Traversal, n)
	case *hclsyntax.IndexExpr:
		key, ok := m.value(n.Parts[1], s).str()
		if !ok {
			return &tfValue{node: n}
		}
		return at(m.value(n.Parts[0], s), key, n)
	case *hclsyntax.ParenthesesExpr:
		if len(n.Parts) == 1 {
			return m.value(n.Parts[0], s)
		}
	case *hclsyntax.FunctionCallExpr:
		return m.call(n, e, s)
	case *hclsyntax.ConditionalExpr:
		switch cond, _ := m.value(n.Parts[0], s).str(); cond {
		case "true":
			return m.value(n.Parts[1], s)
		case "false":
			return m.value(n.Parts[2], s)
		}
		return &tfValue{node: n}
	case *hclsyntax.ForExpr:
		return m.loop(n, e, s)
	case *hclsyntax.TemplateWrapExpr:
		if len(n.Parts) == 1 {
			return m.value(n.Parts[0], s)
		}
	case *hclsyntax.TemplateExpr:
		if len(n.Parts) > 0 {
			return m.template(n, s)
		}
	case hclsyntax.Expression:
		return fromCty(m.hcl(e, s), n)
	}
	if e, ok := n.Native.(hclsyntax.Expression); ok {
		return fromCty(m.hcl(e, s), n)
	}
	return &tfValue{node: n}
}

// template fills in what is known of a string; the rest stays a placeholder in
// its document.
func (m *tfModule) template(n *source.Node, s *tfScope) *tfValue {
	text := n.Text.Fill(func(i int) (string, bool) {
		if i >= len(n.Parts) {
			return "", false
		}
		return m.value(n.Parts[i], s).str()
	})
	v := &tfValue{node: n, docs: []source.Text{text}}
	if !source.HasPlaceholder(text.String()) {
		v.kind, v.scalar, v.text = tfScalar, source.String, text.String()
	}
	return v
}

// traversal resolves var.x, local.x, each.value.y …; what other resources and
// data sources say is known only where they write it as a literal.
func (m *tfModule) traversal(n *source.Node, t hcl.Traversal, s *tfScope) *tfValue {
	root := t.RootName()
	if v := s.lookup(root); v != nil {
		return follow(v, t[1:], n)
	}
	if len(t) < 2 {
		return &tfValue{node: n}
	}
	attr, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return &tfValue{node: n}
	}
	switch root {
	case "var":
		return follow(m.variable(attr.Name), t[2:], n)
	case "local":
		return follow(m.local(attr.Name), t[2:], n)
	case "path":
		return &tfValue{kind: tfScalar, node: n, scalar: source.String, text: m.dir}
	}
	if v := m.resource(root, attr.Name); v != nil {
		return follow(v, t[2:], n)
	}
	return &tfValue{node: n}
}

// follow goes down attributes and indexes; n is the node that asks, the place
// of what is unknown.
func follow(v *tfValue, t hcl.Traversal, n *source.Node) *tfValue {
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			v = at(v, step.Name, n)
		case hcl.TraverseIndex:
			key, ok := fromCty(step.Key, n).str()
			if !ok {
				return &tfValue{node: n}
			}
			v = at(v, key, n)
		default:
			return &tfValue{node: n}
		}
	}
	if v == nil || v.kind == tfUnknown {
		return &tfValue{node: n}
	}
	return v
}

// at is a field of an object or an item of a list.
func at(v *tfValue, key string, n *source.Node) *tfValue {
	if v != nil && v.kind == tfList {
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(v.children) && !v.open {
			return v.children[i]
		}
		return &tfValue{node: n}
	}
	if f := v.field(key); f != nil {
		return f
	}
	return &tfValue{node: n}
}

// loop evaluates a for expression item by item.
func (m *tfModule) loop(n *source.Node, e *hclsyntax.ForExpr, s *tfScope) *tfValue {
	over := m.value(n.Parts[0], s)
	if over.kind != tfList && over.kind != tfObject {
		return &tfValue{node: n}
	}
	out := &tfValue{kind: tfList, node: n, open: over.open || e.Group}
	if e.KeyExpr != nil {
		out.kind = tfObject
	}
	for i, item := range over.children {
		inner := &tfScope{up: s, names: map[string]*tfValue{e.ValVar: item}}
		if e.KeyVar != "" {
			inner.names[e.KeyVar] = keyOf(over, i)
		}
		if e.CondExpr != nil {
			cond, ok := fromCty(m.hcl(e.CondExpr, inner), nil).str()
			if !ok {
				out.open = true
			}
			if cond != "true" {
				continue
			}
		}
		v := m.value(n.Parts[1], inner)
		if e.KeyExpr == nil {
			out.children = append(out.children, v)
			continue
		}
		key, ok := m.value(n.Parts[2], inner).str()
		if !ok {
			out.open = true
			continue
		}
		where := item.nameSpan
		if where.IsZero() {
			where = item.span()
		}
		out.children = append(out.children, v.named(key, where))
	}
	return out
}

// keyOf is the key of a collection's entry as a value.
func keyOf(over *tfValue, i int) *tfValue {
	if over.kind == tfList {
		return &tfValue{kind: tfScalar, node: over.node, scalar: source.Number, text: strconv.Itoa(i)}
	}
	c := over.children[i]
	key := &source.Node{Kind: source.String, Syntax: source.HCL, Span: c.nameSpan, Value: c.name}
	if c.nameSpan.IsZero() {
		key.Span = c.span()
	}
	return &tfValue{kind: tfScalar, node: key, scalar: source.String, text: c.name}
}

// variable is what var.x is: an argument of the module's call, a line of a
// tfvars file, else the default.
func (m *tfModule) variable(name string) *tfValue {
	if v, ok := m.args[name]; ok {
		return m.typed(name, v)
	}
	block := m.variables[name]
	def := block.Field("default")
	if def == nil {
		return tfNothing
	}
	key := "var." + name
	return m.once(key, func() *tfValue { return m.typed(name, m.value(def, nil).noted("default of "+key)) })
}

// typed adds the defaults that the variable's type gives to attributes.
func (m *tfModule) typed(name string, v *tfValue) *tfValue {
	t := m.variables[name].Field("type")
	if t == nil {
		return v
	}
	return m.optional(t, v, "default in the type of var."+name)
}

// optional completes objects by the defaults of optional() in their type.
func (m *tfModule) optional(t *source.Node, v *tfValue, note string) *tfValue {
	call, ok := t.Native.(*hclsyntax.FunctionCallExpr)
	if !ok || len(t.Parts) == 0 || v.kind != tfObject && v.kind != tfList {
		return v
	}
	out := *v
	out.children = append([]*tfValue(nil), v.children...)
	switch call.Name {
	case "map", "list", "set":
		for i, c := range out.children {
			out.children[i] = m.optional(t.Parts[0], c, note)
		}
	case "optional":
		return m.optional(t.Parts[0], v, note)
	case "object":
		for _, f := range t.Parts[0].Fields() {
			m.complete(&out, f, note)
		}
	}
	return &out
}

// complete adds one attribute of an object's type that the object leaves out.
func (m *tfModule) complete(v *tfValue, f *source.Node, note string) {
	for i, c := range v.children {
		if c.name == f.Name {
			v.children[i] = m.optional(f, c, note)
			return
		}
	}
	call, ok := f.Native.(*hclsyntax.FunctionCallExpr)
	switch {
	case v.open || !ok || call.Name != "optional":
	case len(f.Parts) > 1:
		v.children = append(v.children, m.value(f.Parts[1], nil).noted(note).named(f.Name, f.NameSpan))
	default:
		v.children = append(v.children, &tfValue{kind: tfNull, node: f, name: f.Name})
	}
}

func (m *tfModule) local(name string) *tfValue {
	n := m.locals[name]
	if n == nil {
		return tfNothing
	}
	return m.once("local."+name, func() *tfValue { return m.value(n, nil) })
}

// once evaluates a named value one time; a value that needs itself is unknown.
func (m *tfModule) once(key string, eval func() *tfValue) *tfValue {
	if v, ok := m.known[key]; ok {
		return v
	}
	m.known[key] = tfNothing
	m.known[key] = eval()
	return m.known[key]
}

// resource is a resource of this module that others refer to: its literal
// attributes. One with count or for_each is several, so none.
func (m *tfModule) resource(kind, name string) *tfValue {
	n := m.resources[kind+"."+name]
	if n == nil || n.Field("count") != nil || n.Field("for_each") != nil {
		return nil
	}
	return m.once(kind+"."+name, func() *tfValue {
		v := *m.object(n, nil)
		v.open = true
		return &v
	})
}

// file reads a file that the module names, as path.module has it or relative
// to the module.
func (m *tfModule) file(name string) *source.File {
	if m.run.ctx == nil || m.run.ctx.File == nil {
		return nil
	}
	if f := m.run.ctx.File(path.Clean(name)); f != nil {
		return f
	}
	return m.run.ctx.File(path.Join(m.dir, name))
}

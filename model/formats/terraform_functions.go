package formats

import (
	"regexp"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// call evaluates a function. Those that hand values on keep the places of the
// literals; the others are computed.
func (m *tfModule) call(n *source.Node, e *hclsyntax.FunctionCallExpr, s *tfScope) *tfValue {
	if e.ExpandFinal || len(n.Parts) == 0 {
		return &tfValue{node: n}
	}
	if e.Name == "try" || e.Name == "coalesce" {
		return m.firstKnown(n, s)
	}
	args := make([]*tfValue, len(n.Parts))
	for i, p := range n.Parts {
		args[i] = m.value(p, s)
	}
	switch e.Name {
	case "merge":
		return merged(n, args)
	case "tomap", "toset", "tolist", "jsonencode", "sensitive", "nonsensitive", "distinct", "trimspace", "chomp":
		if args[0].kind != tfScalar || e.Name != "jsonencode" {
			return args[0]
		}
	case "lookup":
		return lookedUp(n, args)
	case "concat", "flatten":
		return flattened(n, args, e.Name == "flatten")
	case "values":
		if args[0].kind == tfObject {
			return &tfValue{kind: tfList, node: n, children: args[0].children, open: args[0].open}
		}
	case "file":
		return m.fileText(n, args[0])
	case "yamldecode", "jsondecode":
		return m.decoded(n, args[0], e.Name)
	case "join":
		return joined(n, args)
	}
	return computed(n, e.Name, args)
}

// firstKnown is try() and coalesce(): the first argument that is there. One
// that cannot be known stops the search.
func (m *tfModule) firstKnown(n *source.Node, s *tfScope) *tfValue {
	for _, p := range n.Parts {
		t, isTraversal := p.Native.(*hclsyntax.ScopeTraversalExpr)
		v := m.value(p, s)
		switch {
		case v.kind == tfNull:
		case v.kind != tfUnknown:
			return v
		case isTraversal && m.absent(t.Traversal, s):
		default:
			return &tfValue{node: n}
		}
	}
	return &tfValue{node: n}
}

// absent reports whether a traversal ends at a field that its object certainly
// does not have.
func (m *tfModule) absent(t hcl.Traversal, s *tfScope) bool {
	last, ok := t[len(t)-1].(hcl.TraverseAttr)
	if !ok || len(t) < 3 {
		return false
	}
	around := m.traversal(nil, t[:len(t)-1], s)
	return around.kind == tfObject && around.field(last.Name) == nil
}

// merged is merge(): later maps win, and after one that is not known every
// earlier key is in doubt.
func merged(n *source.Node, args []*tfValue) *tfValue {
	out := &tfValue{kind: tfObject, node: n}
	index := map[string]int{}
	for _, a := range args {
		if a.kind == tfNull {
			continue
		}
		if a.kind != tfObject || a.open {
			out.open = true
			for i, c := range out.children {
				out.children[i] = (&tfValue{node: c.node}).named(c.name, c.nameSpan)
			}
		}
		for _, c := range a.children {
			if i, ok := index[c.name]; ok {
				out.children[i] = c
				continue
			}
			index[c.name] = len(out.children)
			out.children = append(out.children, c)
		}
	}
	return out
}

func lookedUp(n *source.Node, args []*tfValue) *tfValue {
	if len(args) < 2 {
		return &tfValue{node: n}
	}
	key, ok := args[1].str()
	if !ok || args[0].kind != tfObject {
		return &tfValue{node: n}
	}
	switch f := args[0].field(key); {
	case f != nil:
		return f
	case len(args) > 2:
		return args[2]
	}
	return &tfValue{node: n}
}

// flattened puts lists into one; deep also those inside of them.
func flattened(n *source.Node, args []*tfValue, deep bool) *tfValue {
	out := &tfValue{kind: tfList, node: n}
	var add func(v *tfValue, expand int)
	add = func(v *tfValue, expand int) {
		switch {
		case v.kind == tfList && expand > 0:
			out.open = out.open || v.open
			for _, c := range v.children {
				add(c, expand-1)
			}
		case v.kind == tfUnknown:
			out.open = true
		default:
			out.children = append(out.children, v)
		}
	}
	depth := 1
	if deep {
		depth = tfDepth
	}
	for _, a := range args {
		add(a, depth)
	}
	return out
}

// joined is join(); lines that are joined stay documents of their own.
func joined(n *source.Node, args []*tfValue) *tfValue {
	v := computed(n, "join", args)
	if sep, _ := args[0].str(); sep != "\n" {
		return v
	}
	for _, a := range args[1:] {
		for _, line := range a.children {
			v.docs = append(v.docs, line.docs...)
		}
	}
	return v
}

func (m *tfModule) fileText(n *source.Node, name *tfValue) *tfValue {
	p, ok := name.str()
	if !ok {
		return &tfValue{node: n}
	}
	f := m.file(p)
	if f == nil {
		return &tfValue{node: n}
	}
	text := source.Whole(f)
	return &tfValue{kind: tfScalar, node: n, scalar: source.String, text: text.String(), docs: []source.Text{text}, note: f.Name}
}

// decoded reads a YAML or JSON document with the places that it has in its own
// file.
func (m *tfModule) decoded(n *source.Node, v *tfValue, how string) *tfValue {
	if v.kind != tfScalar || len(v.docs) != 1 {
		return &tfValue{node: n}
	}
	if how == "jsondecode" {
		if root, err := source.ParseJSON(v.docs[0]); err == nil {
			return m.value(root, nil)
		}
	} else if roots, err := source.ParseYAML(v.docs[0]); err == nil && len(roots) == 1 {
		return m.value(roots[0], nil)
	}
	return &tfValue{node: n}
}

var tfFunctions = sync.OnceValue(func() map[string]function.Function {
	return map[string]function.Function{
		"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc, "max": stdlib.MaxFunc, "min": stdlib.MinFunc,
		"chomp": stdlib.ChompFunc, "format": stdlib.FormatFunc, "formatlist": stdlib.FormatListFunc, "join": stdlib.JoinFunc, "lower": stdlib.LowerFunc,
		"replace": stdlib.ReplaceFunc, "split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc, "title": stdlib.TitleFunc, "upper": stdlib.UpperFunc,
		"trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimsuffix": stdlib.TrimSuffixFunc, "trimspace": stdlib.TrimSpaceFunc,
		"contains": stdlib.ContainsFunc, "element": stdlib.ElementFunc, "index": stdlib.IndexFunc, "keys": stdlib.KeysFunc, "length": stdlib.LengthFunc,
		"reverse": stdlib.ReverseListFunc, "slice": stdlib.SliceFunc, "sort": stdlib.SortFunc, "zipmap": stdlib.ZipmapFunc, "compact": stdlib.CompactFunc,
		"range": stdlib.RangeFunc, "jsonencode": stdlib.JSONEncodeFunc, "regex": stdlib.RegexFunc,
		"tostring": stdlib.MakeToFunc(cty.String), "tonumber": stdlib.MakeToFunc(cty.Number), "tobool": stdlib.MakeToFunc(cty.Bool),
	}
})

// wide finds formats that would make huge strings.
var wide = regexp.MustCompile(`%[^a-zA-Z%]*[0-9]{4}`)

// computed calls a function of Terraform's that needs nothing but its
// arguments.
func computed(n *source.Node, name string, args []*tfValue) (out *tfValue) {
	f, ok := tfFunctions()[name]
	if !ok {
		return &tfValue{node: n}
	}
	defer func() {
		if recover() != nil {
			out = &tfValue{node: n}
		}
	}()
	values := make([]cty.Value, len(args))
	for i, a := range args {
		values[i] = a.toCty()
	}
	if text, _ := args[0].str(); wide.MatchString(text) {
		return &tfValue{node: n}
	}
	v, err := f.Call(values)
	if err != nil {
		return &tfValue{node: n}
	}
	return fromCty(v, n)
}

// hcl lets the library evaluate an expression; roots that are not known are
// dynamic values, so only what depends on them is unknown.
func (m *tfModule) hcl(e hclsyntax.Expression, s *tfScope) (v cty.Value) {
	defer func() {
		if recover() != nil {
			v = cty.DynamicVal
		}
	}()
	if loops(e) > 1 {
		return cty.DynamicVal
	}
	parts := map[string]map[string]cty.Value{}
	vars := map[string]cty.Value{}
	for _, t := range e.Variables() {
		root := t.RootName()
		if own := s.lookup(root); own != nil {
			vars[root] = own.toCty()
			continue
		}
		attr, ok := hcl.TraverseAttr{}, false
		if len(t) > 1 {
			attr, ok = t[1].(hcl.TraverseAttr)
		}
		if !ok {
			vars[root] = cty.DynamicVal
			continue
		}
		if parts[root] == nil {
			parts[root] = map[string]cty.Value{}
		}
		parts[root][attr.Name] = m.traversal(nil, t[:2], s).toCty()
	}
	for root, attrs := range parts {
		if _, taken := vars[root]; !taken {
			vars[root] = cty.ObjectVal(attrs)
		}
	}
	v, diags := e.Value(&hcl.EvalContext{Variables: vars, Functions: tfFunctions()})
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	return v
}

// loops counts the for expressions in e.
func loops(e hclsyntax.Expression) int {
	n := 0
	_ = hclsyntax.VisitAll(e, func(node hclsyntax.Node) hcl.Diagnostics {
		if _, ok := node.(*hclsyntax.ForExpr); ok {
			n++
		}
		return nil
	})
	return n
}

// toCty is the value for the library; an object that may have more fields is
// dynamic as a whole.
func (v *tfValue) toCty() cty.Value {
	if v.cty == nil {
		c := v.makeCty()
		v.cty = &c
	}
	return *v.cty
}

func (v *tfValue) makeCty() cty.Value {
	switch {
	case v.kind == tfNull:
		return cty.NullVal(cty.DynamicPseudoType)
	case v.kind == tfScalar:
		return scalarCty(v)
	case v.open || v.kind == tfUnknown:
		return cty.DynamicVal
	case v.kind == tfList:
		items := make([]cty.Value, len(v.children))
		for i, c := range v.children {
			items[i] = c.toCty()
		}
		return cty.TupleVal(items)
	}
	fields := map[string]cty.Value{}
	for _, c := range v.children {
		fields[c.name] = c.toCty()
	}
	return cty.ObjectVal(fields)
}

func scalarCty(v *tfValue) cty.Value {
	switch v.scalar {
	case source.Bool:
		return cty.BoolVal(v.text == "true")
	case source.Number:
		if n, err := cty.ParseNumberVal(v.text); err == nil {
			return n
		}
	}
	return cty.StringVal(v.text)
}

// fromCty is a computed value at the node that computes it.
func fromCty(v cty.Value, n *source.Node) *tfValue {
	v, _ = v.UnmarkDeep()
	out := &tfValue{node: n}
	switch {
	case !v.IsKnown():
		return out
	case v.IsNull():
		out.kind = tfNull
	case v.Type().IsPrimitiveType():
		text, err := convert.Convert(v, cty.String)
		if err != nil || !text.IsKnown() {
			return out
		}
		out.kind, out.text, out.scalar = tfScalar, text.AsString(), source.String
		switch v.Type() {
		case cty.Bool:
			out.scalar = source.Bool
		case cty.Number:
			out.scalar = source.Number
		}
	case v.CanIterateElements():
		compound(out, v, n)
	}
	return out
}

func compound(out *tfValue, v cty.Value, n *source.Node) {
	out.kind = tfList
	if v.Type().IsMapType() || v.Type().IsObjectType() {
		out.kind = tfObject
	}
	for it := v.ElementIterator(); it.Next(); {
		key, item := it.Element()
		c := fromCty(item, n)
		if out.kind == tfObject {
			c.name = key.AsString()
		}
		out.children = append(out.children, c)
	}
}

package formats

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// constraintLeaf is one field that a pattern constrains.
type constraintLeaf struct {
	kind     model.Kind
	section  string
	name     string   // the only entity that it is for, "" for a pattern
	pattern  ast.Expr // of the names that it is for, nil for one name
	path     []string
	expr     ast.Expr
	span     source.Span
	required bool
}

// constraintFile evaluates the constraints of one file. The work on the last
// entity is kept, since all the fields of one entity are asked in a row.
type constraintFile struct {
	doc   *Document
	mu    sync.Mutex
	value cue.Value
	last  *model.Entity
	entry cue.Value
	// patterns are the labels' patterns, built.
	patterns map[ast.Expr]cue.Value
}

// nativeConstraints finds what a CUE file demands of entities that other files
// declare: everything under a pattern (topics: [string]: …), and what a named
// entry leaves open (topics: x: partitions: >=3).
func nativeConstraints(d *Document) []model.Constraint {
	file, err := parser.ParseFile(d.Path, d.Text.String(), parser.ParseComments)
	if err != nil || len(d.Roots) == 0 {
		return nil
	}
	var leaves []constraintLeaf
	for _, decl := range file.Decls {
		field, ok := decl.(*ast.Field)
		if !ok {
			continue
		}
		section := labelName(field)
		for _, s := range model.Sections {
			if s.Field == section {
				leaves = append(leaves, leavesOf(d, s.Kind, field)...)
			}
		}
	}
	if len(leaves) == 0 {
		return nil
	}
	c := &constraintFile{doc: d, patterns: map[ast.Expr]cue.Value{}}
	if !c.build(file, leaves) {
		return nil
	}
	out := make([]model.Constraint, len(leaves))
	for i, l := range leaves {
		out[i] = model.Constraint{Kind: l.kind, Span: l.span, Check: func(e *model.Entity) []model.Violation { return c.check(l, e) }}
	}
	return out
}

func labelName(f *ast.Field) string {
	name, _, _ := ast.LabelName(f.Label)
	return name
}

// leavesOf lists the constrained fields of one section.
func leavesOf(d *Document, kind model.Kind, section *ast.Field) []constraintLeaf {
	body, ok := section.Value.(*ast.StructLit)
	if !ok {
		return nil
	}
	var out []constraintLeaf
	for _, decl := range body.Elts {
		entry, ok := decl.(*ast.Field)
		if !ok {
			continue
		}
		l := constraintLeaf{kind: kind, section: labelName(section), name: labelName(entry)}
		label, pattern := entry.Label.(*ast.ListLit)
		switch {
		case pattern && len(label.Elts) == 1:
			l.pattern = patternOf(label.Elts[0])
		case pattern || l.name == "":
			continue
		}
		node := d.Roots[0].Get(l.section, l.name)
		walkLeaves(entry.Value, nil, func(path []string, f *ast.Field) {
			if written := node.Get(path...); !pattern && (written == nil || written.Kind != source.Expression) && f.Constraint != token.NOT {
				return // a value of the entry itself
			}
			leaf := l
			leaf.path, leaf.expr, leaf.required = path, f.Value, f.Constraint == token.NOT
			leaf.span = d.Text.Span(f.Label.Pos().Offset(), f.Value.End().Offset())
			out = append(out, leaf)
		})
	}
	return out
}

// patternOf is the expression of a label's pattern ([string], [Name=~"x"]).
func patternOf(x ast.Expr) ast.Expr {
	if alias, ok := x.(*ast.Alias); ok {
		return alias.Expr
	}
	return x
}

// walkLeaves visits the fields of a literal that are no structs themselves.
func walkLeaves(x ast.Expr, path []string, visit func([]string, *ast.Field)) {
	body, ok := x.(*ast.StructLit)
	if !ok {
		return
	}
	for _, decl := range body.Elts {
		f, ok := decl.(*ast.Field)
		if !ok || labelName(f) == "" {
			continue
		}
		inner := append(slices.Clone(path), labelName(f))
		if _, nested := f.Value.(*ast.StructLit); nested {
			walkLeaves(f.Value, inner, visit)
			continue
		}
		visit(inner, f)
	}
}

// build evaluates the file, without the entries that constrain nothing where it
// can do without them.
func (c *constraintFile) build(file *ast.File, leaves []constraintLeaf) bool {
	small := *file
	small.Decls = slices.Clone(file.Decls)
	for i, decl := range small.Decls {
		field, ok := decl.(*ast.Field)
		if body, isStruct := fieldStruct(field, ok); isStruct {
			kept, copied := *body, *field
			kept.Elts = slices.DeleteFunc(slices.Clone(body.Elts), func(d ast.Decl) bool {
				entry, ok := d.(*ast.Field)
				return ok && labelName(entry) != "" && !slices.ContainsFunc(leaves, func(l constraintLeaf) bool { return l.name == labelName(entry) })
			})
			copied.Value = &kept
			small.Decls[i] = &copied
		}
	}
	for _, f := range []*ast.File{&small, file} {
		v, err := source.WithDeadline(c.doc.Text, func() (cue.Value, error) {
			v := cuecontext.New().BuildFile(f)
			return v, v.Validate()
		})
		if err == nil {
			c.value = v
			return true
		}
	}
	return false
}

func fieldStruct(f *ast.Field, ok bool) (*ast.StructLit, bool) {
	if !ok || !slices.ContainsFunc(model.Sections, func(s struct {
		Field string
		Kind  model.Kind
	}) bool {
		return s.Field == labelName(f)
	}) {
		return nil, false
	}
	body, isStruct := f.Value.(*ast.StructLit)
	return body, isStruct
}

// check holds one entity to one constraint.
func (c *constraintFile) check(l constraintLeaf, e *model.Entity) []model.Violation {
	if e.Kind != l.kind || l.pattern == nil && l.name != e.Name {
		return nil
	}
	p := strings.Join(l.path, "/")
	v, written := e.Fields[p]
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.matches(l, e.Name) {
		return nil
	}
	if c.last != e {
		c.last = e
		c.entry = c.filled(l.section, e)
	}
	must := ast.Node(l.expr)
	switch {
	case l.required && !written:
		return []model.Violation{{Path: p, Message: "must be set"}}
	case !written || v.Unknown || v.Data == nil:
		return nil
	}
	if want, isText := writtenText(must); isText {
		if sameText(e, p, v, want) {
			return nil
		}
	} else if c.entry.LookupPath(cuePath(l.path)).Err() == nil {
		return nil
	}
	return []model.Violation{{Path: p, Message: fmt.Sprintf("%s must be %s", v.Show(), c.doc.Text.String()[must.Pos().Offset():must.End().Offset()])}}
}

// matches reports whether a constraint is about entities of that name.
func (c *constraintFile) matches(l constraintLeaf, name string) bool {
	if l.pattern == nil {
		return l.name == name
	}
	if word, ok := l.pattern.(*ast.Ident); ok && word.Name == "string" {
		return true
	}
	ctx := c.value.Context() //nolint:staticcheck // an expression and its scope have to be of one context
	pattern, ok := c.patterns[l.pattern]
	if !ok {
		pattern = ctx.BuildExpr(l.pattern, cue.Scope(c.value))
		c.patterns[l.pattern] = pattern
	}
	return pattern.Unify(ctx.Encode(name)).Validate(cue.Concrete(true)) == nil
}

func cuePath(path []string) cue.Path {
	sels := make([]cue.Selector, len(path))
	for i, part := range path {
		sels[i] = cue.Str(part)
	}
	return cue.MakePath(sels...)
}

// writtenText is the text of a constraint that is a literal.
func writtenText(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	return strings.Trim(lit.Value, `"`), true
}

// sameText compares a value with a literal that may have a unit.
func sameText(e *model.Entity, p model.Path, v model.Value, want string) bool {
	if key, ok := model.ConfigKey(p); ok {
		if k, known := kafka.Lookup(model.RoleOf(e), key); known {
			if text, ok := model.InUnit(k, want); ok {
				want = text
			}
		}
	} else if f, ok := model.FieldAt(e.Kind, p); ok {
		if data, ok := f.Parse(want); ok {
			return fmt.Sprint(data) == fmt.Sprint(v.Data)
		}
	}
	return joinedText(v.Data) == want
}

// joinedText is a value as text, a list in Kafka's comma-separated form.
func joinedText(data any) string {
	items, ok := data.([]any)
	if !ok {
		return fmt.Sprint(data)
	}
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = fmt.Sprint(item)
	}
	return strings.Join(parts, ",")
}

// filled is the entity's entry in the file with what is known of it.
func (c *constraintFile) filled(section string, e *model.Entity) cue.Value {
	data := map[string]any{}
	for p, v := range e.Fields {
		if v.Known() {
			putData(data, strings.Split(p, "/"), v.Data)
		}
	}
	at := cue.MakePath(cue.Str(e.Name))
	entries := c.value.LookupPath(cue.MakePath(cue.Str(section)))
	v, err := source.WithDeadline(c.doc.Text, func() (cue.Value, error) { return entries.FillPath(at, data), nil })
	if err != nil {
		return cue.Value{}
	}
	return v.LookupPath(at)
}

// putData sets a value in nested maps. Kafka's lists are text in constraints as
// they are in Kafka's files.
func putData(data map[string]any, path []string, v any) {
	for _, part := range path[:len(path)-1] {
		inner, ok := data[part].(map[string]any)
		if !ok {
			inner = map[string]any{}
			data[part] = inner
		}
		data = inner
	}
	if path[0] == "config" || len(path) > 1 {
		if _, isList := v.([]any); isList {
			v = joinedText(v)
		}
	}
	data[path[len(path)-1]] = v
}

package source

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
)

// CUEDeadline is how long the evaluation of one CUE file may take.
const CUEDeadline = 5 * time.Second

// ParseCUE evaluates one CUE file by itself, offline: only CUE's own packages
// may be imported. The tree is the result; each node stands where the file
// writes its literal, or else where the field is declared. What is not concrete
// is an Expression. Native is the cue.Value.
func ParseCUE(t Text) (*Node, error) {
	return WithDeadline(t, func() (*Node, error) {
		v, file, err := buildCUE(t)
		if err != nil {
			return nil, err
		}
		if err := v.Validate(); err != nil {
			return nil, cueError(t, err)
		}
		r := &cueReader{t: t}
		n, err := r.value(v, []ast.Node{file}, t.Span(0, t.Len()), 0)
		if err != nil {
			return nil, err
		}
		n.Span, n.Insert = t.Span(0, t.Len()), t.lineInsertion(0, t.Len())
		return t.sealRoot(n), nil
	})
}

// CUEValue evaluates one CUE file as ParseCUE does, for callers that unify it
// with definitions of their own. Its errors are not checked yet; the places in
// it are offsets of the text (see CUESpan).
func CUEValue(t Text) (cue.Value, error) {
	return WithDeadline(t, func() (cue.Value, error) {
		v, _, err := buildCUE(t)
		return v, err
	})
}

// CUESpan is the place in the file of a position that CUE reports for t, the
// zero Span when it is a place of another file.
func CUESpan(t Text, p token.Pos) Span {
	if t.File == nil || !p.IsValid() || p.Filename() != t.File.Name {
		return Span{}
	}
	return t.Span(p.Offset(), p.Offset())
}

// WithDeadline runs an evaluation of CUE of the document t beside a timer, because an evaluation of CUE cannot be
// cancelled: one that is too slow goes on in the background.
func WithDeadline[T any](t Text, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = Errorf(t.Span(0, 0), "cannot evaluate this CUE: %v", p)
			}
			done <- r
		}()
		r.value, r.err = work()
	}()
	timer := time.NewTimer(CUEDeadline)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-timer.C:
		var none T
		return none, Errorf(t.Span(0, 0), "evaluation takes longer than %s", CUEDeadline)
	}
}

func buildCUE(t Text) (cue.Value, *ast.File, error) {
	if err := t.checkSize(); err != nil {
		return cue.Value{}, nil, err
	}
	name := ""
	if t.File != nil {
		name = t.File.Name
	}
	file, err := parser.ParseFile(name, t.content, parser.ParseComments)
	if err != nil {
		return cue.Value{}, nil, cueError(t, err)
	}
	for spec := range file.ImportSpecs() {
		if domain, _, _ := strings.Cut(spec.Path.Value, "/"); strings.Contains(domain, ".") {
			return cue.Value{}, nil, Errorf(nodeSpan(t, spec.Path), "imports outside of CUE's own packages are not read")
		}
	}
	v := cuecontext.New().BuildFile(file)
	return v, file, nil
}

// cueError locates an error of CUE at its first place in this file.
func cueError(t Text, err error) *Error {
	all := cueerrors.Errors(err)
	if len(all) == 0 {
		return Errorf(t.Span(0, 0), "%v", err)
	}
	format, args := all[0].Msg()
	msg := fmt.Sprintf(format, args...)
	if path := all[0].Path(); len(path) > 0 {
		msg = strings.Join(path, ".") + ": " + msg
	}
	for _, p := range cueerrors.Positions(all[0]) {
		if s := CUESpan(t, p); !s.IsZero() {
			return Errorf(s, "%s", msg)
		}
	}
	return Errorf(t.Span(0, 0), "%s", msg)
}

// nodeSpan are the bytes of a node of the syntax tree, the zero Span for one
// that no text was written for.
func nodeSpan(t Text, n ast.Node) Span {
	if n == nil || !n.Pos().IsValid() || CUESpan(t, n.Pos()).IsZero() {
		return Span{}
	}
	return t.Span(n.Pos().Offset(), max(n.Pos().Offset(), n.End().Offset()))
}

// cueReader walks the evaluated value beside the syntax that declares it.
type cueReader struct{ t Text }

// value converts v, which the file declares with these pieces of syntax; place
// is where it stands when there are none.
func (r *cueReader) value(v cue.Value, syntax []ast.Node, place Span, depth int) (*Node, error) {
	if depth > MaxDepth {
		return nil, Errorf(place, "nested deeper than %d levels", MaxDepth)
	}
	v, _ = v.Default()
	n := &Node{Syntax: CUE, Native: v, Span: place}
	literal := declaring(syntax, v)
	if s := nodeSpan(r.t, literal); !s.IsZero() {
		n.Span = s
	}
	switch v.IncompleteKind() {
	case cue.StructKind:
		return n, r.fields(n, v, syntax, literal, depth)
	case cue.ListKind:
		return n, r.items(n, v, syntax, depth)
	}
	r.scalar(n, v, literal)
	return n, nil
}

// declaring picks the piece of syntax that writes the value: a literal before
// everything else, the last before the others.
func declaring(syntax []ast.Node, v cue.Value) ast.Node {
	var best ast.Node
	for _, s := range syntax {
		switch s.(type) {
		case *ast.BasicLit, *ast.StructLit, *ast.ListLit, *ast.UnaryExpr:
			best = s
		}
	}
	if best == nil && len(syntax) > 0 {
		return syntax[len(syntax)-1]
	}
	if best == nil {
		return v.Source()
	}
	return best
}

func (r *cueReader) scalar(n *Node, v cue.Value, literal ast.Node) {
	switch v.Kind() {
	case cue.NullKind:
		n.Kind, n.Value = Null, "null"
	case cue.BoolKind:
		b, _ := v.Bool()
		n.Kind, n.Value = Bool, fmt.Sprint(b)
	case cue.IntKind, cue.FloatKind, cue.NumberKind:
		text, _ := v.MarshalJSON()
		n.Kind, n.Value = Number, string(text)
	case cue.StringKind:
		n.Kind, n.Quoted = String, true
		n.Value, _ = v.String()
		n.Text = r.stringText(n, literal).written(writeEscaped)
	default:
		n.Kind, n.Value = Expression, string(n.Span.Bytes())
	}
}

// declared is one declaration of a field.
type declared struct {
	field *ast.Field
	label Span
}

func (r *cueReader) fields(n *Node, v cue.Value, syntax []ast.Node, literal ast.Node, depth int) error {
	n.Kind = Map
	found := map[string][]declared{}
	for _, s := range syntax {
		r.collect(s, found)
	}
	it, err := v.Fields()
	if err != nil {
		return cueError(r.t, err)
	}
	for it.Next() {
		name := it.Selector().Unquoted()
		var values []ast.Node
		var label Span
		comment := ""
		for _, d := range found[name] {
			values = conjuncts(values, d.field.Value)
			label = d.label
			comment += "\n" + cueComment(d.field)
		}
		place := n.Span
		if s := CUESpan(r.t, it.Value().Pos()); len(values) == 0 && !s.IsZero() {
			place = s
		}
		c, err := r.value(it.Value(), values, place, depth+1)
		if err != nil {
			return err
		}
		c.Name, c.NameSpan, c.Comment = name, label, strings.TrimSpace(comment)
		n.Children = append(n.Children, r.t.seal(c))
	}
	sort.SliceStable(n.Children, func(i, j int) bool {
		a, b := n.Children[i].NameSpan, n.Children[j].NameSpan
		return !a.IsZero() && !b.IsZero() && a.Start < b.Start
	})
	if s, ok := literal.(*ast.StructLit); ok && s.Lbrace.IsValid() {
		n.Insert = r.insertion(s)
	}
	return nil
}

// insertion is the place before the closing brace.
func (r *cueReader) insertion(s *ast.StructLit) Insertion {
	open, closing := s.Lbrace.Offset(), s.Rbrace.Offset()
	if len(s.Elts) == 0 || !strings.Contains(r.t.content[open:s.Elts[0].Pos().Offset()], "\n") {
		at := closing
		if len(s.Elts) > 0 {
			at = s.Elts[len(s.Elts)-1].End().Offset()
		}
		return r.t.inlineInsertion(at)
	}
	return r.t.lineInsertion(s.Elts[0].Pos().Offset(), s.Elts[len(s.Elts)-1].End().Offset())
}

// collect gathers the fields that a piece of syntax declares.
func (r *cueReader) collect(n ast.Node, found map[string][]declared) {
	switch n := n.(type) {
	case *ast.File:
		r.collectAll(n.Decls, found)
	case *ast.StructLit:
		r.collectAll(n.Elts, found)
	case *ast.EmbedDecl:
		r.collect(n.Expr, found)
	case *ast.Comprehension:
		r.collect(n.Value, found)
	case *ast.BinaryExpr:
		for _, c := range conjuncts(nil, n) {
			if c != ast.Node(n) {
				r.collect(c, found)
			}
		}
	case *ast.Field:
		if name, _, err := ast.LabelName(n.Label); err == nil {
			found[name] = append(found[name], declared{n, nodeSpan(r.t, n.Label)})
		}
	}
}

func (r *cueReader) collectAll(decls []ast.Decl, found map[string][]declared) {
	for _, d := range decls {
		r.collect(d, found)
	}
}

// conjuncts splits a & b.
func conjuncts(to []ast.Node, x ast.Expr) []ast.Node {
	switch x := x.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			return conjuncts(conjuncts(to, x.X), x.Y)
		}
	case *ast.ParenExpr:
		return conjuncts(to, x.X)
	}
	return append(to, x)
}

func (r *cueReader) items(n *Node, v cue.Value, syntax []ast.Node, depth int) error {
	n.Kind = List
	it, err := v.List()
	if err != nil {
		return cueError(r.t, err)
	}
	for i := 0; it.Next(); i++ {
		var values []ast.Node
		for _, s := range syntax {
			if l, ok := s.(*ast.ListLit); ok && i < len(l.Elts) {
				if _, open := l.Elts[i].(*ast.Ellipsis); !open {
					values = conjuncts(values, l.Elts[i])
				}
			}
		}
		c, err := r.value(it.Value(), values, n.Span, depth+1)
		if err != nil {
			return err
		}
		n.Children = append(n.Children, r.t.seal(c))
	}
	return nil
}

// stringText maps a string's value to the literal's lines; where the value was
// computed the whole expression is the place of each byte.
func (r *cueReader) stringText(n *Node, literal ast.Node) Text {
	if lit, ok := literal.(*ast.BasicLit); ok {
		start, end := lit.Pos().Offset(), lit.End().Offset()
		if !CUESpan(r.t, lit.Pos()).IsZero() && end <= r.t.Len() {
			if text := r.literalText(start, end); text.content == n.Value {
				return text
			}
		}
	}
	span := n.Span
	return Text{
		File: r.t.File, content: n.Value, conditional: r.t.conditional,
		segments: []segment{{from: span.Start, to: span.End, decoded: true}},
	}
}

// literalText decodes a quoted literal; of one with """ it takes the indent of
// the closing quotes off each line.
func (r *cueReader) literalText(start, end int) Text {
	src := r.t.content
	b := NewTextBuilder(r.t)
	indent := ""
	if strings.HasPrefix(src[start:end], `"""`) && end-start > 6 {
		end -= 3
		line := strings.LastIndexByte(src[start:end], '\n')
		if line < 0 {
			return Text{}
		}
		indent = src[start+line+1 : end]
		end = start + line
		start += strings.IndexByte(src[start:], '\n') + 1
		start = min(start+len(indent), max(start, end))
	} else {
		start, end = start+1, max(start+1, end-1)
	}
	for p := start; p < end; {
		next := p + 1
		switch {
		case src[p] == '\n':
			b.Copy(p, next)
			if strings.HasPrefix(src[next:], indent) {
				next += len(indent)
			}
		case src[p] == '\\' && next < end && jsonEscapes[src[next]] != "":
			next++
			b.Decode(jsonEscapes[src[p+1]], p, next)
		case src[p] == '\\':
			code, stop, _ := unicodeEscape(src, p)
			next = max(next, stop)
			b.Decode(string(code), p, next)
		default:
			b.Copy(p, next)
		}
		p = next
	}
	if start >= end {
		return r.t.Slice(start, start)
	}
	return b.Text()
}

// cueComment is the text of a field's comments.
func cueComment(f *ast.Field) string {
	var lines []string
	for _, g := range ast.Comments(f) {
		for _, c := range g.List {
			lines = append(lines, strings.TrimSpace(strings.TrimPrefix(c.Text, "//")))
		}
	}
	return strings.Join(lines, "\n")
}

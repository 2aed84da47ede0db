package source

import (
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// ParseHCL reads a body of HCL (Terraform and its kin). Attributes are fields;
// blocks are maps with their type as Name and their Labels. What HCL would have
// to evaluate is an Expression; a template keeps its Text with a placeholder
// for each part that is not written out. Native is the hclsyntax.Expression of
// each value; what an Expression is made of (a call's arguments, a template's
// computed parts, a condition's branches) are its Parts.
func ParseHCL(t Text) (*Node, error) {
	if err := t.checkSize(); err != nil {
		return nil, err
	}
	src := []byte(t.content)
	tokens, diags := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	r := &hclReader{t: t, src: t.content, tokens: tokens}
	if err := r.firstError(diags); err != nil {
		return nil, err
	}
	if err := r.checkDepth(); err != nil {
		return nil, err
	}
	file, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if err := r.firstError(diags); err != nil {
		return nil, err
	}
	r.readComments()
	body := file.Body.(*hclsyntax.Body)
	n := &Node{Kind: Map, Syntax: HCL, Span: t.Span(0, t.Len()), Children: r.body(body)}
	n.Insert = t.lineInsertion(0, t.Len())
	return t.sealRoot(n), nil
}

// hclReader converts the tree of one body; offsets are offsets of src.
type hclReader struct {
	t      Text
	src    string
	tokens hclsyntax.Tokens
	// above are the comments that stand alone on a line, behind the others, by
	// line.
	above, behind map[int]string
}

func (r *hclReader) span(g hcl.Range) Span { return r.t.Span(g.Start.Byte, g.End.Byte) }

func (r *hclReader) firstError(diags hcl.Diagnostics) error {
	for _, d := range diags {
		if d.Severity != hcl.DiagError {
			continue
		}
		var at hcl.Range
		if d.Subject != nil {
			at = *d.Subject
		}
		msg := d.Summary
		if msg != "" {
			msg = strings.ToLower(msg[:1]) + msg[1:]
		}
		if d.Detail != "" {
			msg += ": " + strings.ReplaceAll(d.Detail, "\n", " ")
		}
		return Errorf(r.span(at), "%s", msg)
	}
	return nil
}

// checkDepth looks at the tokens before the library parses them: its descent
// has no limit, and a stack overflow cannot be recovered.
func (r *hclReader) checkDepth() error {
	depth, chain := 0, 0
	for _, tok := range r.tokens {
		switch tok.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen,
			hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen,
			hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			depth = max(0, depth-1)
		case hclsyntax.TokenBang, hclsyntax.TokenMinus, hclsyntax.TokenQuestion, hclsyntax.TokenColon:
			chain++
		case hclsyntax.TokenComma, hclsyntax.TokenIdent:
			chain = 0
		}
		if depth > MaxDepth || chain > MaxDepth {
			return Errorf(r.span(tok.Range), "nested deeper than %d levels", MaxDepth)
		}
	}
	return nil
}

func (r *hclReader) readComments() {
	r.above, r.behind = map[int]string{}, map[int]string{}
	line := 0 // of the last token that is no comment
	for _, tok := range r.tokens {
		switch tok.Type {
		case hclsyntax.TokenNewline:
		case hclsyntax.TokenComment:
			text := strings.TrimSpace(string(tok.Bytes))
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(text, "#/*"), "*/"))
			at := r.above
			if tok.Range.Start.Line == line {
				at = r.behind
			}
			// A line comment's token ends on the next line.
			end := tok.Range.Start.Line + strings.Count(strings.TrimRight(string(tok.Bytes), "\r\n"), "\n")
			at[end] = text
		default:
			line = tok.Range.End.Line
		}
	}
}

// comment joins the comments of a node that starts and ends on these lines.
func (r *hclReader) comment(from, to int) string {
	var lines []string
	first := from
	for r.above[first-1] != "" {
		first--
	}
	for ; first < from; first++ {
		lines = append(lines, r.above[first])
	}
	if r.behind[to] != "" {
		lines = append(lines, r.behind[to])
	}
	return strings.Join(lines, "\n")
}

// body converts attributes and blocks in the order of the file.
func (r *hclReader) body(body *hclsyntax.Body) []*Node {
	var out []*Node
	for name, a := range body.Attributes {
		n := r.expression(a.Expr)
		n.Name, n.NameSpan = name, r.span(a.NameRange)
		n.Comment = r.comment(a.SrcRange.Start.Line, a.SrcRange.End.Line)
		out = append(out, r.t.seal(n))
	}
	for _, b := range body.Blocks {
		out = append(out, r.block(b))
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].NameSpan.Start < out[j].NameSpan.Start })
	return out
}

func (r *hclReader) block(b *hclsyntax.Block) *Node {
	whole := hcl.RangeBetween(b.OpenBraceRange, b.CloseBraceRange)
	n := &Node{Kind: Map, Syntax: HCL, Name: b.Type, NameSpan: r.span(b.TypeRange), Labels: b.Labels}
	n.Span = r.span(whole)
	n.Comment = r.comment(b.TypeRange.Start.Line, b.CloseBraceRange.End.Line)
	n.Children = r.body(b.Body)
	if b.OpenBraceRange.Start.Line != b.CloseBraceRange.Start.Line {
		n.Insert = r.beforeBrace(whole, n.Children)
	}
	return r.t.seal(n)
}

// beforeBrace is the line before a closing brace that has its own line.
func (r *hclReader) beforeBrace(whole hcl.Range, fields []*Node) Insertion {
	closing := whole.End.Byte - 1
	for closing > 0 && r.src[closing-1] != '\n' {
		closing--
	}
	at := r.t.lineInsertion(closing-1, closing-1)
	if len(fields) > 0 {
		at.Indent = fields[0].NameSpan.indent()
	} else {
		at.Indent = r.t.Span(whole.End.Byte-1, whole.End.Byte).indent() + "  "
	}
	return at
}

// expression converts a value.
func (r *hclReader) expression(e hclsyntax.Expression) *Node {
	g := e.Range()
	n := &Node{Kind: Expression, Syntax: HCL, Span: r.span(g), Value: r.text(g), Native: e}
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		r.literal(n, e.Val)
	case *hclsyntax.UnaryOpExpr:
		if v, ok := e.Val.(*hclsyntax.LiteralValueExpr); ok && e.Op == hclsyntax.OpNegate && v.Val.Type() == cty.Number {
			n.Kind = Number
			n.Value = "-" + r.text(v.SrcRange)
		}
	case *hclsyntax.ParenthesesExpr:
		if inner := r.expression(e.Expression); inner.Kind != Expression {
			inner.Native = e
			return inner
		}
		n.Parts = []*Node{r.expression(e.Expression)}
	case *hclsyntax.TemplateExpr:
		r.template(n, e)
	case *hclsyntax.TemplateWrapExpr:
		r.template(n, &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{e.Wrapped}, SrcRange: e.SrcRange})
	case *hclsyntax.ObjectConsExpr:
		r.object(n, e)
	case *hclsyntax.TupleConsExpr:
		n.Kind, n.Value = List, ""
		for _, item := range e.Exprs {
			c := r.expression(item)
			c.Comment = r.comment(item.Range().Start.Line, item.Range().End.Line)
			n.Children = append(n.Children, r.t.seal(c))
		}
	default:
		r.parts(n, e)
	}
	return r.t.seal(n)
}

// parts converts what an expression is made of.
func (r *hclReader) parts(n *Node, e hclsyntax.Expression) {
	var parts []hclsyntax.Expression
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		parts = e.Args
	case *hclsyntax.ConditionalExpr:
		parts = []hclsyntax.Expression{e.Condition, e.TrueResult, e.FalseResult}
	case *hclsyntax.IndexExpr:
		parts = []hclsyntax.Expression{e.Collection, e.Key}
	case *hclsyntax.RelativeTraversalExpr:
		parts = []hclsyntax.Expression{e.Source}
	case *hclsyntax.ForExpr:
		parts = []hclsyntax.Expression{e.CollExpr, e.ValExpr}
		if e.KeyExpr != nil {
			parts = append(parts, e.KeyExpr)
		}
	}
	for _, part := range parts {
		n.Parts = append(n.Parts, r.expression(part))
	}
}

func (r *hclReader) text(g hcl.Range) string { return r.src[g.Start.Byte:g.End.Byte] }

func (r *hclReader) literal(n *Node, v cty.Value) {
	switch {
	case v.IsNull():
		n.Kind = Null
	case v.Type() == cty.Bool:
		n.Kind = Bool
	case v.Type() == cty.Number:
		n.Kind = Number
	}
}

func (r *hclReader) object(n *Node, e *hclsyntax.ObjectConsExpr) {
	n.Kind, n.Value = Map, ""
	end := e.SrcRange.Start.Byte + 1
	for _, item := range e.Items {
		key := item.KeyExpr.Range()
		c := r.expression(item.ValueExpr)
		c.Name, c.NameSpan = r.key(item.KeyExpr), r.span(key)
		c.Comment = r.comment(key.Start.Line, item.ValueExpr.Range().End.Line)
		n.Children = append(n.Children, r.t.seal(c))
		end = item.ValueExpr.Range().End.Byte
	}
	if strings.Contains(r.text(e.SrcRange), "\n") {
		n.Insert = r.beforeBrace(e.SrcRange, n.Children)
		return
	}
	n.Insert = r.t.inlineInsertion(end)
}

// key is the name of an object's key; one that HCL would have to evaluate has
// a placeholder.
func (r *hclReader) key(e hclsyntax.Expression) string {
	wrapper, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok {
		return placeholder
	}
	if _, bare := wrapper.Wrapped.(*hclsyntax.ScopeTraversalExpr); bare && !wrapper.ForceNonLiteral {
		return r.text(e.Range())
	}
	n := r.expression(wrapper.Wrapped)
	switch {
	case n.Kind != Expression:
		return n.Value
	case n.Text.Len() > 0:
		return n.Text.content
	default:
		return placeholder
	}
}

package source

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// template converts a quoted string or a heredoc. The library's tree has lost
// the places of the lines, so the text comes from the tokens.
func (r *hclReader) template(n *Node, e *hclsyntax.TemplateExpr) {
	start := e.SrcRange.Start.Byte
	i := sort.Search(len(r.tokens), func(i int) bool { return r.tokens[i].Range.Start.Byte >= start })
	n.Quoted = true
	if i == len(r.tokens) || r.tokens[i].Range.Start.Byte != start {
		return
	}
	open := r.tokens[i]
	parts, end := templateTokens(r.tokens, i+1)
	heredoc := open.Type == hclsyntax.TokenOHeredoc
	if heredoc && strings.HasPrefix(string(open.Bytes), "<<-") {
		parts = r.flush(parts)
	}
	b := NewTextBuilder(r.t)
	for _, p := range parts {
		if p.literal {
			r.decodeLiteral(b, p.start, p.end, !heredoc)
		} else {
			b.Decode(placeholder, p.start, p.end)
		}
	}
	n.Text = b.Text()
	r.computed(n, e)
	if heredoc {
		n.own = r.t.Span(start, end)
		n.Span = r.heredocBody(parts, open.Range.End.Byte)
		n.Value = string(n.Span.Bytes())
	}
	if value, ok := writtenOut(e); ok {
		n.Kind, n.Value = String, value
		if value == "" || n.Text.content != value {
			b := NewTextBuilder(r.t)
			b.Decode(value, start, end)
			n.Text = b.Text()
		}
	}
	if heredoc {
		n.Text = n.Text.written(writeLines)
	} else {
		n.Text = n.Text.written(writeEscaped)
	}
}

// computed keeps the parts of a template that HCL computes. With directives (%{ if … }) the parts are not those of the text, so it has none.
func (r *hclReader) computed(n *Node, e *hclsyntax.TemplateExpr) {
	var parts []hclsyntax.Expression
	for _, p := range e.Parts {
		if _, literal := p.(*hclsyntax.LiteralValueExpr); !literal {
			parts = append(parts, p)
		}
	}
	if len(parts) != strings.Count(n.Text.content, placeholder) {
		return
	}
	for _, p := range parts {
		n.Parts = append(n.Parts, r.expression(p))
	}
}

// Fill replaces the placeholders by the texts, in order; where ok is false, or
// no text is left, the placeholder stays.
func (t Text) Fill(texts func(i int) (string, bool)) Text {
	b := NewTextBuilder(t)
	from := 0
	for i := 0; ; i++ {
		n := strings.Index(t.content[from:], placeholder)
		if n < 0 {
			b.Copy(from, len(t.content))
			return b.Text()
		}
		at := from + n
		b.Copy(from, at)
		from = at + len(placeholder)
		if s, ok := texts(i); ok {
			b.Decode(s, at, from)
		} else {
			b.Copy(at, from)
		}
	}
}

// writtenOut is the value of a template that has only literal parts.
func writtenOut(e *hclsyntax.TemplateExpr) (string, bool) {
	var b strings.Builder
	for _, p := range e.Parts {
		lit, ok := p.(*hclsyntax.LiteralValueExpr)
		if !ok || lit.Val.IsNull() || lit.Val.Type() != cty.String {
			return "", false
		}
		b.WriteString(lit.Val.AsString())
	}
	return b.String(), true
}

// templatePart is a literal or a ${…} or %{…} between the offsets.
type templatePart struct {
	start, end int
	literal    bool
}

// templateTokens collects the parts from token i up to the closing quote or
// heredoc mark, and returns where that ends.
func templateTokens(tokens hclsyntax.Tokens, i int) (parts []templatePart, end int) {
	depth, start := 0, 0
	for ; i < len(tokens); i++ {
		tok := tokens[i]
		from, to := tok.Range.Start.Byte, tok.Range.End.Byte
		switch tok.Type {
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			if depth == 0 {
				start = from
			}
			depth++
		case hclsyntax.TokenTemplateSeqEnd:
			if depth--; depth == 0 {
				parts = append(parts, templatePart{start: start, end: to})
			}
		case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
			if depth == 0 {
				parts = append(parts, templatePart{from, to, true})
			}
		case hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			if depth == 0 {
				return parts, to
			}
		}
		end = to
	}
	return parts, end
}

// heredocBody is the span of a heredoc's text without its last line end.
func (r *hclReader) heredocBody(parts []templatePart, open int) Span {
	if len(parts) == 0 {
		return r.t.Span(open, open)
	}
	start, end := parts[0].start, parts[len(parts)-1].end
	end = start + len(strings.TrimRight(r.src[start:max(start, end)], "\r\n"))
	return r.t.Span(start, end)
}

// flush takes the smallest indent of a <<- heredoc's lines off each of them.
// The tokens are cut at line ends; blank lines do not count and stay.
func (r *hclReader) flush(parts []templatePart) []templatePart {
	smallest := -1
	var lines []int // parts that start a line and are not blank
	for i, p := range parts {
		if i > 0 && !(parts[i-1].literal && strings.HasSuffix(r.src[:parts[i-1].end], "\n")) {
			continue
		}
		spaces := 0
		if p.literal {
			text := r.src[p.start:p.end]
			trimmed := strings.TrimLeft(text, " \t\r\n")
			if trimmed == "" && strings.HasSuffix(text, "\n") {
				continue
			}
			spaces = len(text) - len(trimmed)
			lines = append(lines, i)
		}
		if smallest < 0 || spaces < smallest {
			smallest = spaces
		}
	}
	out := append([]templatePart(nil), parts...)
	for _, i := range lines {
		out[i].start += smallest
	}
	return out
}

// decodeLiteral appends a literal; only a quoted one has escapes with a
// backslash.
func (r *hclReader) decodeLiteral(b *TextBuilder, start, end int, quoted bool) {
	for p := start; p < end; {
		var s string
		next := p + 1
		rest := r.src[p:end]
		switch {
		case strings.HasPrefix(rest, "$${"), strings.HasPrefix(rest, "%%{"):
			s, next = rest[1:3], p+3
		case quoted && rest[0] == '\\' && len(rest) > 1:
			s, next = hclEscape(rest, p)
		default:
			b.Copy(p, next)
			p = next
			continue
		}
		b.Decode(s, p, next)
		p = next
	}
}

var hclEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", '"': `"`, '\\': `\`}

// hclEscape decodes the escape that rest, at offset p, starts with.
func hclEscape(rest string, p int) (string, int) {
	if s, ok := hclEscapes[rest[1]]; ok {
		return s, p + 2
	}
	digits := map[byte]int{'u': 4, 'U': 8}[rest[1]]
	if digits == 0 || len(rest) < 2+digits {
		return rest[:1], p + 1
	}
	n, err := strconv.ParseUint(rest[2:2+digits], 16, 32)
	code := rune(n)
	if err != nil {
		code = utf8.RuneError
	}
	if !utf8.ValidRune(code) {
		code = utf8.RuneError
	}
	return string(code), p + 2 + digits
}

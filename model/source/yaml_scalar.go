package source

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// scalar converts a scalar that starts at at, and returns where it ends.
func (r *yamlReader) scalar(n *yaml.Node, at int) (*Node, int) {
	out := &Node{Kind: String, Value: n.Value, Quoted: n.Style&^yaml.TaggedStyle != 0}
	b := NewTextBuilder(r.t)
	start := at
	var end int
	var ok bool
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		start, end, ok = r.block(b, at, n.Value, n.Style&yaml.FoldedStyle != 0)
		out.own = r.t.Span(at, max(at, end))
	case n.Style&yaml.DoubleQuotedStyle != 0:
		end, ok = r.quoted(b, at, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		end, ok = r.quoted(b, at, '\'')
	default:
		end, ok = r.plain(b, at, n.Value)
	}
	out.Span = r.t.Span(start, max(start, end))
	out.Text = b.Text()
	if !ok || n.Value == "" || out.Text.content != n.Value {
		// The library folds a few exotic line breaks in its own way; then the
		// whole scalar is the place of each of its bytes.
		b = NewTextBuilder(r.t)
		b.Decode(n.Value, start, max(start, end))
		out.Text = b.Text()
	}
	if n.Style&yaml.LiteralStyle == 0 {
		out.Text = out.Text.written(writeEscaped)
	}
	r.classify(out, n)
	r.checkScalar(out, n, ok)
	return out, end
}

// classify gives a scalar its kind. A tag that only some tool can evaluate
// (!Ref, !vault) makes the value unknown.
func (r *yamlReader) classify(out *Node, n *yaml.Node) {
	switch n.Tag {
	case "!!null":
		out.Kind = Null
	case "!!bool":
		out.Kind = Bool
	case "!!int", "!!float":
		out.Kind = Number
	case "!unsafe", "!override":
	default:
		if strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!") {
			out.Kind = Expression
			out.Value = string(out.Span.Bytes())
		}
	}
	if n.Style&yaml.TaggedStyle != 0 && out.Kind == String {
		out.Quoted = true
	}
	r.t.seal(out)
}

// plain matches an unquoted value against the text: what the value writes as a
// space or line breaks may be a folded line end there.
func (r *yamlReader) plain(b *TextBuilder, at int, value string) (end int, ok bool) {
	p := at
	for i := 0; i < len(value); {
		next, folded := r.fold(p)
		if folded != "" {
			if !strings.HasPrefix(value[i:], folded) {
				return r.lineEnd(p), false
			}
			b.Decode(folded, p, next)
			p, i = next, i+len(folded)
			continue
		}
		n := 0
		for i+n < len(value) && p+n < len(r.src) && r.src[p+n] == value[i+n] {
			n++
			if isBlank(value[i+n-1]) {
				break // what follows may be the end of the line
			}
			if p+n < len(r.src) && (isBlank(r.src[p+n]) || yamlBreak(r.src, p+n) > 0) {
				break
			}
		}
		if n == 0 {
			return r.lineEnd(p), false
		}
		b.Copy(p, p+n)
		p, i = p+n, i+n
	}
	return p, true
}

// fold looks whether a line ends at p, after blanks, and returns what YAML
// makes of the line end with the blanks around it, "" when there is none.
func (r *yamlReader) fold(p int) (next int, folded string) {
	breaks := 0
	for p < len(r.src) {
		if isBlank(r.src[p]) {
			p++
		} else if w := yamlBreak(r.src, p); w > 0 {
			p += w
			breaks++
		} else {
			break
		}
	}
	switch breaks {
	case 0:
		return p, ""
	case 1:
		return p, " "
	default:
		return p, strings.Repeat("\n", breaks-1)
	}
}

// quoted decodes a quoted scalar up to its closing quote.
func (r *yamlReader) quoted(b *TextBuilder, at int, quote byte) (end int, ok bool) {
	p := at + 1
	for p < len(r.src) {
		c := r.src[p]
		next, folded := r.fold(p)
		switch {
		case folded != "":
			b.Decode(folded, p, next)
		case next > p: // blanks inside of a line
			b.Copy(p, next)
		case c == quote && quote == '\'' && strings.HasPrefix(r.src[p:], "''"):
			next = p + 2
			b.Decode("'", p, next)
		case c == quote:
			return p + 1, true
		case c == '\\' && quote == '"':
			var s string
			s, next = r.escape(p)
			b.Decode(s, p, next)
		default:
			for next = p + 1; next < len(r.src) && !strings.ContainsRune("\\\"' \t\r\n\u0085\u2028\u2029", rune(r.src[next])) && r.src[next] < 0x80; {
				next++
			}
			b.Copy(p, next)
		}
		p = next
	}
	return len(r.src), false
}

var yamlEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f",
	'r': "\r", 'e': "\x1b", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

var yamlHexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape decodes the escape at p in a double quoted scalar.
func (r *yamlReader) escape(p int) (decoded string, next int) {
	if p+1 >= len(r.src) {
		return "", len(r.src)
	}
	c := r.src[p+1]
	if digits := yamlHexEscapes[c]; digits > 0 {
		next = min(p+2+digits, len(r.src))
		code, err := strconv.ParseUint(r.src[p+2:next], 16, 32)
		if err != nil {
			return "", next
		}
		return string(rune(code)), next
	}
	if w := yamlBreak(r.src, p+1); w > 0 {
		return "", r.skipBlanks(p + 1 + w)
	}
	if s, ok := yamlEscapes[c]; ok {
		return s, p + 2
	}
	return r.src[p+1 : p+2], p + 2
}

// block matches a block scalar's value line by line. The content starts behind
// the header's line; start is its first byte that is no blank line or indent.
func (r *yamlReader) block(b *TextBuilder, at int, value string, folded bool) (start, end int, ok bool) {
	p := r.lineEnd(at)
	end = p
	p += yamlBreak(r.src, p)
	indent, known := r.blockIndent(p, value)
	if !known {
		return end, end, false
	}
	start = -1
	for i := 0; i < len(value); {
		line := r.skipIndent(p, indent)
		n := commonPrefix(value[i:], r.src[line:r.lineEnd(line)])
		b.Copy(line, line+n)
		if n > 0 && start < 0 {
			start = line
		}
		i, p = i+n, line+n
		if n > 0 || p > end {
			end = p
		}
		if i >= len(value) {
			break
		}
		glue, next, matched := r.blockBreak(p, indent, value[i:], folded)
		if !matched {
			return max(start, 0), r.lineEnd(p), false
		}
		b.Decode(glue, p, next)
		if i += len(glue); i < len(value) {
			end = next
		}
		p = next
	}
	if start < 0 {
		start = end
	}
	return start, end, true
}

// blockBreak matches the line end at p against the start of rest.
func (r *yamlReader) blockBreak(p, indent int, rest string, folded bool) (glue string, next int, ok bool) {
	w := yamlBreak(r.src, p)
	if w == 0 && p < len(r.src) {
		return "", p, false
	}
	next = p + w
	if !folded {
		return "\n", next, rest[0] == '\n'
	}
	if rest[0] == ' ' {
		return " ", next, true
	}
	run := len(rest) - len(strings.TrimLeft(rest, "\n"))
	if run == 0 {
		return "", p, false
	}
	for next < len(r.src) {
		line := r.skipIndent(next, indent)
		w := yamlBreak(r.src, line)
		if w == 0 {
			break
		}
		next = line + w
	}
	return rest[:run], next, true
}

// blockIndent finds how far a block scalar's lines are indented: what the text
// has more than the value in the first line that is not blank.
func (r *yamlReader) blockIndent(p int, value string) (indent int, known bool) {
	for line := range strings.SplitSeq(value, "\n") {
		content := strings.TrimLeft(line, " ")
		end := r.lineEnd(p)
		if content == "" {
			p = end + yamlBreak(r.src, end)
			continue
		}
		here := r.src[p:end]
		indent = len(here) - len(strings.TrimLeft(here, " ")) - (len(line) - len(content))
		return indent, indent >= 0
	}
	return 0, value == ""
}

// closing finds the end of a flow collection whose last element ends at p.
func (r *yamlReader) closing(p int, bracket byte) int {
	for q := p; q < len(r.src); q++ {
		q = r.skipBlank(q)
		if q < len(r.src) && r.src[q] == bracket {
			return q + 1
		}
		if q >= len(r.src) || (r.src[q] != ',' && r.src[q] != ':') {
			break
		}
	}
	return p
}

// skipProperties skips the anchor and the tag in front of a node.
func (r *yamlReader) skipProperties(p int) int {
	if end := r.propertiesEnd(p); end > p {
		return r.skipBlank(end)
	}
	return p
}

// propertiesEnd is where the anchor and the tag at p end.
func (r *yamlReader) propertiesEnd(p int) int {
	end := p
	for p < len(r.src) && (r.src[p] == '&' || r.src[p] == '!') {
		marks := "_-"
		switch {
		case strings.HasPrefix(r.src[p:], "!<"):
			p, marks = p+1, tagMarks+"<>"
		case r.src[p] == '!':
			marks = tagMarks // a tag is a URI: yaml.v3 takes the marks of lists into it
		}
		for p++; p < len(r.src) && (isAlphanumeric(r.src[p]) || strings.IndexByte(marks, r.src[p]) >= 0); {
			p++
		}
		end = p
		p = r.skipBlank(p)
	}
	return end
}

const tagMarks = "_-;/?:@&=+$,.!~*'()[]%"

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// skipBlank skips blanks, line ends and comments.
func (r *yamlReader) skipBlank(p int) int {
	for p < len(r.src) {
		if isBlank(r.src[p]) {
			p++
		} else if w := yamlBreak(r.src, p); w > 0 {
			p += w
		} else if r.src[p] == '#' {
			p = r.lineEnd(p)
		} else {
			break
		}
	}
	return p
}

func (r *yamlReader) skipBlanks(p int) int {
	for p < len(r.src) && isBlank(r.src[p]) {
		p++
	}
	return p
}

// skipIndent skips up to indent spaces.
func (r *yamlReader) skipIndent(p, indent int) int {
	for ; indent > 0 && p < len(r.src) && r.src[p] == ' '; indent-- {
		p++
	}
	return p
}

// lineEnd is where the line of p ends, before its line break.
func (r *yamlReader) lineEnd(p int) int {
	for p < len(r.src) && yamlBreak(r.src, p) == 0 {
		p++
	}
	return p
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// yamlBreak is the width of the line break at p, 0 when there is none. The
// library counts lines as YAML 1.1 does, with NEL, LS and PS.
func yamlBreak(s string, p int) int {
	switch rest := s[p:]; {
	case rest == "":
		return 0
	case strings.HasPrefix(rest, "\r\n"), strings.HasPrefix(rest, "\u0085"):
		return 2
	case rest[0] == '\n', rest[0] == '\r':
		return 1
	case strings.HasPrefix(rest, "\u2028"), strings.HasPrefix(rest, "\u2029"):
		return 3
	default:
		return 0
	}
}

// yamlLines is where each line starts.
func yamlLines(s string) []int {
	lines := []int{0}
	for p := 0; p < len(s); {
		if w := yamlBreak(s, p); w > 0 {
			p += w
			lines = append(lines, p)
		} else {
			p++
		}
	}
	return lines
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

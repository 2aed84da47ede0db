package source

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ParseJSON reads a JSON document. Comments and commas before a closing bracket
// are accepted, as .NET's and VS Code's configuration files have them; a field
// that is there twice is kept twice.
func ParseJSON(t Text) (*Node, error) {
	if err := t.checkSize(); err != nil {
		return nil, err
	}
	r := &jsonReader{t: t, src: t.content}
	r.p = len(r.src) - len(strings.TrimPrefix(r.src, "\ufeff"))
	if err := r.skip(); err != nil {
		return nil, err
	}
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if err := r.skip(); err != nil {
		return nil, err
	}
	if r.p < len(r.src) {
		return nil, r.errorf("unexpected %s after the document", r.here())
	}
	return t.sealRoot(n), nil
}

// jsonReader is a recursive descent over src; p is the next byte.
type jsonReader struct {
	t        Text
	src      string
	p        int
	comments []string // since the last field
}

func (r *jsonReader) errorf(format string, args ...any) *Error {
	end := r.p
	if r.p < len(r.src) {
		_, width := utf8.DecodeRuneInString(r.src[r.p:])
		end += width
	}
	return Errorf(r.t.Span(r.p, end), format, args...)
}

// here names what stands at p for an error message.
func (r *jsonReader) here() string {
	if r.p >= len(r.src) {
		return "end of the document"
	}
	c, _ := utf8.DecodeRuneInString(r.src[r.p:])
	return strconv.QuoteRune(c)
}

// skip skips white space and comments.
func (r *jsonReader) skip() error {
	for r.p < len(r.src) {
		rest := r.src[r.p:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			r.p++
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			r.comment(line[2:])
			r.p += len(line)
		case strings.HasPrefix(rest, "/*"):
			body, _, closed := strings.Cut(rest[2:], "*/")
			if !closed {
				return r.errorf("comment is not closed")
			}
			r.comment(body)
			r.p += len(body) + 4
		default:
			return nil
		}
	}
	return nil
}

func (r *jsonReader) comment(text string) {
	if text = strings.TrimSpace(text); text != "" {
		r.comments = append(r.comments, text)
	}
}

// takeComments returns the comments read since it was called last.
func (r *jsonReader) takeComments() string {
	s := strings.Join(r.comments, "\n")
	r.comments = nil
	return s
}

func (r *jsonReader) value(depth int) (*Node, error) {
	if depth > MaxDepth {
		return nil, r.errorf("nested deeper than %d levels", MaxDepth)
	}
	rest := r.src[r.p:]
	switch {
	case strings.HasPrefix(rest, "{"):
		return r.object(depth)
	case strings.HasPrefix(rest, "["):
		return r.array(depth)
	case strings.HasPrefix(rest, `"`):
		return r.string()
	default:
		return r.word()
	}
}

// word reads true, false, null, a number, or a template's expression.
func (r *jsonReader) word() (*Node, error) {
	start := r.p
	for r.p < len(r.src) && !strings.ContainsRune(" \t\r\n,:[]{}\"/", rune(r.src[r.p])) {
		r.p++
	}
	text := r.src[start:r.p]
	n := &Node{Syntax: JSON, Value: text, Span: r.t.Span(start, r.p)}
	switch {
	case text == "null":
		n.Kind = Null
	case text == "true" || text == "false":
		n.Kind = Bool
	case isJSONNumber(text):
		n.Kind = Number
	case HasPlaceholder(text):
		n.Text = r.t.Slice(start, r.p)
	default:
		r.p = start
		return nil, r.errorf("expected a value, found %s", r.here())
	}
	return r.t.seal(n), nil
}

// isJSONNumber checks the grammar of RFC 8259, which strconv is laxer than.
func isJSONNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] < '0' || s[0] > '9' || (s[0] == '0' && len(s) > 1 && s[1] >= '0' && s[1] <= '9') {
		return false
	}
	if strings.Trim(s, "0123456789.eE+-") != "" || strings.Contains(s, ".e") || strings.Contains(s, ".E") || strings.HasSuffix(s, ".") {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || strings.Contains(err.Error(), "out of range")
}

func (r *jsonReader) array(depth int) (*Node, error) {
	n := &Node{Kind: List, Syntax: JSON}
	start := r.p
	err := r.elements(']', func() error {
		comment := r.takeComments()
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		item.Comment = comment
		n.Children = append(n.Children, r.t.seal(item))
		return nil
	}, func() *Node { return n.last() })
	n.Span = r.t.Span(start, r.p)
	return n, err
}

func (r *jsonReader) object(depth int) (*Node, error) {
	n := &Node{Kind: Map, Syntax: JSON}
	start := r.p
	end, firstKey := start+1, -1
	err := r.elements('}', func() error {
		if firstKey < 0 {
			firstKey = r.p
		}
		field, err := r.field(depth)
		if err != nil {
			return err
		}
		n.Children = append(n.Children, field)
		end = r.p
		return nil
	}, func() *Node { return n.last() })
	n.Span = r.t.Span(start, r.p)
	n.Insert = r.insertion(start, firstKey, end)
	return n, err
}

func (n *Node) last() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[len(n.Children)-1]
}

// insertion is the place behind the last field; the new one gets a line of its
// own where the fields have.
func (r *jsonReader) insertion(start, firstKey, end int) Insertion {
	in := r.t.inlineInsertion(end)
	if firstKey >= 0 && strings.Contains(r.src[start:firstKey], "\n") {
		in.Inline, in.Indent = false, r.t.Span(firstKey, firstKey).indent()
	}
	return in
}

// elements reads the elements of an array or object up to its closing bracket.
func (r *jsonReader) elements(closing byte, element func() error, last func() *Node) error {
	r.p++
	for {
		if err := r.skip(); err != nil {
			return err
		}
		if r.p < len(r.src) && r.src[r.p] == closing {
			r.p++
			return nil
		}
		if err := element(); err != nil {
			return err
		}
		if err := r.separator(closing, last()); err != nil {
			return err
		}
	}
}

// separator reads the comma behind an element, and gives the element the
// comment that follows on its line.
func (r *jsonReader) separator(closing byte, before *Node) error {
	inside := r.takeComments()
	if err := r.skip(); err != nil {
		return err
	}
	switch {
	case r.p < len(r.src) && r.src[r.p] == ',':
		r.p++
		if err := r.trailing(); err != nil {
			return err
		}
	case r.p >= len(r.src) || r.src[r.p] != closing:
		return r.errorf("expected ',' or %q, found %s", closing, r.here())
	}
	before.Comment = strings.TrimSpace(strings.Join([]string{before.Comment, inside, r.takeComments()}, "\n"))
	return nil
}

// trailing reads a comment on the rest of the line.
func (r *jsonReader) trailing() error {
	q := r.p
	for q < len(r.src) && isBlank(r.src[q]) {
		q++
	}
	if !strings.HasPrefix(r.src[q:], "//") && !strings.HasPrefix(r.src[q:], "/*") {
		return nil
	}
	r.p = q
	return r.skip()
}

func (r *jsonReader) field(depth int) (*Node, error) {
	comment := r.takeComments()
	if r.p >= len(r.src) || r.src[r.p] != '"' {
		return nil, r.errorf("expected a field's name in quotes, found %s", r.here())
	}
	name, err := r.string()
	if err != nil {
		return nil, err
	}
	if err := r.skip(); err != nil {
		return nil, err
	}
	if r.p >= len(r.src) || r.src[r.p] != ':' {
		return nil, r.errorf("expected ':' after the field's name, found %s", r.here())
	}
	r.p++
	if err := r.skip(); err != nil {
		return nil, err
	}
	n, err := r.value(depth + 1)
	if err != nil {
		return nil, err
	}
	n.Name, n.NameSpan, n.Comment = name.Text.content, name.Span, comment
	return r.t.seal(n), nil
}

func (r *jsonReader) string() (*Node, error) {
	start := r.p
	b := NewTextBuilder(r.t)
	r.p++
	for copied := r.p; ; {
		if r.p >= len(r.src) || r.src[r.p] == '\n' {
			r.p = start
			return nil, r.errorf("string is not closed")
		}
		switch r.src[r.p] {
		case '"':
			b.Copy(copied, r.p)
			r.p++
			text := b.Text()
			if r.p == start+2 {
				text = r.t.Slice(start+1, start+1)
			}
			n := &Node{Kind: String, Syntax: JSON, Value: text.content, Quoted: true, Span: r.t.Span(start, r.p), Text: text.written(writeEscaped)}
			return r.t.seal(n), nil
		case '\\':
			b.Copy(copied, r.p)
			if err := r.escape(b); err != nil {
				return nil, err
			}
			copied = r.p
		default:
			r.p++
		}
	}
}

var jsonEscapes = map[byte]string{
	'"': `"`, '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t",
}

// escape decodes the escape at p.
func (r *jsonReader) escape(b *TextBuilder) error {
	start := r.p
	if start+1 >= len(r.src) {
		return r.errorf("string is not closed")
	}
	if s, ok := jsonEscapes[r.src[start+1]]; ok {
		r.p += 2
		b.Decode(s, start, r.p)
		return nil
	}
	code, end, ok := unicodeEscape(r.src, start)
	if !ok {
		return r.errorf("unknown escape in a string")
	}
	r.p = end
	b.Decode(string(code), start, end)
	return nil
}

// unicodeEscape reads \uXXXX at p, or two that are a surrogate pair, as JSON
// and Java properties write them.
func unicodeEscape(s string, p int) (code rune, end int, ok bool) {
	unit := func(p int) (rune, bool) {
		if p+6 > len(s) || s[p] != '\\' || s[p+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(s[p+2:p+6], 16, 16)
		return rune(n), err == nil
	}
	code, ok = unit(p)
	if !ok {
		return 0, p, false
	}
	if utf16.IsSurrogate(code) {
		if low, ok := unit(p + 6); ok {
			if pair := utf16.DecodeRune(code, low); pair != utf8.RuneError {
				return pair, p + 12, true
			}
		}
	}
	return code, p + 6, true
}

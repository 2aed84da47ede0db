package source

import (
	"regexp"
	"strings"
)

// ParseEnv reads a dotenv file: NAME=value lines, an export in front, comments,
// values in quotes that may go on over lines. Variables in values are kept as
// they are written. A name alone (Docker passes its own value on) is Null.
func ParseEnv(t Text) (*Node, error) {
	if err := t.checkSize(); err != nil {
		return nil, err
	}
	r := &envReader{t: t, src: t.content}
	n := &Node{Kind: Map, Syntax: Env, Span: t.Span(0, t.Len())}
	first, end := -1, t.Len()
	for r.p < len(r.src) {
		lineEnd := r.lineEnd(r.p)
		line := strings.TrimSpace(r.src[r.p:lineEnd])
		switch {
		case line == "":
			r.comments = nil
		case line[0] == '#':
			r.comments = append(r.comments, strings.TrimSpace(line[1:]))
		default:
			start := r.p
			field, stop, err := r.field(lineEnd)
			if err != nil {
				return nil, err
			}
			if first < 0 {
				first = start
			}
			n.Children = append(n.Children, t.seal(field))
			end, lineEnd = stop, r.lineEnd(stop)
		}
		r.p = min(lineEnd+1, len(r.src))
	}
	n.Insert = t.lineInsertion(max(first, 0), end)
	return t.sealRoot(n), nil
}

type envReader struct {
	t        Text
	src      string
	p        int // start of the line
	comments []string
}

var envName = regexp.MustCompile(`^[ \t]*(?:export[ \t]+)?([^\s=#'"]+)[ \t]*(?:(=)[ \t]*|$)`)

func (r *envReader) lineEnd(p int) int {
	if n := strings.IndexByte(r.src[p:], '\n'); n >= 0 {
		return p + n
	}
	return len(r.src)
}

// field reads the variable on the line that ends at lineEnd and returns where
// its value ends.
func (r *envReader) field(lineEnd int) (*Node, int, error) {
	line := strings.TrimRight(r.src[r.p:lineEnd], " \t\r")
	m := envName.FindStringSubmatchIndex(line)
	if m == nil {
		return nil, 0, Errorf(r.t.Span(r.p, r.p+len(line)), "expected NAME=value")
	}
	n := &Node{Syntax: Env, Name: line[m[2]:m[3]], NameSpan: r.t.Span(r.p+m[2], r.p+m[3])}
	n.Comment, r.comments = strings.Join(r.comments, "\n"), nil
	start, end := r.p+m[1], r.p+len(line)
	if m[4] < 0 {
		n.Span = r.t.Span(start, start)
		return n, end, nil
	}
	n.Kind = String
	if start < end && (r.src[start] == '"' || r.src[start] == '\'') {
		return r.quoted(n, start)
	}
	value := r.src[start:end]
	for i := range value {
		if value[i] == '#' && isBlank(r.src[start+i-1]) {
			n.Comment = strings.TrimSpace(n.Comment + "\n" + strings.TrimSpace(value[i+1:]))
			value = strings.TrimRight(value[:i], " \t")
			break
		}
	}
	if value == "" {
		start = r.p + m[5]
	}
	n.Value, n.Text, n.Span = value, r.t.Slice(start, start+len(value)), r.t.Span(start, start+len(value))
	return n, end, nil
}

var envEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", '"': `"`, '\\': `\`, '$': "$"}

// quoted reads a value in quotes; only double quotes have escapes.
func (r *envReader) quoted(n *Node, start int) (*Node, int, error) {
	b := NewTextBuilder(r.t)
	quote := r.src[start]
	for p := start + 1; p < len(r.src); p++ {
		if r.src[p] == quote {
			if p == start+1 {
				b.Decode("", start, p+1)
			}
			n.Text, n.Quoted, n.Span = b.Text().written(writeEscaped), true, r.t.Span(start, p+1)
			n.Value = n.Text.content
			return n, p + 1, nil
		}
		if r.src[p] == '\\' && quote == '"' && p+1 < len(r.src) {
			if s, ok := envEscapes[r.src[p+1]]; ok {
				b.Decode(s, p, p+2)
				p++
				continue
			}
		}
		b.Copy(p, p+1)
	}
	return nil, 0, Errorf(r.t.Span(start, r.lineEnd(start)), "value's quote is not closed")
}

package source

import "strings"

// ParseProperties reads a document as java.util.Properties does: comments with
// # or !, names that end at =, : or white space, lines that go on after a
// backslash, escapes. Fields are Strings in the order of the file; one that is
// written twice is there twice (Java takes the last).
func ParseProperties(t Text) (*Node, error) {
	if err := t.checkSize(); err != nil {
		return nil, err
	}
	r := &propertiesReader{t: t, src: t.content}
	n := &Node{Kind: Map, Syntax: Properties, Span: t.Span(0, t.Len())}
	first, end := -1, t.Len()
	for {
		line, ok := r.logicalLine()
		if !ok {
			break
		}
		field, err := line.property()
		if err != nil {
			return nil, err
		}
		if first < 0 {
			first = line.start
		}
		field.Comment, r.comments = strings.Join(r.comments, "\n"), nil
		n.Children = append(n.Children, t.seal(field))
		end = line.end
	}
	if !r.open {
		n.Insert = t.lineInsertion(max(first, 0), end)
	}
	return t.sealRoot(n), nil
}

// propertiesReader cuts src into logical lines; p is the next byte.
type propertiesReader struct {
	t        Text
	src      string
	p        int
	comments []string // on the lines just above
	open     bool     // the text ends in the middle of a continuation
}

// propertiesLine is a line with its continuations joined; start and end are
// the offsets in the outer text.
type propertiesLine struct {
	Text
	start, end int
}

// logicalLine returns the next line that is neither blank nor a comment. As in
// Java's LineReader, a continuation that has brought nothing yet may still turn
// into a comment.
func (r *propertiesReader) logicalLine() (propertiesLine, bool) {
	b := NewTextBuilder(r.t)
	start, continued := -1, false
	for r.p < len(r.src) {
		r.p = skipPropertiesBlank(r.src, r.p)
		lineStart, lineEnd := r.p, r.lineEnd()
		empty := b.content.Len() == 0
		switch {
		case lineStart == lineEnd && !continued:
			r.comments = nil
		case empty && lineStart < lineEnd && (r.src[lineStart] == '#' || r.src[lineStart] == '!'):
			r.comments = append(r.comments, strings.TrimSpace(r.src[lineStart+1:lineEnd]))
			r.p = r.nextLine(lineEnd)
			continue
		}
		if start < 0 {
			start = lineStart
		}
		content := r.src[lineStart:lineEnd]
		backslashes := len(content) - len(strings.TrimRight(content, `\`))
		continued = backslashes%2 == 1
		if continued {
			content = content[:len(content)-1]
		}
		b.Copy(lineStart, lineStart+len(content))
		r.p = r.nextLine(lineEnd)
		if !continued && b.content.Len() > 0 {
			return propertiesLine{b.Text(), start, lineEnd}, true
		}
		if b.content.Len() == 0 {
			start = -1
		}
	}
	r.open = r.open || continued
	// Java takes a last line of nothing but a backslash for a field without name.
	if b.content.Len() == 0 {
		return propertiesLine{r.t.Slice(len(r.src), len(r.src)), len(r.src), len(r.src)}, continued
	}
	return propertiesLine{b.Text(), start, len(r.src)}, true
}

// lineEnd is where the natural line at p ends: before LF, CR or CRLF.
func (r *propertiesReader) lineEnd() int {
	if n := strings.IndexAny(r.src[r.p:], "\r\n"); n >= 0 {
		return r.p + n
	}
	return len(r.src)
}

func (r *propertiesReader) nextLine(end int) int {
	if strings.HasPrefix(r.src[end:], "\r\n") {
		return end + 2
	}
	return min(end+1, len(r.src))
}

func isPropertiesBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\f' }

func skipPropertiesBlank(s string, p int) int {
	for p < len(s) && isPropertiesBlank(s[p]) {
		p++
	}
	return p
}

// property splits a logical line into name and value.
func (l propertiesLine) property() (*Node, error) {
	s := l.content
	nameEnd := 0
	for nameEnd < len(s) && !isPropertiesBlank(s[nameEnd]) && s[nameEnd] != '=' && s[nameEnd] != ':' {
		if s[nameEnd] == '\\' {
			nameEnd++ // the next byte is escaped
		}
		nameEnd++
	}
	nameEnd = min(nameEnd, len(s))
	value := skipPropertiesBlank(s, nameEnd)
	if value < len(s) && (s[value] == '=' || s[value] == ':') {
		value = skipPropertiesBlank(s, value+1)
	}
	name, err := unescapeProperties(l.Slice(0, nameEnd))
	if err != nil {
		return nil, err
	}
	text, err := unescapeProperties(l.Slice(value, len(s)))
	if err != nil {
		return nil, err
	}
	n := &Node{Kind: String, Syntax: Properties, Value: text.content, Text: text, Span: l.Span(value, len(s))}
	n.Name, n.NameSpan = name.content, l.Span(0, nameEnd)
	n.locked = s == "" // the lone backslash
	return n, nil
}

var propertiesEscapes = map[byte]string{'t': "\t", 'n': "\n", 'r': "\r", 'f': "\f"}

// unescapeProperties decodes the escapes of a name or value. An unknown escape
// is the character itself.
func unescapeProperties(t Text) (Text, error) {
	s := t.content
	if !strings.Contains(s, `\`) {
		return t, nil
	}
	b := NewTextBuilder(t)
	for p := 0; p < len(s); {
		next := strings.IndexByte(s[p:], '\\')
		if next < 0 || p+next+1 >= len(s) {
			b.Copy(p, len(s))
			break
		}
		b.Copy(p, p+next)
		p += next
		end := p + 2
		if s[p+1] != 'u' {
			decoded, known := propertiesEscapes[s[p+1]]
			if known {
				b.Decode(decoded, p, end)
			} else {
				b.Copy(p+1, end)
			}
		} else {
			code, stop, ok := unicodeEscape(s, p)
			if !ok {
				return Text{}, Errorf(t.Span(p, min(p+6, len(s))), `malformed \uXXXX escape`)
			}
			b.Decode(string(code), p, stop)
			end = stop
		}
		p = end
	}
	return b.Text(), nil
}

package source

import (
	"regexp"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

var yamlErrorLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// syntaxError locates an error of the library. Of an unexpected token it tells
// the line where the map or list around it starts, so the place is searched:
// it is in the first line with which the text is already broken in this way.
func (r *yamlReader) syntaxError(err error) *Error {
	m := yamlErrorLine.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	msg, line := m[2], 1
	if n, err := strconv.Atoi(m[1]); err == nil {
		line = n
	}
	switch {
	case strings.HasPrefix(msg, "unknown anchor"):
		return r.unknownAnchor(msg)
	case !strings.Contains(msg, "end of stream"):
		line = r.firstBroken(line, msg)
	}
	line = max(1, min(line, len(r.lines)))
	start := r.lines[line-1]
	end := r.lineEnd(start)
	start = r.skipBlanks(start)
	return Errorf(r.t.Span(start, max(start, end)), "%s", msg)
}

// firstBroken is the smallest number of lines that fail with msg, at least
// from.
func (r *yamlReader) firstBroken(from int, msg string) int {
	from = max(1, min(from, len(r.lines)))
	return from + sort.Search(len(r.lines)-from, func(i int) bool {
		end := r.lines[from+i]
		dec := yaml.NewDecoder(strings.NewReader(r.src[:end]))
		for {
			var doc yaml.Node
			if err := decodeYAML(dec, &doc); err != nil {
				return strings.HasSuffix(err.Error(), msg)
			}
		}
	})
}

// unknownAnchor locates "unknown anchor 'x' referenced", which comes without a
// line.
func (r *yamlReader) unknownAnchor(msg string) *Error {
	alias := ""
	if parts := strings.Split(msg, "'"); len(parts) > 1 {
		alias = "*" + parts[1]
	}
	at := max(0, strings.Index(r.src, alias))
	return Errorf(r.t.Span(at, at+len(alias)), "%s", msg)
}

// looseLines rewrites lines that are nothing but a template's expression (the
// fields that an include would bring) so that they can stand between fields or
// list items.
func looseLines(t Text) Text {
	b := NewTextBuilder(t)
	lines := strings.SplitAfter(t.content, "\n")
	at := 0
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		if bare != "" && strings.ReplaceAll(bare, placeholder, "") == "" {
			b.loosen(at, line, inList(lines, i))
		} else {
			b.Copy(at, at+len(line))
		}
		at += len(line)
	}
	return b.Text()
}

// loosen appends a line of placeholders as one field or one list item.
func (b *TextBuilder) loosen(at int, line string, item bool) {
	start := at + strings.Index(line, placeholder)
	end := at + len(strings.TrimRight(line, " \t\r\n"))
	b.Copy(at, start)
	if item {
		b.Decode("- "+placeholder, start, end)
	} else {
		b.Decode(placeholder+": "+placeholder, start, end)
	}
	b.Copy(end, at+len(line))
}

// inList reports whether line i stands between the items of a list: a
// neighbour with its indent is one.
func inList(lines []string, i int) bool {
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	for _, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(lines); j += step {
			bare := strings.TrimSpace(lines[j])
			if bare == "" || strings.HasPrefix(bare, "#") || indent(lines[j]) > indent(lines[i]) {
				continue
			}
			if indent(lines[j]) == indent(lines[i]) && strings.HasPrefix(bare, "- ") {
				return true
			}
			break
		}
	}
	return false
}

package source

import (
	"regexp"
	"strconv"
	"strings"
)

// Template reads a file that a template engine would turn into configuration:
// Go and Helm, Jinja, ERB and EPP. Nothing is executed. Control tags and
// comments go, with their line when nothing else stands on it; an expression
// becomes a placeholder (see HasPlaceholder). All branches stay, and the fields
// inside of conditions and loops are Conditional.
func Template(t Text) Text {
	r := &templateReader{t: t, src: t.content, b: NewTextBuilder(t)}
	r.tags = templateTags(t.content)
	for r.p < len(r.src) {
		r.line()
	}
	out := r.b.Text()
	out.conditional = append(out.conditional[:len(out.conditional):len(out.conditional)], r.regions()...)
	return out
}

// templateReader copies src line by line; p is the next byte, next the next tag.
type templateReader struct {
	t    Text
	src  string
	b    *TextBuilder
	tags []templateTag
	p    int
	next int
}

// templateTag is one tag: an expression, or control that opens or closes a
// region, or neither (else, set, a comment).
type templateTag struct {
	start, end int
	code       string
	expression bool
	opens      bool
	closes     bool
}

// templateMarks are the tags of the engines; the longer marks come first.
var templateMarks = []struct{ open, end string }{
	{"{{/*", "*/}}"}, {"{{- /*", "*/ -}}"}, {"{{!--", "--}}"}, {"{{", "}}"},
	{"{%", "%}"}, {"{#", "#}"}, {"<%#", "%>"}, {"<%", "%>"},
}

// templateTags finds all tags. An open mark without its end is text; each end
// mark that is once missing stays missing, so that this takes linear time.
func templateTags(src string) []templateTag {
	var tags []templateTag
	missing := map[string]bool{}
	for p := 0; p < len(src); {
		if src[p] != '{' && src[p] != '<' {
			p++
			continue
		}
		tag, ok := templateTagAt(src, p, missing)
		if !ok {
			p++
			continue
		}
		p = tag.end
		tags = append(tags, tag)
		if tag.opens && firstWord(tag.code) == "raw" {
			p += max(0, strings.Index(src[p:], "{%"))
		}
	}
	return tags
}

func templateTagAt(src string, p int, missing map[string]bool) (templateTag, bool) {
	for _, m := range templateMarks {
		if !strings.HasPrefix(src[p:], m.open) || missing[m.end] {
			continue
		}
		n := strings.Index(src[p+len(m.open):], m.end)
		if n < 0 {
			missing[m.end] = true
			continue
		}
		from := p + len(m.open)
		tag := templateTag{start: p, end: from + n + len(m.end)}
		tag.code = strings.TrimSpace(strings.Trim(src[from:from+n], "-~+"))
		tag.classify(m.open)
		return tag, true
	}
	return templateTag{}, false
}

var (
	goAssign  = regexp.MustCompile(`^\$\w*(\s*,\s*\$\w+)?\s*:?=`)
	goControl = map[string]bool{
		"if": true, "range": true, "with": true, "define": true, "block": true,
		"else": false, "break": false, "continue": false, "fail": false,
	}
	jinjaOpens = map[string]bool{
		"if": true, "for": true, "macro": true, "call": true, "filter": true, "with": true,
		"block": true, "raw": true, "autoescape": true, "unless": true, "case": true,
	}
	rubyOpens = regexp.MustCompile(`^(if|unless|case|for|while|begin)\b|\bdo(\s*\|[^|]*\|)?$|\{(\s*\|[^|]*\|)?$`)
)

// classify says what a tag of the engine with this open mark does.
func (g *templateTag) classify(open string) {
	word := firstWord(g.code)
	switch open {
	case "{{":
		opens, control := goControl[word]
		switch {
		case word == "end" || strings.HasPrefix(g.code, "/"):
			g.closes = true
		case strings.HasPrefix(g.code, "#"):
			g.opens = true
		case control:
			g.opens = opens
		default:
			g.expression = g.code != "" && !goAssign.MatchString(g.code)
		}
	case "{%":
		g.opens, g.closes = jinjaOpens[word], strings.HasPrefix(word, "end")
		g.expression = word == "include"
	case "<%":
		if strings.HasPrefix(g.code, "=") {
			g.expression = true
			return
		}
		middle := word == "else" || word == "elsif" || word == "when"
		g.closes = !middle && (word == "end" || strings.HasPrefix(g.code, "}"))
		g.opens = !middle && !g.closes && rubyOpens.MatchString(g.code)
	}
}

func firstWord(code string) string {
	if n := strings.IndexFunc(code, func(c rune) bool { return c < 'a' || c > 'z' }); n >= 0 {
		return code[:n]
	}
	return code
}

// regions are what the outermost conditions and loops enclose.
func (r *templateReader) regions() []region {
	var out []region
	depth, start := 0, 0
	add := func(end int) {
		s := r.t.Span(start, end)
		out = append(out, region{s.Start, s.End})
	}
	for _, g := range r.tags {
		switch {
		case g.opens:
			if depth == 0 {
				start = g.start
			}
			depth++
		case g.closes && depth > 0:
			if depth--; depth == 0 {
				add(g.end)
			}
		}
	}
	if depth > 0 {
		add(len(r.src))
	}
	return out
}

// line copies what one line leaves. A tag may go on over lines, so the line
// ends at the first line end outside of tags.
func (r *templateReader) line() {
	first, end := r.next, r.p
	for end < len(r.src) {
		stop := len(r.src)
		if n := strings.IndexByte(r.src[end:], '\n'); n >= 0 {
			stop = end + n + 1
		}
		if r.next == len(r.tags) || r.tags[r.next].start >= stop {
			end = stop
			break
		}
		end = r.tags[r.next].end
		r.next++
	}
	tags := foldInline(r.tags[first:r.next])
	start := r.p
	r.p = end
	switch {
	case len(tags) == 0:
		r.b.Copy(start, end)
	case strings.TrimSpace(r.textBetween(start, end, tags)) != "":
		r.mixed(start, end, tags)
	default:
		r.bare(start, end, tags)
	}
}

// foldInline makes one expression of a condition that begins and ends on the
// same line, with what is between.
func foldInline(tags []templateTag) []templateTag {
	var out []templateTag
	for i := 0; i < len(tags); i++ {
		g := tags[i]
		depth := 0
		for j := i; g.opens && j < len(tags); j++ {
			if tags[j].opens {
				depth++
			} else if tags[j].closes {
				depth--
			}
			if depth == 0 {
				g.end, g.expression, i = tags[j].end, true, j
				break
			}
		}
		out = append(out, g)
	}
	return out
}

func (r *templateReader) textBetween(start, end int, tags []templateTag) string {
	var b strings.Builder
	for _, g := range tags {
		b.WriteString(r.src[start:g.start])
		start = g.end
	}
	b.WriteString(r.src[start:end])
	return b.String()
}

// mixed copies a line that has text beside its tags.
func (r *templateReader) mixed(start, end int, tags []templateTag) {
	for _, g := range tags {
		r.b.Copy(start, g.start)
		if g.expression {
			r.b.Decode(placeholder, g.start, g.end)
		}
		start = g.end
	}
	r.b.Copy(start, end)
}

var helmIndent = regexp.MustCompile(`\bn?indent\s+(\d+)`)

// bare copies a line of nothing but tags: nothing of control, and of
// expressions one placeholder, indented as Helm's functions say.
func (r *templateReader) bare(start, end int, tags []templateTag) {
	for _, g := range tags {
		if !g.expression {
			continue
		}
		if m := helmIndent.FindStringSubmatch(g.code); m != nil {
			columns, _ := strconv.Atoi(m[1])
			r.b.Decode(strings.Repeat(" ", min(columns, MaxDepth)), g.start, g.start)
		} else {
			r.b.Copy(start, min(tags[0].start, g.start))
		}
		r.b.Decode(placeholder, g.start, g.end)
		last := tags[len(tags)-1].end
		r.b.Copy(last, end)
		return
	}
}

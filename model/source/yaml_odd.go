package source

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Every byte of a YAML stream has to be part of a value, a name, an alias, an
// anchor or tag, a comment, or one of the marks that real configuration uses.
// Where something else is left over (explicit keys, directives) or a value
// cannot be found under its place, edits leave the whole stream alone: what
// they would do to it is not worth knowing.

// explain looks at what stands between the last value and at.
func (r *yamlReader) explain(at int) {
	if at < r.seen {
		r.odd = true
		return
	}
	for p := r.seen; p < at && !r.odd; {
		c, w := r.src[p], yamlBreak(r.src, p)
		switch {
		case w > 0:
			p += w
		case c == '#':
			p = r.lineEnd(p)
		case isBlank(c) || strings.IndexByte(",:[]{}", c) >= 0:
			p++
		case c == '-' && p+1 < len(r.src) && (isBlank(r.src[p+1]) || yamlBreak(r.src, p+1) > 0), c == '-' && p+1 == len(r.src):
			p++
		case strings.HasPrefix(r.src[p:], "---"), strings.HasPrefix(r.src[p:], "..."), p == 0 && strings.HasPrefix(r.src, "\ufeff"):
			p += 3
		default:
			r.odd = true
		}
	}
	r.seen = at
}

// pass says that everything before end is explained.
func (r *yamlReader) pass(end int) { r.seen = max(r.seen, end) }

// passProperties says so of the anchor and the tag at p, which should be words in
// front of a blank.
func (r *yamlReader) passProperties(p int) {
	end := r.propertiesEnd(p)
	if end == p {
		return
	}
	r.pass(end)
	blank := end == len(r.src) || isBlank(r.src[end]) || yamlBreak(r.src, end) > 0
	r.odd = r.odd || !blank || strings.ContainsAny(r.src[p:end], ",[]{}<>%?*")
}

// checkScalar compares a scalar with the bytes under its span; ok says that
// the matching went well.
func (r *yamlReader) checkScalar(out *Node, n *yaml.Node, ok bool) {
	text := string(out.Span.Bytes())
	if r.t.writing != writeFreely || HasPlaceholder(n.Value) {
		text = ""
	}
	switch style := n.Style &^ yaml.TaggedStyle; {
	case !ok:
		out.own, out.locked, r.odd = out.Span, true, true
	case style == 0 && text != "" && text != n.Value:
		out.locked = true // over several lines
	}
}

// lockOdd makes edits leave an odd stream alone. Up to end everything has to be
// explained.
func (r *yamlReader) lockOdd(docs []*Node, end int) {
	r.explain(max(end, r.seen))
	if r.odd || hasOddBreaks(r.src) {
		for _, d := range docs {
			lock(d, map[*Node]bool{})
		}
	}
}

// lock locks a tree. The places of an odd tree's maps and lists are those of
// their elements at least.
func lock(n *Node, done map[*Node]bool) {
	if done[n] {
		return
	}
	done[n] = true
	n.locked, n.Insert = true, Insertion{}
	for _, c := range n.Children {
		lock(c, done)
		if !c.merged && c.own.IsZero() && c.Span.File == n.Span.File {
			n.Span.Start, n.Span.End = min(n.Span.Start, c.Span.Start), max(n.Span.End, c.Span.End)
		}
	}
}

package source

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// ParseYAML reads every document of a YAML stream. When one is broken it
// returns the documents before it and a located error.
//
// The library gives the structure and where each node starts; where it ends,
// and which byte of the file wrote which byte of the value, is found by
// matching the value against the text.
func ParseYAML(t Text) ([]*Node, error) {
	if err := t.checkSize(); err != nil {
		return nil, err
	}
	docs, err := readYAML(t)
	if err != nil && HasPlaceholder(t.content) {
		if again, second := readYAML(looseLines(t)); second == nil {
			return again, nil
		}
	}
	return docs, err
}

func readYAML(t Text) (docs []*Node, err error) {
	r := &yamlReader{t: t, src: t.content, lines: yamlLines(t.content)}
	dec := yaml.NewDecoder(strings.NewReader(t.content))
	for {
		var doc yaml.Node
		err := decodeYAML(dec, &doc)
		if errors.Is(err, io.EOF) {
			r.lockOdd(docs, len(r.src))
			return docs, nil
		}
		if err != nil {
			r.lockOdd(docs, r.seen)
			return docs, r.syntaxError(err)
		}
		n, err := r.document(&doc)
		if err != nil {
			r.lockOdd(docs, r.seen)
			return docs, err
		}
		docs = append(docs, n)
	}
}

// decodeYAML turns the library's "please report" panics into errors.
func decodeYAML(dec *yaml.Decoder, doc *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("cannot read this YAML: %v", p)
		}
	}()
	return dec.Decode(doc)
}

// yamlReader converts the library's nodes of one stream. All offsets are
// offsets of src.
type yamlReader struct {
	t     Text
	src   string
	lines []int
	// The place found last: nodes come in order, so that a long line is walked
	// once and not once a node.
	line, column, at int

	anchors map[*yaml.Node]anchored
	aliased int
	count   int

	// seen is where the last value, alias or property ends, and odd that the
	// stream has something that edits should not touch (see yaml_odd.go).
	seen int
	odd  bool
}

// anchored is a converted node that aliases may point to, and how many nodes
// it has.
type anchored struct {
	node  *Node
	count int
}

func (r *yamlReader) document(doc *yaml.Node) (*Node, error) {
	r.anchors = map[*yaml.Node]anchored{}
	r.aliased = 0
	if len(doc.Content) == 0 {
		at := r.offset(doc)
		return r.t.sealRoot(&Node{Span: r.t.Span(at, at)}), nil
	}
	root := doc.Content[0]
	n, _, err := r.value(root, -1, 0)
	if err != nil {
		return nil, err
	}
	if n.Kind != Map || doc.HeadComment != "" {
		n.Comment = yamlComment(doc.HeadComment, root.HeadComment, root.LineComment)
	}
	return r.t.sealRoot(n), nil
}

// offset finds the byte where the library says that a node starts.
func (r *yamlReader) offset(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(r.lines) {
		return len(r.src)
	}
	if n.Line != r.line || n.Column < r.column {
		r.line, r.column, r.at = n.Line, 1, r.lines[n.Line-1]
	}
	for r.column < n.Column && r.at < len(r.src) {
		_, width := utf8.DecodeRuneInString(r.src[r.at:])
		r.at += width
		r.column++
	}
	return r.at
}

// value converts one node and returns where it ends. absent is where an empty
// value would stand, -1 when the library's own place has to do.
func (r *yamlReader) value(n *yaml.Node, absent, depth int) (*Node, int, error) {
	at := r.offset(n)
	if depth > MaxDepth {
		return nil, 0, Errorf(r.t.Span(at, at), "nested deeper than %d levels", MaxDepth)
	}
	if n.Kind == yaml.AliasNode {
		return r.alias(n, at)
	}
	before := r.count
	r.count++
	if n.Line > 0 && (n.Kind != yaml.ScalarNode || n.Value != "" || n.Style != 0 || n.Anchor != "") {
		r.explain(at)
	}
	out, end, err := r.own(n, at, absent, depth)
	if err == nil && n.Style&yaml.TaggedStyle != 0 && out.IsScalar() {
		// A new value has no use for the old one's tag, but aliases for the anchor.
		out.own, out.locked = r.t.Span(at, max(at, end)), n.Anchor != ""
	}
	if err == nil && n.Anchor != "" {
		r.anchors[n] = anchored{out, r.count - before}
	}
	return out, end, err
}

func (r *yamlReader) own(n *yaml.Node, at, absent, depth int) (*Node, int, error) {
	if n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&^yaml.TaggedStyle == 0 {
		if tagged := r.propertiesEnd(at); absent < 0 || tagged > at {
			absent = tagged
		}
		r.passProperties(at)
		out := &Node{Span: r.t.Span(absent, absent)}
		return out, absent, nil
	}
	r.passProperties(at)
	at = r.skipProperties(at)
	switch n.Kind {
	case yaml.MappingNode:
		return r.mapping(n, at, depth)
	case yaml.SequenceNode:
		return r.sequence(n, at, depth)
	default:
		r.explain(at)
		out, end := r.scalar(n, at)
		r.pass(end)
		return out, end, nil
	}
}

// alias returns a copy of the anchor's node that remembers where the alias
// stands.
func (r *yamlReader) alias(n *yaml.Node, at int) (*Node, int, error) {
	end := min(at+1+len(n.Value), len(r.src))
	r.explain(at)
	r.pass(end)
	a, ok := r.anchors[n.Alias]
	if !ok {
		return nil, 0, Errorf(r.t.Span(at, end), "alias *%s contains itself", n.Value)
	}
	r.aliased += a.count
	r.count += a.count
	if r.aliased > MaxAliased {
		return nil, 0, Errorf(r.t.Span(at, end), "aliases expand to more than %d nodes", MaxAliased)
	}
	out := *a.node
	out.Name, out.NameSpan, out.Comment = "", Span{}, ""
	out.own = r.t.Span(at, end)
	return &out, end, nil
}

func (r *yamlReader) sequence(n *yaml.Node, at, depth int) (*Node, int, error) {
	flow := at < len(r.src) && r.src[at] == '['
	out := &Node{Kind: List}
	start, end := at, at+1
	for i, item := range n.Content {
		child, stop, err := r.value(item, -1, depth+1)
		if err != nil {
			return nil, 0, err
		}
		child.Comment = yamlComment(item.HeadComment, item.LineComment)
		out.Children = append(out.Children, r.t.seal(child))
		if i == 0 && !flow {
			start = r.offset(item)
		}
		end = max(end, stop)
	}
	if flow {
		end = r.closing(end, ']')
	}
	out.Span = r.t.Span(start, max(start, end))
	return out, end, nil
}

func (r *yamlReader) mapping(n *yaml.Node, at, depth int) (*Node, int, error) {
	flow := at < len(r.src) && r.src[at] == '{'
	r.odd = r.odd || flow != (n.Style&yaml.FlowStyle != 0) // [key: value]
	out := &Node{Kind: Map}
	start, end, firstKey := at, at, -1
	if flow {
		end++
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		fields, keyAt, stop, err := r.field(n.Content[i], n.Content[i+1], depth)
		if err != nil {
			return nil, 0, err
		}
		if firstKey < 0 {
			firstKey = keyAt
		}
		out.Children = append(out.Children, fields...)
		end = max(end, stop)
	}
	out.Children = dropOverridden(out.Children)
	if flow {
		out.Insert = r.t.inlineInsertion(end)
		end = r.closing(end, '}')
	} else {
		start = max(firstKey, 0)
		if key := r.offset(n.Content[0]); !strings.HasSuffix(strings.TrimRight(r.src[:key], " \t\r\n"), "?") { // not "? key"
			out.Insert = r.t.lineInsertion(key, end)
		}
	}
	out.Span = r.t.Span(start, max(start, end))
	return out, end, nil
}

// field converts one key with its value: one node, or those that a merge key
// brings.
func (r *yamlReader) field(key, value *yaml.Node, depth int) (fields []*Node, at, end int, err error) {
	name, keyEnd, err := r.value(key, -1, depth+1)
	if err != nil {
		return nil, 0, 0, err
	}
	keyStart := r.offset(key)
	at = r.skipProperties(keyStart)
	absent, colon := max(keyEnd, at), false
	if p := r.skipBlank(keyEnd); p < len(r.src) && r.src[p] == ':' {
		absent, colon = p+1, true
	}
	n, end, err := r.value(value, absent, depth+1)
	if err != nil {
		return nil, 0, 0, err
	}
	end = max(end, absent)
	// "? key" on a line of its own, ": value" without a key and a key without a
	// colon are left alone.
	n.locked = n.locked || keyEnd <= at || !colon || strings.HasSuffix(strings.TrimRight(r.src[:keyStart], " \t\r\n"), "?")
	if key.Tag == "!!merge" {
		if merged, ok := mergedFields(n); ok {
			return merged, at, end, nil
		}
	}
	n.Name = name.Value
	if name.Kind == Expression {
		n.Name = name.Text.content // with the placeholder
	}
	n.NameSpan = r.t.Span(at, max(at, keyEnd))
	if !name.IsScalar() {
		r.odd = true
		n.Name = r.src[at:max(at, keyEnd)]
	}
	if value.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && value.Line != key.Line && value.Column <= key.Column {
		n.locked = true // only a block scalar may stand left of its key
	}
	n.Comment = yamlComment(key.HeadComment, key.LineComment, value.HeadComment, value.LineComment)
	return []*Node{r.t.seal(n)}, at, end, nil
}

// mergedFields are the fields that "<<: value" brings; of several maps the
// first that has a field wins.
func mergedFields(value *Node) ([]*Node, bool) {
	maps := []*Node{value}
	if value.Kind == List {
		maps = value.Children
	}
	var out []*Node
	seen := map[string]bool{}
	for _, m := range maps {
		if m.Kind != Map {
			return nil, false
		}
		for _, c := range m.Children {
			field := *c
			field.merged = true
			if !seen[c.Name] {
				out = append(out, &field)
			}
		}
		for _, c := range m.Children {
			seen[c.Name] = true
		}
	}
	return out, true
}

// dropOverridden leaves out merged fields that the map writes itself, and of
// several merges all but the first.
func dropOverridden(fields []*Node) []*Node {
	written := map[string]bool{}
	merges := false
	for _, f := range fields {
		merges = merges || f.merged
		written[f.Name] = written[f.Name] || !f.merged
	}
	if !merges {
		return fields
	}
	out := fields[:0:0]
	for _, f := range fields {
		if f.merged && written[f.Name] {
			continue
		}
		written[f.Name] = true
		out = append(out, f)
	}
	return out
}

// yamlComment joins comments without their marks.
func yamlComment(parts ...string) string {
	var lines []string
	for _, p := range parts {
		for line := range strings.SplitSeq(p, "\n") {
			if line = strings.TrimSpace(strings.TrimLeft(line, "#")); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The fuzz targets hold what every parser promises for any input: no panic,
// every span inside of its file, fields in the order of the file, the bytes
// under a scalar's span give its value, and an edit changes what it should and
// nothing else.

func fuzzSyntax(f *testing.F, ext string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := NewFile("fuzz"+ext, data)
		docs, err := parse(Whole(file), ext)
		checkError(t, err)
		for _, d := range docs {
			checkTree(t, file, d)
			if ext != ".cue" {
				checkOrder(t, d)
			}
			checkScalars(t, d, ext)
		}
		if err == nil {
			checkEdits(t, file, ext, docs)
		}
	})
}

func FuzzYAML(f *testing.F) {
	fuzzSyntax(f, ".yaml", "a: 1\nb: [x, 'y', \"z\\n\"]\n", "a: |\n  x=1\n   y\nb: >-\n  p\n  q\n", "&a {b: *a}", "- a\n- b: c\n  d:\n", "\ufeffa: b # c\r\n", "? x\n: !!str 3\n---\nb: {c, d: e}\n", "x: &x {a: 1}\ny: {<<: *x}\n")
}

func FuzzJSON(f *testing.F) {
	fuzzSyntax(f, ".json", `{"a": [1, 2.5e3, true, null, "x\u00e9\n"], "b": {}}`, "// c\n{\n  \"a\": 1, // d\n  \"b\": 2,\n}\n", `[[[]]]`)
}

func FuzzProperties(f *testing.F) {
	fuzzSyntax(f, ".properties", "# c\na=1\nb : 2\\\n  3\nc\\ d \\u00e9\n", "a\nb=\n", "a=\\\\\r\nb=\\\r\n c")
}

func FuzzEnv(f *testing.F) {
	fuzzSyntax(f, ".env", "A=1\nexport B = 'x y' # c\nC=\"a\\n\nb\"\nD\n")
}

func FuzzHCL(f *testing.F) {
	fuzzSyntax(f, ".tf", "a = 1\nb \"c\" {\n  d = \"e${f}g\"\n  h = { i = [1, \"x\"], j = 2 }\n}\n", "a = <<-EOT\n    x=1\n      y\n  EOT\nb = <<E\nz ${q}\nE\n")
}

func FuzzCUE(f *testing.F) {
	fuzzSyntax(f, ".cue", "a: 1\nb: {c: \"x\\n\", d: [1, *2 | int]}\ne: b.c\n", "a: b: c: \"\"\"\n\tx\n\ty\n\t\"\"\"\n")
}

// FuzzTemplate reads what a template leaves as YAML and as properties.
func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{{- if .x }}\na: {{ .b }}\n{{- else }}\na: 1\n{{ end }}", "{% for a in b %}\n{{ a }}=1\n{% endfor %}", "<% if x %>a=<%= y %><% end %>\n{# c #}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := NewFile("fuzz", data)
		text := Template(Whole(file))
		for _, ext := range []string{".yaml", ".properties", ".json"} {
			docs, err := parse(text, ext)
			checkError(t, err)
			for _, d := range docs {
				checkTree(t, file, d)
			}
		}
	})
}

func checkError(t *testing.T, err error) {
	if err == nil {
		return
	}
	var located *Error
	if !errors.As(err, &located) || located.Span.IsZero() || located.Span.Start < 0 || located.Span.End > len(located.Span.File.Data) || located.Span.Start > located.Span.End {
		t.Fatalf("error without a place: %#v", err)
	}
}

// checkTree looks at every span, also of the texts' bytes.
func checkTree(t *testing.T, f *File, n *Node) {
	spans := []Span{n.Span, n.Text.Span(0, n.Text.Len()), n.own, n.Insert.At}
	if !n.NameSpan.IsZero() {
		spans = append(spans, n.NameSpan)
	}
	for i, s := range spans {
		if s.File == nil && i > 0 {
			continue
		}
		if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Data) {
			t.Fatalf("span %d of %q: %d-%d of %d", i, n.Name, s.Start, s.End, len(f.Data))
		}
	}
	if n.Kind == String && n.Text.content != n.Value {
		t.Fatalf("text %q of value %q", n.Text.content, n.Value)
	}
	for _, c := range n.Children {
		checkTree(t, f, c)
	}
}

func aliased(n *Node) bool {
	if n.merged || n.Syntax == YAML && !n.own.IsZero() && strings.HasPrefix(string(n.own.Bytes()), "*") {
		return true
	}
	for _, c := range n.Children {
		if aliased(c) {
			return true
		}
	}
	return false
}

func checkOrder(t *testing.T, n *Node) {
	if aliased(n) {
		return
	}
	last := 0
	for _, c := range n.Children {
		at := c.Span
		if !c.NameSpan.IsZero() {
			at = c.NameSpan
		}
		if at.Start < last || c.Span.Start < n.Span.Start || c.Span.End > n.Span.End {
			t.Fatalf("%q (%v) at %d-%d, behind %d, in %d-%d", c.Name, c.Kind, at.Start, c.Span.End, last, n.Span.Start, n.Span.End)
		}
		last = at.Start
		checkOrder(t, c)
	}
}

// checkScalars parses the bytes under each scalar's span alone.
func checkScalars(t *testing.T, n *Node, ext string) {
	for _, c := range n.Children {
		checkScalars(t, c, ext)
	}
	if !n.IsScalar() || n.Kind == Expression || n.Kind == Null || !n.own.IsZero() || n.merged {
		return
	}
	if ext == ".yaml" && !n.Quoted && string(n.Span.Bytes()) == n.Value {
		return // "-" is a word in a flow list, but none alone
	}
	wrap := map[string]string{".yaml": " %s\n", ".json": "%s", ".properties": "k=%s", ".tf": "k = %s\n"}[ext]
	if wrap == "" {
		return
	}
	alone := fmt.Sprintf(wrap, n.Span.Bytes())
	docs, err := parse(Whole(NewFile("alone", []byte(alone))), ext)
	if err != nil || len(docs) == 0 {
		t.Fatalf("%q alone: %v", alone, err)
	}
	got := docs[0]
	if got.Kind == Map && len(got.Children) > 0 {
		got = got.Children[0]
	}
	if got.Value != n.Value {
		t.Fatalf("%q alone gives %q, want %q", alone, got.Value, n.Value)
	}
}

// flat lists a tree's scalars and shapes by path; at holds each node's index.
func flat(docs []*Node) (paths []string, nodes []*Node) {
	var walk func(path string, n *Node)
	walk = func(path string, n *Node) {
		what := path
		if n.IsScalar() {
			what += "=" + n.Value
		}
		paths, nodes = append(paths, what), append(nodes, n)
		for i, c := range n.Children {
			walk(fmt.Sprintf("%s/%d:%s", path, i, c.Name), c)
		}
	}
	for i, d := range docs {
		walk(fmt.Sprint(i), d)
	}
	return paths, nodes
}

var editValues = []string{"7", "a b", "x: #'\"\\${y}", "ü\n ", "true", "", " =", "- x"}

// checkEdits sets every scalar, adds to every map and removes every node, and
// looks at the tree that comes out.
func checkEdits(t *testing.T, f *File, ext string, docs []*Node) {
	for _, d := range docs {
		if aliased(d) {
			return
		}
	}
	before, nodes := flat(docs)
	if len(nodes) > 40 {
		return
	}
	for i, n := range nodes {
		for _, value := range editValues {
			if e, ok := Set(n, value); ok {
				want := append([]string(nil), before...)
				path := strings.TrimSuffix(before[i], "="+n.Value)
				want[i] = path + "=" + value
				checkApplied(t, f, ext, e, fmt.Sprintf("set %q of %q to %q", n.Value, n.Name, value), func(after []string, _ []*Node) bool {
					if ext == ".cue" { // others may refer to it
						return len(after) == len(want) && after[i] == want[i]
					}
					return strings.Join(after, "\n") == strings.Join(want, "\n")
				})
			}
		}
		if e, ok := Add(n, "new.key", "8 x"); ok {
			checkApplied(t, f, ext, e, fmt.Sprintf("add to %q", n.Name), func(after []string, added []*Node) bool {
				if ext == ".cue" { // what refers to the map has the field too, and nodes move
					return slices.ContainsFunc(added, func(n *Node) bool { return n.Get("new.key").Str() == "8 x" })
				}
				return len(after) == len(before)+1 && added[i].Get("new.key").Str() == "8 x"
			})
		}
		if e, ok := Remove(n); ok {
			size := len(subtree(n))
			checkApplied(t, f, ext, e, fmt.Sprintf("remove %q", n.Name), func(after []string, _ []*Node) bool {
				vanished := len(docs) > 1 && len(after) < len(before)-size // a document that is left empty is none
				return ext == ".cue" || len(after) == len(before)-size || len(after) == 0 || vanished
			})
		}
	}
}

func subtree(n *Node) []*Node {
	_, nodes := flat([]*Node{n})
	return nodes
}

func checkApplied(t *testing.T, f *File, ext string, e Edit, what string, good func([]string, []*Node) bool) {
	out, err := Apply(f, []Edit{e})
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	docs, err := parse(Whole(NewFile("after"+ext, out)), ext)
	if err != nil && ext == ".cue" {
		return // another field may refer to the old one
	}
	if err != nil {
		t.Fatalf("%s: %v\nbefore %q\nafter %q", what, err, f.Data, out)
	}
	after, nodes := flat(docs)
	if !good(after, nodes) {
		t.Fatalf("%s:\nbefore %q\nafter %q\ntree %q", what, f.Data, out, after)
	}
}

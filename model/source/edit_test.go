package source

import (
	"strings"
	"testing"
)

// edits of a small document each: path, then what is done to the node there.
var editCases = []struct {
	name, ext, in string
	path          []string
	edit          func(n *Node) (Edit, bool)
	want          string
}{
	{"yaml number", ".yaml", "a:\n  min.insync.replicas: 1 # why\n", []string{"a", "min.insync.replicas"}, set("2"), "a:\n  min.insync.replicas: 2 # why\n"},
	{"yaml keeps single quotes", ".yaml", "a: '1'\r\nb: 2\r\n", []string{"a"}, set("it's"), "a: 'it''s'\r\nb: 2\r\n"},
	{"yaml quotes what would change type", ".yaml", "a: all\n", []string{"a"}, set("1"), "a: \"1\"\n"},
	{"yaml absent value", ".yaml", "a:\nb: 1\n", []string{"a"}, set("x"), "a: x\nb: 1\n"},
	{"yaml adds with the indent of the others", ".yaml", "spec:\n    config:\n        a: 1\nother: 1\n", []string{"spec", "config"}, add("min.insync.replicas", "2"), "spec:\n    config:\n        a: 1\n        min.insync.replicas: 2\nother: 1\n"},
	{"yaml adds behind a block scalar", ".yaml", "a: |\n  x\n\nb: 1\n", nil, add("c", "2"), "a: |\n  x\n\nb: 1\nc: 2\n"},
	{"yaml adds with CRLF at the end of the file", ".yaml", "a: 1\r\nb: 2", nil, add("c", "3"), "a: 1\r\nb: 2\r\nc: 3"},
	{"yaml adds to a flow map", ".yaml", "a: { b: 1 }\n", []string{"a"}, add("c", "2"), "a: { b: 1, c: 2 }\n"},
	{"yaml adds to an empty flow map", ".yaml", "a: {}\n", []string{"a"}, add("c", "2"), "a: {c: 2}\n"},
	{"yaml removes whole lines", ".yaml", "a: 1\nb:\n  c: 1 # c\nd: 1\n", []string{"b"}, Remove, "a: 1\nd: 1\n"},
	{"yaml removes from a flow map", ".yaml", "a: {b: 1, c: 2}\n", []string{"a", "c"}, Remove, "a: {b: 1}\n"},
	{"json sets", ".json", "{\"a\": 1}", []string{"a"}, set("2"), "{\"a\": 2}"},
	{"json adds a line", ".json", "{\n  \"a\": 1\n}\n", nil, add("b", "2"), "{\n  \"a\": 1,\n  \"b\": 2\n}\n"},
	{"json removes the last", ".json", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", []string{"b"}, Remove, "{\n  \"a\": 1\n}\n"},
	{"json removes the first", ".json", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", []string{"a"}, Remove, "{\n  \"b\": 2\n}\n"},
	{"properties sets", ".properties", "a = 1\nb=2\n", []string{"a"}, set(` c:\d`), "a = \\ c:\\\\d\nb=2\n"},
	{"properties adds as the last one is written", ".properties", "# c\na = 1\n", nil, add("b c", "2"), "# c\na = 1\nb\\ c = 2\n"},
	{"properties removes continuations", ".properties", "a=1\\\n  2\nb=3\n", []string{"a"}, Remove, "b=3\n"},
	{"env sets", ".env", "export A=1\n", []string{"A"}, set("a b"), "export A=\"a b\"\n"},
	{"hcl sets", ".tf", "a {\n  b = \"x\" # why\n}\n", []string{"a", "b"}, set("${y}"), "a {\n  b = \"$${y}\" # why\n}\n"},
	{"hcl adds to an object", ".tf", "config = {\n  \"a.b\" = \"1\"\n}\n", []string{"config"}, add("c.d", "2"), "config = {\n  \"a.b\" = \"1\"\n  \"c.d\" = \"2\"\n}\n"},
	{"hcl adds to an empty block", ".tf", "a {\n}\n", []string{"a"}, add("b", "2"), "a {\n  b = 2\n}\n"},
	{"cue sets", ".cue", "a: b: 3 // why\n", []string{"a", "b"}, set("4"), "a: b: 4 // why\n"},
	{"cue adds", ".cue", "a: {\n\tb: 3\n}\n", []string{"a"}, add("c.d", "x"), "a: {\n\tb: 3\n\t\"c.d\": \"x\"\n}\n"},
	{"properties in a block scalar", ".yaml", "data:\n  server.properties: |\n    a=1\n    b=2\n  c: d\n", []string{"data", "server.properties", "!", "a"}, set("3"), "data:\n  server.properties: |\n    a=3\n    b=2\n  c: d\n"},
	{"adds to properties in a block scalar", ".yaml", "data:\n  server.properties: |\n    a=1\n  c: d\n", []string{"data", "server.properties", "!"}, add("b", "2"), "data:\n  server.properties: |\n    a=1\n    b=2\n  c: d\n"},
	{"refuses a line inside of quotes", ".yaml", "x: \"a=1\\nb=2\"\n", []string{"x", "!"}, add("c", "3"), ""},
	{"refuses a merged field", ".yaml", "x: &x {a: 1}\ny:\n  <<: *x\n  b: 1\n", []string{"y", "a"}, set("3"), ""},
	{"an alias is replaced where it stands", ".yaml", "x: &x 1\ny: *x\n", []string{"y"}, set("3"), "x: &x 1\ny: 3\n"},
}

func set(value string) func(*Node) (Edit, bool) {
	return func(n *Node) (Edit, bool) { return Set(n, value) }
}

func add(name, value string) func(*Node) (Edit, bool) {
	return func(n *Node) (Edit, bool) { return Add(n, name, value) }
}

func TestEdits(t *testing.T) {
	for _, c := range editCases {
		t.Run(c.name, func(t *testing.T) {
			f := NewFile("f"+c.ext, []byte(c.in))
			docs, err := parse(Whole(f), c.ext)
			if err != nil {
				t.Fatal(err)
			}
			n := docs[0]
			for _, name := range c.path {
				if name == "!" { // the properties inside
					n, _ = ParseProperties(n.Text)
				} else {
					n = n.Field(name)
				}
			}
			e, ok := c.edit(n)
			if !ok {
				if c.want != "" {
					t.Fatal("refused")
				}
				return
			}
			got, err := Apply(f, []Edit{e})
			if err != nil || string(got) != c.want {
				t.Errorf("got\n%q, want\n%q %v", got, c.want, err)
			}
		})
	}
}

func TestAddAfter(t *testing.T) {
	f := NewFile("f.properties", []byte("a=1\nb=2\n"))
	n, _ := ParseProperties(Whole(f))
	e, ok := AddAfter(n, n.Field("a"), "c", "3")
	got, err := Apply(f, []Edit{e})
	if !ok || err != nil || string(got) != "a=1\nc=3\nb=2\n" {
		t.Errorf("%v %v %q", ok, err, got)
	}
}

func TestApplyRefusesOverlaps(t *testing.T) {
	f := NewFile("f", []byte("0123456789"))
	if _, err := Apply(f, []Edit{{Span{f, 2, 5}, "x"}, {Span{f, 4, 6}, "y"}}); err == nil {
		t.Error("overlapping edits were applied")
	}
	got, err := Apply(f, []Edit{{Span{f, 5, 5}, "b"}, {Span{f, 2, 5}, "a"}, {Span{f, 5, 5}, "c"}})
	if err != nil || string(got) != "01abc56789" {
		t.Errorf("%q %v", got, err)
	}
}

// TestPositions has what a txtar archive cannot hold: a byte order mark and
// CRLF.
func TestPositions(t *testing.T) {
	in := "\ufeffa: x\r\nb:\r\n  c: é # d\r\n  d: |\r\n    p=1\r\n\r\n    q=2\r\n"
	docs, err := ParseYAML(Whole(NewFile("f.yaml", []byte(in))))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := ParseProperties(docs[0].Get("b", "d").Text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		node *Node
		want string
		at   Position
	}{
		{docs[0].Field("a"), "x", Position{1, 4}},
		{docs[0].Get("b", "c"), "é", Position{3, 6}},
		{inner.Field("p"), "1", Position{5, 7}},
		{inner.Field("q"), "2", Position{7, 7}},
	} {
		if c.node.Span.Begin() != c.at || string(c.node.Span.Bytes()) != c.want {
			t.Errorf("%s: %q at %v, want %v", c.node.Name, c.node.Span.Bytes(), c.node.Span.Begin(), c.at)
		}
	}
}

func TestHeredocTextHasPlaceholders(t *testing.T) {
	f := NewFile("f.tf", []byte("a = <<-EOT\n    x=1\n\n    y=${var.y}\n      z=3\n  EOT\n"))
	n, err := ParseHCL(Whole(f))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := ParseProperties(n.Field("a").Text)
	if err != nil {
		t.Fatal(err)
	}
	if y := inner.Field("y"); y.Kind != Expression || y.Value != "${var.y}" || y.Span.Begin() != (Position{4, 7}) {
		t.Errorf("y = %v %q at %v", y.Kind, y.Value, y.Span)
	}
	if x := inner.Field("x"); x.Str() != "1" || x.Span.Begin() != (Position{2, 7}) {
		t.Errorf("x = %q at %v", x.Value, x.Span)
	}
}

func TestLimits(t *testing.T) {
	laughs := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 9; i++ {
		prev := "*a" + string(rune('0'+i-1))
		laughs += "a" + string(rune('0'+i)) + ": &a" + string(rune('0'+i)) + " [" + strings.Repeat(prev+",", 9) + prev + "]\n"
	}
	deep := func(open string) string { return strings.Repeat(open, 100_000) }
	for _, c := range []struct{ ext, in, want string }{
		{".yaml", laughs, "aliases expand to more than"},
		{".yaml", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nested deeper than 200"},
		{".json", deep("["), "nested deeper than 200"},
		{".tf", "a = " + deep("["), "nested deeper than 200"},
		{".tf", "a = " + deep("!"), "nested deeper than 200"},
		{".cue", "a: " + deep("["), "nesting depth"},
		{".json", strings.Repeat(" ", MaxBytes+1), "larger than"},
	} {
		_, err := parse(Whole(NewFile("f"+c.ext, []byte(c.in))), c.ext)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.20q: %v, want %q", c.ext, c.in, err, c.want)
		}
		checkError(t, err)
	}
}

package source

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden trees")

// parse reads a text in the syntax of the file's extension.
func parse(t Text, ext string) ([]*Node, error) {
	one := func(n *Node, err error) ([]*Node, error) {
		if n == nil {
			return nil, err
		}
		return []*Node{n}, err
	}
	switch ext {
	case ".yaml":
		return ParseYAML(t)
	case ".json":
		return one(ParseJSON(t))
	case ".env":
		return one(ParseEnv(t))
	case ".cue":
		return one(ParseCUE(t))
	case ".tf":
		return one(ParseHCL(t))
	case ".properties":
		return one(ParseProperties(t))
	default:
		return nil, fmt.Errorf("no parser for %s", ext)
	}
}

// render prints a tree a line a scalar: path = value @line:col-line:col. A
// String that is a document of its own (a name ending in an extension) is
// parsed where it stands.
func render(b *strings.Builder, path string, n *Node) {
	place := "-"
	if !n.Span.IsZero() {
		from, to := n.Span.Begin(), n.Span.Finish()
		place = fmt.Sprintf("%d:%d-%d:%d", from.Line, from.Column, to.Line, to.Column)
	}
	what := [...]string{"null", "bool", "number", "string", "list", "map", "expression"}[n.Kind]
	if n.IsScalar() {
		what += " " + fmt.Sprintf("%q", n.Value)
	}
	for _, l := range n.Labels {
		what += fmt.Sprintf(" label %q", l)
	}
	if n.Conditional {
		what += " (conditional)"
	}
	if n.Comment != "" {
		what += fmt.Sprintf(" # %q", n.Comment)
	}
	fmt.Fprintf(b, "%s = %s @%s\n", path, what, place)
	for i, c := range n.Children {
		name := fmt.Sprintf("%s[%d]", path, i)
		if n.Kind == Map {
			name = path + "." + c.Name
		}
		render(b, name, c)
	}
	if ext := filepath.Ext(n.Name); n.Text.Len() > 0 && (ext == ".properties" || ext == ".json" || ext == ".yaml") {
		inner, err := parse(n.Text, ext)
		renderAll(b, path+"!", inner, err)
	}
}

func renderAll(b *strings.Builder, path string, docs []*Node, err error) {
	for i, d := range docs {
		p := path
		if len(docs) > 1 {
			p = fmt.Sprintf("%s(%d)", path, i)
		}
		render(b, p, d)
	}
	if err != nil {
		fmt.Fprintf(b, "error: %v\n", err)
	}
}

// TestGolden reads every archive of testdata: each file NAME is parsed and its
// tree compared with the file NAME.tree behind it.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	var out []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".tree") {
			continue
		}
		var b strings.Builder
		docs, err := parse(inputText(NewFile(f.Name, f.Data)))
		renderAll(&b, "", docs, err)
		if got := b.String(); got != want[f.Name+".tree"] && !*update {
			t.Errorf("%s:\n%s\nwant:\n%s", f.Name, got, want[f.Name+".tree"])
		}
		out = append(out, f, txtar.File{Name: f.Name + ".tree", Data: []byte(b.String())})
	}
	if *update {
		archive.Files = out
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// inputText is the text of a file; NAME.tmpl.EXT is a template.
func inputText(f *File) (Text, string) {
	ext := filepath.Ext(f.Name)
	if strings.HasSuffix(strings.TrimSuffix(f.Name, ext), ".tmpl") {
		return Template(Whole(f)), ext
	}
	return Whole(f), ext
}

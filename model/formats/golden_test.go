package formats

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// golden is the file of an archive that holds the rendered result.
const golden = "want"

// TestGolden imports every archive testdata/FORMAT/*.txtar with the format of
// that folder (what it embeds with all formats) and compares the fragments with
// the archive's file "want", which UPDATE=1 rewrites. The other files are the
// workspace, by their paths.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "testdata/"), ".txtar"), func(t *testing.T) {
			goldenArchive(t, name)
		})
	}
}

func goldenArchive(t *testing.T, name string) {
	format, ok := formatNamed(filepath.Base(filepath.Dir(name)))
	if !ok {
		t.Fatalf("no format %q in All", filepath.Base(filepath.Dir(name)))
	}
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == golden })
	files := slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool { return f.Name == golden })
	got := renderImported(importFiles(t, format, files))
	if os.Getenv("UPDATE") != "" {
		archive.Files = append(files, txtar.File{Name: golden, Data: []byte(got)})
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if at < 0 {
		t.Fatalf("%s has no file %q: run with UPDATE=1 and read the result", name, golden)
	}
	if want := string(archive.Files[at].Data); got != want {
		t.Errorf("%s\n--- got\n%s--- want\n%s", name, got, want)
	}
}

func formatNamed(name string) (Format, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// importFiles runs one format over a workspace and every format over what is
// embedded in its documents.
func importFiles(t testing.TB, format Format, files []txtar.File) model.Imported {
	byPath := map[string]*source.File{}
	var docs []*Document
	for _, f := range files {
		file := source.NewFile(f.Name, f.Data)
		byPath[f.Name] = file
		if d := parseDocument(file, source.Whole(file), f.Name, path.Base(f.Name)); d != nil && format.Claim(d) {
			docs = append(docs, d)
		}
	}
	slices.SortFunc(docs, func(a, b *Document) int { return strings.Compare(a.Path, b.Path) })
	var embedded []*Document
	ctx := &Context{
		Dependencies: func(dir string) []kafka.Dependency { return dependenciesOf(byPath, dir) },
		File:         func(p string) *source.File { return byPath[path.Clean(p)] },
		Embed: func(doc *Document, name string, text source.Text, parent Parent) {
			if d := parseDocument(text.File, text, doc.Path, name); d != nil {
				d.Parent = &parent
				embedded = append(embedded, d)
			}
		},
	}
	out := format.Import(docs, ctx)
	for len(embedded) > 0 {
		inner := embedded
		embedded = nil
		for _, f := range All() {
			mine := slices.DeleteFunc(slices.Clone(inner), func(d *Document) bool { return !f.Claim(d) })
			if len(mine) == 0 {
				continue
			}
			in := f.Import(mine, ctx)
			out.Fragments = append(out.Fragments, in.Fragments...)
			out.Problems = append(out.Problems, in.Problems...)
			out.Constraints = append(out.Constraints, in.Constraints...)
		}
	}
	checkSpans(t, out)
	return out
}

// dependenciesOf reads the build manifests of the nearest folder that has any.
func dependenciesOf(files map[string]*source.File, dir string) []kafka.Dependency {
	for ; ; dir = path.Dir(dir) {
		var deps []kafka.Dependency
		for name, f := range files {
			if path.Dir(name) == dir {
				deps = append(deps, kafka.Manifest(path.Base(name), f.Data)...)
			}
		}
		if len(deps) > 0 || dir == "." || dir == "/" {
			slices.SortFunc(deps, func(a, b kafka.Dependency) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			return deps
		}
	}
}

// templateSuffixes are file name endings of templating tools around the real
// ending.
var templateSuffixes = []string{".erb", ".tpl", ".tmpl", ".j2", ".jinja", ".jinja2", ".template"}

// parseDocument does what model/load does, by the name's ending alone; nil for
// names that have no parser.
func parseDocument(file *source.File, text source.Text, filePath, name string) *Document {
	d := &Document{Path: filePath, Name: name, Text: text}
	stem := name
	for _, suffix := range templateSuffixes {
		stem = strings.TrimSuffix(stem, suffix)
	}
	if stem != name || strings.Contains(text.String(), "{{") && path.Ext(name) != ".tf" {
		d.Text, d.Templated = source.Template(text), true
	}
	one := func(n *source.Node, err error) ([]*source.Node, error) {
		if n == nil {
			return nil, err
		}
		return []*source.Node{n}, err
	}
	var err error
	switch ext := path.Ext(stem); ext {
	case ".yaml", ".yml":
		d.Syntax = source.YAML
		d.Roots, err = source.ParseYAML(d.Text)
	case ".json":
		d.Syntax = source.JSON
		d.Roots, err = one(source.ParseJSON(d.Text))
	case ".properties", ".conf", ".config", ".cfg", ".ini":
		if first := strings.TrimSpace(d.Text.String()); strings.HasPrefix(first, "{") {
			d.Syntax = source.JSON
			d.Roots, err = one(source.ParseJSON(d.Text))
			break
		}
		d.Syntax = source.Properties
		d.Roots, err = one(source.ParseProperties(d.Text))
	case ".tf", ".tfvars", ".hcl":
		d.Syntax = source.HCL
		d.Roots, err = one(source.ParseHCL(d.Text))
	case ".env":
		d.Syntax = source.Env
		d.Roots, err = one(source.ParseEnv(d.Text))
	case ".cue":
		d.Syntax = source.CUE
		d.Roots, err = one(source.ParseCUE(d.Text))
	default:
		return nil
	}
	if err != nil {
		d.Err = &source.Error{Span: source.Span{File: file}, Msg: err.Error()}
	}
	return d
}

// checkSpans holds every place of a result to its file.
func checkSpans(t testing.TB, in model.Imported) {
	check := func(what string, s source.Span) {
		if s.File != nil && (s.Start < 0 || s.End < s.Start || s.End > len(s.File.Data)) {
			t.Errorf("%s: span %d-%d is outside of %s (%d bytes)", what, s.Start, s.End, s.File.Name, len(s.File.Data))
		}
	}
	for _, f := range in.Fragments {
		check(f.ID(), f.Span)
		for p, v := range f.Fields {
			check(f.ID()+" "+p, v.Origin.Span)
		}
		for p, place := range f.Places {
			check(f.ID()+" place "+p, place.Anchor)
		}
	}
	for _, p := range in.Problems {
		check(p.Kind, p.Span)
		for _, r := range p.Related {
			check(p.Kind, r.Span)
		}
	}
}

// renderImported prints fragments and problems in the order in which the
// importer gave them, fields by path.
func renderImported(in model.Imported) string {
	var b strings.Builder
	for _, f := range in.Fragments {
		renderFragment(&b, f)
	}
	for _, p := range in.Problems {
		fmt.Fprintf(&b, "problem %s %q @%s", p.Kind, p.Key, p.Span)
		for _, part := range [][2]string{{"role", p.Role}, {"value", p.Value}, {"why", p.Why}, {"hint", p.Hint}, {"level", p.Level}} {
			if part[1] != "" {
				fmt.Fprintf(&b, " %s=%q", part[0], part[1])
			}
		}
		if p.Entity != nil {
			fmt.Fprintf(&b, " of %s", p.Entity.ID())
		}
		for _, r := range p.Related {
			fmt.Fprintf(&b, " (%s @%s)", r.Message, r.Span)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func renderFragment(b *strings.Builder, f model.Fragment) {
	fmt.Fprintf(b, "%s [%s]", f.ID(), f.Format)
	for _, hint := range [][2]string{{"source", f.Source}, {"env", f.Env}, {"cluster", f.Cluster}, {"bootstrap", f.Bootstrap}, {"environment", f.Environment}, {"from", f.From}} {
		if hint[1] != "" {
			fmt.Fprintf(b, " %s=%s", hint[0], hint[1])
		}
	}
	if len(f.Except) > 0 {
		fmt.Fprintf(b, " except=%s", strings.Join(f.Except, ","))
	}
	if f.Bind {
		b.WriteString(" bind")
	}
	if f.Internal {
		b.WriteString(" internal")
	}
	fmt.Fprintf(b, " @%s\n", f.Span)
	for _, p := range f.Paths() {
		v := f.Fields[p]
		fmt.Fprintf(b, "  %s = %s\n", p, renderValue(v))
		for _, hidden := range v.Hides {
			fmt.Fprintf(b, "    hides %s\n", renderValue(hidden))
		}
	}
	prefixes := make([]string, 0, len(f.Places))
	for p := range f.Places {
		prefixes = append(prefixes, p)
	}
	slices.Sort(prefixes)
	for _, p := range prefixes {
		place := f.Places[p]
		fmt.Fprintf(b, "  + %q @%s", p, place.Anchor)
		if place.Parent != nil {
			b.WriteString(" writable")
		}
		if place.Spell != nil {
			fmt.Fprintf(b, " as %s", place.Spell("min.insync.replicas"))
		}
		b.WriteByte('\n')
	}
}

func renderValue(v model.Value) string {
	var b strings.Builder
	switch {
	case v.Unknown:
		fmt.Fprintf(&b, "unknown %q", v.Raw)
	case v.Secret:
		b.WriteString("secret")
	default:
		if s, ok := v.Data.(string); ok {
			fmt.Fprintf(&b, "%q", s)
		} else {
			fmt.Fprintf(&b, "%v", v.Data)
		}
	}
	fmt.Fprintf(&b, " @%s", v.Origin.Span)
	if v.Origin.Kind != model.FromFile {
		fmt.Fprintf(&b, " from %s", v.Origin.Kind)
	}
	if v.Origin.Note != "" {
		fmt.Fprintf(&b, " (%s)", v.Origin.Note)
	}
	return b.String()
}

// FuzzImport feeds every format with what it may find under any name: nothing
// panics and every place lies inside the file. The seeds are the archives.
func FuzzImport(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name != golden {
				f.Add(file.Name, file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		file := txtar.File{Name: path.Clean("app/" + path.Base(name)), Data: bytes.Clone(data)}
		for _, format := range All() {
			importFiles(t, format, []txtar.File{file})
		}
	})
}

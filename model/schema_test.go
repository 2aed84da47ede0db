package model

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
)

// TestSchemaComments: every definition and every field of one says what it is.
func TestSchemaComments(t *testing.T) {
	f, err := SchemaFile()
	if err != nil {
		t.Fatal(err)
	}
	ast.Walk(f, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			name, _, err := ast.LabelName(field.Label)
			if err == nil && len(ast.Comments(field)) == 0 {
				t.Errorf("%s: %s has no comment", field.Pos(), name)
			}
		}
		return true
	}, nil)
}

// TestSchemaClosed: a field that the definitions do not have is an error
// wherever a table's path leads, so the table has every field there is.
func TestSchemaHasNoMoreThanTheTable(t *testing.T) {
	spec := SchemaSpec(cuecontext.New())
	for _, s := range sections() {
		for _, p := range leaves(t, s.value(spec), "", 0) {
			if first, _, _ := strings.Cut(p, "/"); first == "config" || first == "labels" || p == "controllers/config" || s.kind == Cluster && p == "name" {
				continue
			}
			if p == "from" && s.kind != Mirror {
				continue // binds the entry, is no field
			}
			if _, ok := FieldAt(s.kind, p); !ok {
				t.Errorf("%s: the definitions have %s, the table does not", s.kind, p)
			}
		}
	}
}

type section struct {
	kind  Kind
	value func(spec cue.Value) cue.Value
	// wrap puts the fields of one entity into a spec.
	wrap func(fields map[string]any) map[string]any
}

func sections() []section {
	out := []section{{Cluster,
		func(spec cue.Value) cue.Value { return lookup(spec, "cluster") },
		func(fields map[string]any) map[string]any {
			kafka, rest := map[string]any{}, map[string]any{}
			spec := map[string]any{"plimsoll": "v1", "kafka": kafka, "cluster": rest}
			for k, v := range fields {
				switch k {
				case "version", "metadataVersion", "platform", "mode":
					kafka[k] = v
				case "environment":
					spec[k] = v
				default:
					rest[k] = v
				}
			}
			return spec
		}}}
	for _, s := range Sections {
		out = append(out, section{s.Kind,
			func(spec cue.Value) cue.Value { return lookup(spec, s.Field).LookupPath(cue.MakePath(cue.AnyString)) },
			func(fields map[string]any) map[string]any {
				return map[string]any{"plimsoll": "v1", s.Field: map[string]any{"x": fields}}
			}})
	}
	return out
}

func lookup(v cue.Value, field string) cue.Value {
	return v.LookupPath(cue.MakePath(cue.Str(field).Optional()))
}

// leaves lists the paths of the definitions below v.
func leaves(t *testing.T, v cue.Value, at string, depth int) []string {
	if !v.Exists() || depth > 8 {
		t.Fatalf("no definition at %q", at)
	}
	if v.IncompleteKind()&cue.StructKind == 0 {
		if v.IncompleteKind() == cue.ListKind {
			if item := v.LookupPath(cue.MakePath(cue.AnyIndex)); item.IncompleteKind() == cue.StructKind {
				return leaves(t, item, at+"/*", depth+1)
			}
		}
		return []string{at}
	}
	if last := at[strings.LastIndexByte(at, '/')+1:]; last == "config" || last == "labels" {
		return []string{at}
	}
	if strings.HasSuffix(at, "instances") {
		return []string{at, at + "/min", at + "/max"}
	}
	var out []string
	if item := v.LookupPath(cue.MakePath(cue.AnyString)); item.Exists() {
		out = append(out, leaves(t, item, at+"/*", depth+1)...)
	}
	it, err := v.Fields(cue.Optional(true))
	if err != nil {
		t.Fatal(err)
	}
	for it.Next() {
		out = append(out, leaves(t, it.Value(), strings.TrimPrefix(at+"/"+it.Selector().Unquoted(), "/"), depth+1)...)
	}
	return out
}

// TestSchemaAndTableAgree: for every field, on words that fit and words that do
// not, Field.Parse accepts exactly what the definitions accept.
func TestSchemaAndTableAgree(t *testing.T) {
	ctx := cuecontext.New()
	spec := SchemaSpec(ctx)
	if err := spec.Err(); err != nil {
		t.Fatal(err)
	}
	valid := 0
	for _, s := range sections() {
		for p, f := range Fields(s.kind) {
			for _, c := range candidates(f) {
				want := parses(f, c)
				got := accepts(ctx, spec, s.wrap(nest(p, c)))
				if got != want {
					t.Errorf("%s %s = %#v: the definitions say %v, the table %v", s.kind, p, c, got, want)
				}
				if got {
					valid++
				}
			}
			if accepts(ctx, spec, s.wrap(nest(p+"Misspelt", candidates(f)[0]))) {
				t.Errorf("%s: %sMisspelt is accepted", s.kind, p)
			}
		}
	}
	if valid < 300 {
		t.Errorf("only %d valid fields were tried", valid)
	}
}

// parses is what the table says of a value.
func parses(f Field, c any) bool {
	if f.Type != Texts {
		_, ok := f.Parse(fmt.Sprint(c))
		return ok && shaped(f, c)
	}
	list, ok := c.([]any)
	return ok && !slices.ContainsFunc(list, func(x any) bool { return f.OneOf != nil && !slices.Contains(f.OneOf, x.(string)) })
}

// TestSchemaWholeEntities puts many fields at once into an entity.
func TestSchemaWholeEntities(t *testing.T) {
	ctx := cuecontext.New()
	spec := SchemaSpec(ctx)
	r := rand.New(rand.NewSource(1))
	for _, s := range sections() {
		for range 5 {
			fields, broken := map[string]any{}, false
			for _, p := range sortedPaths(s.kind) {
				if strings.HasPrefix(p, "instances/") || r.Intn(3) > 0 {
					continue
				}
				put(fields, p, candidates(Fields(s.kind)[p])[0])
			}
			if r.Intn(2) == 0 {
				fields["nothing-of-the-kind"], broken = true, true
			}
			if got := accepts(ctx, spec, s.wrap(fields)); got == broken {
				t.Errorf("%s: accepted is %v: %v", s.kind, got, fields)
			}
		}
	}
}

func sortedPaths(k Kind) []Path {
	var out []Path
	for p := range Fields(k) {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// shaped reports whether a value has the JSON type that the definitions ask
// for: text where words or units are, numbers and booleans bare.
func shaped(f Field, c any) bool {
	text, isText := c.(string)
	_, isFlag := c.(bool)
	switch f.Type {
	case Whole, Decimal:
		return !isText && !isFlag
	case Flag:
		return isFlag
	case Duration, Rate:
		return isText && text != "0" || c == 0
	case Size, Bandwidth:
		return !isText && !isFlag || isText && strings.TrimLeft(text, "0123456789") != ""
	}
	return isText
}

// candidates are values of every shape; the first one fits.
func candidates(f Field) []any {
	wrong := []any{"", "no such word", true, -1, 1.5, "12", "7 parsecs", 0, int(f.Max) + 1}
	switch {
	case f.Type == Texts && f.OneOf != nil:
		return append([]any{[]any{f.OneOf[0]}, []any{"no such word"}}, wrong...)
	case f.Type == Texts:
		return append([]any{[]any{"a", "b"}}, wrong...)
	case f.OneOf != nil:
		var all []any
		for _, w := range f.OneOf {
			all = append(all, w)
		}
		return append(all, wrong...)
	}
	right := map[FieldType][]any{
		Whole: {max(1, int(f.Min)), int(f.Max)}, Decimal: {0.5, int(f.Max)}, Flag: {true, false},
		Duration: {"300us", "15m", "7d", "1.5 h", 0}, Size: {"1KiB", "500Gi", "10MB", 1024}, Rate: {"2000/s", "90 / min", 0},
		Bandwidth: {"10Gbps", "100MB/s", 1_048_576}, Text: {"some text"},
	}[f.Type]
	if f.Pattern == "version" {
		right = []any{"4.3", "3.7.x.kraft", "4.3-IV0", "v1.2.3", "four"}
	}
	return append(right, wrong...)
}

func nest(p Path, v any) map[string]any {
	out := map[string]any{}
	put(out, p, v)
	return out
}

// put sets a value at a path; a star is a name, or the only item of a list.
func put(fields map[string]any, p Path, v any) {
	parts := strings.Split(p, "/")
	for i, part := range parts[:len(parts)-1] {
		if part == "*" {
			part = "x"
		}
		if i+1 < len(parts)-1 && parts[i+1] == "*" && part == "faults" {
			list, _ := fields[part].([]any)
			if list == nil {
				list = []any{map[string]any{}}
				fields[part] = list
			}
			put(list[0].(map[string]any), strings.Join(parts[i+2:], "/"), v)
			return
		}
		inner, ok := fields[part].(map[string]any)
		if !ok {
			inner = map[string]any{}
			fields[part] = inner
		}
		fields = inner
	}
	last := parts[len(parts)-1]
	if last == "min" {
		fields["max"] = 1
	}
	if last == "max" {
		fields["min"] = 1
	}
	fields[last] = v
}

func accepts(ctx *cue.Context, spec cue.Value, data map[string]any) bool {
	return spec.Unify(ctx.Encode(data)).Validate(cue.Concrete(true)) == nil
}

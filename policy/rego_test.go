package policy

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/rules"
)

// ownRules are the rules' modules by path.
func ownRules(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(rules.FS, ".", func(p string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(p) != ".rego" {
			return err
		}
		data, err := fs.ReadFile(rules.FS, p)
		out["rules/"+p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRegoFormat holds the rules to opa fmt.
func TestRegoFormat(t *testing.T) {
	for name, text := range ownRules(t) {
		want, err := format.SourceWithOpts(name, []byte(text), format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(want, []byte(text)) {
			t.Errorf("%s: opa fmt would change line %d", name, firstDifference(text, string(want)))
		}
	}
}

func firstDifference(a, b string) int {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			return i + 1
		}
	}
	return len(as)
}

// TestRegoSchema compiles the rules against what the input can hold, so that a
// misspelt field is an error and not a rule that never fires. data.spec has the
// same arrays: it is checked as a part of the input.
func TestRegoSchema(t *testing.T) {
	modules := map[string]*ast.Module{}
	for name, text := range ownRules(t) {
		m, err := ast.ParseModuleWithOpts(name, strings.ReplaceAll(text, "data.spec", "input.spec"), ast.ParserOptions{RegoVersion: ast.RegoV1, Capabilities: capabilities()})
		if err != nil {
			t.Fatal(err)
		}
		modules[name] = m
	}
	compile := func(modules map[string]*ast.Module) ast.Errors {
		schemas := ast.NewSchemaSet()
		schemas.Put(ast.SchemaRootRef, inputSchema())
		c := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true).WithSchemas(schemas)
		c.Compile(modules)
		return c.Errors
	}
	for _, err := range compile(modules) {
		t.Error(strings.ReplaceAll(err.Error(), "input.spec", "data.spec"))
	}
	for _, misspelt := range []string{
		`some t in input.topcs; t.name`, `some t in input.topics; t.partition > 1`, `some p in input.producers; p.client.libary == "java"`, `input.spec.kafka.vresion > 400`,
	} {
		m := ast.MustParseModuleWithOpts("package t\n\nr if { "+misspelt+" }", ast.ParserOptions{RegoVersion: ast.RegoV1})
		if len(compile(map[string]*ast.Module{"t": m})) == 0 {
			t.Errorf("the schema does not see the mistake in: %s", misspelt)
		}
	}
}

type object = map[string]any

// inputSchema is a JSON schema of the rules' input, made from the model's
// fields: it knows names, not types, because types are the importers' business.
func inputSchema() any {
	arraysOf := object{}
	for _, kind := range model.Kinds {
		arraysOf[arrays[kind]] = object{"type": "array", "items": entitySchema(kind)}
	}
	spec := object{
		"id": object{"type": "string"}, "environment": object{"type": "string"},
		"topicsByName": object{"type": "object", "additionalProperties": entitySchema(model.Topic)},
		"kafka": closed("version:number", "versionText:string", "platform:string", "isr:boolean", "elr:boolean", "mode:string", "inSight:boolean", "assumed:boolean",
			"dedicated:boolean", "brokers:number", "zones:number"),
	}
	problem := closed("_ref:string", "kind:string", "key:string", "role:string", "value:string", "why:string", "hint:string", "level:string")
	problem["properties"].(object)["entity"] = closed("kind:string", "name:string", "format:string")
	root := object{"problems": object{"type": "array", "items": problem}}
	for name, schema := range arraysOf {
		root[name], spec[name] = schema, schema
	}
	root["spec"] = object{"type": "object", "properties": spec, "additionalProperties": false}
	return object{"type": "object", "properties": root, "additionalProperties": false}
}

// closed is an object of exactly these properties, "name:type".
func closed(properties ...string) object {
	all := object{}
	for _, p := range properties {
		name, typ, _ := strings.Cut(p, ":")
		all[name] = object{"type": typ}
	}
	return object{"type": "object", "properties": all, "additionalProperties": false}
}

// derived are the fields that the projection adds to every entity; found are
// those that importers write and people do not.
var (
	derived = strings.Fields("_ref:string kind:string name:string format:string source:string environment:string")
	found   = map[model.Kind][]model.Path{
		model.Cluster: {"version", "metadataVersion", "platform", "mode", "environment", "listeners/*/host", "listeners/*/advertised"},
		model.Node:    {"listeners/*/host", "listeners/*/advertised"},
	}
)

// entitySchema is the object of one kind: the model's fields by path.
func entitySchema(kind model.Kind) object {
	root := closed(derived...)
	all := root["properties"].(object)
	free := object{"type": "object", "additionalProperties": object{}}
	all["config"], all["written"], all["origin"], all["labels"] = free, free, free, free
	all["literalSecrets"] = object{"type": "array", "items": object{"type": "string"}}
	if kind == model.Producer {
		all["idempotence"], all["deliveryTimeout"] = closed("state:string", "by:string", "why:string"), closed("state:string", "by:string", "why:string")
	}
	paths := append([]model.Path{}, found[kind]...)
	for p := range model.Fields(kind) {
		paths = append(paths, p)
	}
	for _, p := range paths {
		putSchema(root, strings.Split(p, "/"))
	}
	return root
}

// putSchema adds a path to an object's schema. A path that is both a value and
// a block ("instances", "instances/min") may be anything.
func putSchema(at object, path []string) {
	properties := at["properties"].(object)
	next, _ := properties[path[0]].(object)
	switch {
	case len(path) == 1 && next == nil:
		properties[path[0]] = object{}
	case len(path) == 1:
		properties[path[0]] = object{}
	case path[1] == "*":
		items, _ := next["additionalProperties"].(object)
		if items == nil {
			items = closed()
		}
		if len(path) > 2 {
			putSchema(items, path[2:])
		} else {
			items = object{}
		}
		properties[path[0]] = object{"type": "object", "additionalProperties": items}
	case next == nil:
		next = closed()
		properties[path[0]] = next
		putSchema(next, path[1:])
	case next["properties"] != nil:
		putSchema(next, path[1:])
	}
}

// comparisons hold for nothing when an operand is absent, and their negation
// for everything.
var comparisons = map[string]bool{"eq": true, "equal": true, "neq": true, "lt": true, "lte": true, "gt": true, "gte": true, "internal.member_2": true, "internal.member_3": true}

// TestRegoAbsent refuses "not input.x == y", which holds when x is absent: a rule
// would claim something of what nobody wrote. A line above that says "absent
// counts" allows it where that is meant.
func TestRegoAbsent(t *testing.T) {
	for name, text := range ownRules(t) {
		for _, line := range negatedComparisons(t, name, text) {
			above := strings.Split(text, "\n")[max(0, line-3):line]
			if !strings.Contains(strings.Join(above, "\n"), "absent counts") {
				t.Errorf("%s:%d: \"not\" before a comparison holds when the field is absent: write != (or assign the field first; or say \"absent counts\" in the line above)", name, line)
			}
		}
	}
	if got := negatedComparisons(t, "t", "package t\n\nr if not input.x == 1\n\ns if {\n\tx := input.x\n\tnot x == 1\n}\n"); len(got) != 1 || got[0] != 3 {
		t.Errorf("the check finds lines %v, want 3", got)
	}
}

// negatedComparisons are the lines of comparisons under "not" whose operand is a
// field of something.
func negatedComparisons(t *testing.T, name, text string) []int {
	t.Helper()
	m, err := ast.ParseModuleWithOpts(name, text, ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	ast.WalkExprs(m, func(e *ast.Expr) bool {
		if !e.Negated || !e.IsCall() || !comparisons[e.Operator().String()] {
			return false
		}
		for _, operand := range e.Operands() {
			if r, ok := operand.Value.(ast.Ref); ok && len(r) > 1 {
				lines = append(lines, e.Location.Row)
				break
			}
		}
		return false
	})
	return lines
}

// othersKeys are keys that rules look at and that a serializer or connector
// reads, not Kafka.
var othersKeys = map[string]bool{"spring.json.trusted.packages": true, "topic.prefix": true}

// TestRegoKeys holds the strings below config, written and origin to keys that
// Kafka or a client has.
func TestRegoKeys(t *testing.T) {
	for name, text := range ownRules(t) {
		m, err := ast.ParseModuleWithOpts(name, text, ast.ParserOptions{RegoVersion: ast.RegoV1})
		if err != nil {
			t.Fatal(err)
		}
		ast.WalkRefs(m, func(r ast.Ref) bool {
			for i := 1; i+1 < len(r); i++ {
				block, _ := r[i].Value.(ast.String)
				key, ok := r[i+1].Value.(ast.String)
				if ok && (block == "config" || block == "origin") && len(kafka.RolesOf(string(key))) == 0 && !othersKeys[string(key)] {
					t.Errorf("%s:%d: %s: no role of Kafka's has the key %q", name, r[0].Location.Row, block, string(key))
				}
			}
			return false
		})
	}
}

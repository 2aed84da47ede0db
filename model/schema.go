package model

import (
	"embed"
	"io/fs"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
)

//go:embed schema/*.cue
var schemaFiles embed.FS

// Schema returns the definitions of schema/*.cue in one text, in the order of
// the files' names, as `plimsoll schema` prints them.
func Schema() string {
	var b strings.Builder
	names, _ := fs.Glob(schemaFiles, "schema/*.cue")
	for i, name := range names {
		data, _ := schemaFiles.ReadFile(name)
		text := string(data)
		if i > 0 {
			_, text, _ = strings.Cut(text, "package schema\n")
		}
		b.WriteString(text)
	}
	return b.String()
}

// SchemaFile parses the definitions.
func SchemaFile() (*ast.File, error) {
	return parser.ParseFile("plimsoll-schema.cue", Schema(), parser.ParseComments)
}

// SchemaSpec builds the definitions in ctx and returns #Spec.
func SchemaSpec(ctx *cue.Context) cue.Value {
	return ctx.CompileString(Schema(), cue.Filename("plimsoll-schema.cue")).LookupPath(cue.ParsePath("#Spec"))
}

// Sections are the fields of a spec that hold entities by name, with their
// kinds, in the order of the definitions.
var Sections = []struct {
	Field string
	Kind  Kind
}{
	{"brokers", Node}, {"topics", Topic}, {"producers", Producer}, {"consumers", Group}, {"shareGroups", ShareGroup}, {"streams", Streams},
	{"clients", Client}, {"connectors", Connector}, {"workers", Worker}, {"mirrors", Mirror}, {"users", User}, {"acls", ACL}, {"quotas", Quota},
	{"sinks", Sink}, {"scenarios", Scenario},
}

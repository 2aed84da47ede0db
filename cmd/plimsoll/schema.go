package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/encoding/jsonschema"
	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/model"
)

var schemaFormats = []string{"cue", "json-schema"}

func (c *Command) schema() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the definitions of plimsoll.cue and native specs",
		Long: "Prints what may stand in plimsoll.cue and in specs in YAML or JSON marked \"plimsoll: v1\", with a\n" +
			"comment on every field; as JSON Schema for editors.",
		Example: "  plimsoll schema\n  plimsoll schema --format json-schema > plimsoll.schema.json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("format", out, schemaFormats...); err != nil {
				return err
			}
			if out == "cue" {
				_, err := fmt.Fprint(c.Stdout, model.Schema())
				return err
			}
			return c.jsonSchema()
		},
	}
	cmd.Flags().StringVar(&out, "format", "cue", "cue or json-schema")
	complete(cmd, "format", schemaFormats...)
	return cmd
}

func (c *Command) jsonSchema() error {
	expr, err := jsonschema.Generate(model.SchemaSpec(cuecontext.New()), nil)
	if err != nil {
		return couldNotRun(err)
	}
	v := cuecontext.New().BuildExpr(expr)
	data, err := v.MarshalJSON()
	if err != nil {
		return couldNotRun(err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		return couldNotRun(err)
	}
	_, err = fmt.Fprintln(c.Stdout, out.String())
	return err
}

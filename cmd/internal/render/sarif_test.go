package render

import (
	_ "embed"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// The schema is OASIS's own; NOTICE says where it is from.
//
//go:embed testdata/sarif-schema-2.1.0.json
var sarifSchema []byte

func validateSARIF(t *testing.T, log []byte) {
	t.Helper()
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(sarifSchema), gojsonschema.NewBytesLoader(log))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range result.Errors() {
		t.Errorf("not SARIF 2.1.0: %s", problem)
	}
}

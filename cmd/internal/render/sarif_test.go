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

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"a b/c#d.yaml": "a%20b/c%23d.yaml", "/abs/x.yaml": "file:///abs/x.yaml", "../x.yaml": "../x.yaml", "": "unknown", "注文.yaml": "%E6%B3%A8%E6%96%87.yaml",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("fileURI(%q) = %q, want %q", name, got, want)
		}
	}
}

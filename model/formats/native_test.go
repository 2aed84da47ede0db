package formats

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plimsoll-kafka/plimsoll/model"
)

// TestNativeConstraints holds the topics of other files to patterns of
// plimsoll.cue.
func TestNativeConstraints(t *testing.T) {
	const files = `
-- plimsoll.cue --
import "strings"

plimsoll: "v1"
topics: [string]: {
	replicationFactor: >=3
	config: "retention.ms": <=604800000
	owner!: string
}
topics: [=~"^orders"]: config: {
	"cleanup.policy": "compact"
	"segment.ms":     "7d"
}
topics: [string]: config: "compression.type": strings.MinRunes(3)
topics: payments: partitions: >=6
topics: own: {partitions: 3, owner: "me"}
-- main.tf --
resource "kafka_topic" "a" {
  name               = "orders.v1"
  partitions         = 3
  replication_factor = 2
  config = {
    "retention.ms"     = "604800001"
    "cleanup.policy"   = "delete"
    "segment.ms"       = "604800000"
    "compression.type" = "zstd"
  }
}
resource "kafka_topic" "b" {
  name               = "payments"
  partitions         = 3
  replication_factor = var.unknown
  config             = { "cleanup.policy" = "delete", "retention.ms" = "1000" }
}
`
	archive := txtar.Parse([]byte(files))
	native, terraform := importFiles(t, nativeFormat(), archive.Files), importFiles(t, terraformFormat(), archive.Files)
	if len(native.Problems) > 0 {
		t.Fatal(native.Problems)
	}
	in := model.Imported{Fragments: append(native.Fragments, terraform.Fragments...), Constraints: native.Constraints}
	var got []string
	for _, p := range model.Assemble(in, model.Options{}).Deployments[0].Problems {
		got = append(got, fmt.Sprintf("%s %s: %s (%s)", p.Entity.Name, p.Span, p.Why[strings.Index(p.Why, "says: ")+6:], p.Related[0].Span))
	}
	want := []string{
		"orders.v1 main.tf:4:24: 2 must be >=3 (plimsoll.cue:5:2)",
		"orders.v1 main.tf:6:26: 604800001 must be <=604800000 (plimsoll.cue:6:10)",
		"orders.v1 main.tf:1:1: must be set (plimsoll.cue:7:2)",
		"orders.v1 main.tf:7:26: delete must be \"compact\" (plimsoll.cue:10:2)",
		"payments main.tf:12:1: must be set (plimsoll.cue:7:2)",
		"payments main.tf:14:24: 3 must be >=6 (plimsoll.cue:14:19)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPathsAreDefined holds what the importers say to the definitions: every
// path in a golden archive is in the table of fields.
func TestPathsAreDefined(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range archives {
		format, _ := formatNamed(filepath.Base(filepath.Dir(name)))
		archive, err := txtar.ParseFile(name)
		if err != nil || format.Import == nil {
			t.Fatal(name, err)
		}
		for _, f := range importFiles(t, format, archive.Files).Fragments {
			for _, p := range f.Paths() {
				first, _, _ := strings.Cut(strings.TrimPrefix(p, "controllers/"), "/")
				if _, ok := model.FieldAt(f.Kind, p); !ok && first != "config" && first != "labels" {
					t.Errorf("%s: %s has the path %s, the definitions do not", name, f.ID(), p)
				}
			}
		}
	}
}

func FuzzNative(f *testing.F) {
	f.Add("plimsoll.cue", "plimsoll: \"v1\"\ntopics: [string]: partitions: >=3\ntopics: a: {config: x: 1}\n")
	f.Add("a.yaml", "plimsoll: v1\nscenarios: {x: {faults: [{at: 1s}, 3]}}\ncluster: []\nconsumers: {a: {instances: {min: 1}}}\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if !strings.HasSuffix(name, ".cue") && !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".json") || strings.ContainsAny(name, "\x00\n") {
			return
		}
		importFiles(t, nativeFormat(), []txtar.File{{Name: name, Data: []byte(text)}})
	})
}

func FuzzTerraform(f *testing.F) {
	f.Add("variable \"x\" { default = { a = 1 } }\nlocals { y = local.y }\nresource \"kafka_topic\" \"t\" {\n for_each = merge(var.x, local.y)\n name = \"${each.key}-x\"\n config = { for k, v in var.x : k => v if v > 0 }\n}\n")
	f.Add("resource \"aws_msk_configuration\" \"t\" {\n server_properties = <<-E\n  a=${var.x}\n  b=1\n E\n}\nresource \"aws_msk_cluster\" \"c\" {\n configuration_info { arn = aws_msk_configuration.t.arn }\n}\n")
	f.Fuzz(func(t *testing.T, text string) {
		importFiles(t, terraformFormat(), []txtar.File{{Name: "a/main.tf", Data: []byte(text)}, {Name: "a/plan.json", Data: []byte(text)}, {Name: "a/prod.tfvars", Data: []byte(text)}})
	})
}

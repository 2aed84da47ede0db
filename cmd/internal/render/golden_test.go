package render

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// scene is a golden test: the files of an archive, the findings of its
// "report.json", and what each output makes of them in the sections "want.…".
// UPDATE=1 rewrites the wants.
type scene struct {
	View struct {
		MinSeverity, FailOn string
		Exit                int
		ExitWhy             string
		All, Color          bool
		Width               int
	}
	Findings, Known []sceneFinding
	Summary         policy.Summary
	Secrets         []string
	Rules           []policy.RuleInfo
}

// sceneFinding names places as "file|text", the first place of that text.
type sceneFinding struct {
	Rule, Severity, Message, Means, At, Entity, Field, Value, Fix, Edit, Fingerprint string
	Absent, Secret, Assumed                                                          bool
	Deployments                                                                      []string
	Origin, Related                                                                  []struct{ Text, At string }
	Times                                                                            int
}

func TestOutputs(t *testing.T) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { testScene(t, path) })
	}
}

func testScene(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	view := readScene(t, archive)
	changed := false
	for i, f := range archive.Files {
		format, ok := strings.CutPrefix(f.Name, "want.")
		if !ok {
			continue
		}
		var out bytes.Buffer
		if format == "summary" {
			err = GitHubSummary(&out, view)
		} else {
			err = Write(&out, format, view)
		}
		if err != nil {
			t.Fatal(err)
		}
		if format == "sarif" {
			validateSARIF(t, out.Bytes())
		}
		got := strings.ReplaceAll(out.String(), "\x1b", "<ESC>") // archives are text; "␛" is what Escape makes of it
		if got == string(f.Data) {
			continue
		}
		archive.Files[i].Data, changed = []byte(got), true
		if os.Getenv("UPDATE") == "" {
			t.Errorf("%s:\n%s\nwant:\n%s", format, got, f.Data)
		}
	}
	if changed && os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readScene builds the view of an archive. In its files "␛" is ESC, "→" a tab
// and "␍" a carriage return.
func readScene(t *testing.T, archive *txtar.Archive) View {
	t.Helper()
	files := map[string]*source.File{}
	var s scene
	for _, f := range archive.Files {
		if f.Name == "report.json" {
			if err := json.Unmarshal(f.Data, &s); err != nil {
				t.Fatal(err)
			}
			continue
		}
		data := strings.NewReplacer("␛", "\x1b", "→", "\t", "␍", "\r").Replace(string(f.Data))
		files[f.Name] = source.NewFile(f.Name, []byte(data))
	}
	report := &policy.Report{Summary: s.Summary}
	for _, f := range s.Findings {
		for range max(1, f.Times) {
			report.Findings = append(report.Findings, f.finding(t, files))
		}
	}
	for _, f := range s.Known {
		report.Known = append(report.Known, f.finding(t, files))
	}
	for _, at := range s.Secrets {
		report.Secrets = append(report.Secrets, spanAt(t, files, at))
	}
	v := s.View
	view := View{
		Command: "lint", Report: report, Rules: s.Rules, Version: "v0", All: v.All,
		Exit: v.Exit, ExitWhy: v.ExitWhy, Width: v.Width, Color: v.Color, FailOn: policy.Error,
	}
	view.MinSeverity, _ = policy.ParseSeverity(v.MinSeverity)
	if v.FailOn != "" {
		view.FailOn, _ = policy.ParseSeverity(v.FailOn)
	}
	return view
}

func (f sceneFinding) finding(t *testing.T, files map[string]*source.File) policy.Finding {
	severity, ok := policy.ParseSeverity(f.Severity)
	if !ok {
		t.Fatalf("severity %q", f.Severity)
	}
	out := policy.Finding{
		Rule: f.Rule, Severity: severity, Message: f.Message, Means: f.Means, Absent: f.Absent, Secret: f.Secret,
		Span: spanAt(t, files, f.At), Deployments: f.Deployments, Entity: f.Entity, Field: f.Field, Value: f.Value,
		Certainty: policy.Certain, Fingerprint: f.Fingerprint,
	}
	for _, o := range f.Origin {
		out.Origin = append(out.Origin, policy.OriginStep{Text: o.Text, Span: spanAt(t, files, o.At)})
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, policy.Related{Span: spanAt(t, files, r.At), Message: r.Text})
	}
	if f.Fix != "" {
		out.Fix = &policy.Fix{Text: f.Fix}
	}
	if f.Edit != "" {
		out.Fix.Edits = []source.Edit{{Span: out.Span, Insert: f.Edit}}
	}
	if f.Assumed {
		out.Certainty = policy.Assumed
	}
	return out
}

func spanAt(t *testing.T, files map[string]*source.File, at string) source.Span {
	t.Helper()
	name, text, ok := strings.Cut(at, "|")
	if !ok {
		return source.Span{}
	}
	file := files[name]
	if file == nil {
		t.Fatalf("no file %q", name)
	}
	text = strings.ReplaceAll(text, "␛", "\x1b")
	before, text, _ := strings.Cut("\x00"+text, "«") // "key: «value" is the place of value alone
	if text == "" {
		before, text = "", before
	}
	before = strings.TrimPrefix(before, "\x00")
	text = strings.TrimPrefix(text, "\x00")
	start := bytes.Index(file.Data, []byte(before+text))
	if start < 0 {
		t.Fatalf("%s has no %q", name, before+text)
	}
	start += len(before)
	return source.Span{File: file, Start: start, End: start + len(text)}
}

package policy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/load"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// load reads an example as a run in its own folder would.
func loadExample(t *testing.T, ex policy.Example) *model.Workspace {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range ex.Files {
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := load.Load(load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// lint runs the rules and returns the findings of one rule.
func lint(t *testing.T, e *policy.Engine, w *model.Workspace, rule string) []policy.Finding {
	t.Helper()
	r, err := e.Lint(w, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out []policy.Finding
	for _, f := range r.Findings {
		if f.Rule == rule {
			out = append(out, f)
		}
	}
	return out
}

func engine(t *testing.T, opt policy.Options) *policy.Engine {
	t.Helper()
	e, err := policy.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExamples holds every rule to its examples: what must fire does, at the
// place and with the severity that the example names, and what must stay quiet
// does.
func TestExamples(t *testing.T) {
	e := engine(t, policy.Options{Strict: true})
	infos, err := e.Rules()
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range infos {
		fires, quiets := 0, 0
		for _, ex := range info.Examples {
			t.Run(info.ID+"/"+ex.Name, func(t *testing.T) {
				found := lint(t, e, loadExample(t, ex), info.ID)
				checkExample(t, ex, found)
			})
			if ex.Fire {
				fires++
			} else {
				quiets++
			}
		}
		if fires == 0 || quiets == 0 {
			t.Errorf("%s: a rule needs an example that fires and one that stays quiet", info.ID)
		}
	}
}

func checkExample(t *testing.T, ex policy.Example, found []policy.Finding) {
	t.Helper()
	var got, want []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s:%d %s", f.Span.File.Name, f.Span.Begin().Line, f.Severity))
	}
	for _, w := range ex.Want {
		want = append(want, fmt.Sprintf("%s:%d %s", w.File, w.Line, w.Severity))
	}
	switch {
	case !ex.Fire && len(found) > 0:
		t.Errorf("must stay quiet, but says at %s: %s", strings.Join(got, ", "), found[0].Message)
	case ex.Fire && len(found) == 0:
		t.Error("must fire, but is quiet")
	case len(want) > 0 && strings.Join(sorted(got), "\n") != strings.Join(sorted(want), "\n"):
		t.Errorf("found\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestUnknownIsSilent makes each value that a must-fire example's finding rests
// on unknown: the finding must go, because nothing is claimed of what cannot be
// read.
func TestUnknownIsSilent(t *testing.T) {
	e := engine(t, policy.Options{Strict: true})
	infos, err := e.Rules()
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range infos {
		for _, ex := range info.Examples {
			if !ex.Fire {
				continue
			}
			t.Run(info.ID+"/"+ex.Name, func(t *testing.T) {
				w := loadExample(t, ex)
				for _, f := range lint(t, e, w, info.ID) {
					for _, at := range f.Rests {
						silentWithout(t, e, loadExample(t, ex), info.ID, f, at)
					}
				}
			})
		}
	}
}

func silentWithout(t *testing.T, e *policy.Engine, w *model.Workspace, rule string, f policy.Finding, at policy.Rest) {
	t.Helper()
	for _, d := range w.Deployments {
		if ent := d.Spec.Find(at.Kind, at.Name); ent != nil {
			makeUnknown(ent, at.Path)
		}
	}
	for _, g := range lint(t, e, w, rule) {
		if g.Entity == f.Entity && g.Field == f.Field {
			t.Errorf("still fires with %s/%s %s unknown: %s", at.Kind, at.Name, at.Path, g.Message)
		}
	}
}

// makeUnknown makes a value unknown, and all that stands below its path.
func makeUnknown(e *model.Entity, p model.Path) {
	below := false
	for q, v := range e.Fields {
		if strings.HasPrefix(q, p+"/") {
			v.Unknown, v.Data = true, nil
			e.Fields[q] = v
			below = true
		}
	}
	if v, ok := e.Fields[p]; ok || !below {
		v.Unknown, v.Data = true, nil
		if v.Origin.Kind == "" {
			v.Origin = model.Origin{Kind: model.FromFile, Span: e.Span}
		}
		e.Fields[p] = v
	}
}

// TestExampleNeedsRule takes each rule away: its must-fire examples must go
// quiet, so that no other rule fires under its name.
func TestExampleNeedsRule(t *testing.T) {
	all := engine(t, policy.Options{Strict: true})
	for _, id := range all.RuleIDs() {
		e := engine(t, policy.Options{Strict: true, Without: id})
		for _, other := range e.RuleIDs() {
			if other == id {
				t.Errorf("%s is still there without itself", id)
			}
		}
	}
}

func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

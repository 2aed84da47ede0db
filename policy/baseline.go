package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sort"
)

// BaselineSchema marks a baseline file.
const BaselineSchema = "plimsoll.baseline/1"

// Baseline is the set of findings that an old repository starts with: they are
// left out of the report, and the file can only shrink.
type Baseline struct {
	Schema   string          `json:"schema"`
	Findings []BaselineEntry `json:"findings"`
}

// BaselineEntry is one known finding. Only the fingerprint counts; the rest is
// for readers of the file and its diffs.
type BaselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Entity      string `json:"entity,omitempty"`
	Field       string `json:"field,omitempty"`
}

// ReadBaseline reads a baseline file; nil without error when there is none.
func ReadBaseline(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b := &Baseline{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("baseline %s: %w: remove the file, then write it anew with --write-baseline", name, err)
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("baseline %s: schema %q: want %q", name, b.Schema, BaselineSchema)
	}
	return b, nil
}

// Apply takes the known findings out of the report and counts them. Findings
// about unreadable files are never known.
func (b *Baseline) Apply(r *Report) {
	left := map[string]bool{}
	for _, e := range b.Findings {
		left[e.Fingerprint] = true
	}
	total := len(left)
	var kept []Finding
	for _, f := range r.Findings {
		if left[f.Fingerprint] && !f.Unreadable {
			delete(left, f.Fingerprint)
			r.Known = append(r.Known, f)
			r.Summary.Baseline.Known++
			for i := range r.Summary.Deployments {
				r.Summary.Deployments[i].without(f)
			}
			continue
		}
		kept = append(kept, f)
	}
	r.Summary.Baseline.Gone = total - r.Summary.Baseline.Known
	r.Findings = kept
}

func (d *DeploymentSummary) without(f Finding) {
	for _, id := range f.Deployments {
		if id == d.ID {
			d.Counts[f.Severity]--
		}
	}
}

// Next is the baseline to write after a run that gave the findings: the first
// one holds them all, later ones only lose entries that nothing matches any
// more.
func (b *Baseline) Next(found []Finding) *Baseline {
	next := &Baseline{Schema: BaselineSchema, Findings: []BaselineEntry{}}
	known := map[string]bool{}
	if b != nil {
		for _, e := range b.Findings {
			known[e.Fingerprint] = true
		}
	}
	for _, f := range found {
		if !f.Unreadable && (b == nil || known[f.Fingerprint]) {
			next.Findings = append(next.Findings, BaselineEntry{f.Fingerprint, f.Rule, f.Entity, f.Field})
		}
	}
	sort.Slice(next.Findings, func(i, j int) bool {
		a, b := next.Findings[i], next.Findings[j]
		return a.Rule < b.Rule || a.Rule == b.Rule && (a.Entity < b.Entity || a.Entity == b.Entity && a.Fingerprint < b.Fingerprint)
	})
	return next
}

// Write writes the file, sorted, one entry a line, so that diffs show what went.
func (b *Baseline) Write(name string) error {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "{\"schema\": %q, \"findings\": [", b.Schema)
	for i, e := range b.Findings {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if i > 0 {
			buf.WriteByte(',')
		}
		buf.WriteString("\n  ")
		buf.Write(line)
	}
	buf.WriteString("\n]}\n")
	return os.WriteFile(name, buf.Bytes(), 0o644)
}

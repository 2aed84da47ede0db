package render

import (
	"encoding/json"
	"io"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// FindingsSchema names the machine format of findings. Fields may be added to
// it; the ones that it has keep their names and meaning.
const FindingsSchema = "plimsoll.findings/1"

type jsonReport struct {
	Schema   string        `json:"schema"`
	Findings []jsonFinding `json:"findings"`
	Summary  jsonSummary   `json:"summary"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

type jsonFinding struct {
	Rule     string          `json:"rule"`
	Severity policy.Severity `json:"severity"`
	Message  string          `json:"message"`
	jsonPlace
	Absent      bool             `json:"absent"`
	Deployments []string         `json:"deployments"`
	Entity      string           `json:"entity"`
	Field       string           `json:"field"`
	Value       string           `json:"value"`
	Origin      []jsonOrigin     `json:"origin"`
	Certainty   policy.Certainty `json:"certainty"`
	Means       string           `json:"means"`
	Fingerprint string           `json:"fingerprint"`
	Related     []jsonRelated    `json:"related"`
	Fix         *jsonFix         `json:"fix"`
	Proof       any              `json:"proof"`
}

type jsonOrigin struct {
	Text   string `json:"text"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonFix struct {
	Text  string     `json:"text"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonPlace
	Insert string `json:"insert"`
}

type jsonSummary struct {
	Files         int              `json:"files"`
	Entities      map[string]int   `json:"entities"`
	Rules         int              `json:"rules"`
	UnknownValues int              `json:"unknownValues"`
	Unknown       []jsonUnknown    `json:"unknown"`
	Skipped       []jsonSkipped    `json:"skipped"`
	Deployments   []jsonDeployment `json:"deployments"`
	WaitingChecks int              `json:"waitingChecks"`
	Waiting       []string         `json:"waiting"`
	Unlinked      int              `json:"unlinked"`
	Baseline      jsonBaseline     `json:"baseline"`
	Notes         []string         `json:"notes"`
}

type jsonUnknown struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

type jsonSkipped struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

type jsonDeployment struct {
	ID          string `json:"id"`
	Environment string `json:"environment"`
	Kafka       string `json:"kafka"`
	Errors      int    `json:"errors"`
	Warnings    int    `json:"warnings"`
	Infos       int    `json:"infos"`
}

type jsonBaseline struct {
	Known int `json:"known"`
	Gone  int `json:"gone"`
}

// JSON writes the machine format. It holds every severity unless the view says
// otherwise.
func JSON(w io.Writer, v View) error {
	report := jsonReport{Schema: FindingsSchema, Findings: []jsonFinding{}, Summary: summaryJSON(v.Report)}
	for _, f := range v.shown(policy.Info) {
		report.Findings = append(report.Findings, findingJSON(f))
	}
	return writeJSON(w, report)
}

// writeJSON writes a document as people and diffs like it: indented, without
// HTML's escapes.
func writeJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(document)
}

func findingJSON(f policy.Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Severity: f.Severity, Message: f.Message, Means: f.Means,
		jsonPlace: placeJSON(f.Span), Absent: f.Absent, Deployments: list(f.Deployments),
		Entity: f.Entity, Field: f.Field, Value: f.Value, Certainty: f.Certainty,
		Fingerprint: f.Fingerprint, Proof: f.Proof, Origin: []jsonOrigin{}, Related: []jsonRelated{},
	}
	if out.Certainty == "" {
		out.Certainty = policy.Certain
	}
	for _, step := range f.Origin {
		o := jsonOrigin{Text: step.Text}
		if !step.Span.IsZero() {
			p := placeJSON(step.Span)
			o.File, o.Line, o.Column = p.File, p.Line, p.Column
		}
		out.Origin = append(out.Origin, o)
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{placeJSON(r.Span), r.Message})
	}
	if f.Fix != nil {
		out.Fix = &jsonFix{Text: f.Fix.Text, Edits: []jsonEdit{}}
		for _, e := range f.Fix.Edits {
			out.Fix.Edits = append(out.Fix.Edits, jsonEdit{placeJSON(e.Span), e.Insert})
		}
	}
	return out
}

// placeJSON converts a span; what has no place is at the start of nowhere.
func placeJSON(s source.Span) jsonPlace {
	if s.IsZero() {
		return jsonPlace{Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	}
	from, to := s.Begin(), s.Finish()
	return jsonPlace{File: s.File.Name, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

func summaryJSON(r *policy.Report) jsonSummary {
	s := r.Summary
	out := jsonSummary{
		Files: s.Files, Entities: s.Entities, Rules: s.Rules, UnknownValues: s.UnknownValues,
		Unknown: []jsonUnknown{}, Skipped: []jsonSkipped{}, Deployments: []jsonDeployment{},
		WaitingChecks: s.WaitingChecks, Waiting: list(s.Waiting), Unlinked: s.Unlinked,
		Baseline: jsonBaseline{s.Baseline.Known, s.Baseline.Gone}, Notes: list(s.Notes),
	}
	if out.Entities == nil {
		out.Entities = map[string]int{}
	}
	for _, g := range s.Unknown {
		out.Unknown = append(out.Unknown, jsonUnknown{g.What, g.Count})
	}
	for _, k := range s.Skipped {
		out.Skipped = append(out.Skipped, jsonSkipped{k.What, k.Why})
	}
	counts := countsByDeployment(r.Findings)
	for _, d := range s.Deployments {
		c := counts[d.ID]
		out.Deployments = append(out.Deployments, jsonDeployment{
			ID: d.ID, Environment: d.Environment, Kafka: d.Kafka,
			Errors: c[policy.Error], Warnings: c[policy.Warning], Infos: c[policy.Info],
		})
	}
	return out
}

// list makes an absent list an empty one.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// text prints a report for people.
type text struct {
	out   *bytes.Buffer
	view  View
	style styles
	// severity is the style of the finding that is being printed.
	severity lipgloss.Style
}

// Text writes the report for a terminal: what was looked at, the verdict, every
// finding with its code, and what was not looked at.
func Text(w io.Writer, v View) error {
	t := &text{out: &bytes.Buffer{}, view: v, style: newStyles(w, v.Color)}
	t.header()
	t.verdict()
	t.println("")
	t.findings()
	t.footer()
	_, err := w.Write(t.out.Bytes())
	return err
}

func (t *text) println(s string) { t.out.WriteString(s + "\n") }

// tagWidth is where the text behind a tag starts.
const tagWidth = 11

// tag prints one line of what belongs to a finding: "   means   …".
func (t *text) tag(name, value string) {
	lead := "   " + t.style.label.Render(name) + strings.Repeat(" ", max(1, tagWidth-3-len(name)))
	for i, line := range wrap(value, t.room(tagWidth)) {
		if i > 0 {
			lead = strings.Repeat(" ", tagWidth)
		}
		t.println(lead + line)
	}
}

// room returns the width that is left behind an indent, 0 for no limit.
func (t *text) room(indent int) int {
	if t.view.Width == 0 {
		return 0
	}
	return max(20, t.view.Width-indent)
}

// manyOfOne is how many findings of one rule about one kind of entity a report
// shows before it counts the rest.
const manyOfOne = 5

type ruleAndKind struct {
	rule     string
	severity policy.Severity
	kind     string
}

func groupOf(f policy.Finding) ruleAndKind {
	kind, _, _ := strings.Cut(f.Entity, "/")
	return ruleAndKind{f.Rule, f.Severity, kind}
}

// findings prints the findings that are shown, and counts instead of prints
// what there is too much of.
func (t *text) findings() {
	shown := t.view.shown(policy.Warning)
	total, printed := map[ruleAndKind]int{}, map[ruleAndKind]int{}
	for _, f := range shown {
		total[groupOf(f)]++
	}
	for _, f := range shown {
		group := groupOf(f)
		limit := manyOfOne
		if t.view.All || total[group] <= manyOfOne+1 {
			limit = total[group]
		}
		if printed[group] == limit {
			continue
		}
		printed[group]++
		t.finding(f)
		if rest := total[group] - limit; printed[group] == limit && rest > 0 {
			t.println(t.style.dim.Render(fmt.Sprintf("+%s more %s with %s: --all shows them", thousands(rest), noun(group.kind, rest), f.Rule)))
			t.println("")
		}
	}
}

// finding prints one finding with its frames.
func (t *text) finding(f policy.Finding) {
	t.severity = t.style.severity[f.Severity]
	head := t.severity.Render(f.Severity.String()) + " " + t.style.rule.Render(Escape(f.Rule))
	if names := deploymentNames(f.Deployments, len(t.view.Report.Summary.Deployments)); names != "" {
		head += "   " + Escape(names)
	}
	if !f.Span.IsZero() {
		head += "   " + Escape(f.Span.String())
	}
	t.println(head)
	if f.Span.IsZero() || len(f.Span.File.Data) == 0 { // there is no code to show
		t.tag("what", Escape(headline(f)))
	} else {
		t.frames(t.labels(f), t.secrets(f))
	}
	if chain := originChain(f); chain != "" {
		t.tag("origin", chain)
	}
	if f.Means != "" {
		t.tag("means", Escape(f.Means))
	}
	if f.Fix != nil && f.Fix.Text != "" {
		t.fix(f.Fix.Text)
	}
	t.println("")
}

// fix prints the advice; its further lines are commands, which are never
// wrapped.
func (t *text) fix(advice string) {
	lines := strings.Split(strings.TrimRight(advice, "\n"), "\n")
	t.tag("fix", Escape(lines[0]))
	for _, line := range lines[1:] {
		t.println(strings.Repeat(" ", tagWidth) + Escape(line))
	}
}

func (t *text) labels(f policy.Finding) []label {
	labels := []label{{span: f.Span, text: Escape(headline(f)), primary: true}}
	for _, r := range f.Related {
		labels = append(labels, label{span: r.Span, text: Escape(r.Message)})
	}
	return labels
}

// headline is the message as it stands beside the finding's place.
func headline(f policy.Finding) string {
	message := f.Message
	if f.Certainty == policy.Assumed {
		message += " (assumed)"
	}
	if !f.Absent {
		return message
	}
	if field := shortField(f.Field); field != "" {
		return field + " is not set here: " + message
	}
	return "not set here: " + message
}

// shortField drops the "config." that people do not write.
func shortField(field string) string { return strings.TrimPrefix(field, "config.") }

func (t *text) secrets(f policy.Finding) []source.Span {
	secrets := t.view.Report.Secrets
	if f.Secret {
		secrets = append(secrets[:len(secrets):len(secrets)], f.Span)
	}
	for _, r := range f.Related {
		if r.Secret {
			secrets = append(secrets[:len(secrets):len(secrets)], r.Span)
		}
	}
	return secrets
}

// originChain prints where the value came from: "1 ← SmallRye default". A value
// that simply stands at the finding's place needs no chain.
func originChain(f policy.Finding) string {
	if len(f.Origin) == 0 || len(f.Origin) == 1 && f.Origin[0].Span == f.Span && !f.Span.IsZero() {
		return ""
	}
	parts := []string{}
	if f.Value != "" {
		parts = append(parts, Escape(f.Value))
	}
	for _, step := range f.Origin {
		part := Escape(step.Text)
		switch place := Escape(step.Span.String()); {
		case step.Span.IsZero() || step.Span == f.Span:
		case part == "":
			part = place
		default:
			part += " (" + place + ")"
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ← ")
}

// deploymentNames lists the deployments of a finding, all of them as "all
// deployments".
func deploymentNames(ids []string, all int) string {
	var names []string
	for _, id := range ids {
		if id != "" {
			names = append(names, id)
		}
	}
	n := len(names)
	switch {
	case n > 2 && n == all:
		return "all deployments"
	case n > manyDeployments+1:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:manyDeployments], ", "), n-manyDeployments)
	}
	return strings.Join(names, ", ")
}

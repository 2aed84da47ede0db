package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

// environments are the columns of a rule's levels.
var environments = []string{"unknown", "production", "staging", "development"}

// pageWidth is where prose of a rule's page breaks.
const pageWidth = 100

// RuleText writes a rule's page for people: what it says, when, what to do, and
// the examples that it is tested with.
func RuleText(w io.Writer, r policy.RuleInfo) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s   %s\n\n", r.ID, r.Title)
	for _, paragraph := range strings.Split(strings.TrimSpace(r.Description), "\n\n") {
		for _, line := range wrap(paragraph, pageWidth) {
			b.WriteString(line + "\n")
		}
		b.WriteString("\n")
	}
	for _, line := range ruleLines(r) {
		b.WriteString(line + "\n")
	}
	for _, e := range r.Examples {
		b.WriteString("\n" + exampleHead(e) + "\n")
		for _, f := range e.Files {
			fmt.Fprintf(&b, "   %s\n", Escape(f.Name))
			writeNumbered(&b, f.Data)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func ruleLines(r policy.RuleInfo) []string {
	var lines []string
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, fmt.Sprintf("%-12s%s", name, value))
		}
	}
	add("levels", Levels(r))
	add("property", r.Property)
	add("faults", r.Faults)
	add("about", r.Consequence)
	add("Kafka", r.Kafka)
	for i, line := range wrap(r.Remediation, pageWidth) {
		add(when(i == 0, "fix"), line)
	}
	for i, o := range r.Options {
		add(when(i == 0, "options"), fmt.Sprintf("%s (default %s): %s", o.Name, o.Default, o.Description))
	}
	for i, ref := range r.References {
		add(when(i == 0, "see"), ref.Ref+when(ref.Description != "", "  "+ref.Description))
	}
	return lines
}

// Levels prints a rule's severity by environment.
func Levels(r policy.RuleInfo) string {
	var parts []string
	for _, env := range environments {
		if _, ok := r.Levels[env]; ok {
			parts = append(parts, env+" "+r.Level(env).String())
		}
	}
	return strings.Join(parts, dot)
}

func exampleHead(e policy.Example) string {
	if !e.Fire {
		return "stays quiet on " + e.Name
	}
	var wants []string
	for _, want := range e.Want {
		wants = append(wants, fmt.Sprintf("%s:%d %s", want.File, want.Line, want.Severity))
	}
	return "fires on " + e.Name + when(len(wants) > 0, ": "+strings.Join(wants, ", "))
}

func writeNumbered(b *bytes.Buffer, data []byte) {
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%5d │ %s", i+1, Escape(strings.ReplaceAll(line, "\t", "    "))), " ") + "\n")
	}
}

type jsonRule struct {
	Schema      string                     `json:"schema,omitempty"`
	ID          string                     `json:"id"`
	Title       string                     `json:"title"`
	Description string                     `json:"description"`
	Levels      map[string]policy.Severity `json:"levels"`
	Consequence string                     `json:"consequence"`
	Property    string                     `json:"property"`
	Faults      string                     `json:"faults"`
	Kafka       string                     `json:"kafka"`
	Remediation string                     `json:"remediation"`
	References  []jsonReference            `json:"references"`
	Options     []jsonOption               `json:"options"`
	Custom      bool                       `json:"custom"`
	Examples    []jsonExample              `json:"examples,omitempty"`
}

type jsonReference struct {
	Ref         string `json:"ref"`
	Description string `json:"description"`
}

type jsonOption struct {
	Name        string `json:"name"`
	Default     string `json:"default"`
	Description string `json:"description"`
}

type jsonExample struct {
	Name  string            `json:"name"`
	Fires bool              `json:"fires"`
	Files map[string]string `json:"files"`
}

// RuleJSON returns a rule's page as a machine format.
func RuleJSON(r policy.RuleInfo) any {
	out := ruleJSON(r)
	out.Schema = "plimsoll.rule/1"
	for _, e := range r.Examples {
		files := map[string]string{}
		for _, f := range e.Files {
			files[f.Name] = string(f.Data)
		}
		out.Examples = append(out.Examples, jsonExample{e.Name, e.Fire, files})
	}
	return out
}

// RulesJSON returns a list of rules as a machine format, without their examples.
func RulesJSON(rules []policy.RuleInfo) any {
	out := struct {
		Schema string     `json:"schema"`
		Rules  []jsonRule `json:"rules"`
	}{"plimsoll.rules/1", []jsonRule{}}
	for _, r := range rules {
		out.Rules = append(out.Rules, ruleJSON(r))
	}
	return out
}

func ruleJSON(r policy.RuleInfo) jsonRule {
	out := jsonRule{
		ID: r.ID, Title: r.Title, Description: r.Description, Levels: r.Levels, Consequence: r.Consequence, Property: r.Property,
		Faults: r.Faults, Kafka: r.Kafka, Remediation: r.Remediation, Custom: r.Custom,
		References: []jsonReference{}, Options: []jsonOption{},
	}
	for _, ref := range r.References {
		out.References = append(out.References, jsonReference{ref.Ref, ref.Description})
	}
	for _, o := range r.Options {
		out.Options = append(out.Options, jsonOption{o.Name, o.Default, o.Description})
	}
	return out
}

// RuleTable lists rules with their levels.
func RuleTable(w io.Writer, rules []policy.RuleInfo) error {
	rows := [][]string{}
	for _, r := range rules {
		row := []string{r.ID}
		for _, env := range environments {
			row = append(row, r.Level(env).String())
		}
		rows = append(rows, append(row, Escape(r.Title)))
	}
	return Rows(w, append(append([]string{"rule"}, environments...), "title"), rows)
}

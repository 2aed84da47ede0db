package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"
)

// metadata is the METADATA block of a rule. It is read from the rule's text
// when a finding or a page needs it: compiling with annotations would cost every
// run twice the time.
type metadata struct {
	Title            string      `yaml:"title"`
	Description      string      `yaml:"description"`
	Scope            string      `yaml:"scope"`
	RelatedResources []Reference `yaml:"related_resources"`
	Custom           struct {
		Levels      map[string]string `yaml:"levels"`
		Consequence string            `yaml:"consequence"`
		Property    string            `yaml:"property"`
		Faults      struct {
			Max     int      `yaml:"max"`
			Classes []string `yaml:"classes"`
		} `yaml:"faults"`
		Kafka       string   `yaml:"kafka"`
		ISR         bool     `yaml:"isr"`
		Remediation string   `yaml:"remediation"`
		Options     []Option `yaml:"options"`
	} `yaml:"custom"`
}

// parseMetadata reads the METADATA comment above the package clause.
func parseMetadata(text, file string) (metadata, error) {
	var m metadata
	head, _, _ := strings.Cut(text, "\npackage ")
	_, block, ok := strings.Cut("\n"+head, "\n# METADATA\n")
	if !ok {
		return m, fmt.Errorf("%s:1:1: no METADATA above the package: copy the block of another rule", file)
	}
	var b strings.Builder
	for _, line := range strings.Split(block, "\n") {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "#"), " ") + "\n")
	}
	d := yaml.NewDecoder(strings.NewReader(b.String()))
	d.KnownFields(true)
	if err := d.Decode(&m); err != nil {
		return m, fmt.Errorf("%s:1:1: METADATA: %w", file, err)
	}
	return m, m.check(file)
}

var environments = []string{"unknown", "production", "staging", "development"}

// check refuses a rule that a reader could not understand or a run not use.
func (m metadata) check(file string) error {
	if m.Title == "" || m.Description == "" || m.Custom.Remediation == "" {
		return fmt.Errorf("%s:1:1: METADATA needs title, description and custom.remediation", file)
	}
	if m.Custom.Property == "" {
		return fmt.Errorf("%s:1:1: METADATA needs custom.property: a property of the engine, or \"none: why\"", file)
	}
	for _, env := range environments {
		if _, ok := ParseSeverity(m.Custom.Levels[env]); !ok {
			return fmt.Errorf("%s:1:1: METADATA custom.levels.%s is %q: want error, warning, info or off", file, env, m.Custom.Levels[env])
		}
	}
	return nil
}

// level is the severity of the rule in an environment ("" is unknown).
func (m metadata) level(environment string) Severity {
	if environment == "" {
		environment = "unknown"
	}
	s, _ := ParseSeverity(m.Custom.Levels[environment])
	return s
}

// Rules describes every rule, in the order of their ids.
func (e *Engine) Rules() ([]RuleInfo, error) {
	var out []RuleInfo
	var errs []error
	for _, id := range e.RuleIDs() {
		info, err := e.rules[id].info()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, info)
	}
	return out, errors.Join(errs...)
}

func (r *ruleSource) info() (RuleInfo, error) {
	m, err := r.meta()
	if err != nil {
		return RuleInfo{}, err
	}
	examples, err := r.examples()
	if err != nil {
		return RuleInfo{}, err
	}
	info := RuleInfo{
		ID: r.id, Title: m.Title, Description: m.Description, Levels: map[string]Severity{}, Consequence: m.Custom.Consequence,
		Property: m.Custom.Property, Kafka: m.Custom.Kafka, Remediation: m.Custom.Remediation, References: m.RelatedResources,
		Options: m.Custom.Options, Examples: examples, Custom: r.custom,
	}
	for _, env := range environments {
		info.Levels[env] = m.level(env)
	}
	if n := m.Custom.Faults.Max; n > 0 {
		info.Faults = fmt.Sprintf("at most %d of %s", n, strings.Join(m.Custom.Faults.Classes, ", "))
	}
	return info, nil
}

// examples reads examples.txtar beside the rule: each top folder is one
// workspace, fire-* or quiet-*.
func (r *ruleSource) examples() ([]Example, error) {
	data, err := fs.ReadFile(r.fsys, "examples.txtar")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	archive := txtar.Parse(data)
	byName := map[string]*Example{}
	var names []string
	for _, f := range archive.Files {
		name, file, ok := strings.Cut(f.Name, "/")
		if !ok || !strings.HasPrefix(name, "fire") && !strings.HasPrefix(name, "quiet") {
			return nil, fmt.Errorf("%s: examples.txtar: %s: files stand in folders fire-N or quiet-N", r.id, f.Name)
		}
		if byName[name] == nil {
			byName[name] = &Example{Name: name, Fire: strings.HasPrefix(name, "fire")}
			names = append(names, name)
		}
		byName[name].Files = append(byName[name].Files, ExampleFile{Name: file, Data: f.Data})
	}
	readWants(string(archive.Comment), byName)
	sort.Strings(names)
	out := make([]Example, len(names))
	for i, name := range names {
		out[i] = *byName[name]
	}
	return out, nil
}

// readWants reads the lines "fire-1: file:line severity" of the archive's
// comment.
func readWants(comment string, byName map[string]*Example) {
	for _, line := range strings.Split(comment, "\n") {
		name, want, ok := strings.Cut(line, ":")
		e := byName[strings.TrimSpace(name)]
		if !ok || e == nil {
			continue
		}
		if f, ok := readWant(want); ok {
			e.Want = append(e.Want, f)
		}
	}
}

// readWant reads "file:line severity".
func readWant(s string) (ExampleFinding, bool) {
	place, word, ok := strings.Cut(strings.TrimSpace(s), " ")
	severity, known := ParseSeverity(strings.TrimSpace(word))
	i := strings.LastIndexByte(place, ':')
	if !ok || !known || i < 0 {
		return ExampleFinding{}, false
	}
	line, err := strconv.Atoi(place[i+1:])
	return ExampleFinding{File: place[:i], Line: line, Severity: severity}, err == nil
}

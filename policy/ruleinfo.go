package policy

import (
	"maps"
	"slices"
)

// RuleInfo is what is known about a rule without running it: its METADATA and
// its examples.
type RuleInfo struct {
	// ID is category/name.
	ID string
	// Title and Description are Markdown of one line and of paragraphs.
	Title, Description string
	// Levels is the severity by environment: unknown, production, staging,
	// development.
	Levels map[string]Severity
	// Consequence is what an intent can forbid or tolerate: loss, order,
	// duplicates, history, outage; "" if nothing.
	Consequence string
	// Property is the property whose breach the rule predicts, or "none: why";
	// Faults the fault model it is stated for, as text ("at most 1 fault of
	// process").
	Property, Faults string
	// Kafka is the range of versions that the rule holds on (">=0.8").
	Kafka string
	// Remediation says what to do.
	Remediation string
	References  []Reference
	Options     []Option
	Examples    []Example
	// Custom marks a rule of the user's own (--rules).
	Custom bool
}

// Level returns the severity that the rule has by default in an environment.
func (r RuleInfo) Level(environment string) Severity {
	if level, ok := r.Levels[environment]; ok {
		return level
	}
	return r.Levels["unknown"]
}

// Worst returns the highest severity that the rule has by default anywhere.
func (r RuleInfo) Worst() Severity {
	return slices.Max(append(slices.Collect(maps.Values(r.Levels)), Off))
}

// Reference is a document that supports a rule.
type Reference struct{ Ref, Description string }

// Option is a setting of a rule in .plimsoll.yaml.
type Option struct{ Name, Default, Description string }

// Example is one workspace that must fire (Fire) or stay quiet.
type Example struct {
	Name  string
	Fire  bool
	Files []ExampleFile
	// Want are the findings of the rule that a must-fire example gives.
	Want []ExampleFinding
}

// ExampleFinding is one finding that an example must give.
type ExampleFinding struct {
	File     string
	Line     int
	Severity Severity
}

// ExampleFile is one file of an example.
type ExampleFile struct {
	Name string
	Data []byte
}

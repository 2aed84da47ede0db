// Package policy runs the rules over a workspace and makes findings of what
// they answer: one type for every output.
package policy

import (
	"cmp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// Severity says how bad a finding is; higher is worse, the zero value is none.
type Severity uint8

// The severities, from the mildest. Off is a level that rules and
// configuration may give: the rule then reports nothing.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{Off: "off", Info: "info", Warning: "warning", Error: "error"}

// String returns the word that reports and machine formats print.
func (s Severity) String() string { return severityNames[min(s, Error)] }

// MarshalText writes the word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads a word of [Severity.String]; false for every other word.
func ParseSeverity(word string) (Severity, bool) {
	for i, name := range severityNames {
		if name == word {
			return Severity(i), true
		}
	}
	return Off, false
}

// Severities are the severities that findings have, worst first.
var Severities = []Severity{Error, Warning, Info}

// Certainty says what a finding rests on.
type Certainty string

// Certain findings follow from the files alone; assumed ones from a version or
// default that the user told Plimsoll to assume.
const (
	Certain Certainty = "certain"
	Assumed Certainty = "assumed"
)

// Finding is one thing that a rule says about one place.
type Finding struct {
	// Rule is the rule's id, category/name.
	Rule     string
	Severity Severity
	// Message says what happens, one clause in lower case; Means what follows
	// from it, "" if the rule does not say.
	Message, Means string
	// Span is the value's place. With Absent it is where the missing field would
	// be written, shown as "not set here".
	Span   source.Span
	Absent bool
	// Deployments are the ids of the deployments that have this finding at this
	// place; a workspace of one unnamed deployment gives [""].
	Deployments []string
	// Entity is kind/name, Field the dotted path (config.min.insync.replicas).
	// Both are "" for findings about a file as a whole.
	Entity, Field string
	// Value is the effective value as text, masked if Secret.
	Value string
	// Origin is the chain the value came from, the deciding step first.
	Origin    []OriginStep
	Certainty Certainty
	Related   []Related
	Fix       *Fix
	// Rests are the values of the finding's place and related places.
	Rests []Rest
	// Proof is the counterexample of the finding's property, nil if none was
	// searched.
	Proof any
	// Fingerprint names the finding across edits: no file and no line is in it.
	Fingerprint string
	// Secret says that the bytes under Span must never be printed.
	Secret bool
	// Unreadable marks a file that could not be read though it was named or is
	// Kafka's: it makes the exit code 2.
	Unreadable bool
}

// OriginStep is one step of the chain that a value came from: "SmallRye
// default", "cluster-level, written by the controllers". Span is its place if
// it has one.
type OriginStep struct {
	Text string
	Span source.Span
}

// Related is a second place of a finding, with what it shows. Secret masks its
// bytes.
type Related struct {
	Span    source.Span
	Message string
	Secret  bool
}

// Fix says how to repair a finding. The lines of Text after the first are
// commands or remarks.
type Fix struct {
	Text string
	// Edits write the fix into the file; empty where its format or place does
	// not allow it.
	Edits []source.Edit
}

// Rest is a value that a finding rests on: with it unknown there would be no
// finding.
type Rest struct {
	Kind model.Kind
	Name string
	Path model.Path
}

// Compare orders findings for reports: errors first, then by file, place, rule
// and deployment. It is total on what a report shows, so equal input gives equal
// bytes at any number of workers.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(b.Severity, a.Severity),
		CompareSpans(a.Span, b.Span),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Entity, b.Entity),
		strings.Compare(a.Field, b.Field),
		strings.Compare(strings.Join(a.Deployments, "\x00"), strings.Join(b.Deployments, "\x00")),
		strings.Compare(a.Message, b.Message),
	)
}

// CompareSpans orders spans by file name and place; no place comes first.
func CompareSpans(a, b source.Span) int {
	return cmp.Or(
		strings.Compare(fileName(a), fileName(b)),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.End, b.End),
	)
}

func fileName(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}

// Package render writes a report in the form that its reader wants: text with
// code frames for people, JSON and SARIF for programs, annotations for GitHub.
// Each output is one file; all of them write what they are given and decide
// nothing.
package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

// View is a report with what the reader asked to see of it.
type View struct {
	// Command is the subcommand that made the report: "lint".
	Command string
	Report  *policy.Report
	// Rules are the rules that ran, for outputs that describe them.
	Rules []policy.RuleInfo
	// Version is Plimsoll's own.
	Version string
	// MinSeverity hides milder findings. Off leaves it to the output: people
	// see warnings and errors, programs everything.
	MinSeverity policy.Severity
	// FailOn is the severity from which on findings make the exit code 1, Off
	// for never.
	FailOn policy.Severity
	// Exit is the exit code to come, ExitWhy why it is not what the findings
	// alone would give ("" if it is).
	Exit    int
	ExitWhy string
	// All shows every finding of a rule that has many.
	All bool
	// Width is the terminal's, 0 where the output is no terminal; Color asks for
	// colours.
	Width int
	Color bool
}

// Formats are the names of the outputs, in the order in which help lists them.
var Formats = []string{"text", "table", "json", "sarif", "github"}

var writers = map[string]func(io.Writer, View) error{
	"text": Text, "table": Table, "json": JSON, "sarif": SARIF, "github": GitHub,
}

// Write writes a view in one of the [Formats].
func Write(w io.Writer, format string, v View) error {
	write, ok := writers[format]
	if !ok {
		return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats, ", "))
	}
	return write(w, v)
}

// shown returns the findings that the view asks for, given the output's own
// default.
func (v View) shown(byDefault policy.Severity) []policy.Finding {
	least := v.least(byDefault)
	var out []policy.Finding
	for _, f := range v.Report.Findings {
		if f.Severity >= least {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, policy.Compare)
	return out
}

func (v View) least(byDefault policy.Severity) policy.Severity {
	if v.MinSeverity != policy.Off {
		return v.MinSeverity
	}
	return byDefault
}

package policy

import "github.com/plimsoll-kafka/plimsoll/model/source"

// Report is the result of one run of the rules.
type Report struct {
	// Findings are all findings in the order of [Compare], whatever their
	// severity.
	Findings []Finding
	// Known are the findings that a baseline keeps out of Findings.
	Known   []Finding
	Summary Summary
	// Secrets are the places of all values that must never be printed, whatever
	// finding shows their line.
	Secrets []source.Span
}

// Worst returns the highest severity among the findings, Off if there is none.
func (r *Report) Worst() Severity {
	worst := Off
	for i := range r.Findings {
		worst = max(worst, r.Findings[i].Severity)
	}
	return worst
}

// Count counts the findings at or above a severity.
func (r *Report) Count(atLeast Severity) int {
	n := 0
	for i := range r.Findings {
		if r.Findings[i].Severity >= atLeast {
			n++
		}
	}
	return n
}

// Unreadable reports whether an input that matters could not be read.
func (r *Report) Unreadable() bool {
	for i := range r.Findings {
		if r.Findings[i].Unreadable {
			return true
		}
	}
	return false
}

// Summary says what was looked at, so that "no findings" can be trusted.
type Summary struct {
	// Files counts the files that hold Kafka configuration.
	Files int
	// Entities counts by kind ("topic": 41), each entity once however many
	// deployments it is in.
	Entities map[string]int
	// Rules counts the rules that ran.
	Rules int
	// UnknownValues counts the values that cannot be known from the files;
	// Unknown groups them.
	UnknownValues int
	Unknown       []UnknownGroup
	Skipped       []Skipped
	// Deployments are in the order of their ids.
	Deployments []DeploymentSummary
	// WaitingChecks counts checks that only the cluster's configuration could
	// decide; Waiting says why, one line a deployment.
	WaitingChecks int
	Waiting       []string
	// Unlinked counts producers and groups that nothing links to a topic.
	Unlinked int
	Baseline BaselineSummary
	// Notes are remarks on the run itself: a glob of the configuration that
	// matches nothing, an unknown rule. Under --strict they are errors.
	Notes []string
}

// UnknownGroup counts unknown values that are unknown for the same reason:
// "${ACKS} (apps/*)", "template expressions".
type UnknownGroup struct {
	Count int
	What  string
}

// Skipped is something that was looked at and left out, and why.
type Skipped struct{ What, Why string }

// DeploymentSummary is what a report says about one deployment.
type DeploymentSummary struct {
	// ID is "" where the workspace has only one deployment.
	ID string
	// Environment is production, staging, development or "" (unknown).
	Environment string
	// Kafka is the version and platform as text ("Kafka 4.3 (ELR on)"), "" if
	// nothing is known.
	Kafka string
	// Counts are the findings by severity.
	Counts map[Severity]int
}

// BaselineSummary says what a baseline kept out of the report.
type BaselineSummary struct {
	// Known findings are in the baseline and left out; Gone are entries that
	// nothing matches any more.
	Known, Gone int
}

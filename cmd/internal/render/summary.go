package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

const dot = " · "

// header says what was looked at.
func (t *text) header() {
	t.println(t.style.rule.Render("plimsoll "+t.view.Command) + "   " + strings.Join(scope(t.view.Report.Summary), dot))
}

// scope counts deployments and entities and names the Kafka they are for.
func scope(s policy.Summary) []string {
	var parts []string
	if len(s.Deployments) > 1 {
		parts = append(parts, count(len(s.Deployments), "deployment"))
	}
	for _, kind := range kinds {
		if n := s.Entities[kind]; n > 0 {
			parts = append(parts, thousands(n)+" "+noun(kind, n))
		}
	}
	if len(parts) == 0 {
		return []string{"no Kafka configuration found"}
	}
	parts = append(parts, kafkaOf(s.Deployments)...)
	if len(s.Deployments) == 1 && s.Deployments[0].ID == "" && s.Deployments[0].Environment != "" {
		parts = append(parts, s.Deployments[0].Environment) // no id says what the severities are for
	}
	return parts
}

// kafkaOf names versions once if all deployments that know theirs agree.
func kafkaOf(deployments []policy.DeploymentSummary) []string {
	versions := map[string]bool{}
	var each []string
	for _, d := range deployments {
		if d.Kafka == "" || d.Kafka == "Kafka" { // neither version nor platform
			continue
		}
		versions[d.Kafka] = true
		name := ""
		if d.ID != "" {
			name = Escape(d.ID) + ": "
		}
		each = append(each, name+Escape(d.Kafka))
	}
	if len(versions) == 1 && len(each) == len(deployments) {
		return []string{Escape(slices.Collect(maps.Keys(versions))[0])}
	}
	const many = 4
	if len(each) > many {
		each = append(each[:many], "…")
	}
	return each
}

// verdict says in one line whether the run passes, and what each deployment
// has.
func (t *text) verdict() {
	word := t.style.pass.Render("PASS")
	if t.view.Exit != 0 {
		word = t.style.fail.Render("FAIL")
	}
	t.println(word + "  " + strings.Join(verdicts(t.view), dot))
}

// noDeployment counts the findings about files that belong to none.
const noDeployment = "\x00"

// countsByDeployment counts findings by deployment and severity.
func countsByDeployment(findings []policy.Finding) map[string]map[policy.Severity]int {
	counts := map[string]map[policy.Severity]int{}
	for _, f := range findings {
		ids := f.Deployments
		if len(ids) == 0 {
			ids = []string{noDeployment}
		}
		for _, id := range ids {
			if counts[id] == nil {
				counts[id] = map[policy.Severity]int{}
			}
			counts[id][f.Severity]++
		}
	}
	return counts
}

// manyDeployments is how many deployments a line names before it counts them.
const manyDeployments = 6

// verdicts gives each deployment's counts, the worst first, then those of files
// that belong to none.
func verdicts(v View) []string {
	counts := countsByDeployment(v.Report.Findings)
	var parts []string
	least := v.least(policy.Warning)
	for _, d := range worstFirst(v.Report.Summary.Deployments, counts) {
		part := severityCounts(counts[d.ID], least)
		if d.ID != "" {
			part = Escape(d.ID) + " " + part
		}
		parts = append(parts, part)
	}
	if n := len(parts) - manyDeployments; n > 1 {
		parts = append(parts[:manyDeployments], fmt.Sprintf("%s more deployments", thousands(n)))
	}
	if c := counts[noDeployment]; c[policy.Error]+c[policy.Warning] > 0 {
		parts = append(parts, "files "+severityCounts(c, least))
	}
	if len(parts) == 0 {
		parts = append(parts, severityCounts(nil, least))
	}
	return parts
}

func worstFirst(deployments []policy.DeploymentSummary, counts map[string]map[policy.Severity]int) []policy.DeploymentSummary {
	sorted := slices.Clone(deployments)
	slices.SortStableFunc(sorted, func(a, b policy.DeploymentSummary) int {
		for _, s := range policy.Severities {
			if c := cmp.Compare(counts[b.ID][s], counts[a.ID][s]); c != 0 {
				return c
			}
		}
		return strings.Compare(a.ID, b.ID)
	})
	return sorted
}

// severityCounts prints "2 errors, 5 warnings", or what there is instead.
func severityCounts(counts map[policy.Severity]int, least policy.Severity) string {
	var parts []string
	hidden := 0
	for _, s := range policy.Severities {
		n := counts[s]
		switch {
		case s < least:
			hidden += n
		case n > 0 && s == policy.Info:
			parts = append(parts, thousands(n)+" info")
		case n > 0:
			parts = append(parts, count(n, s.String()))
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case hidden > 0:
		return "nothing above " + (least - 1).String()
	}
	return "no findings"
}

// footer says what is not above: hidden findings, what could not be known, what
// the baseline holds, and the exit code.
func (t *text) footer() {
	t.foot("info", t.hidden())
	t.foot("unseen", t.unseen())
	t.wrapped(waiting(t.view.Report.Summary.Waiting))
	t.foot("quiet", t.quiet())
	for _, note := range t.view.Report.Summary.Notes {
		t.foot("note", Escape(note))
	}
	t.foot(fmt.Sprintf("exit %d", t.view.Exit), t.exitLine())
}

// waiting keeps one line for each of a few deployments.
func waiting(lines []string) []string {
	if n := len(lines) - manyReasons; n > 1 {
		return append(slices.Clone(lines[:manyReasons]), count(n, "more deployment"))
	}
	return lines
}

const footWidth = 8

func (t *text) foot(name, value string) {
	if value == "" {
		return
	}
	lines := wrapKeepingGaps(value, t.room(footWidth))
	t.println(t.style.label.Render(name) + strings.Repeat(" ", footWidth-len(name)) + lines[0])
	t.wrapped(lines[1:])
}

func (t *text) wrapped(lines []string) {
	for _, line := range lines {
		for _, part := range wrapKeepingGaps(Escape(line), t.room(footWidth)) {
			t.println(strings.Repeat(" ", footWidth) + part)
		}
	}
}

// wrapKeepingGaps leaves text that fits as it is, with its wide gaps.
func wrapKeepingGaps(s string, width int) []string {
	if width == 0 || len(s) <= width {
		return []string{s}
	}
	return wrap(s, width)
}

func (t *text) hidden() string {
	least := t.view.least(policy.Warning)
	n := len(t.view.Report.Findings) - t.view.Report.Count(least)
	if n == 0 {
		return ""
	}
	what := "milder " + strings.TrimPrefix(count(n, "finding"), thousands(n)+" ")
	if least == policy.Warning {
		what = "of severity info"
	}
	return fmt.Sprintf("%s %s: --min-severity info shows them", thousands(n), what)
}

// unseen says what the run could not look at or not decide.
func (t *text) unseen() string {
	s := t.view.Report.Summary
	var parts []string
	if s.UnknownValues > 0 {
		part := count(s.UnknownValues, "value")
		parts = append(parts, part+unknownGroups(s.Unknown))
	}
	if s.WaitingChecks > 0 {
		verb := "wait"
		if s.WaitingChecks == 1 {
			verb = "waits"
		}
		parts = append(parts, count(s.WaitingChecks, "check")+" "+verb+" for a cluster")
	}
	if s.Unlinked > 0 {
		parts = append(parts, count(s.Unlinked, "client")+" not linked to a topic")
	}
	if n := len(s.Skipped); n > 0 {
		parts = append(parts, count(n, "file")+" left out ("+skipReasons(s.Skipped)+")")
	}
	return strings.Join(parts, "    ")
}

// manyReasons is how many reasons a line names before it stops.
const manyReasons = 3

func unknownGroups(groups []policy.UnknownGroup) string {
	line := ""
	for i, g := range groups {
		switch i {
		case 0:
			line += ": "
		case manyReasons:
			return line + ", …"
		default:
			line += ", "
		}
		line += unknownGroup(g)
	}
	return line
}

func unknownGroup(g policy.UnknownGroup) string {
	return fmt.Sprintf("%s × %s", thousands(g.Count), Escape(g.What))
}

// skipReasons lists the distinct reasons, the most frequent first.
func skipReasons(skipped []policy.Skipped) string {
	counts := map[string]int{}
	for _, s := range skipped {
		counts[s.Why]++
	}
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	if len(reasons) > manyReasons {
		reasons = append(reasons[:manyReasons], "…")
	}
	return Escape(strings.Join(reasons, "; "))
}

func (t *text) quiet() string {
	b := t.view.Report.Summary.Baseline
	if b.Known == 0 && b.Gone == 0 {
		return ""
	}
	line := thousands(b.Known) + " in the baseline"
	if b.Gone > 0 {
		line += fmt.Sprintf(" (%s gone: run --write-baseline)", thousands(b.Gone))
	}
	return line
}

// exitLine says why the exit code is what it is.
func (t *text) exitLine() string {
	if t.view.ExitWhy != "" {
		return t.view.ExitWhy
	}
	if t.view.FailOn == policy.Off {
		return "findings never fail this run (--fail-on never)"
	}
	n := t.view.Report.Count(t.view.FailOn)
	if n == 0 {
		return "no findings at or above " + t.view.FailOn.String()
	}
	return fmt.Sprintf("%s at or above %s", count(n, "finding"), t.view.FailOn)
}

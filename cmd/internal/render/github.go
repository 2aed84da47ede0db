package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

var githubCommands = map[policy.Severity]string{policy.Error: "error", policy.Warning: "warning", policy.Info: "notice"}

// GitHub writes workflow commands that annotate the files of a pull request.
func GitHub(w io.Writer, v View) error {
	var b strings.Builder
	for _, f := range v.shown(policy.Warning) {
		b.WriteString(annotation(f) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func annotation(f policy.Finding) string {
	message := headline(f)
	if f.Means != "" {
		message += "; " + f.Means
	}
	if f.Fix != nil && f.Fix.Text != "" {
		message += "\nfix: " + f.Fix.Text
	}
	place := ""
	if !f.Span.IsZero() {
		p := placeJSON(f.Span)
		place = fmt.Sprintf("file=%s,line=%d,", githubProperty(p.File), p.Line)
		if p.Line == p.EndLine { // GitHub refuses columns on several lines
			place += fmt.Sprintf("col=%d,endColumn=%d,", p.Column, p.EndColumn)
		}
		place += fmt.Sprintf("endLine=%d,", p.EndLine)
	}
	return fmt.Sprintf("::%s %stitle=%s::%s", githubCommands[f.Severity], place, githubProperty(f.Rule), githubData(message))
}

var (
	githubDataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubData escapes a message; its lines stay lines, but a job's log is a
// terminal too.
func githubData(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Escape(lines[i])
	}
	return githubDataEscapes.Replace(strings.Join(lines, "\n"))
}

func githubProperty(s string) string { return githubPropertyEscapes.Replace(Escape(s)) }

// summaryLimit keeps a job summary below GitHub's 1 MiB.
const summaryLimit = 500

// GitHubSummary writes the report as Markdown for the summary of a workflow job.
func GitHubSummary(w io.Writer, v View) error {
	var b strings.Builder
	word := "passes"
	if v.Exit != 0 {
		word = "fails"
	}
	fmt.Fprintf(&b, "### plimsoll %s %s\n\n%s  \n%s\n", v.Command, word, markdown(strings.Join(scope(v.Report.Summary), dot)), markdown(strings.Join(verdicts(v), dot)))
	shown := v.shown(policy.Warning)
	if len(shown) > 0 {
		b.WriteString("\n| severity | rule | place | what |\n| --- | --- | --- | --- |\n")
	}
	for i, f := range shown {
		if i == summaryLimit {
			fmt.Fprintf(&b, "\n%s more.\n", count(len(shown)-i, "finding"))
			break
		}
		fmt.Fprintf(&b, "| %s | [%s](%s) | %s | %s |\n", f.Severity, markdown(f.Rule), RulePage(policy.RuleInfo{ID: f.Rule}), markdown(f.Span.String()), markdown(headline(f)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var markdownEscapes = strings.NewReplacer(
	"\\", "\\\\", "|", "\\|", "<", "&lt;", ">", "&gt;", "&", "&amp;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "#", "\\#", "@", "&#64;",
)

// markdown makes text of files plain in a Markdown table.
func markdown(s string) string { return markdownEscapes.Replace(Escape(s)) }

package render

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// Homepage is where Plimsoll lives; the pages of its rules lie below it.
const Homepage = "https://github.com/plimsoll-kafka/plimsoll"

// fingerprintName names the scheme of the fingerprints in SARIF's
// partialFingerprints; a new scheme needs a new name.
const fingerprintName = "plimsoll/v1"

var sarifLevels = map[policy.Severity]string{policy.Error: "error", policy.Warning: "warning", policy.Info: "note", policy.Off: "none"}

// SARIF writes a SARIF 2.1.0 log. It holds every severity unless the view says
// otherwise; findings of the baseline are in it as suppressed results. Snippets
// are left out, so no file content leaves with it.
func SARIF(w io.Writer, v View) error {
	run := sarif.NewRunWithInformationURI("plimsoll", Homepage).WithColumnKind("unicodeCodePoints")
	run.Tool.Driver.WithVersion(v.Version)
	indices := map[string]int{}
	for _, rule := range v.Rules {
		indices[rule.ID] = len(indices)
		run.Tool.Driver.AddRule(ruleSARIF(rule))
	}
	for _, f := range v.shown(policy.Info) {
		run.AddResult(resultSARIF(f, indices))
	}
	for _, f := range v.Report.Known {
		suppression := sarif.NewSuppression().WithKind("external").WithJustification("in the baseline")
		run.AddResult(resultSARIF(f, indices).WithSuppressions([]*sarif.Suppression{suppression}))
	}
	report := sarif.NewReport()
	report.AddRun(run)
	return writeJSON(w, report)
}

func ruleSARIF(r policy.RuleInfo) *sarif.ReportingDescriptor {
	category, _, _ := strings.Cut(r.ID, "/")
	worst := r.Worst()
	properties := sarif.NewPropertyBag()
	properties.Tags = []string{"kafka", category}
	properties.Add("problem.severity", map[policy.Severity]string{policy.Error: "error", policy.Warning: "warning"}[worst])
	if worst <= policy.Info {
		properties.Add("problem.severity", "recommendation")
	}
	d := sarif.NewRule(r.ID).
		WithName(r.ID).
		WithShortDescription(plain(r.Title)).
		WithFullDescription(plain(cmp.Or(r.Description, r.Title))).
		WithHelpURI(RulePage(r)).
		WithProperties(properties).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithEnabled(true).WithLevel(sarifLevels[r.Level("unknown")]))
	help := ruleHelp(r)
	d.Help = plain(help).WithMarkdown(help)
	d.Relationships = []*sarif.ReportingDescriptorRelationship{}
	return d
}

func plain(s string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(s)
}

// RulePage returns the address of a rule's text.
func RulePage(r policy.RuleInfo) string {
	if r.Custom && len(r.References) > 0 {
		return r.References[0].Ref
	}
	return Homepage + "/tree/main/rules/" + r.ID
}

// ruleHelp is the rule's Markdown page: what happens, what to do, what supports
// it.
func ruleHelp(r policy.RuleInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", cmp.Or(r.Description, r.Title))
	if r.Remediation != "" {
		fmt.Fprintf(&b, "\n**Fix:** %s\n", r.Remediation)
	}
	for i, ref := range r.References {
		if i == 0 {
			b.WriteString("\n**References**\n\n")
		}
		fmt.Fprintf(&b, "- [%s](%s)\n", cmp.Or(ref.Description, ref.Ref), ref.Ref)
	}
	return b.String()
}

func resultSARIF(f policy.Finding, indices map[string]int) *sarif.Result {
	message := headline(f)
	if f.Means != "" {
		message += "; " + f.Means
	}
	if f.Fix != nil && f.Fix.Text != "" {
		message += "\n\nFix: " + f.Fix.Text
	}
	r := sarif.NewRuleResult(f.Rule).
		WithLevel(sarifLevels[f.Severity]).
		WithMessage(sarif.NewTextMessage(message)).
		WithPartialFingerprints(map[string]string{fingerprintName: f.Fingerprint})
	if i, ok := indices[f.Rule]; ok {
		r.WithRuleIndex(i)
	}
	location := locationSARIF(f.Span)
	if f.Entity != "" {
		location.LogicalLocations = []*sarif.LogicalLocation{
			sarif.NewLogicalLocation().WithFullyQualifiedName(strings.Trim(f.Entity+"/"+f.Field, "/")).WithName(f.Entity).WithKind("object"),
		}
	}
	r.Locations = []*sarif.Location{location}
	for i, rel := range f.Related {
		if rel.Span.IsZero() {
			continue
		}
		r.RelatedLocations = append(r.RelatedLocations, locationSARIF(rel.Span).WithID(i+1).WithMessage(sarif.NewTextMessage(rel.Message)))
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		r.Fixes = []*sarif.Fix{fixSARIF(f.Fix)}
	}
	properties := sarif.NewPropertyBag()
	properties.Add("deployments", list(f.Deployments)).Add("certainty", string(f.Certainty))
	return r.WithProperties(properties)
}

// fixSARIF groups a fix's edits by file, in the order of the edits.
func fixSARIF(fix *policy.Fix) *sarif.Fix {
	var changes []*sarif.ArtifactChange
	byFile := map[*source.File]*sarif.ArtifactChange{}
	for _, e := range fix.Edits {
		change := byFile[e.Span.File]
		if change == nil {
			change = sarif.NewArtifactChange().WithArtifactLocation(sarif.NewArtifactLocation().WithURI(fileURI(e.Span.File.Name)))
			byFile[e.Span.File] = change
			changes = append(changes, change)
		}
		change.Replacements = append(change.Replacements,
			sarif.NewReplacement().WithDeletedRegion(regionSARIF(e.Span)).WithInsertedContent(sarif.NewArtifactContent().WithText(e.Insert)))
	}
	return sarif.NewFix().WithDescription(sarif.NewTextMessage(fix.Text)).WithArtifactChanges(changes)
}

func regionSARIF(s source.Span) *sarif.Region {
	p := placeJSON(s)
	return sarif.NewRegion().WithStartLine(p.Line).WithStartColumn(p.Column).WithEndLine(p.EndLine).WithEndColumn(p.EndColumn)
}

func locationSARIF(s source.Span) *sarif.Location {
	physical := sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewArtifactLocation().WithURI(fileURI(placeJSON(s).File))).
		WithRegion(regionSARIF(s))
	return sarif.NewLocation().WithPhysicalLocation(physical)
}

// fileURI makes a relative reference of a file name, or a file URI of an
// absolute one; GitHub drops results without any.
func fileURI(name string) string {
	escaped := (&url.URL{Path: cmp.Or(name, "unknown")}).EscapedPath()
	if strings.HasPrefix(escaped, "/") {
		return "file://" + escaped
	}
	return escaped
}

package render

import (
	"bytes"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/plimsoll-kafka/plimsoll/policy"
)

// Table writes one row a finding, for an overview of many.
func Table(w io.Writer, v View) error {
	rows := [][]string{}
	for _, f := range v.shown(policy.Warning) {
		where := ""
		if !f.Span.IsZero() {
			where = Escape(f.Span.String())
		}
		rows = append(rows, []string{
			f.Severity.String(), Escape(f.Rule), Escape(deploymentNames(f.Deployments, len(v.Report.Summary.Deployments))), where, Escape(f.Entity), Escape(headline(f)),
		})
	}
	return Rows(w, []string{"severity", "rule", "deployment", "place", "entity", "message"}, rows)
}

// Rows writes a plain table without borders; columns that are empty in every
// row are left out. The cells must be escaped.
func Rows(w io.Writer, header []string, rows [][]string) error {
	header, rows = dropEmpty(header, rows)
	lines := tw.Lines{ShowTop: tw.Off, ShowBottom: tw.Off, ShowHeaderLine: tw.On, ShowFooterLine: tw.Off}
	separators := tw.Separators{ShowHeader: tw.Off, ShowFooter: tw.Off, BetweenRows: tw.Off, BetweenColumns: tw.Off}
	var b bytes.Buffer
	table := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{Lines: lines, Separators: separators},
		})),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
	)
	table.Header(header)
	if err := table.Bulk(rows); err != nil {
		return err
	}
	if err := table.Render(); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes()) // tablewriter loses the writer's errors
	return err
}

func dropEmpty(header []string, rows [][]string) ([]string, [][]string) {
	used := make([]bool, len(header))
	for _, row := range rows {
		for i, c := range row {
			used[i] = used[i] || c != ""
		}
	}
	keep := func(cells []string) []string {
		var out []string
		for i, c := range cells {
			if used[i] || len(rows) == 0 {
				out = append(out, c)
			}
		}
		return out
	}
	kept := make([][]string, len(rows))
	for i, row := range rows {
		kept[i] = keep(row)
	}
	return keep(header), kept
}

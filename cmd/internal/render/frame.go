package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/rivo/uniseg"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// plainWidth is where source lines are cut if the output is no terminal.
const plainWidth = 120

// label is one span of a frame and what it shows.
type label struct {
	span    source.Span
	text    string
	primary bool
}

// frames prints the lines under the labels, one frame a file, the first
// label's file first.
func (t *text) frames(labels []label, secrets []source.Span) {
	var files []*source.File
	byFile := map[*source.File][]label{}
	for _, l := range labels {
		if l.span.IsZero() {
			continue
		}
		if byFile[l.span.File] == nil {
			files = append(files, l.span.File)
		}
		byFile[l.span.File] = append(byFile[l.span.File], l)
	}
	for i, file := range files {
		here := byFile[file]
		slices.SortStableFunc(here, func(a, b label) int { return cmp.Compare(a.span.Start, b.span.Start) })
		if i > 0 {
			t.tag("with", Escape(here[0].span.String()))
		}
		t.frame(file, here, secrets)
	}
}

// frame prints one file's lines, each with the marks of its labels.
func (t *text) frame(file *source.File, labels []label, secrets []source.Span) {
	last := labels[len(labels)-1].span.Begin().Line
	f := frame{text: t, gutter: max(5, len(fmt.Sprint(last)))}
	for _, s := range secrets {
		if s.File == file {
			f.secrets = append(f.secrets, s)
		}
	}
	previous := 0
	for len(labels) > 0 {
		line := labels[0].span.Begin().Line
		n := 1
		for n < len(labels) && labels[n].span.Begin().Line == line {
			n++
		}
		if previous > 0 && line > previous+1 {
			f.row("", "⋮", "")
		}
		f.line(file, line, labels[:n])
		labels, previous = labels[n:], line
	}
}

type frame struct {
	*text
	gutter  int
	secrets []source.Span
}

// row prints the gutter, a bar and what is right of it.
func (f *frame) row(number, bar, rest string) {
	left := f.style.dim.Render(fmt.Sprintf("%*s %s", f.gutter, number, bar))
	f.println(strings.TrimRight(left+" "+rest, " "))
}

// line prints one line of the file and a row of marks for each label.
func (f *frame) line(file *source.File, number int, labels []label) {
	content, offset := file.Line(number)
	if number == 1 && strings.HasPrefix(content, "\ufeff") {
		content, offset = content[len("\ufeff"):], offset+len("\ufeff")
	}
	row := cells(content, secretsIn(content, offset, f.secrets))
	room := cmp.Or(f.view.Width, plainWidth) - f.gutter - len(" │ ") + len("│") - 1
	focus := labels[0]
	for _, l := range labels {
		if l.primary {
			focus = l
			break
		}
	}
	shown, from := cut(row, max(room, 20), columnOf(row, focus.span.Start-offset))
	f.row(fmt.Sprint(number), "│", strings.TrimRight(shown, " "))
	width := uniseg.StringWidth(shown)
	for _, l := range labels {
		start, end := marks(content, offset, row, l.span)
		start, end = max(0, min(start-from, width)), max(0, min(end-from, width))
		f.mark(l, start, max(1, end-start))
	}
}

// marks returns the columns of a span on its first line.
func marks(content string, offset int, row []cell, s source.Span) (start, end int) {
	first, last := s.Start-offset, min(s.End-offset, len(strings.TrimRight(content, " \t")))
	start, end = columnOf(row, first), endColumnOf(row, last)
	return start, max(start, end)
}

// mark prints the carets of a label and its text, wrapped to the terminal.
func (f *frame) mark(l label, column, width int) {
	sign, style := "^", f.severity
	if !l.primary {
		sign, style = "-", f.style.related
	}
	carets := strings.Repeat(" ", column) + style.Render(strings.Repeat(sign, width))
	used := f.gutter + len(" | ") + column + width + 1
	const roomy = 30
	switch {
	case f.view.Width == 0:
		f.row("", "│", carets+" "+f.colored(style, l.text))
	case f.view.Width-used >= min(roomy, uniseg.StringWidth(l.text)):
		lines := wrap(l.text, f.view.Width-used)
		f.row("", "│", carets+" "+f.colored(style, lines[0]))
		for _, more := range lines[1:] {
			f.row("", "│", strings.Repeat(" ", column+width+1)+f.colored(style, more))
		}
	default:
		f.row("", "│", carets)
		for _, more := range wrap(l.text, f.view.Width-f.gutter-len(" | ")) {
			f.row("", "│", f.colored(style, more))
		}
	}
}

func (f *frame) colored(style lipgloss.Style, s string) string {
	if s == "" {
		return ""
	}
	return style.Bold(false).Render(s)
}

// wrap breaks text at spaces into lines of at most width columns; a longer word
// keeps a line of its own. Width 0 does not wrap.
func wrap(text string, width int) []string {
	if width <= 0 {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

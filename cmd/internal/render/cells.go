package render

import (
	"strings"

	"github.com/rivo/uniseg"
)

// tabStop is where frames let tabs end; a frame shows columns, not the reader's
// editor.
const tabStop = 4

// cell is what one grapheme of a source line becomes on the screen.
type cell struct {
	text  string
	width int
	// at and end are its bytes in the line.
	at, end int
}

// cells lays a source line out for the screen: tabs become spaces, control
// characters visible, each masked range one cell.
func cells(line string, secrets []byteRange) []cell {
	var out []cell
	column, state := 0, -1
	for at := 0; at < len(line); {
		if len(secrets) > 0 && at >= secrets[0].start {
			out = append(out, cell{masked, len(masked), at, secrets[0].end})
			column += len(masked)
			at, state = max(at, secrets[0].end), -1
			secrets = secrets[1:]
			continue
		}
		var text string
		var width int
		text, _, width, state = uniseg.FirstGraphemeClusterInString(line[at:], state)
		c := cell{text, width, at, at + len(text)}
		if text == "\t" {
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		} else if safe := Escape(text); safe != text {
			c.text, c.width = safe, uniseg.StringWidth(safe)
		}
		out = append(out, c)
		column += c.width
		at += len(text)
	}
	return out
}

// columnOf returns the screen column of the cell that holds a byte of the line.
func columnOf(line []cell, at int) int {
	column := 0
	for _, c := range line {
		if at < c.end {
			return column
		}
		column += c.width
	}
	return column
}

// endColumnOf returns the screen column behind the byte before at.
func endColumnOf(line []cell, at int) int {
	column := 0
	for _, c := range line {
		if c.at >= at {
			return column
		}
		column += c.width
	}
	return column
}

// widthOf returns the columns that cells take.
func widthOf(line []cell) int {
	n := 0
	for _, c := range line {
		n += c.width
	}
	return n
}

// cut returns the part of a line that fits into width columns around the
// column focus, and the column it starts at. What was cut on a side becomes one
// column "…".
func cut(line []cell, width, focus int) (text string, from int) {
	total := widthOf(line)
	if total <= width {
		return join(line, 0, total), 0
	}
	from = max(0, min(focus-width/3, total-width))
	to := from + width
	left, right := from, to
	before, after := "", ""
	if from > 0 {
		before, left = "…", from+1
	}
	if to < total {
		after, right = "…", to-1
	}
	return before + join(line, left, right) + after, from
}

// join prints the cells between two columns; a wide cell that is cut in half
// becomes a space.
func join(line []cell, from, to int) string {
	var b strings.Builder
	column := 0
	for _, c := range line {
		start, end := column, column+c.width
		column = end
		switch {
		case end <= from || start >= to:
		case start < from || end > to:
			b.WriteString(strings.Repeat(" ", min(end, to)-max(start, from)))
		default:
			b.WriteString(c.text)
		}
	}
	return b.String()
}

package source

import "strings"

// lineInsertion is the place for one more line behind content[:end], indented
// as the line of content[first:].
func (t Text) lineInsertion(first, end int) Insertion {
	if t.File == nil {
		return Insertion{}
	}
	first, end = t.Span(first, first).Start, t.Span(end, end).End
	data := t.File.Data
	lineStart := first
	for lineStart > 0 && data[lineStart-1] != '\n' {
		lineStart--
	}
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, strings.TrimPrefix(string(data[lineStart:first]), "\ufeff"))
	for end < len(data) && data[end] != '\n' {
		end++
	}
	end = min(end+1, len(data))
	return Insertion{At: Span{File: t.File, Start: end, End: end}, Indent: indent}
}

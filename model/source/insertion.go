package source

import "strings"

// lineInsertion is the place for one more line behind content[:end], indented
// as the line of content[first:].
func (t Text) lineInsertion(first, end int) Insertion {
	if t.File == nil {
		return Insertion{}
	}
	stop := t.Span(end, end).End
	for stop < len(t.File.Data) && t.File.Data[stop] != '\n' {
		stop++
	}
	stop = min(stop+1, len(t.File.Data))
	return Insertion{At: Span{File: t.File, Start: stop, End: stop}, Indent: t.Span(first, first).indent()}
}

// inlineInsertion is the place behind content[:end] on the same line.
func (t Text) inlineInsertion(end int) Insertion {
	at := t.Span(end, end)
	at.Start = at.End
	return Insertion{At: at, Inline: true}
}

// indent is the white space that a line with its first text below the start of
// s begins with: a list's "- " in front counts as blanks.
func (s Span) indent() string {
	_, line := s.File.Line(s.Begin().Line)
	before := strings.TrimPrefix(string(s.File.Data[line:max(line, s.Start)]), "\ufeff")
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
}

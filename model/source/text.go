package source

import (
	"sort"
	"strings"
)

// Text is a document: decoded content and, for each of its bytes, the place in
// the file where that byte was written. The zero Text is empty.
type Text struct {
	File     *File
	content  string
	segments []segment
	// conditional are the regions of the file, in order and apart, that a
	// template's condition or loop may leave out or repeat.
	conditional []region
	// writing is what an edit inside of this document has to heed.
	writing writing
}

// writing says how the bytes of an inner document are written in the outer one.
type writing uint8

const (
	writeFreely writing = iota
	// writeLines: lines as they are, but ${ and %{ mean something (a heredoc).
	writeLines
	// writeEscaped: in quotes or folded, where line ends and most marks have to
	// be written in another way.
	writeEscaped
	// writeNever: the whole document is encoded (base64), so no part of it can
	// be written alone.
	writeNever
)

// region is a range of bytes of the file.
type region struct{ from, to int }

// segment says that content[at:] up to the next segment was written at
// file[from:]; a segment whose bytes were decoded (an escape, a template
// placeholder) maps as a whole to file[from:to].
type segment struct {
	at, from, to int
	decoded      bool
}

// Whole is the text of a whole file, without its byte order mark.
func Whole(f *File) Text {
	skip := 0
	if strings.HasPrefix(string(f.Data[:min(3, len(f.Data))]), "\ufeff") {
		skip = 3
	}
	return Text{File: f, content: string(f.Data[skip:]), segments: []segment{{at: 0, from: skip, to: len(f.Data)}}}
}

// String returns the content.
func (t Text) String() string { return t.content }

// Len returns the number of bytes of the content.
func (t Text) Len() int { return len(t.content) }

// Span maps content[start:end] to the file.
func (t Text) Span(start, end int) Span {
	if t.File == nil {
		return Span{}
	}
	s := Span{File: t.File, Start: t.offset(start, false), End: t.offset(end, true)}
	if s.End < s.Start {
		s.End = s.Start
	}
	return s
}

// offset maps one content offset; as the end of a range it sticks to the byte
// before it, so that a range never swallows what follows its last byte.
func (t Text) offset(at int, end bool) int {
	at = max(0, min(at, len(t.content)))
	probe := at
	if end && at > 0 {
		probe = at - 1
	}
	i := sort.Search(len(t.segments), func(i int) bool { return t.segments[i].at > probe }) - 1
	if i < 0 {
		return 0
	}
	s := t.segments[i]
	if s.decoded {
		if end && at > 0 {
			return s.to
		}
		return s.from
	}
	return min(s.from+at-s.at, len(t.File.Data))
}

// Slice returns the part content[start:end] as a Text of its own.
func (t Text) Slice(start, end int) Text {
	start = max(0, min(start, len(t.content)))
	end = max(start, min(end, len(t.content)))
	return Text{
		File: t.File, content: t.content[start:end], conditional: t.conditional, writing: t.writing,
		segments: t.cut(nil, start, end, 0),
	}
}

// cut appends the segments of content[start:end], moved to begin at at. An
// empty part keeps one segment, so that it still has a place.
func (t Text) cut(to []segment, start, end, at int) []segment {
	if len(t.segments) == 0 {
		return to
	}
	i := max(0, sort.Search(len(t.segments), func(i int) bool { return t.segments[i].at > start })-1)
	for ; i < len(t.segments) && (t.segments[i].at < end || len(to) == 0); i++ {
		s := t.segments[i]
		if skip := start - s.at; skip > 0 {
			s.at = start
			if !s.decoded {
				s.from += skip
			}
		}
		s.at += at - start
		if !follows(to, s) {
			to = append(to, s)
		}
	}
	return to
}

// follows reports whether s only goes on where the last segment stops.
func follows(segments []segment, s segment) bool {
	if len(segments) == 0 || s.decoded {
		return false
	}
	last := segments[len(segments)-1]
	return !last.decoded && last.from+s.at-last.at == s.from
}

// isConditional reports whether a conditional region of a template covers all
// of these bytes of the file.
func (t Text) isConditional(start, end int) bool {
	i := sort.Search(len(t.conditional), func(i int) bool { return t.conditional[i].to > start })
	return i < len(t.conditional) && t.conditional[i].from <= start && end <= t.conditional[i].to
}

// TextBuilder makes the text of an inner document out of pieces of an outer
// one: copied bytes keep their places, decoded bytes map to the range they
// were decoded from.
type TextBuilder struct {
	base     Text
	content  strings.Builder
	segments []segment
}

// NewTextBuilder starts an inner document of base.
func NewTextBuilder(base Text) *TextBuilder { return &TextBuilder{base: base} }

// Copy appends content[start:end] of the outer document as it is.
func (b *TextBuilder) Copy(start, end int) {
	if start >= end {
		return
	}
	b.segments = b.base.cut(b.segments, start, end, b.content.Len())
	b.content.WriteString(b.base.content[start:end])
}

// Decode appends s, which the outer document writes as content[start:end].
func (b *TextBuilder) Decode(s string, start, end int) {
	span := b.base.Span(start, end)
	b.segments = append(b.segments, segment{at: b.content.Len(), from: span.Start, to: span.End, decoded: true})
	b.content.WriteString(s)
}

// Text returns the inner document built so far.
func (b *TextBuilder) Text() Text {
	return Text{
		File: b.base.File, content: b.content.String(), segments: b.segments,
		conditional: b.base.conditional, writing: b.base.writing,
	}
}

// ReadOnly is the text as a document that edits leave alone, because the file
// holds it encoded as a whole.
func (t Text) ReadOnly() Text { return t.written(writeNever) }

// written returns t as a document whose bytes are written in this way.
func (t Text) written(w writing) Text {
	t.writing = max(t.writing, w)
	return t
}

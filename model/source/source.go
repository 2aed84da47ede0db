// Package source turns bytes into located trees and edits back into bytes.
//
// Every parser of this package (YAML, JSON, CUE, HCL, Java properties, env
// files) returns the same tree of [Node]s, and every node knows the bytes it
// came from. A document may stand inside another one (a properties file in a
// YAML block scalar in a ConfigMap): [Text] keeps, for each byte of the inner
// document, where it stands in the file, so spans are exact at any depth.
package source

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// File is one input: its name as findings print it (relative to the working
// directory, with slashes) and its bytes, which must not change afterwards.
type File struct {
	Name  string
	Data  []byte
	lines []int // byte offset of the start of each line
}

// NewFile indexes the lines of data. A line ends at LF; the CR of a CRLF
// belongs to the line before it.
func NewFile(name string, data []byte) *File {
	f := &File{Name: name, Data: data, lines: []int{0}}
	for i, b := range data {
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Position is a place in a file: line and column count from 1, the column in
// Unicode code points, as editors and SARIF's unicodeCodePoints count them.
type Position struct{ Line, Column int }

// Position converts a byte offset; offsets outside the file are clamped.
func (f *File) Position(offset int) Position {
	offset = max(0, min(offset, len(f.Data)))
	line := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }) - 1
	start := f.lines[line]
	if line == 0 && strings.HasPrefix(string(f.Data[:min(3, len(f.Data))]), "\ufeff") {
		start = min(3, offset) // a byte order mark takes no column
	}
	return Position{Line: line + 1, Column: utf8.RuneCount(f.Data[start:offset]) + 1}
}

// Line returns the text of a line (from 1) without its line end, and the byte
// offset where it starts; an unknown line is empty.
func (f *File) Line(line int) (text string, offset int) {
	if line < 1 || line > len(f.lines) {
		return "", len(f.Data)
	}
	start, end := f.lines[line-1], len(f.Data)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	return strings.TrimSuffix(string(f.Data[start:end]), "\r"), start
}

// Span is a range of bytes [Start, End) of a file. The zero Span is no place.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether the span is no place at all.
func (s Span) IsZero() bool { return s.File == nil }

// Bytes returns the bytes under the span.
func (s Span) Bytes() []byte {
	if s.File == nil {
		return nil
	}
	return s.File.Data[s.Start:s.End]
}

// Begin returns the position of the first byte.
func (s Span) Begin() Position { return s.File.Position(s.Start) }

// Finish returns the position just after the last byte.
func (s Span) Finish() Position { return s.File.Position(s.End) }

// String prints file:line:column of the first byte, the form of every located
// error.
func (s Span) String() string {
	if s.File == nil {
		return "-"
	}
	p := s.Begin()
	return fmt.Sprintf("%s:%d:%d", s.File.Name, p.Line, p.Column)
}

// Error is a located error: what is wrong, at a span.
type Error struct {
	Span Span
	Msg  string
}

func (e *Error) Error() string { return e.Span.String() + ": " + e.Msg }

// Errorf makes a located error.
func Errorf(s Span, format string, args ...any) *Error {
	return &Error{Span: s, Msg: fmt.Sprintf(format, args...)}
}

package source

import (
	"fmt"
	"sort"
	"strings"
)

// Edit replaces the bytes of a span.
type Edit struct {
	Span   Span
	Insert string
}

// Apply returns the file's bytes after the edits, which may come in any order
// but may not overlap.
func Apply(f *File, edits []Edit) ([]byte, error) {
	sorted := append([]Edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i].Span, sorted[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	var out []byte
	at := 0
	for _, e := range sorted {
		switch {
		case e.Span.File != f:
			return nil, fmt.Errorf("%s: edit at %s belongs to another file", f.Name, e.Span)
		case e.Span.Start < at:
			return nil, Errorf(e.Span, "two edits overlap")
		case e.Span.End < e.Span.Start || e.Span.End > len(f.Data):
			return nil, Errorf(e.Span, "edit ends outside of the file")
		}
		out = append(append(out, f.Data[at:e.Span.Start]...), e.Insert...)
		at = e.Span.End
	}
	return append(out, f.Data[at:]...), nil
}

// Set is the edit that gives a scalar another value, in the quotes that the
// syntax and the old value need. It reports false when the value is not written
// here (a map, a merged field, a computed one) or cannot be written safely.
func Set(n *Node, value string) (Edit, bool) {
	if n == nil || !n.IsScalar() || n.merged || n.locked || n.Span.IsZero() {
		return Edit{}, false
	}
	if n.Syntax == Properties && n.Span.File.hasOddBreaks() {
		return Edit{}, false // without the value a lone CR and the LF behind it would be one break
	}
	at := n.written()
	if n.Syntax == CUE && (n.NameSpan.IsZero() || at.Start == n.NameSpan.Start) {
		return Edit{}, false
	}
	text := encodeValue(n, value)
	if !n.writing.allows(text) {
		return Edit{}, false
	}
	if at.Start == at.End {
		text = n.separator() + text
	}
	return Edit{Span: at, Insert: text}, true
}

// written are the bytes that write n's value.
func (n *Node) written() Span {
	if !n.own.IsZero() {
		return n.own
	}
	return n.Span
}

// separator is what an absent value lacks in front of it.
func (n *Node) separator() string {
	if n.Span.Start == 0 {
		return ""
	}
	before := n.Span.File.Data[n.Span.Start-1]
	between := ""
	if !n.NameSpan.IsZero() && n.NameSpan.End <= n.Span.Start {
		between = string(n.Span.File.Data[n.NameSpan.End:n.Span.Start])
	}
	switch n.Syntax {
	case Properties, Env:
		if strings.Trim(between, " \t") == "" {
			return "="
		}
	case YAML:
		if !strings.ContainsRune(" \t\r\n[{,", rune(before)) {
			return " "
		}
	}
	return ""
}

// allows reports whether text can be written as it is inside of the outer
// document.
func (w writing) allows(text string) bool {
	switch w {
	case writeFreely:
		return true
	case writeNever:
		return false
	case writeLines:
		return !strings.Contains(text, "${") && !strings.Contains(text, "%{")
	default:
		return !strings.ContainsAny(text, "\"'\\\n\r\t#$%{}[]") && !strings.Contains(text, ": ") &&
			strings.TrimSpace(text) == text && text != ""
	}
}

// Add is the edit that writes one more field into a map, behind its last one.
// It reports false when the map has no place for it.
func Add(parent *Node, name, value string) (Edit, bool) {
	if parent == nil || parent.Kind != Map || parent.Insert.At.IsZero() || !parent.own.IsZero() || parent.merged {
		return Edit{}, false
	}
	text, ok := encodeField(parent, name, value)
	if !ok {
		return Edit{}, false
	}
	in := parent.Insert
	edit := Edit{Span: in.At}
	switch {
	case !in.Inline && in.At.File.hasOddBreaks():
		return Edit{}, false
	case in.Inline && len(parent.Children) > 0:
		edit.Insert = ", " + text
	case in.Inline:
		edit.Insert = text
	case parent.Syntax == JSON:
		edit.Insert = "," + in.At.File.lineBreak() + in.Indent + text
	default:
		edit.Insert = in.line(text)
	}
	if parent.writing == writeEscaped && !in.Inline || !parent.writing.allows(text) {
		return Edit{}, false
	}
	return edit, true
}

// AddAfter is Add with the new field on the line behind a sibling, for maps
// whose fields have lines of their own.
func AddAfter(parent, sibling *Node, name, value string) (Edit, bool) {
	if parent == nil || sibling == nil || parent.Insert.Inline || sibling.Span.IsZero() || sibling.merged {
		return Edit{}, false
	}
	behind := *parent
	end := sibling.written().End
	if parent.Syntax != JSON {
		end = sibling.Span.File.nextLine(end)
	}
	behind.Insert.At.Start, behind.Insert.At.End = end, end
	return Add(&behind, name, value)
}

// line is text as a line of its own at the insertion.
func (in Insertion) line(text string) string {
	at, end := in.At.Start, in.At.File.lineBreak()
	if at > 0 && in.At.File.Data[at-1] != '\n' {
		return end + in.Indent + text
	}
	return in.Indent + text + end
}

// lineBreak is how the file's first line ends.
func (f *File) lineBreak() string {
	if len(f.lines) > 1 && f.lines[1] > 1 && f.Data[f.lines[1]-2] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// hasOddBreaks reports whether some line ends in a way that only some of the
// syntaxes know (CR alone, NEL, LS, PS), so that it is unclear what a line is.
func (f *File) hasOddBreaks() bool { return hasOddBreaks(string(f.Data)) }

func hasOddBreaks(s string) bool {
	return strings.Count(s, "\r") != strings.Count(s, "\r\n") ||
		strings.Contains(s, "\u0085") || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")
}

// nextLine is where the line behind offset starts.
func (f *File) nextLine(offset int) int {
	for offset < len(f.Data) && f.Data[offset] != '\n' {
		offset++
	}
	return min(offset+1, len(f.Data))
}

// Remove is the edit that takes a field or an item out: whole lines where it
// has them to itself. It reports false where that would break what is around.
func Remove(n *Node) (Edit, bool) {
	if n == nil || n.root || n.merged || n.locked || n.writing == writeNever || n.Span.IsZero() {
		return Edit{}, false
	}
	f, at := n.Span.File, n.written()
	if !n.NameSpan.IsZero() {
		at.Start = n.NameSpan.Start
	}
	if at.End < at.Start || n.Syntax == YAML && strings.Contains(string(at.Bytes()), " &") {
		return Edit{}, false // an alias elsewhere may need the anchor
	}
	lineStart := f.lines[f.Position(at.Start).Line-1]
	before := strings.TrimPrefix(string(f.Data[lineStart:at.Start]), "\ufeff")
	if f.hasOddBreaks() {
		return Edit{}, false
	}
	if n.Syntax == Properties && strings.HasSuffix(strings.TrimRight(string(f.Data[:lineStart]), "\r\n"), `\`) {
		return Edit{}, false // the field begins on the line before
	}
	dash := false
	if n.Syntax == YAML && n.NameSpan.IsZero() {
		if n.Kind == List && !strings.HasPrefix(string(n.Span.Bytes()), "[") {
			return Edit{}, false // the dash in front is that of its first item
		}
		before, dash = strings.CutSuffix(strings.TrimRight(before, " "), "-")
	}
	next := f.nextLine(at.End)
	rest := strings.TrimSpace(string(f.Data[at.End:next]))
	alone := strings.TrimSpace(before) == "" && n.writing != writeEscaped
	switch {
	case n.Syntax == JSON || !alone || n.NameSpan.IsZero() && !dash || strings.HasPrefix(rest, ","):
		return removeBetweenCommas(n, at, alone)
	case rest == "" || strings.HasPrefix(rest, "#") || strings.HasPrefix(rest, "//"):
		return Edit{Span: Span{f, lineStart, next}}, true
	default:
		return Edit{}, false
	}
}

// removeBetweenCommas takes an element of {…} or […] out together with one of
// the commas around it.
func removeBetweenCommas(n *Node, at Span, alone bool) (Edit, bool) {
	data := at.File.Data
	if n.Syntax == Properties || n.Syntax == Env || n.writing == writeEscaped {
		return Edit{}, false
	}
	left := len(strings.TrimRight(string(data[:at.Start]), " \t\r\n"))
	right := at.End + len(data[at.End:]) - len(strings.TrimLeft(string(data[at.End:]), " \t\r\n"))
	if left == 0 || !strings.ContainsRune("{[,", rune(data[left-1])) && (!alone || n.Syntax == YAML) {
		return Edit{}, false
	}
	switch {
	case right < len(data) && data[right] == ',':
		at.End = right + 1
		next := at.File.nextLine(at.End)
		if alone && strings.TrimSpace(string(data[at.End:next])) == "" {
			at.Start = at.File.lines[at.File.Position(at.Start).Line-1]
			at.End = next
			return Edit{Span: at}, true
		}
		for at.End < len(data) && isBlank(data[at.End]) {
			at.End++
		}
		return Edit{Span: at}, true
	case left > 0 && data[left-1] == ',':
		if line := at.File.lines[at.File.Position(left).Line-1]; n.Syntax == JSON && hasCommentMark(string(data[line:left])) {
			return Edit{}, false // the comma may stand in the comment
		}
		at.Start = left - 1
		return Edit{Span: at}, true
	case left > 0 && (data[left-1] == '{' || data[left-1] == '['):
		return Edit{Span: at}, true
	default:
		return Edit{}, false
	}
}

// hasCommentMark reports whether text may hold a comment of JSON with comments;
// a mark inside of a string counts too, which only costs an edit.
func hasCommentMark(text string) bool {
	return strings.Contains(text, "//") || strings.Contains(text, "/*") || strings.Contains(text, "*/")
}

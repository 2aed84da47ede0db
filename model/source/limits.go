package source

import (
	"strings"
)

// Limits that keep a hostile file from taking the machine; a document beyond
// one of them gets a located error.
const (
	// MaxBytes is the size of the largest document that a parser reads.
	MaxBytes = 8 << 20
	// MaxDepth is how deep maps and lists may nest.
	MaxDepth = 200
	// MaxAliased is how many nodes a document's YAML aliases may expand to.
	MaxAliased = 100_000
)

// placeholder stands in a Text for what a template would compute. Both runes
// are for private use, so no sane configuration contains them.
const placeholder = "\ue000\ue001"

// HasPlaceholder reports whether s has a part that only a template's engine
// (or the evaluation of an HCL template) would know.
func HasPlaceholder(s string) bool { return strings.Contains(s, placeholder) }

func (t Text) checkSize() error {
	if t.Len() > MaxBytes {
		return Errorf(t.Span(0, 0), "document of %d bytes is larger than %d", t.Len(), MaxBytes)
	}
	return nil
}

// sealRoot is seal for a whole document.
func (t Text) sealRoot(n *Node) *Node {
	n.root = true
	return t.seal(n)
}

// seal finishes a scalar or field that was read from t: a template decides
// whether it is known and whether it is there at all.
func (t Text) seal(n *Node) *Node {
	if n.IsScalar() && HasPlaceholder(n.Value) {
		n.Kind = Expression
		n.Value = string(n.Span.Bytes())
	}
	n.writing = t.writing
	if at := n.NameSpan; !at.IsZero() {
		n.Conditional = t.isConditional(at.Start, at.End)
	} else {
		n.Conditional = t.isConditional(n.Span.Start, n.Span.End)
	}
	return n
}

package source

// Kind says what a node is.
type Kind uint8

// The kinds of nodes. An Expression is a value that cannot be read from the
// file alone: a template's expression, an HCL expression over variables.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
	Expression
)

// Syntax is the language a node was written in; it decides how an edit writes.
type Syntax uint8

// The syntaxes that this package reads and edits.
const (
	YAML Syntax = iota
	JSON
	CUE
	HCL
	Properties
	Env
)

// Node is one value of a located tree.
type Node struct {
	Kind   Kind
	Syntax Syntax
	// Name is the field's name where the node is a field of a map, decoded;
	// NameSpan are the bytes of that name.
	Name     string
	NameSpan Span
	// Span are the bytes of the value: of a quoted scalar with its quotes, of a
	// block scalar its text, of a map or list everything from its first to its
	// last element. An absent value (YAML "key:") has an empty span behind it.
	Span Span
	// Value is a scalar's decoded text ("true", "3", "a b"); of an Expression
	// its source text.
	Value string
	// Quoted says that a scalar was written in quotes or as a block, so it is a
	// string whatever it looks like.
	Quoted bool
	// Text is a String's decoded text with the place of each byte, for
	// documents inside of documents. An Expression has one too where only parts
	// of it are unknown: a placeholder (see HasPlaceholder) stands for each.
	Text Text
	// Children are a map's fields or a list's items in the order of the file; a
	// field written twice is there twice. YAML aliases and merges are resolved:
	// the node is then the anchor's, at the anchor's place.
	Children []*Node
	// Parts are what an HCL Expression is made of.
	Parts []*Node
	// Labels are the labels of an HCL block (resource "type" "name").
	Labels []string
	// Comment is the text of the comments on the lines just above the node and
	// behind it, one line each, without the comment marks.
	Comment string
	// Conditional says that a template's condition or loop stands around the
	// node: it may be left out, or be there more than once.
	Conditional bool
	// Native is the parser's own node, for importers that evaluate
	// (hcl.Expression, cue.Value); nil elsewhere.
	Native any
	// Insert says where a new field would be written: set on maps by the parser.
	Insert Insertion

	// own are the bytes that write the value at this place where they are not
	// Span: an alias, a block scalar with its header. None for a merged field.
	own     Span
	merged  bool
	locked  bool    // edits leave it alone
	root    bool    // a document: Remove leaves it alone
	writing writing // of the document that the node stands in
}

// Insertion is a place in a map where one more field can be written: before
// byte At, on a line of its own with this Indent unless Inline.
type Insertion struct {
	At     Span
	Indent string
	Inline bool
}

// Field returns the last field of that name, which is the one that counts in
// every format that allows duplicates, or nil. It may be called on nil.
func (n *Node) Field(name string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i := len(n.Children) - 1; i >= 0; i-- {
		if n.Children[i].Name == name {
			return n.Children[i]
		}
	}
	return nil
}

// Get follows a path of field names from n; nil where it ends.
func (n *Node) Get(path ...string) *Node {
	for _, name := range path {
		n = n.Field(name)
	}
	return n
}

// Fields returns the fields of a map, nil for everything else.
func (n *Node) Fields() []*Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	return n.Children
}

// Items returns the items of a list, nil for everything else.
func (n *Node) Items() []*Node {
	if n == nil || n.Kind != List {
		return nil
	}
	return n.Children
}

// Str returns the text of a scalar whose value is known, "" for everything
// else.
func (n *Node) Str() string {
	if n == nil || n.Kind == Map || n.Kind == List || n.Kind == Expression || n.Kind == Null {
		return ""
	}
	return n.Value
}

// IsScalar reports whether n is a known or unknown single value.
func (n *Node) IsScalar() bool {
	return n != nil && n.Kind != Map && n.Kind != List
}

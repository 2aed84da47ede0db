package model

import (
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// FieldType is the type of a field of the model itself.
type FieldType string

// The types of fields. Duration is milliseconds, Size bytes, Rate records per
// second; each is written with a unit ("15m", "1KiB", "2000/s").
const (
	Text     FieldType = "text"
	Whole    FieldType = "int"
	Decimal  FieldType = "float"
	Flag     FieldType = "bool"
	Duration FieldType = "duration"
	Size     FieldType = "size"
	Rate     FieldType = "rate"
	Texts    FieldType = "texts" // a list of text
)

// fieldTypes gives the type of every field whose text must be parsed; what is
// not here is text. Config keys have Kafka's types instead.
var fieldTypes = map[Path]FieldType{}

// ParseField reads the text of a field as its type; false if it does not fit.
func ParseField(_ Kind, p Path, s string) (any, bool) {
	t, ok := fieldTypes[p]
	if !ok {
		return s, true
	}
	return ParseAs(t, s)
}

// ParseAs reads text as a type of the model.
func ParseAs(t FieldType, s string) (any, bool) {
	s = strings.TrimSpace(s)
	switch t {
	case Whole:
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil
	case Decimal:
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	case Flag:
		b, err := strconv.ParseBool(strings.ToLower(s))
		return b, err == nil
	}
	return s, true
}

// Constraint is one constraint of the user's own in plimsoll.cue
// (topics: [string]: replicationFactor: >=3): checked against every merged
// entity of the kind.
type Constraint struct {
	Kind Kind
	Span source.Span
	// Check returns what an entity's fields violate, nil if nothing.
	Check func(e *Entity) []Violation
}

// Violation is a value that breaks a constraint.
type Violation struct {
	Path    Path
	Message string
}

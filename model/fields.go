package model

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// FieldType is the type of a field of the model itself.
type FieldType string

// The types of fields. A Duration is milliseconds (int64, a float64 below one),
// a Size bytes, a Rate records a second, a Bandwidth bytes a second; each is
// written with a unit ("15m", "1KiB", "2000/s", "10Gbps").
const (
	Text      FieldType = "text"
	Whole     FieldType = "int"
	Decimal   FieldType = "float"
	Flag      FieldType = "bool"
	Duration  FieldType = "duration"
	Size      FieldType = "size"
	Rate      FieldType = "rate"
	Bandwidth FieldType = "bandwidth"
	Texts     FieldType = "texts" // a list of text
)

// Field is what a kind may have at a path, as schema/*.cue says it; a test
// holds the two together.
type Field struct {
	Type FieldType
	// Min and Max bound Whole and Decimal.
	Min, Max float64
	// OneOf are the words that a Text, or each of Texts, may be; nil for all.
	OneOf []string
	// Pattern is what a Text looks like beside that: "version" or "".
	Pattern string
}

func text() Field                     { return Field{Type: Text} }
func version() Field                  { return Field{Type: Text, Pattern: "version"} }
func oneOf(words ...string) Field     { return Field{Type: Text, OneOf: words} }
func texts(words ...string) Field     { return Field{Type: Texts, OneOf: words} }
func between(low, high float64) Field { return Field{Type: Whole, Min: low, Max: high} }
func decimal(high float64) Field      { return Field{Type: Decimal, Max: high} }
func count() Field                    { return between(1, 1_000_000) }
func of(t FieldType) Field            { return Field{Type: t} }

// group is a part of the table: fields by path.
type group map[Path]Field

// under moves a part of the table below a path.
func (g group) under(prefix Path) group {
	out := make(group, len(g))
	for p, f := range g {
		out[prefix+"/"+p] = f
	}
	return out
}

func join(groups ...group) group {
	out := group{}
	for _, g := range groups {
		for p, f := range g {
			out[p] = f
		}
	}
	return out
}

// Fields returns what a kind may have beside config/ and labels/, by path; "*"
// stands for a name or a list's index. Callers must not change it.
func Fields(kind Kind) map[Path]Field { return fieldTypes[kind] }

// FieldAt returns the field at a path of a kind.
func FieldAt(kind Kind, p Path) (Field, bool) {
	g := fieldTypes[kind]
	if f, ok := g[p]; ok {
		return f, true
	}
	parts := strings.Split(p, "/")
	for i := 1; i < len(parts); i++ {
		was := parts[i]
		parts[i] = "*"
		if f, ok := g[strings.Join(parts, "/")]; ok {
			return f, true
		}
		parts[i] = was
	}
	return Field{}, false
}

// ParseField reads the text of a field as its type; false if it does not fit.
// Importers hand over what files of other formats write, so a bare number
// counts in the model's own units, and bounds are left to the rules.
func ParseField(kind Kind, p Path, s string) (any, bool) {
	f, ok := FieldAt(kind, p)
	if !ok {
		return s, true
	}
	if n, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil && f.counts() && n >= 0 && n <= maxWhole {
		if f.Type == Rate {
			return n, true
		}
		return wholeOr(n)
	}
	return ParseAs(f.Type, s)
}

func (f Field) counts() bool { return f.Type == Duration || f.Type == Rate }

// ParseAs reads text as a type of the model.
func ParseAs(t FieldType, s string) (any, bool) {
	trimmed := strings.TrimSpace(s)
	switch t {
	case Whole:
		n, err := strconv.ParseInt(trimmed, 10, 64)
		return n, err == nil
	case Decimal:
		f, err := strconv.ParseFloat(trimmed, 64)
		return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	case Flag:
		word := strings.ToLower(trimmed)
		return word == "true", word == "true" || word == "false"
	case Duration:
		return parseDuration(s)
	case Size:
		return parseSize(s)
	case Rate:
		return parseRate(s)
	case Bandwidth:
		return parseBandwidth(s)
	case Texts:
		return splitTexts(s), true
	}
	return s, true
}

// splitTexts reads the comma-separated form of a list.
func splitTexts(s string) []any {
	out := []any{}
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// Parse reads text that a person wrote for Plimsoll: with its unit, within its
// bounds, one of its words. It accepts what schema/*.cue accepts.
func (f Field) Parse(s string) (any, bool) {
	v, ok := ParseAs(f.Type, s)
	if !ok {
		return nil, false
	}
	switch x := v.(type) {
	case int64:
		return v, f.Type != Whole || float64(x) >= f.Min && float64(x) <= f.Max
	case float64:
		return v, f.Type != Decimal || x >= f.Min && x <= f.Max
	case string:
		return v, f.acceptsText(x)
	}
	return v, true
}

func (f Field) acceptsText(s string) bool {
	switch {
	case f.OneOf != nil:
		return slices.Contains(f.OneOf, s)
	case f.Pattern == "version":
		_, ok := kafka.ParseVersion(s)
		return ok
	}
	return s != ""
}

// accepted are the types in a reader's words.
var accepted = map[FieldType]string{
	Text: "text", Flag: "true or false", Decimal: "a number", Texts: "a list of text",
	Duration: `a duration with its unit, such as "500ms", "15m" or "7d"`, Size: `a size, such as "1KiB" or "500Gi"`,
	Rate: `a number of records in a time, such as "2000/s"`, Bandwidth: `bytes in a second, such as "10Gbps" or "100MB/s"`,
}

// Accepted says in words what the field may be.
func (f Field) Accepted() string {
	switch {
	case f.OneOf != nil && f.Type == Texts:
		return "a list of " + strings.Join(f.OneOf, ", ")
	case f.OneOf != nil:
		return "one of " + strings.Join(f.OneOf, ", ")
	case f.Type == Whole:
		return "a whole number from " + number(f.Min) + " to " + number(f.Max)
	case f.Type == Decimal:
		return "a number from " + number(f.Min) + " to " + number(f.Max)
	case f.Pattern == "version":
		return `a version, such as "4.3"`
	}
	return accepted[f.Type]
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

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

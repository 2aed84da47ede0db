package kafka

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Check judges a value as the version's own ConfigDef does: type, range, enumeration. The error says what is accepted and, for
// keys that are not sensitive, what was found. For the zero version it refuses only what every version refuses; a version
// without the key judges nothing.
func (k Key) Check(v Version, raw string) error {
	if !v.IsZero() {
		d := k.definition(v)
		if d == nil {
			return nil
		}
		return d.check(k, raw)
	}
	var err error
	for i := range k.defs {
		if err = k.defs[i].check(k, raw); err == nil {
			return nil
		}
	}
	return err
}

// Accepted says in words what the version accepts: "a whole number, 1 or more", "one of all, -1, 0, 1".
func (k Key) Accepted(v Version) string {
	d := k.definition(v)
	if d == nil {
		d = &k.defs[len(k.defs)-1]
	}
	return d.accepted()
}

// Enum are the values that the version lists for a key, sorted; nil when it lists none.
func (k Key) Enum(v Version) []string {
	if d := k.definition(v); d != nil {
		values, _ := d.enum()
		return values
	}
	return nil
}

// Typed is a value as Kafka reads it (ConfigDef.parseType): bool, int64 (int, long and short), float64, []string, or string
// (class and password too). ok is false when it is not of the key's type.
func Typed(k Key, raw string) (value any, ok bool) {
	value, err := parse(k.Type, raw)
	return value, err == nil
}

var errType = errors.New("not of the type")

func parse(t Type, raw string) (any, error) {
	s := strings.TrimSpace(raw)
	switch t {
	case Boolean:
		if l := strings.ToLower(s); l == "true" || l == "false" {
			return l == "true", nil
		}
		return nil, errType
	case Int:
		return parseInt(s, 32)
	case Long:
		return parseInt(s, 64)
	case Short:
		return parseInt(s, 16)
	case Double:
		return parseDouble(s)
	case List:
		return parseList(s), nil
	}
	return s, nil
}

// parseInt is Java's Integer.parseInt and Long.parseLong: decimal digits with a sign.
func parseInt(s string, bits int) (any, error) {
	if strings.Contains(s, "_") {
		return nil, errType
	}
	n, err := strconv.ParseInt(s, 10, bits)
	return n, err
}

// parseDouble is Java's Double.parseDouble without the hexadecimal form.
func parseDouble(s string) (any, error) {
	if strings.ContainsAny(s, "_xX") {
		return nil, errType
	}
	f, err := strconv.ParseFloat(strings.TrimRight(s, "dDfF"), 64)
	return f, err
}

// parseList splits at commas and trims; an empty value is an empty list.
func parseList(s string) []string {
	if s == "" {
		return []string{}
	}
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// check is the definition's type and validator on one value.
func (d *definition) check(k Key, raw string) error {
	value, err := parse(d.typ, raw)
	if err != nil || !d.valid(value) {
		if k.Sensitive {
			return fmt.Errorf("%s accepts %s", k.Name, d.accepted())
		}
		return fmt.Errorf("%s accepts %s, not %q", k.Name, d.accepted(), raw)
	}
	return nil
}

// valid holds a parsed value against the validator (grammar: gen's normalValidator).
func (d *definition) valid(value any) bool {
	switch x := value.(type) {
	case int64:
		return d.inRange(float64(x), strconv.FormatInt(x, 10))
	case float64:
		return d.inRange(x, strconv.FormatFloat(x, 'g', -1, 64))
	case string:
		return d.validString(x)
	case []string:
		if d.filled && len(x) == 0 || d.unique && len(x) != len(distinct(x)) {
			return false
		}
		return !slices.ContainsFunc(x, func(s string) bool { return !d.validItem(s) })
	}
	return true
}

// distinct are the values without repetitions, sorted.
func distinct(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

func (d *definition) validString(s string) bool {
	switch d.validator {
	case "nonempty":
		return s != ""
	case "regex":
		// Java's syntax has more than Go's (look-around, possessive): what Go refuses is not judged.
		return strings.Count(s, "(") == strings.Count(s, ")") || strings.Contains(s, `\`) || strings.Contains(s, "[")
	}
	return d.validItem(s)
}

// validItem holds one string against the enumeration.
func (d *definition) validItem(s string) bool {
	values, fold := d.enum()
	if values == nil {
		return true
	}
	return slices.ContainsFunc(values, func(v string) bool {
		if form, ok := strings.CutSuffix(v, ":PnDTnHnMn.nS"); ok { // auto.offset.reset=by_duration:P3D (KIP-1106)
			return durationOf(s, form)
		}
		return v == s || fold && strings.EqualFold(v, s)
	})
}

var durationText = regexp.MustCompile(`(?i)^P(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$`)

// durationOf accepts what java.time.Duration.parse accepts of durations that are not negative.
func durationOf(s, form string) bool {
	d, ok := strings.CutPrefix(s, form+":")
	return ok && durationText.MatchString(d) && !strings.HasSuffix(strings.ToUpper(d), "T") && len(d) > 1
}

// enum are the values of an "in" or "ini" validator; fold says that case does not count.
func (d *definition) enum() (values []string, fold bool) {
	list, fold := strings.CutPrefix(d.validator, "ini ")
	if !fold {
		var ok bool
		if list, ok = strings.CutPrefix(d.validator, "in "); !ok {
			return nil, false
		}
	}
	values = strings.Split(list, "|")
	return slices.DeleteFunc(values, func(s string) bool { return s == "null" }), fold
}

// bounds are the ends of a range validator ("" for an open end) and the one value beside it.
func (d *definition) bounds() (low, high, beside string, ok bool) {
	r, beside, _ := strings.Cut(d.validator, "|")
	if !strings.HasPrefix(r, "[") {
		return "", "", "", false
	}
	low, high, _ = strings.Cut(strings.Trim(r, "[]"), ",")
	return low, high, beside, true
}

func (d *definition) inRange(x float64, text string) bool {
	low, high, beside, ok := d.bounds()
	if !ok || beside == text {
		return true
	}
	return !math.IsNaN(x) && (low == "" || x >= number(low)) && (high == "" || x <= number(high))
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// nouns are the types in a reader's words.
var nouns = map[Type]string{
	Boolean: "true or false", Int: "a whole number", Long: "a whole number", Short: "a whole number", Double: "a number",
	String: "a string", List: "a list separated by commas", Password: "a secret", Class: "a class name",
}

func (d *definition) accepted() string {
	if values, _ := d.enum(); values != nil {
		word := "one of "
		if d.typ == List {
			word = "a list of "
		}
		if d.unique {
			return word + strings.Join(values, ", ") + ", each once"
		}
		return word + strings.Join(values, ", ")
	}
	if low, high, beside, ok := d.bounds(); ok {
		return nouns[d.typ] + rangeWords(low, high) + besideWords(beside)
	}
	switch d.validator {
	case "nonempty":
		return nouns[d.typ] + " that is not empty"
	case "regex":
		return "a regular expression"
	}
	return nouns[d.typ] + limits[d.typ]
}

// limits are what the number types hold, said when there is no narrower range.
var limits = map[Type]string{Int: " from -2147483648 to 2147483647", Short: " from -32768 to 32767"}

func rangeWords(low, high string) string {
	switch {
	case high == "":
		return ", " + low + " or more"
	case low == "":
		return ", " + high + " or less"
	}
	return " from " + low + " to " + high
}

func besideWords(beside string) string {
	if beside == "" {
		return ""
	}
	return ", or " + beside
}

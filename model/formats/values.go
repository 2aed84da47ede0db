package formats

import (
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// dialect says how a format writes variables inside of strings.
type dialect uint8

const (
	// dollar: ${NAME} is unknown (Kafka's config providers, envsubst).
	dollar dialect = iota
	// shell: ${NAME:-default}, ${NAME-default}, ${NAME}, $NAME (Compose, env files).
	shell
	// spring: ${name:default}, nested (Spring, Quarkus, Micronaut).
	spring
)

// setConfig puts the Kafka key that n writes on e, typed by the entity's role.
func setConfig(e *model.Entity, key string, n *source.Node, d dialect) {
	e.Set(model.Config(key), configValue(model.RoleOf(e), key, n, d))
}

// configValue reads the value of a Kafka key. A value that does not fit the
// key's type stays the string that was written; the rules about keys say so.
func configValue(role kafka.Role, key string, n *source.Node, d dialect) model.Value {
	return typedConfig(role, key, scalar(n, d))
}

// typedConfig gives a key's value its type.
func typedConfig(role kafka.Role, key string, v textValue) model.Value {
	k, known := kafka.Lookup(role, key)
	if known && k.Sensitive || kafka.Secret(key) {
		v.Secret = true
	}
	if v.Unknown || !known {
		return v.Value
	}
	if data, ok := kafka.Typed(k, v.resolved); ok {
		v.Data = plain(data)
	}
	return v.Value
}

// plain turns Kafka's list of strings into the list that values hold.
func plain(data any) any {
	items, isList := data.([]string)
	if !isList {
		return data
	}
	out := make([]any, len(items))
	for i, s := range items {
		out[i] = s
	}
	return out
}

// textValue is a value under construction: its text is still needed for
// typing.
type textValue struct {
	model.Value
	resolved string
}

// scalar reads one node as an untyped value: a string, or unknown. A list
// becomes Kafka's comma-separated form.
func scalar(n *source.Node, d dialect) textValue {
	v := textValue{Value: model.Value{Node: n, Origin: model.Origin{Kind: model.FromFile}}}
	if n == nil {
		v.Unknown = true
		return v
	}
	v.Raw, v.Origin.Span = n.Value, n.Span
	if n.IsScalar() && isPlaceholder(n.Value) {
		v.Unknown = true
		return v
	}
	switch n.Kind {
	case source.Expression, source.Map:
		v.Unknown = true
		return v
	case source.Null:
		v.Data = ""
		return v
	case source.List:
		return listScalar(v, n, d)
	}
	text, note, ok := expand(n.Value, d)
	if !ok {
		v.Unknown = true
		return v
	}
	v.resolved, v.Data, v.Origin.Note = text, text, note
	return v
}

var placeholderText = regexp.MustCompile(`^<[A-Za-z_][^<>]*>$|%@?[A-Za-z_]\w*@?%|@@?[A-Z_][A-Z0-9_.]*@@?|#\{[^}]*\}|^__[A-Z][A-Z0-9_]*__$`)

// isPlaceholder reports whether text is what some tool, or a person, puts a
// value in for later: a template's expression, <PASSWORD>, @ID@, %HOST%.
func isPlaceholder(s string) bool { return source.HasPlaceholder(s) || placeholderText.MatchString(s) }

func listScalar(v textValue, n *source.Node, d dialect) textValue {
	var parts []string
	for _, item := range n.Items() {
		s := scalar(item, d)
		if s.Unknown {
			v.Unknown = true
			return v
		}
		parts = append(parts, s.resolved)
	}
	v.resolved = strings.Join(parts, ",")
	v.Raw, v.Data = v.resolved, v.resolved
	return v
}

// expand resolves the variables of a string that carry a default. It reports
// false when one has none, so that the value stays unknown; note tells which
// default was used.
func expand(s string, d dialect) (text, note string, ok bool) {
	if !strings.Contains(s, "$") {
		return s, "", true
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String(), note, true
		}
		b.WriteString(s[:i])
		s = s[i:]
		switch {
		case d == shell && s[1] == '$': // Compose's escaped dollar
			b.WriteByte('$')
			s = s[2:]
		case s[1] == '{':
			end := closing(s)
			if end < 0 {
				return "", "", false
			}
			value, found := defaultOf(s[2:end], d)
			if !found {
				return "", "", false
			}
			inner, _, known := expand(value, d)
			if !known {
				return "", "", false
			}
			note = "default of " + s[:end+1]
			b.WriteString(inner)
			s = s[end+1:]
		case d == shell && (s[1] == '_' || isLetter(s[1])):
			return "", "", false
		default:
			b.WriteByte('$')
			s = s[1:]
		}
	}
}

// defaultOf returns what follows the name in ${name:-default} (shell) or
// ${name:default} (spring).
func defaultOf(expr string, d dialect) (string, bool) {
	switch d {
	case shell:
		if _, def, ok := strings.Cut(expr, ":-"); ok {
			return def, true
		}
		_, def, ok := strings.Cut(expr, "-")
		return def, ok
	case spring:
		_, def, ok := strings.Cut(expr, ":")
		return def, ok
	}
	return "", false
}

// closing returns the index of the brace that closes s, which begins with "${".
// Braces nested deeper than people write them have none.
func closing(s string) int {
	const deepest = 50
	depth := 0
	for i := 0; i < len(s) && depth <= deepest; i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// setField puts a field of the model itself (partitions, replicationFactor),
// read as the type that the schema gives it.
func setField(e *model.Entity, p model.Path, n *source.Node, d dialect) {
	v := scalar(n, d)
	if !v.Unknown {
		data, ok := model.ParseField(e.Kind, p, v.resolved)
		if ok {
			v.Data = data
		}
	}
	e.Set(p, v.Value)
}

// setText puts a field that the format itself implies, without a variable
// (format facts such as the client's library), at the place that implies it.
func setText(e *model.Entity, p model.Path, data any, at source.Span, note string) {
	e.Set(p, model.Value{Data: data, Origin: model.Origin{Kind: model.FromFile, Span: at, Note: note}})
}

package formats

import (
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// references are the settings of an application that its placeholders can
// refer to, by relaxed name.
type references map[string]*source.Node

func referencesOf(layers []layer) references {
	r := references{}
	for _, l := range layers {
		for _, p := range l.props {
			r[relaxed(p.name)] = p.node
		}
	}
	return r
}

// text is a setting's known text, else otherwise.
func (r references) text(name, otherwise string) string {
	n := r[relaxed(name)]
	if n == nil {
		return otherwise
	}
	if v := r.scalar(n); !v.Unknown && v.resolved != "" {
		return v.resolved
	}
	return otherwise
}

// filtered are the placeholders that the build fills in (@project.version@).
var filtered = regexp.MustCompile(`@[A-Za-z_][\w.-]*@`)

// scalar reads a value; placeholders that refer to settings of the application
// itself are known.
func (r references) scalar(n *source.Node) textValue {
	if n.IsScalar() && filtered.MatchString(n.Value) {
		unknown := *n
		unknown.Kind = source.Expression
		v := scalar(&unknown, spring)
		v.Node = n
		return v
	}
	if n.Kind != source.String || !strings.Contains(n.Value, "${") {
		return scalar(n, spring)
	}
	inner := *n
	budget := maxReferences
	inner.Value = r.refer(n.Value, &budget)
	v := scalar(&inner, spring)
	v.Node, v.Raw = n, n.Value
	return v
}

// maxReferences bounds the references that one value follows, which may be
// circular or multiply.
const maxReferences = 100

// refer replaces ${name} by the setting of that name.
func (r references) refer(s string, budget *int) string {
	var out strings.Builder
	for {
		i := strings.Index(s, "${")
		if i < 0 || *budget <= 0 {
			out.WriteString(s)
			return out.String()
		}
		out.WriteString(s[:i])
		s = s[i:]
		end := closing(s)
		if end < 0 {
			out.WriteString(s)
			return out.String()
		}
		name, otherwise, hasDefault := strings.Cut(s[2:end], ":")
		if n := r[relaxed(name)]; n != nil && n.IsScalar() && n.Kind != source.Expression {
			*budget--
			out.WriteString(r.refer(n.Value, budget))
		} else if hasDefault {
			*budget--
			out.WriteString("${" + name + ":" + r.refer(otherwise, budget) + "}")
		} else {
			out.WriteString(s[:end+1])
		}
		s = s[end+1:]
	}
}

// config reads a Kafka key whose value a framework converts first.
func (r references) config(role kafka.Role, key string, n *source.Node, convert func(string) (string, error)) model.Value {
	v := r.scalar(n)
	k, known := kafka.Lookup(role, key)
	v.Secret = known && k.Sensitive || kafka.Secret(key)
	if v.Unknown {
		return v.Value
	}
	text, err := convert(v.resolved)
	if err != nil {
		return v.Value
	}
	v.Data = text
	if known {
		if data, ok := kafka.Typed(k, text); ok {
			v.Data = plain(data)
		}
	}
	return v.Value
}

// asWritten is the conversion of a framework that has none.
func asWritten(s string) (string, error) { return s, nil }

package policy

import (
	"slices"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// secrets are the places of all values that must not be printed, in order: a
// frame may show a line for another value's sake.
func secrets(subjects []*subject) []source.Span {
	var out []source.Span
	for _, s := range subjects {
		for _, e := range s.d.Spec.Entities {
			for _, v := range e.Fields {
				if v.Secret && !v.Origin.Span.IsZero() {
					out = append(out, v.Origin.Span)
				}
				for _, hidden := range v.Hides {
					if hidden.Secret && !hidden.Origin.Span.IsZero() {
						out = append(out, hidden.Origin.Span)
					}
				}
			}
		}
	}
	slices.SortFunc(out, CompareSpans)
	return slices.Compact(out)
}

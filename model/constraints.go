package model

import "fmt"

// constraintProblems holds the merged entities to the user's own constraints:
// a violation is found at the value and names the constraint's place.
func (s *Spec) constraintProblems(constraints []Constraint) []Problem {
	var out []Problem
	for _, e := range s.Entities {
		for _, c := range constraints {
			if c.Kind != e.Kind {
				continue
			}
			for _, v := range c.Check(e) {
				out = append(out, e.violation(c, v))
			}
		}
	}
	return out
}

func (e *Entity) violation(c Constraint, v Violation) Problem {
	value := e.Fields[v.Path]
	at := value.Origin.Span
	if at.IsZero() {
		at = e.Place(v.Path).Anchor
	}
	key, ok := ConfigKey(v.Path)
	if !ok {
		key = v.Path
	}
	return Problem{
		Kind: "invalid-value", Span: at, Entity: e, Key: key, Role: string(e.Kind), Value: value.Raw,
		Why:     fmt.Sprintf("the team's own constraint in %s says: %s", c.Span.File.Name, v.Message),
		Related: []Related{{Span: c.Span, Message: "the constraint"}},
	}
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// duplicates reports the fields of a map that are written twice, at the later
// place, which is the one that counts; writing the same value twice is worth no
// more than a note. Branches of a template are no duplicates. role says in the
// finding what the keys are for.
func duplicates(n *source.Node, e *model.Entity, role string) []model.Problem {
	var out []model.Problem
	seen := map[string]*source.Node{}
	for _, f := range n.Fields() {
		old, twice := seen[f.Name]
		seen[f.Name] = f
		if !twice || old.Conditional || f.Conditional || old.NameSpan == f.NameSpan {
			continue
		}
		out = append(out, duplicateOf(old, f, e, role))
	}
	return out
}

// duplicateOf is the problem of two settings of which the later one counts.
func duplicateOf(old, now *source.Node, e *model.Entity, role string) model.Problem {
	p := model.Problem{Kind: "duplicate-key", Span: now.NameSpan, Entity: e, Key: now.Name, Role: role,
		Level: "warning", Why: "the last one counts", Hint: "keep one of them",
		Related: []model.Related{{Span: old.NameSpan, Message: "written here first"}}}
	if old.IsScalar() && now.IsScalar() && strings.TrimSpace(old.Value) == strings.TrimSpace(now.Value) {
		p.Level, p.Why = "info", "both times with the same value"
	}
	return p
}

package policy

import (
	"slices"

	"github.com/plimsoll-kafka/plimsoll/model"
)

// problemsByDeployment gives each fact about a file to the deployments that hold
// the entity it is about: its severity is theirs. What no deployment holds (a
// file that could not be read) goes with the first, as a fact of none.
func problemsByDeployment(w *model.Workspace) [][]model.Problem {
	out := make([][]model.Problem, len(w.Deployments))
	for _, p := range w.Problems {
		found := false
		for i, d := range w.Deployments {
			if p.Entity != nil && holds(d, p) {
				out[i] = append(out[i], p)
				found = true
			}
		}
		if !found {
			if len(w.Deployments) > 1 {
				p.Entity = nil
			}
			out[0] = append(out[0], p)
		}
	}
	return out
}

// holds reports whether a deployment has the problem's entity: the merged one
// itself, or one of the same kind and name that was read from the same file.
func holds(d *model.Deployment, p model.Problem) bool {
	return slices.ContainsFunc(d.Spec.Entities, func(e *model.Entity) bool {
		return e == p.Entity || e.Kind == p.Entity.Kind && e.Name == p.Entity.Name && e.Source == p.Entity.Source && e.Span.File == p.Entity.Span.File
	})
}

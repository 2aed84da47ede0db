package policy

import (
	"fmt"
	"sort"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

func hasISR(platform string) bool { return kafka.HasISR(platform) }

// summary says what was looked at and what could not be decided.
func (e *Engine) summary(w *model.Workspace, subjects []*subject, found []Finding) Summary {
	sum := Summary{Files: w.Files, Entities: map[string]int{}, Rules: len(e.rules)}
	for _, s := range w.Skipped {
		sum.Skipped = append(sum.Skipped, Skipped{What: s.What, Why: s.Why})
	}
	seen := map[string]bool{}
	groups := map[string]int{}
	for _, s := range subjects {
		for _, ent := range s.d.Spec.Entities {
			key := ent.ID() + "\x00" + ent.Span.String()
			if seen[key] {
				continue
			}
			seen[key] = true
			sum.Entities[string(ent.Kind)]++
			if (ent.Kind == model.Producer || ent.Kind == model.Group) && !ent.Has("topics") {
				sum.Unlinked++
			}
			for _, p := range ent.Paths() {
				if v := ent.Fields[p]; v.Unknown {
					sum.UnknownValues++
					groups[unknownReason(v)]++
				}
			}
		}
		sum.Deployments = append(sum.Deployments, s.summary(found))
		sum.wait(s)
	}
	sum.Unknown = grouped(groups)
	return sum
}

// unknownReason is the expression that cannot be known, or its kind where every
// one differs.
func unknownReason(v model.Value) string {
	switch {
	case strings.HasPrefix(v.Raw, "${") && !strings.ContainsAny(v.Raw[1:], "$ "):
		return v.Raw
	case v.Raw == "" && v.Origin.Note != "":
		return v.Origin.Note
	case v.Raw == "":
		return "blocks, or values that two sources disagree on"
	}
	return "expressions"
}

func grouped(groups map[string]int) []UnknownGroup {
	var out []UnknownGroup
	for what, n := range groups {
		out = append(out, UnknownGroup{Count: n, What: what})
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].Count > out[j].Count || out[i].Count == out[j].Count && out[i].What < out[j].What
	})
	return out
}

func (s *subject) summary(found []Finding) DeploymentSummary {
	d := DeploymentSummary{ID: s.d.ID, Environment: s.d.Environment, Kafka: kafkaText(s.facts), Counts: map[Severity]int{}}
	for _, f := range found {
		for _, id := range f.Deployments {
			if id == s.d.ID {
				d.Counts[f.Severity]++
			}
		}
	}
	return d
}

// kafkaText is the cluster in words: "Kafka 4.3 on strimzi (ELR on)".
func kafkaText(f model.Facts) string {
	if f.Version.IsZero() && f.Platform == "" {
		return ""
	}
	out := "Kafka"
	if !f.Version.IsZero() {
		out += " " + f.Version.String()
	}
	if f.Platform != "" && f.Platform != "apache" {
		out += " on " + f.Platform
	}
	if f.ELR {
		out += " (ELR on)"
	}
	if f.Assumed {
		out += ", assumed"
	}
	return out
}

// wait counts the checks that only a cluster's configuration could decide.
func (sum *Summary) wait(s *subject) {
	if s.facts.InSight {
		return
	}
	n := 0
	for _, t := range s.d.Spec.Of(model.Topic) {
		if !t.Has(model.Config("min.insync.replicas")) {
			n++
		}
	}
	if n == 0 {
		return
	}
	sum.WaitingChecks += n
	where := ""
	if s.d.ID != "" {
		where = s.d.ID + ": "
	}
	sum.Waiting = append(sum.Waiting, fmt.Sprintf("%s%d topics inherit min.insync.replicas from a cluster that is not in this workspace: a cluster entry in plimsoll.cue, or --assume-kafka, decides them", where, n))
}

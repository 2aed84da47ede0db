package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// PlacementProblems are facts about where things are written: settings in files
// that do not decide them, and topics that are declared twice.
func (s *Spec) PlacementProblems() []Problem {
	out := slices.Concat(s.ineffective(), s.duplicateTopics(), s.collisions())
	sortProblems(out)
	return out
}

// ineffective finds what the brokers' files say about keys that the dedicated
// controllers decide (M10, M11), where Kafka uses another value than the one
// written. Controllers that are not in sight may say the same: nothing is
// claimed then.
func (s *Spec) ineffective() []Problem {
	facts := s.Facts()
	if !facts.Dedicated || facts.Mode != "kraft" {
		return nil
	}
	var out []Problem
	for _, e := range s.Of(Node) {
		if roles := e.List("roles"); len(roles) != 1 || roles[0] != "broker" {
			continue
		}
		for _, p := range e.Paths() {
			if key, ok := ConfigKey(p); ok {
				if problem, found := s.shadowed(&facts, e, key); found {
					out = append(out, problem)
				}
			}
		}
	}
	return out
}

// shadowed compares one value of a broker's file with the one that Kafka uses.
func (s *Spec) shadowed(facts *Facts, e *Entity, key string) (Problem, bool) {
	v := e.Fields[Config(key)]
	decision := kafka.Decides(key, facts.Version, facts.ELR)
	if !v.Known() || v.Origin.Kind != FromFile || !controllersDecide(decision) {
		return Problem{}, false
	}
	used, found, agreed := s.decided(facts, key)
	if found && (!agreed || used.Unknown) {
		return Problem{}, false
	}
	if !found {
		if used, found = kafkaDefault(facts, kafka.Broker, key); !found {
			return Problem{}, false
		}
	}
	if fmt.Sprint(used.Data) == fmt.Sprint(v.Data) {
		return Problem{}, false
	}
	p := Problem{Kind: "ineffective-setting", Span: v.Origin.Span, Entity: e, Key: key, Role: "broker", Value: v.Show()}
	p.Why = fmt.Sprintf("has no effect: Kafka uses %s", used.Show())
	if len(decision.AutoCreated) > 0 {
		p.Why = fmt.Sprintf("counts for auto-created topics only: topics made without a number get %s", used.Show())
	}
	p.Hint = ineffectiveHint(key, v.Show())
	p.Related = s.decidedAt(facts, key)
	return p, true
}

// ineffectiveHint says how to make the value count, in the files and on a
// running cluster.
func ineffectiveHint(key, value string) string {
	set := key + "=" + value
	if t, _, ok := kafka.TopicKey(key); ok {
		return fmt.Sprintf("%s=%s on the topics, or %s on the controllers before the first start; running cluster: "+
			"kafka-configs --alter --entity-type brokers --entity-default --add-config %s", t, value, set, set)
	}
	return set + " in the controllers' files"
}

// decidedAt are the places of the controllers that decide the key.
func (s *Spec) decidedAt(facts *Facts, key string) []Related {
	nodes, _ := s.Deciding(facts, key)
	var out []Related
	for _, e := range nodes {
		if v, ok := e.Fields[Config(key)]; ok {
			out = append(out, Related{Span: v.Origin.Span, Message: "the controllers decide: " + v.Show()})
			continue
		}
		at := e.Place(Config(key)).Anchor
		if at.IsZero() {
			at = e.Span
		}
		out = append(out, Related{Span: at, Message: "the controllers decide: not set here, so Kafka's default counts"})
	}
	return out
}

// duplicateTopics finds topics that files of one format declare more than once
// for one cluster.
func (s *Spec) duplicateTopics() []Problem {
	var out []Problem
	for _, e := range s.Of(Topic) {
		for _, span := range e.Also {
			if span.IsZero() || strings.ContainsAny(e.Name, "${") {
				continue
			}
			out = append(out, Problem{
				Kind: "duplicate-topic", Span: span, Entity: e, Key: e.Name, Role: "topic",
				Why:     fmt.Sprintf("%s is declared at %s already", e.Name, e.Span),
				Related: []Related{{Span: e.Span, Message: "the other declaration"}},
			})
		}
	}
	return out
}

// collisions finds topics whose names differ in dots and underscores only:
// Kafka's metrics write both as underscores, so it refuses the second one
// (Topic.hasCollision).
func (s *Spec) collisions() []Problem {
	var out []Problem
	first := map[string]*Entity{}
	for _, e := range s.Of(Topic) {
		name := strings.ReplaceAll(e.Name, ".", "_")
		other, taken := first[name]
		if !taken {
			first[name] = e
			continue
		}
		if other.Name == e.Name {
			continue
		}
		out = append(out, Problem{
			Kind: "topic-name-collision", Span: e.Span, Entity: e, Key: e.Name, Role: "topic",
			Why: fmt.Sprintf("%s and %s are one name to Kafka's metrics", e.Name, other.Name), Hint: "rename one of the two",
			Related: []Related{{Span: other.Span, Message: "the other name"}},
		})
	}
	return out
}

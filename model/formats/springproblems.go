package formats

import (
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// springProblems are the facts about the text of spring.kafka.*: names that
// Boot does not have, and names written twice in one document.
func springProblems(a *application, entities map[string]*model.Entity) []model.Problem {
	var out []model.Problem
	for _, l := range a.layers {
		seen := map[string]*source.Node{}
		strange := map[string]bool{}
		for _, p := range l.props {
			path, ok := springPath(p.name)
			if !ok {
				continue
			}
			section, _, _ := strings.Cut(path, ".")
			e := entities[section]
			if first := seen[path]; first != nil && !first.Conditional && !p.node.Conditional {
				out = append(out, springDuplicate(p, path, first, e))
			}
			seen[path] = p.node
			if _, _, known := kafka.SpringKey(path); !known {
				if problem, ok := springUnknown(&l, p, path, strange); ok {
					problem.Entity = e
					out = append(out, problem)
				}
			}
			if path == "retry.topic.attempts" {
				out = append(out, springAttempts(p, entities["consumer"])...)
			}
		}
	}
	return out
}

// springDuplicate is a name written twice in one document. Two spellings of one
// property may stand in a YAML map; the same one may not.
func springDuplicate(p property, path string, first *source.Node, e *model.Entity) model.Problem {
	out := duplicateOf(first, p.node, e, "spring.kafka")
	out.Key, out.Value = "spring.kafka."+path, problemValue(path, p.node)
	if p.node.Syntax == source.YAML && first.Name == p.node.Name {
		out.Level, out.Why = "", "Spring Boot does not start with a YAML file that has the same name twice in a map"
	}
	return out
}

// problemValue is the value as a message may show it.
func problemValue(key string, n *source.Node) string {
	if kafka.Secret(key) || kafka.Secret(strings.ReplaceAll(key, "-", ".")) {
		return ""
	}
	return n.Value
}

// springSectionNames are the maps of Boot below spring.kafka.
var springSectionNames = map[string]bool{"producer": true, "consumer": true, "streams": true, "admin": true, "listener": true,
	"template": true, "jaas": true, "retry": true, "ssl": true, "security": true, "properties": true}

// springUnknown is a name that Boot does not have, so it is ignored. An
// application's own names inside of Boot's are told once for a whole map.
func springUnknown(l *layer, p property, path string, strange map[string]bool) (model.Problem, bool) {
	at, key, value := p.node.NameSpan, "spring.kafka."+path, problemValue(path, p.node)
	section, _, nested := strings.Cut(path, ".")
	if nested && !springSectionNames[section] {
		if strange[section] {
			return model.Problem{}, false
		}
		strange[section] = true
		if n := l.blocks[relaxed("spring.kafka."+section)]; n != nil {
			at, key, value = n.NameSpan, "spring.kafka."+section, ""
		}
	}
	role := "spring.kafka"
	if nested {
		role += "." + section
	}
	problem := model.Problem{Kind: "unknown-key", Span: at, Key: key, Role: role, Value: value,
		Why: "Spring Boot has no such property and ignores it", Hint: kafka.SpringHint(path)}
	if name, ok := strings.CutPrefix(problem.Hint, "did you mean "); ok {
		problem.Kind, problem.Hint = "misspelt-key", "write "+strings.TrimSuffix(name, "?")
	}
	problem.Hint = strings.TrimPrefix(problem.Hint, "Spring Boot has no such property: ")
	if problem.Hint == "" {
		problem.Level = "info"
		problem.Hint = "keep the application's own settings outside of spring.kafka"
	}
	return problem, true
}

// springAttempts is a number of attempts that spring-kafka refuses once retry
// topics are enabled.
func springAttempts(p property, e *model.Entity) []model.Problem {
	n, err := strconv.Atoi(strings.TrimSpace(p.node.Str()))
	if err != nil || n >= 1 {
		return nil
	}
	level := "info"
	if e != nil && e.Has("retry/kind") {
		level = ""
	}
	return []model.Problem{{Kind: "invalid-value", Span: p.node.Span, Entity: e, Key: "spring.kafka.retry.topic.attempts", Role: "spring.kafka.retry.topic",
		Value: p.node.Value, Why: "retry topics need at least one attempt, the first delivery", Hint: "1 or more", Level: level}}
}

// cloudProblems are the names below the Kafka binder's sections that it does
// not have.
func cloudProblems(a *application) []model.Problem {
	var out []model.Problem
	for _, l := range a.layers {
		for _, p := range l.props {
			path, ok := cloudPath(p.name)
			if !ok {
				continue
			}
			if _, _, known := kafka.SpringCloudKey(path); !known {
				out = append(out, cloudUnknown(p, path))
			}
		}
	}
	return out
}

// cloudPath is a property of the Kafka binder as [kafka.SpringCloudKey] takes
// it.
func cloudPath(name string) (string, bool) {
	if rest, ok := below(name, "spring.cloud.stream.kafka.binder"); ok {
		return "binder." + cloudKebab(rest), true
	}
	rest, ok := below(name, "spring.cloud.stream.kafka.bindings")
	if !ok {
		return "", false
	}
	_, rest, _ = strings.Cut(rest, ".")
	path := cloudKebab(rest)
	return path, strings.HasPrefix(path, "consumer.") || strings.HasPrefix(path, "producer.")
}

// cloudUnknown says where a Kafka key belongs that was written as the binder's
// own; other names may be those of an older binder.
func cloudUnknown(p property, path string) model.Problem {
	section, name, _ := strings.Cut(path, ".")
	key := strings.ReplaceAll(name, "-", ".")
	out := model.Problem{Kind: "unknown-key", Span: p.node.NameSpan, Key: p.name, Role: "spring.cloud.stream.kafka." + section, Value: problemValue(name, p.node),
		Why: "the Kafka binder has no such property and ignores it", Hint: "remove it", Level: "info"}
	for _, s := range springSections {
		if _, ok := kafka.Lookup(s.role, key); ok && (section == "binder" || section == s.name) {
			out.Level, out.Hint = "", "put "+key+" under configuration"
		}
	}
	return out
}

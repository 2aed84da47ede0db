package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// connectorProblems are the keys of well-known connectors that were renamed or
// never were theirs.
func connectorProblems(e *model.Entity, config *source.Node) []model.Problem {
	class := config.Field("connector.class").Str()
	var out []model.Problem
	for _, f := range config.Fields() {
		var p model.Problem
		switch {
		case isDebezium(class):
			p = debeziumProblem(config, f)
		case strings.HasSuffix(class, "JdbcSinkConnector") && strings.HasPrefix(class, "io.confluent."):
			p = jdbcSinkProblem(f)
		}
		if f.Name == "topic.creation.enable" {
			p = model.Problem{Kind: "wrong-level-key", Level: "info", Value: f.Str(),
				Why: "it is a worker's key, which connectors do not have", Hint: "set it in the worker's configuration"}
		}
		if p.Kind == "" && strings.HasPrefix(f.Name, "transforms.") {
			p = transformProblem(config, f)
		}
		if p.Kind != "" {
			p.Span, p.Entity, p.Key, p.Role = f.NameSpan, e, f.Name, "connector"
			out = append(out, p)
		}
	}
	return out
}

func isDebezium(class string) bool {
	return strings.HasPrefix(class, "io.debezium.connector.") && !sinkClass.MatchString(class)
}

// debeziumRenamed are the keys that Debezium 2.0 renamed (its release notes,
// "breaking changes" of 2.0.0.Alpha1 and Beta1).
var debeziumRenamed = map[string]string{
	"database.server.name":                            "topic.prefix",
	"database.history":                                "schema.history.internal",
	"database.history.kafka.bootstrap.servers":        "schema.history.internal.kafka.bootstrap.servers",
	"database.history.kafka.topic":                    "schema.history.internal.kafka.topic",
	"database.history.skip.unparseable.ddl":           "schema.history.internal.skip.unparseable.ddl",
	"database.history.store.only.captured.tables.ddl": "schema.history.internal.store.only.captured.tables.ddl",
	"table.whitelist":                                 "table.include.list",
	"table.blacklist":                                 "table.exclude.list",
	"schema.whitelist":                                "schema.include.list",
	"schema.blacklist":                                "schema.exclude.list",
	"database.whitelist":                              "database.include.list",
	"database.blacklist":                              "database.exclude.list",
	"column.whitelist":                                "column.include.list",
	"column.blacklist":                                "column.exclude.list",
}

// debeziumProblem reports a key of Debezium 1 that stands beside keys which
// only Debezium 2 has, so that the version is known, and renamed values.
func debeziumProblem(config, f *source.Node) model.Problem {
	if now, renamed := debeziumRenamed[f.Name]; renamed && config.Field("topic.prefix") != nil {
		return model.Problem{Kind: "removed-key", Level: "info", Value: f.Str(),
			Why: "Debezium 2 does not have the key: " + now + " took its place", Hint: now}
	}
	if f.Name == "snapshot.mode" && f.Str() == "never" {
		return model.Problem{Kind: "deprecated-value", Level: "info", Value: f.Str(),
			Why: "Debezium 2.6 renamed the snapshot mode never to no_data", Hint: "no_data"}
	}
	return model.Problem{}
}

// jdbcSinkMistakes are keys that people write for Confluent's JDBC sink and
// that it does not have.
var jdbcSinkMistakes = map[string]string{
	"upsert.keys": "pk.fields", "primary.key": "pk.fields", "primary.keys": "pk.fields", "table.name": "table.name.format",
	"topic.prefix": "", "mode": "insert.mode", "incrementing.column.name": "", "timestamp.column.name": "", "table.whitelist": "table.name.format",
	"poll.interval.ms": "",
}

func jdbcSinkProblem(f *source.Node) model.Problem {
	meant, mistaken := jdbcSinkMistakes[f.Name]
	if !mistaken {
		return model.Problem{}
	}
	p := model.Problem{Kind: "unknown-key", Value: f.Str(), Why: "the JDBC sink has no such key and ignores it", Hint: meant}
	if meant == "" {
		p.Why = "it is a key of the JDBC source, which the sink ignores"
	}
	return p
}

// transformProblem reports the keys of Debezium's ExtractNewRecordState that
// delete.tombstone.handling.mode replaced in Debezium 2.5.
func transformProblem(config, f *source.Node) model.Problem {
	for _, old := range []string{".drop.tombstones", ".delete.handling.mode"} {
		prefix, ok := strings.CutSuffix(f.Name, old)
		if ok && strings.HasPrefix(config.Field(prefix+".type").Str(), "io.debezium.transforms.ExtractNew") {
			return model.Problem{Kind: "deprecated-key", Level: "info", Value: f.Str(),
				Why: "Debezium 2.5 deprecated it for delete.tombstone.handling.mode", Hint: prefix + ".delete.tombstone.handling.mode"}
		}
	}
	return model.Problem{}
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// dotnetFormat reads appsettings.json of .NET applications: sections that bind
// to ProducerConfig and ConsumerConfig of Confluent's client, whose properties
// are librdkafka's names in Pascal case.
var dotnetFormat = Format{Name: "dotnet", Claim: claimDotnet, Import: importDotnet}

func claimDotnet(d *Document) bool {
	return d.Syntax == source.JSON && len(d.Roots) == 1 && kafkaWords.MatchString(d.Text.String()) && len(dotnetBlocks(d)) > 0
}

func importDotnet(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		for _, b := range dotnetBlocks(d) {
			from := len(out.Fragments)
			out.Fragments = append(out.Fragments, importClients(b, lastSegment(b.prefix), ctx)...)
			for i := from; i < len(out.Fragments); i++ {
				dotnetValues(out.Fragments[i].Entity)
				if word := appsettingsEnvironment(d.Name); word != "" {
					out.Fragments[i].Env = word
				}
			}
			e := out.Fragments[from].Entity
			out.Problems = append(out.Problems, duplicates(b.parent, e, string(model.RoleOf(e)))...)
		}
	}
	overlay(out.Fragments, true)
	return out
}

// appsettingsEnvironment is the environment in appsettings.Production.json.
func appsettingsEnvironment(name string) string {
	parts := strings.Split(name, ".")
	if len(parts) < 3 || !strings.EqualFold(parts[0], "appsettings") {
		return ""
	}
	return strings.ToLower(parts[1])
}

// dotnetBlocks finds the sections with BootstrapServers and another client
// property, or with several properties that only Kafka has.
func dotnetBlocks(d *Document) []*clientBlock {
	var out []*clientBlock
	var walk func(n *source.Node, name string, depth int)
	walk = func(n *source.Node, name string, depth int) {
		if b := dotnetBlock(d, n, name); len(b.settings) > 0 {
			out = append(out, b)
		}
		for _, f := range n.Fields() {
			if f.Kind == source.Map && depth < maxBlockDepth {
				walk(f, strings.TrimPrefix(name+"."+f.Name, "."), depth+1)
			}
		}
	}
	walk(d.Roots[0], "", 0)
	return qualified(out)
}

func dotnetBlock(d *Document, n *source.Node, name string) *clientBlock {
	b := &clientBlock{doc: d, format: "dotnet", prefix: name, at: n.NameSpan, parent: n, spell: pascalCase, library: librdkafka}
	for _, f := range n.Fields() {
		if f.Kind == source.Map {
			continue
		}
		if key, ok := dotnetKey(f.Name); ok {
			b.settings = append(b.settings, setting{key, f})
		}
	}
	if b.at.IsZero() && len(b.settings) > 0 {
		b.at = b.settings[0].node.NameSpan
	}
	return b
}

// dotnetKey is the librdkafka name of a property in Pascal case.
func dotnetKey(property string) (string, bool) {
	if property == "" || property[0] < 'A' || property[0] > 'Z' {
		return "", false
	}
	key := dotted(property)
	canonical, known := kafka.ClientKey(librdkafka, key)
	return canonical, known
}

// dotnetNames are the properties that are called after librdkafka's own name of
// a Kafka key.
var dotnetNames = map[string]string{
	"delivery.timeout.ms": "MessageTimeoutMs", "retries": "MessageSendMaxRetries", "fetch.max.wait.ms": "FetchWaitMaxMs",
	"max.in.flight.requests.per.connection": "MaxInFlight",
}

// pascalCase is the property of a Kafka key.
func pascalCase(key string) string {
	if name, ok := dotnetNames[key]; ok {
		return name
	}
	s := camelCase(key)
	return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):]
}

// dotnetEnums are the values of the client's enumerations, in Kafka's spelling.
var dotnetEnums = map[string]map[string]string{
	"acks":                          {"all": "all", "leader": "1", "none": "0"},
	"auto.offset.reset":             {"latest": "latest", "earliest": "earliest", "error": "none"},
	"security.protocol":             {"plaintext": "PLAINTEXT", "ssl": "SSL", "saslplaintext": "SASL_PLAINTEXT", "saslssl": "SASL_SSL"},
	"sasl.mechanism":                {"gssapi": "GSSAPI", "plain": "PLAIN", "scramsha256": "SCRAM-SHA-256", "scramsha512": "SCRAM-SHA-512", "oauthbearer": "OAUTHBEARER"},
	"compression.type":              {"none": "none", "gzip": "gzip", "snappy": "snappy", "lz4": "lz4", "zstd": "zstd"},
	"isolation.level":               {"readuncommitted": "read_uncommitted", "readcommitted": "read_committed"},
	"partition.assignment.strategy": {"range": "range", "roundrobin": "roundrobin", "cooperativesticky": "cooperative-sticky"},
}

// dotnetValues gives the values of enumerations Kafka's spelling; numbers and
// words that Kafka has itself stay.
func dotnetValues(e *model.Entity) {
	for key, words := range dotnetEnums {
		v, ok := e.Fields[model.Config(key)]
		if !ok || v.Unknown {
			continue
		}
		name := strings.ToLower(strings.ReplaceAll(v.Raw, "_", ""))
		if kafkas, known := words[name]; known {
			v.Data = kafkas
			e.Fields[model.Config(key)] = v
		}
	}
}

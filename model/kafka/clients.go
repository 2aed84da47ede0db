package kafka

import (
	_ "embed"
	"sync"
)

// Client is a Kafka client library at a version. Library is "java",
// "librdkafka", "sarama", "franz-go", "kafka-go" (constructor unknown),
// "kafka-go/Writer", "kafka-go/NewWriter", "kafkajs", "aiokafka",
// "kafka-python", or "" when it is not known. A binding of librdkafka
// (confluent-kafka-python, -go, -dotnet, node-rdkafka, rust-rdkafka) is
// "librdkafka" at the version that it bundles. A zero Version is unknown.
type Client struct {
	Library string
	Version Version
	Exact   bool // the patch number is known: 3.0.0, not 3.0
}

// Default is a value that nobody wrote, and who says so.
type Default struct {
	Value  string
	Source string // short, for people: "librdkafka 2.15 CONFIGURATION.md"
}

//go:embed data/clients.tsv
var clientsTable string

type clientKey struct {
	library string
	role    Role
	key     string
}

var clientDefaults = sync.OnceValue(func() map[clientKey][]span {
	defaults := map[clientKey][]span{}
	for _, row := range tableRows(clientsTable, 7) {
		id := clientKey{row[0], Role(row[1]), row[2]}
		defaults[id] = append(defaults[id], span{exactVersion(row[3]), exactVersion(row[4]), row[5], row[6]})
	}
	return defaults
})

// ClientDefault is what a client of the role uses for a Kafka key that nobody
// set, in Kafka's own name, unit and spelling (acks "all", auto.offset.reset
// "latest"). Without a known version it answers only when all versions agree.
func ClientDefault(c Client, role Role, key string) (Default, bool) {
	switch c.Library {
	case "java":
		return javaDefault(c.Version, role, key)
	case "librdkafka":
		return librdkafkaDefault(c.Version, role, key)
	case "kafka-go":
		return kafkaGoDefault(c.Version, role, key)
	}
	return pick(clientDefaults()[clientKey{c.Library, role, key}], c.Version)
}

// kafkaGoDefault answers when both constructors agree: they do not about acks.
func kafkaGoDefault(v Version, role Role, key string) (Default, bool) {
	a, okA := pick(clientDefaults()[clientKey{"kafka-go/Writer", role, key}], v)
	b, okB := pick(clientDefaults()[clientKey{"kafka-go/NewWriter", role, key}], v)
	return a, okA && okB && a.Value == b.Value
}

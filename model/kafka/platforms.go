package kafka

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Platform is who runs the brokers, with the date of what is known about it.
type Platform struct {
	Name   string
	AsOf   string // month in which its pages were read, "2026-12"
	Source string
	ISR    bool // replicas follow a leader and acks=all waits for the in-sync set
	Kafka  bool // for keys that its pages do not name, Kafka's own defaults hold
}

// Platforms are the names that kafka.platform accepts.
var Platforms = []Platform{
	{"apache", "2026-12", "kafka.apache.org/documentation", true, true},
	{"strimzi", "2026-12", "strimzi.io/docs/operators/latest/configuring", true, true},
	{"confluent-platform", "2026-12", "docs.confluent.io/platform/current/installation/configuration", true, true},
	{"confluent-cloud", "2026-12", "docs.confluent.io/cloud/current/topics/manage.html", true, false},
	{"msk", "2026-12", "docs.aws.amazon.com/msk/latest/developerguide/msk-default-configuration.html", true, true},
	{"msk-tiered", "2026-12", "docs.aws.amazon.com/msk/latest/developerguide/msk-default-configuration.html", true, true},
	{"msk-express", "2026-12", "docs.aws.amazon.com/msk/latest/developerguide/msk-configuration-express-read-only.html", true, false},
	{"msk-serverless", "2026-12", "docs.aws.amazon.com/msk/latest/developerguide/serverless-config.html", true, false},
	{"aiven", "2026-12", "aiven.io/docs/products/kafka/reference/advanced-params", true, false},
	{"redpanda", "2026-12", "docs.redpanda.com/current/reference/properties/cluster-properties (Raft, majority writes)", false, false},
	{"event-hubs", "2026-12", "learn.microsoft.com/azure/event-hubs/azure-event-hubs-apache-kafka-overview", false, false},
	{"warpstream", "2026-12", "docs.warpstream.com/warpstream/kafka/reference (no leaders, object storage)", false, false},
}

// HasISR says whether a platform has in-sync replicas at all, so that rules on
// min.insync.replicas, unclean election and flush mean something. An unknown
// or empty platform counts as Apache Kafka.
func HasISR(platform string) bool {
	i := slices.IndexFunc(Platforms, func(p Platform) bool { return p.Name == platform })
	return i < 0 || Platforms[i].ISR
}

// KafkaDefaultsHold says whether a broker or topic key that PlatformDefault does
// not know has Kafka's own default there: MSK's pages say so, those of a
// service such as Confluent Cloud do not, nor is anything known of a platform that
// is not listed, and nothing may be guessed. An empty one counts as Apache Kafka.
func KafkaDefaultsHold(platform string) bool {
	i := slices.IndexFunc(Platforms, func(p Platform) bool { return p.Name == platform })
	return platform == "" || i >= 0 && Platforms[i].Kafka
}

// KafkaDefaultStands says whether a broker or topic key that nobody set has
// Kafka's own default on a platform: not where the platform's pages give it
// another value that depends on what is not known here (MSK's counts by zones).
func KafkaDefaultStands(platform, key string) bool {
	if !KafkaDefaultsHold(platform) {
		return false
	}
	return !slices.ContainsFunc(platformRows()[platform], func(row platformRow) bool { return row.sets() && row.key == key })
}

//go:embed data/platforms.tsv
var platformsTable string

type platformRow struct {
	kind  string
	role  Role
	key   string
	zones int
	Default
}

var platformRows = sync.OnceValue(func() map[string][]platformRow {
	rows := map[string][]platformRow{}
	for _, row := range tableRows(platformsTable, 8) {
		zones, _ := strconv.Atoi(row[4])
		rows[row[0]] = append(rows[row[0]], platformRow{row[1], Role(row[2]), row[3], zones,
			Default{row[5], row[0] + " (" + row[7] + ", " + row[6] + ")"}})
	}
	return rows
})

// PlatformDefault is the value that a platform gives a broker or topic key
// that nobody set, where it differs from Kafka's own or is written down by the
// platform. A topic key falls back to the broker's. zones is the number of
// availability zones, 0 when unknown: MSK's counts depend on it.
func PlatformDefault(platform string, role Role, key string, zones int) (Default, bool) {
	if d, ok := platformValue(platform, role, key, zones); ok || role != Topic {
		return d, ok
	}
	for _, name := range []string{key, "log." + key} {
		if d, ok := platformValue(platform, Broker, name, zones); ok {
			return d, true
		}
	}
	return Default{}, false
}

func platformValue(platform string, role Role, key string, zones int) (Default, bool) {
	for _, row := range platformRows()[platform] {
		if row.sets() && row.role == role && row.key == key && (row.zones == 0 || row.zones == zones) {
			return row.Default, true
		}
	}
	return Default{}, false
}

// sets says that the row gives a value, default or fixed.
func (row platformRow) sets() bool { return row.kind == "default" || row.kind == "fixed" }

// PlatformFixed is the value of a key that nobody can change on a platform.
func PlatformFixed(platform, key string) (Default, bool) {
	for _, row := range platformRows()[platform] {
		if row.kind == "fixed" && row.key == key {
			return row.Default, true
		}
	}
	return Default{}, false
}

// PlatformManaged says that the platform itself owns a broker key, so that
// what a file says about it is refused or ignored; source tells why. Fixed
// keys are managed too. A key of a managed row that ends in "*" is a prefix.
func PlatformManaged(platform, key string) (source string, managed bool) {
	if d, ok := PlatformFixed(platform, key); ok {
		return d.Source, true
	}
	for _, row := range platformRows()[platform] {
		if row.kind == "except" && row.key == key {
			return "", false
		}
	}
	for _, row := range platformRows()[platform] {
		prefix, isPrefix := strings.CutSuffix(row.key, "*")
		if row.kind == "managed" && (row.key == key || isPrefix && strings.HasPrefix(key, prefix)) {
			return row.Source, true
		}
	}
	return "", false
}

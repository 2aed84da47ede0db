package kafka

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/librdkafka.tsv
var librdkafkaTable string

// rdkProperty is a row of librdkafka's CONFIGURATION.md.
type rdkProperty struct {
	name, section, scope, typ, ranges, alias string
	since, until                             Version
	defaults                                 []span
}

var librdkafkaProperties = sync.OnceValue(func() map[string][]rdkProperty {
	properties := map[string][]rdkProperty{}
	for _, row := range tableRows(librdkafkaTable, 9) {
		p := rdkProperty{name: row[0], section: row[1], scope: row[2], typ: row[3], ranges: row[4], alias: row[5],
			since: exactVersion(row[6]), until: exactVersion(row[7])}
		p.defaults = rdkHistory(row[8], p.until)
		properties[p.name] = append(properties[p.name], p)
	}
	return properties
})

// rdkHistory turns "1.0.0=0; 1.5.0=5" into spans. The table starts with 1.0.0,
// so its first value stands for older versions too only if it was there then.
func rdkHistory(history string, until Version) []span {
	var spans []span
	for entry := range strings.SplitSeq(history, "; ") {
		version, value, _ := strings.Cut(entry, "=")
		from := exactVersion(version)
		if n := len(spans); n > 0 {
			spans[n-1].until = from
		}
		if from == (Version{Major: 1}) {
			from = Version{}
		}
		spans = append(spans, span{from: from, until: until, value: value})
	}
	return spans
}

// rdkCanonical gives Kafka's name for the librdkafka properties whose own name
// is the older one, and for those that librdkafka spells differently without
// listing an alias.
var rdkCanonical = map[string]string{
	"metadata.broker.list":     "bootstrap.servers",
	"request.required.acks":    "acks",
	"message.timeout.ms":       "delivery.timeout.ms",
	"queue.buffering.max.ms":   "linger.ms",
	"message.send.max.retries": "retries",
	"max.in.flight":            "max.in.flight.requests.per.connection",
	"compression.codec":        "compression.type",
	"fetch.message.max.bytes":  "max.partition.fetch.bytes",
	"fetch.wait.max.ms":        "fetch.max.wait.ms",
	"auto.commit.enable":       "enable.auto.commit",
	"sasl.mechanisms":          "sasl.mechanism",
}

// rdkNames is the way back, for look-ups by Kafka's name.
var rdkNames = map[string]string{
	"fetch.max.wait.ms": "fetch.wait.max.ms",
}

// rdkNotKafka are librdkafka properties that carry the name of a Kafka key and
// mean something else, or whose value is in another unit.
var rdkNotKafka = map[string]bool{"message.max.bytes": true, "partition.assignment.strategy": true}

// rdkFirst and rdkLast are the releases that the table was made from. What
// came before 1.0 had other defaults (acks=1) and is unknown.
var rdkFirst, rdkLast = Version{1, 0, 0}, Version{2, 15, 0}

func librdkafkaDefault(v Version, role Role, key string) (Default, bool) {
	if v.Before(rdkFirst) {
		return Default{}, false
	}
	if key == "allow.auto.create.topics" && role == Producer {
		return Default{"true", "librdkafka CONFIGURATION.md: the producer asks for the topic, which creates it"}, true
	}
	name := key
	if own, ok := rdkNames[key]; ok {
		name = own
	}
	for _, p := range librdkafkaProperties()[name] {
		if !p.inScope(role) || rdkNotKafka[name] {
			continue
		}
		d, ok := pick(p.defaults, v)
		if !ok || d.Value == "-" {
			return Default{}, false
		}
		return Default{rdkValue(key, d.Value), rdkSource(v)}, true
	}
	return Default{}, false
}

func rdkSource(v Version) string {
	if v.IsZero() {
		return "librdkafka CONFIGURATION.md, 1.0 to 2.15"
	}
	if rdkLast.Before(v) {
		v = rdkLast // the newest that was read
	}
	return fmt.Sprintf("librdkafka %d.%d CONFIGURATION.md", v.Major, v.Minor)
}

// rdkValue spells a librdkafka value as Kafka does.
func rdkValue(key, value string) string {
	switch {
	case key == "acks" && value == "-1":
		return "all"
	case key == "auto.offset.reset":
		return rdkOffsetReset(value)
	case key == "security.protocol":
		return strings.ToUpper(value)
	}
	return value
}

func rdkOffsetReset(value string) string {
	switch value {
	case "smallest", "beginning", "earliest":
		return "earliest"
	case "largest", "end", "latest":
		return "latest"
	case "error":
		return "none"
	}
	return value
}

func (p rdkProperty) inScope(role Role) bool {
	switch role {
	case Producer:
		return p.scope == "P" || p.scope == "*"
	case Consumer:
		return p.scope == "C" || p.scope == "*"
	}
	return false
}

// ClientKey gives Kafka's name for a key as the library spells it, and says
// whether the library knows the key at all. For "java", and for a library
// that has no keys of its own, the name is returned unchanged.
func ClientKey(library, name string) (canonical string, known bool) {
	if library != "librdkafka" {
		return name, javaKnows(name)
	}
	name, _ = strings.CutPrefix(name, "topic.config.")
	properties := librdkafkaProperties()[name]
	if len(properties) == 0 {
		return name, false
	}
	if kafkaName, ok := rdkCanonical[name]; ok {
		return kafkaName, true
	}
	if alias := properties[0].alias; alias != "" && rdkCanonical[alias] == "" {
		return alias, true
	}
	return name, true
}

// ClientRole says which clients a librdkafka property is for: Producer,
// Consumer, or "" for both; known is as in ClientKey.
func ClientRole(library, name string) (role Role, known bool) {
	properties := librdkafkaProperties()[name]
	if library != "librdkafka" || len(properties) == 0 {
		return "", false
	}
	switch properties[0].scope {
	case "P":
		return Producer, true
	case "C":
		return Consumer, true
	}
	return "", true
}

// ClientKeyCheck says why librdkafka would refuse the raw value of one of its
// properties; nil when it accepts it, or when the property is not its own.
func ClientKeyCheck(library, name, raw string) error {
	if library != "librdkafka" {
		return nil
	}
	properties := librdkafkaProperties()[name]
	if len(properties) == 0 {
		return nil
	}
	p := properties[0]
	switch p.typ {
	case "integer", "float":
		return p.checkNumber(raw)
	case "boolean":
		return checkBoolean(raw)
	case "enum value":
		return p.checkWord(raw)
	case "CSV flags":
		for word := range strings.SplitSeq(raw, ",") {
			if err := p.checkWord(word); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkBoolean accepts what rd_kafka_conf_set accepts for a boolean.
func checkBoolean(raw string) error {
	switch strings.ToLower(raw) {
	case "true", "t", "1", "false", "f", "0", "":
		return nil
	}
	return fmt.Errorf("%q is not true or false", raw)
}

func (p rdkProperty) checkNumber(raw string) error {
	if raw == "all" && (p.name == "acks" || p.name == "request.required.acks") {
		return nil // the one named value of an integer property
	}
	low, high, ok := strings.Cut(p.ranges, " .. ")
	if !ok {
		return nil
	}
	value, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", raw)
	}
	if p.typ == "integer" && strings.ContainsAny(raw, ".eE") {
		return fmt.Errorf("%q is not a whole number", raw)
	}
	min, _ := strconv.ParseFloat(low, 64)
	max, _ := strconv.ParseFloat(high, 64)
	if value < min || value > max {
		return fmt.Errorf("%s is outside %s to %s", raw, low, high)
	}
	return nil
}

func (p rdkProperty) checkWord(raw string) error {
	words := strings.Split(p.ranges, ", ")
	if p.ranges == "" || raw == "" || slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, strings.TrimSpace(raw)) }) {
		return nil
	}
	return fmt.Errorf("%q is not one of %s", raw, p.ranges)
}

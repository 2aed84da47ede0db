package kafka

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/spring.tsv
var springTable string

// springProperty is a property of Spring Boot below spring.kafka.
type springProperty struct {
	kind         string // duration, size, boolean, number, list, map, string
	since, until Version
	value        string // Boot's own default, "" for none
}

var springProperties = sync.OnceValue(func() map[string]springProperty {
	properties := map[string]springProperty{}
	for _, row := range tableRows(springTable, 5) {
		properties[row[0]] = springProperty{row[1], exactVersion(row[2]), exactVersion(row[3]), row[4]}
	}
	return properties
})

// springKafka maps the properties that KafkaProperties.build…Properties puts
// into a client's configuration and whose name is not the key with dashes.
var springKafka = map[string]string{
	"auto-commit-interval":       "auto.commit.interval.ms",
	"fetch-max-wait":             "fetch.max.wait.ms",
	"fetch-min-size":             "fetch.min.bytes",
	"heartbeat-interval":         "heartbeat.interval.ms",
	"max-poll-interval":          "max.poll.interval.ms",
	"transaction-id-prefix":      "transactional.id",
	"state-store-cache-max-size": "statestore.cache.max.bytes",
	"cache-max-size-buffering":   "cache.max.bytes.buffering",
	"cache-max-bytes-buffering":  "cache.max.bytes.buffering",

	"ssl.key-store-certificate-chain": "ssl.keystore.certificate.chain",
	"ssl.key-store-key":               "ssl.keystore.key",
	"ssl.key-store-location":          "ssl.keystore.location",
	"ssl.key-store-password":          "ssl.keystore.password",
	"ssl.key-store-type":              "ssl.keystore.type",
	"ssl.keystore-location":           "ssl.keystore.location",
	"ssl.keystore-password":           "ssl.keystore.password",
	"ssl.trust-store-certificates":    "ssl.truststore.certificates",
	"ssl.trust-store-location":        "ssl.truststore.location",
	"ssl.trust-store-password":        "ssl.truststore.password",
	"ssl.trust-store-type":            "ssl.truststore.type",
	"ssl.truststore-location":         "ssl.truststore.location",
	"ssl.truststore-password":         "ssl.truststore.password",

	"ssl.bundle": "", "properties": "", "cleanup.on-shutdown": "", "cleanup.on-startup": "", "auto-startup": "",
	"auto-create": "", "close-timeout": "", "fail-fast": "", "modify-topic-configs": "", "operation-timeout": "",
}

// springRoles are the sections whose properties are one client's.
var springRoles = map[string]Role{"producer": Producer, "consumer": Consumer, "streams": Streams, "admin": Admin}

// SpringKey looks up a property of Spring Boot. path is the kebab-case form
// below spring.kafka.: "producer.batch-size" is Producer's batch.size. role is
// "" for a property that every client shares ("client-id", "security.protocol")
// and kafkaKey is "" for one that is no Kafka key ("listener.ack-mode").
// "producer.transaction-id-prefix" gives transactional.id, of which it is the
// beginning. A key below a properties map ("consumer.properties.x") is known,
// and its Kafka key is what follows.
func SpringKey(path string) (role Role, kafkaKey string, known bool) {
	section, name, nested := strings.Cut(path, ".")
	role = springRoles[section]
	if role == "" || !nested {
		name = path
	}
	if key, ok := strings.CutPrefix(name, "properties."); ok && key != "" {
		return role, key, true
	}
	if _, known := springProperties()[path]; !known {
		return springMap(path)
	}
	if role == "" && !springShared(path) {
		return "", "", true
	}
	if key, ok := springKafka[name]; ok {
		return role, key, true
	}
	return role, strings.ReplaceAll(name, "-", "."), true
}

// springMap knows the keys of Boot's one other map.
func springMap(path string) (Role, string, bool) {
	return "", "", strings.HasPrefix(path, "jaas.options.")
}

// springShared says whether a property outside the clients' sections goes into
// the configuration of all of them.
func springShared(path string) bool {
	return path == "bootstrap-servers" || path == "client-id" || strings.HasPrefix(path, "ssl.") || strings.HasPrefix(path, "security.")
}

// SpringSince says in which Spring Boot versions a property exists, of those
// looked at (2.7 to 4.1); until is zero when it still does.
func SpringSince(path string) (since, until Version) {
	p := springProperties()[path]
	return p.since, p.until
}

// SpringDefault is the value that Boot itself gives a property.
func SpringDefault(path string) (Default, bool) {
	p, ok := springProperties()[path]
	return Default{p.value, "Spring Boot spring-configuration-metadata.json"}, ok && p.value != ""
}

// SpringHint says what to write instead of a property that Spring Boot does
// not have, "" when there is nothing to say.
func SpringHint(path string) string {
	section, name, nested := strings.Cut(path, ".")
	role, isClient := springRoles[section]
	if _, _, known := SpringKey(path); known || !nested || !isClient {
		return springNearest(path)
	}
	key := strings.ReplaceAll(name, "-", ".")
	dashed := strings.ReplaceAll(key, ".", "-")
	for _, own := range append(sortedKeys(springKafka), dashed) { // the key is there, under Boot's own name
		if (springKafka[own] == key || own == dashed) && springHas(section+"."+own) {
			return fmt.Sprintf("write spring.kafka.%s.%s", section, own)
		}
	}
	const asKey = "Spring Boot has no such property: put %s under spring.kafka.%s.properties"
	if _, ok := Lookup(role, key); ok {
		return fmt.Sprintf(asKey, key, section)
	}
	if near := springNearest(path); near != "" {
		return near
	}
	if near := Suggest(role, key); near != "" {
		return fmt.Sprintf(asKey, near, section)
	}
	return ""
}

func springHas(path string) bool {
	_, ok := springProperties()[path]
	return ok
}

// springNearest proposes the one property that is a slip or two away.
func springNearest(path string) string {
	if springHas(path) {
		return ""
	}
	best, bestDistance := "", 3
	for _, name := range sortedKeys(springProperties()) {
		if d := editDistance(path, name); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean spring.kafka." + best + "?"
}

// springUniform is the form in which Spring compares names: lower case, no
// dashes, no underscores.
func springUniform(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

var springByUniform = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for name := range springProperties() {
		uniform := springUniform(name)
		if len(name) > len(names[uniform]) { // ssl.truststore-location is the older spelling of ssl.trust-store-location
			names[uniform] = name
		}
	}
	return names
})

// springMaps are the properties that hold a map, whose keys stay as written.
var springMaps = []string{"properties", "producer.properties", "consumer.properties", "streams.properties", "admin.properties", "jaas.options"}

// SpringCanonical turns a path below spring.kafka. as files write it
// ("producer.batchSize", "consumer.ENABLE_AUTO_COMMIT") into the kebab-case
// form that SpringKey takes; the key of a properties map stays, without the
// brackets of "[linger.ms]". A name that Boot does not know is only dashed.
func SpringCanonical(path string) string {
	for _, name := range springMaps {
		prefix, key := splitElements(path, strings.Count(name, ".")+1)
		if key != "" && springUniform(prefix) == springUniform(name) {
			key = strings.TrimSuffix(strings.TrimPrefix(key, "["), "]")
			return name + "." + key
		}
	}
	if name, ok := springByUniform()[springUniform(path)]; ok {
		return name
	}
	return kebab(path)
}

// splitElements cuts a path behind its first n elements.
func splitElements(path string, n int) (prefix, rest string) {
	end := 0
	for range n {
		i := strings.IndexAny(path[end:], ".[")
		if i < 0 {
			return path, ""
		}
		end += i + 1
	}
	if path[end-1] == '[' {
		return path[:end-1], path[end-1:]
	}
	return path[:end-1], path[end:]
}

// kebab dashes camel case and underscores.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_':
			r = '-'
		case r >= 'A' && r <= 'Z':
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// SpringEnv gives the path of an environment variable: SPRING_KAFKA_PRODUCER_BATCHSIZE
// and the older SPRING_KAFKA_PRODUCER_BATCH_SIZE are both producer.batch-size.
// Below a properties map every underscore is a dot.
func SpringEnv(variable string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(strings.ToUpper(variable), "SPRING_KAFKA_")
	if !ok || rest == "" {
		return "", false
	}
	for _, name := range springMaps {
		prefix := strings.ToUpper(strings.ReplaceAll(name, ".", "_")) + "_"
		if key, ok := strings.CutPrefix(rest, prefix); ok {
			return name + "." + strings.ToLower(strings.ReplaceAll(key, "_", ".")), true
		}
	}
	uniform := springUniform(rest)
	for _, name := range sortedKeys(springProperties()) {
		if springUniform(strings.ReplaceAll(name, ".", "")) == uniform {
			return name, true
		}
	}
	return strings.ToLower(strings.ReplaceAll(rest, "_", ".")), true
}

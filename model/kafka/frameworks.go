package kafka

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed data/frameworks.tsv
var frameworksTable string

//go:embed data/smallrye.tsv
var smallryeTable string

//go:embed data/springcloud.tsv
var springCloudTable string

var frameworkDefaults = sync.OnceValue(func() map[clientKey][]span {
	defaults := map[clientKey][]span{}
	for _, row := range tableRows(frameworksTable, 7) {
		id := clientKey{row[0], Role(row[1]), row[2]}
		defaults[id] = append(defaults[id], span{exactVersion(row[3]), exactVersion(row[4]), row[5], row[6]})
	}
	return defaults
})

// FrameworkDefault is what a framework puts into a client's configuration when
// the application says nothing: "smallrye" (also as "quarkus"),
// "spring-cloud-stream", "spring-kafka", "connect-source", "connect-sink",
// "streams", "micronaut". It goes before the library's own default. Without a
// known version it answers only when all versions agree. spring-kafka's
// "ack.mode" is the container's, not a Kafka key.
func FrameworkDefault(framework string, v Version, role Role, key string) (Default, bool) {
	if framework == "quarkus" {
		framework, v = "smallrye", Version{}
	}
	return pick(frameworkDefaults()[clientKey{framework, role, key}], v)
}

// FrameworkSets says whether a framework puts in a value of its own for the key
// in some version. Where it does and FrameworkDefault does not answer, the
// value is unknown: the library's default must not stand for it.
func FrameworkSets(framework string, role Role, key string) bool {
	if framework == "quarkus" {
		framework = "smallrye"
	}
	return len(frameworkDefaults()[clientKey{framework, role, key}]) > 0
}

var smallryeAttributes = sync.OnceValue(func() map[[2]string]bool {
	attributes := map[[2]string]bool{}
	for _, row := range tableRows(smallryeTable, 4) {
		attributes[[2]string{row[0], row[1]}] = true
	}
	return attributes
})

// smallryeGeneric are the attributes of MicroProfile Reactive Messaging itself
// and of Quarkus, which every connector has.
var smallryeGeneric = map[string]bool{"connector": true, "enabled": true, "concurrency": true, "broadcast": true, "merge": true,
	"data-content-type": true, "tls-configuration-name": true}

// SmallRyeAttribute says whether a channel attribute of the smallrye-kafka
// connector is SmallRye's own. Every other attribute of a channel is a raw
// Kafka key. direction is "incoming" or "outgoing".
func SmallRyeAttribute(direction, name string) bool {
	if smallryeGeneric[name] {
		return true
	}
	if !smallryeAttributes()[[2]string{direction, name}] {
		return strings.HasPrefix(name, "dead-letter-queue.") || strings.HasPrefix(name, "delayed-retry-topic.")
	}
	role := Producer
	if direction == "incoming" {
		role = Consumer
	}
	return !smallryeIsKafka(role, name)
}

// smallryeIsKafka picks out the listed attributes that are Kafka's keys.
func smallryeIsKafka(role Role, name string) bool {
	switch name {
	case "bootstrap.servers":
		return true
	case "acks", "retries", "buffer.memory", "key.serializer", "value.serializer":
		return role == Producer
	case "auto.offset.reset", "enable.auto.commit", "fetch.min.bytes", "group.id", "key.deserializer", "value.deserializer":
		return role == Consumer
	}
	return false
}

type springCloudProperty struct {
	role Role
	key  string
}

var springCloudProperties = sync.OnceValue(func() map[string]springCloudProperty {
	properties := map[string]springCloudProperty{}
	for _, row := range tableRows(springCloudTable, 4) {
		properties[row[0]+"."+row[1]] = springCloudProperty{Role(row[2]), row[3]}
	}
	return properties
})

// SpringCloudKey looks up a property of the Spring Cloud Stream Kafka binder.
// path is the kebab-case form below spring.cloud.stream.kafka., with the
// binding's name left out: "binder.required-acks", "consumer.start-offset",
// "producer.compression-type". kafkaKey is "" for a property that is no Kafka
// key, and role "" for one that counts for every client.
func SpringCloudKey(path string) (role Role, kafkaKey string, known bool) {
	section, name, _ := strings.Cut(path, ".")
	if first, _, nested := strings.Cut(name, "."); nested {
		_, known := springCloudProperties()[section+"."+first]
		switch first {
		case "configuration", "consumer-properties", "producer-properties", "transaction", "metrics", "jaas", "topic", "dlq-producer-properties":
			return "", "", known
		}
		return "", "", false
	}
	p, known := springCloudProperties()[path]
	return p.role, p.key, known
}

// MicronautKey reads a path below "kafka." of Micronaut's configuration:
// "producers.default.acks", "consumers.NAME.max.poll.records" or a key that
// all clients share ("bootstrap.servers"). client is the name between.
func MicronautKey(path string) (role Role, client, kafkaKey string, ok bool) {
	section, rest, _ := strings.Cut(path, ".")
	switch section {
	case "producers":
		role = Producer
	case "consumers":
		role = Consumer
	case "streams":
		role = Streams
	case "enabled", "health", "topics", "embedded", "schema", "metrics":
		return "", "", "", false
	default:
		return "", "", path, path != ""
	}
	client, key, ok := strings.Cut(rest, ".")
	switch {
	case !ok, strings.HasPrefix(key, "key-"), strings.HasPrefix(key, "value-"):
		return role, client, "", false
	}
	return role, client, key, true
}

package kafka

import (
	"path"
	"slices"
	"strings"
)

// image is how one family of container images reads its environment.
type image struct {
	name    string // repository, any registry before it
	prefix  string
	role    Role
	escapes bool // "__" is "_" and "___" is "-"; otherwise every "_" is "."
	skip    []string
	source  string
}

// images: the rules are those of each image's own entry point, in source.
var images = []image{
	{"apache/kafka", "KAFKA_", Broker, true, kafkaSkip, "apache/kafka core/src/main/scala/kafka/docker/KafkaDockerWrapper.scala"},
	{"apache/kafka-native", "KAFKA_", Broker, true, kafkaSkip, "the same wrapper"},
	{"confluentinc/cp-kafka", "KAFKA_", Broker, true, confluentSkip, "confluentinc/kafka-images kafka/include/etc/confluent/docker/kafka.properties.template"},
	{"confluentinc/cp-enterprise-kafka", "KAFKA_", Broker, true, confluentSkip, "the same template"},
	{"confluentinc/cp-server", "KAFKA_", Broker, true, confluentSkip, "the same template"},
	{"confluentinc/confluent-local", "KAFKA_", Broker, true, confluentSkip, "the same template"},
	{"confluentinc/cp-kafka-connect", "CONNECT_", ConnectWorker, true, connectSkip, "confluentinc/kafka-images kafka-connect-base/include/etc/confluent/docker/kafka-connect.properties.template"},
	{"confluentinc/cp-kafka-connect-base", "CONNECT_", ConnectWorker, true, connectSkip, "the same template"},
	{"confluentinc/cp-server-connect", "CONNECT_", ConnectWorker, true, connectSkip, "the same template"},
	{"confluentinc/cp-server-connect-base", "CONNECT_", ConnectWorker, true, connectSkip, "the same template"},
	{"bitnami/kafka", "KAFKA_CFG_", Broker, false, nil, "bitnami/containers bitnami/kafka rootfs/opt/bitnami/scripts/libkafka.sh kafka_configure_from_environment_variables"},
	{"bitnamilegacy/kafka", "KAFKA_CFG_", Broker, false, nil, "the same script"},
	{"bitnamisecure/kafka", "KAFKA_CFG_", Broker, false, nil, "the same script"},
	{"wurstmeister/kafka", "KAFKA_", Broker, false, wurstmeisterSkip, "wurstmeister/kafka-docker start-kafka.sh"},
	{"debezium/kafka", "KAFKA_", Broker, false, kafkaSkip, "debezium/container-images kafka docker-entrypoint.sh"},
	{"debezium/connect", "CONNECT_", ConnectWorker, false, connectSkip, "debezium/container-images connect-base docker-entrypoint.sh"},
	{"debezium/connect-base", "CONNECT_", ConnectWorker, false, connectSkip, "the same script"},
}

var (
	// KafkaDockerWrapper's ExcludeServerPropsEnv, and the port that kafka-run-class.sh reads
	kafkaSkip = []string{"KAFKA_VERSION", "KAFKA_HEAP_OPTS", "KAFKA_LOG4J_OPTS", "KAFKA_OPTS", "KAFKA_JMX_OPTS", "KAFKA_JMX_HOSTNAME",
		"KAFKA_JMX_PORT", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_GC_LOG_OPTS", "KAFKA_LOG4J_ROOT_LOGLEVEL", "KAFKA_LOG4J_LOGGERS",
		"KAFKA_TOOLS_LOG4J_LOGLEVEL"}
	// the template's excluded_props, and what the configure script turns into other settings
	confluentSkip = append([]string{"KAFKA_HEAP_OPT", "KAFKA_ZOOKEEPER_CLIENT_CNXN_SOCKET", "KAFKA_SSL_KEYSTORE_FILENAME",
		"KAFKA_SSL_KEYSTORE_CREDENTIALS", "KAFKA_SSL_KEY_CREDENTIALS", "KAFKA_SSL_TRUSTSTORE_FILENAME",
		"KAFKA_SSL_TRUSTSTORE_CREDENTIALS", "KAFKA_ADVERTISED_PORT", "KAFKA_ADVERTISED_HOST", "KAFKA_HOST", "KAFKA_PORT"}, kafkaSkip...)
	connectSkip = []string{"CONNECT_LOG4J_LOGGERS", "CONNECT_LOG4J_ROOT_LOGLEVEL", "CONNECT_LOG4J_APPENDER_STDOUT_LAYOUT_CONVERSIONPATTERN"}
	// start-kafka.sh leaves out every name that starts with one of these
	wurstmeisterSkip = []string{"KAFKA_HOME", "KAFKA_CREATE_TOPICS", "KAFKA_ADVERTISED_PROTOCOL_NAME", "KAFKA_PROTOCOL_NAME",
		"KAFKA_HEAP_OPTS", "KAFKA_VERSION", "KAFKA_JMX_OPTS", "KAFKA_OPTS"}
)

// debeziumNames are the variables that the Debezium entry point renames itself.
var debeziumNames = map[string]string{
	"BOOTSTRAP_SERVERS":        "bootstrap.servers",
	"GROUP_ID":                 "group.id",
	"CONFIG_STORAGE_TOPIC":     "config.storage.topic",
	"OFFSET_STORAGE_TOPIC":     "offset.storage.topic",
	"STATUS_STORAGE_TOPIC":     "status.storage.topic",
	"KEY_CONVERTER":            "key.converter",
	"VALUE_CONVERTER":          "value.converter",
	"OFFSET_FLUSH_INTERVAL_MS": "offset.flush.interval.ms",
	"OFFSET_FLUSH_TIMEOUT_MS":  "offset.flush.timeout.ms",
	"SHUTDOWN_TIMEOUT":         "task.shutdown.graceful.timeout.ms",
}

// ImageEnv gives the Kafka key that an environment variable sets in a
// container of the image, and whose configuration it belongs to; ok is false
// for a variable that sets none, and for an image that takes none from there.
func ImageEnv(imageRef, name string) (key string, role Role, ok bool) {
	img, found := findImage(imageRef)
	if !found {
		return "", "", false
	}
	if key, ok := debeziumNames[name]; ok && strings.HasPrefix(img.name, "debezium/") {
		return key, img.role, true
	}
	rest, ok := strings.CutPrefix(name, img.prefix)
	if !ok || rest == "" || slices.Contains(img.skip, name) || img.name == "wurstmeister/kafka" && hasAnyPrefix(name, img.skip) {
		return "", "", false
	}
	return img.key(rest), img.role, true
}

func hasAnyPrefix(s string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// key does the replacements in the order of KafkaDockerWrapper: all to dots,
// then three dots to a dash, then two to an underscore.
func (img image) key(rest string) string {
	key := strings.ReplaceAll(strings.ToLower(rest), "_", ".")
	if img.escapes {
		key = strings.ReplaceAll(key, "...", "-")
		key = strings.ReplaceAll(key, "..", "_")
	}
	if strings.HasPrefix(img.name, "bitnami") {
		key = strings.ReplaceAll(key, "sasl.ssl", "sasl_ssl")
		key = strings.ReplaceAll(key, "sasl.plaintext", "sasl_plaintext")
	}
	return key
}

// splitImage takes the tag (and digest) off an image reference.
func splitImage(ref string) (repository, tag string) {
	ref, _, _ = strings.Cut(ref, "@")
	if i := strings.LastIndexByte(ref, ':'); i > strings.LastIndexByte(ref, '/') {
		return ref[:i], ref[i+1:]
	}
	return ref, ""
}

func findImage(ref string) (image, bool) {
	repository, _ := splitImage(ref)
	i := slices.IndexFunc(images, func(img image) bool {
		// "cp-kafka" is telling enough without its owner: mirrors keep it
		own := strings.TrimPrefix(img.name, "confluentinc/")
		return repository == img.name || strings.HasSuffix(repository, "/"+own) || repository == own
	})
	if i < 0 {
		return image{}, false
	}
	return images[i], true
}

// IsKafkaImage says whether an image runs a broker or a Connect worker that is
// configured through its environment.
func IsKafkaImage(ref string) bool {
	_, ok := findImage(ref)
	return ok
}

// confluentKafka is Kafka's version in a Confluent Platform release.
// Source: docs.confluent.io/platform/current/installation/versions-interoperability.html
var confluentKafka = map[Version]Version{
	{5, 0, 0}: {2, 0, 0}, {5, 1, 0}: {2, 1, 0}, {5, 2, 0}: {2, 2, 0}, {5, 3, 0}: {2, 3, 0}, {5, 4, 0}: {2, 4, 0}, {5, 5, 0}: {2, 5, 0},
	{6, 0, 0}: {2, 6, 0}, {6, 1, 0}: {2, 7, 0}, {6, 2, 0}: {2, 8, 0}, {7, 0, 0}: {3, 0, 0}, {7, 1, 0}: {3, 1, 0}, {7, 2, 0}: {3, 2, 0},
	{7, 3, 0}: {3, 3, 0}, {7, 4, 0}: {3, 4, 0}, {7, 5, 0}: {3, 5, 0}, {7, 6, 0}: {3, 6, 0}, {7, 7, 0}: {3, 7, 0}, {7, 8, 0}: {3, 8, 0},
	{7, 9, 0}: {3, 9, 0}, {8, 0, 0}: {4, 0, 0}, {8, 1, 0}: {4, 1, 0}, {8, 2, 0}: {4, 2, 0},
}

// ImageVersion is the Kafka version that an image runs, from its tag; zero when
// the tag does not say (latest, a digest, a variable). A tag that names only
// a minor version gives its first patch.
func ImageVersion(ref string) Version {
	repository, tag := splitImage(ref)
	switch {
	case strings.Contains(repository, "strimzi/kafka"), strings.HasSuffix(repository, "strimzi/kafka"):
		if _, after, ok := strings.Cut(tag, "-kafka-"); ok { // 0.45.0-kafka-3.9.0
			return exactVersion(after)
		}
		return Version{}
	case strings.Contains(repository, "confluentinc/"), strings.HasPrefix(path.Base(repository), "cp-"):
		v := exactVersion(tag)
		return confluentKafka[Version{v.Major, v.Minor, 0}]
	case strings.HasSuffix(repository, "wurstmeister/kafka"):
		if _, after, ok := strings.Cut(tag, "-"); ok { // 2.13-2.8.1 is Scala, then Kafka
			return exactVersion(after)
		}
		return Version{}
	case strings.HasSuffix(repository, "bitnami/kafka"), strings.HasSuffix(repository, "bitnamilegacy/kafka"),
		strings.HasSuffix(repository, "apache/kafka"), strings.HasSuffix(repository, "apache/kafka-native"):
		if strings.Contains(tag, ".") {
			return exactVersion(tag)
		}
	}
	return Version{}
}

// ImageDefaultsHold says whether Kafka's own defaults stand in an image for what
// its environment does not set. Of an image that is not known nobody can tell:
// many start from Kafka's sample server.properties, which sets a dozen keys.
func ImageDefaultsHold(imageRef string) bool {
	_, known := findImage(imageRef)
	return imageRef == "" || known
}

// ImageDefault is a value that the image itself sets when the environment does
// not. It holds only what the entry point always does: apache/kafka uses its
// sample server.properties only if no KAFKA_ variable at all is set, so
// nothing of that file is here.
func ImageDefault(imageRef, key string) (Default, bool) {
	img, found := findImage(imageRef)
	if !found {
		return Default{}, false
	}
	value, ok := imageDefaults[img.name][key]
	return Default{value, img.name + " image (" + img.source + ")"}, ok
}

var imageDefaults = map[string]map[string]string{
	"confluentinc/cp-kafka":            {"log.dirs": "/var/lib/kafka/data"},
	"confluentinc/cp-server":           {"log.dirs": "/var/lib/kafka/data", "confluent.balancer.enable": "true"},
	"confluentinc/cp-enterprise-kafka": {"log.dirs": "/var/lib/kafka/data", "confluent.balancer.enable": "true"},
	"wurstmeister/kafka": {
		"broker.id":                        "-1",
		"offsets.topic.replication.factor": "1", "transaction.state.log.replication.factor": "1", "transaction.state.log.min.isr": "1",
	},
	"bitnami/kafka":         stockDefaults,
	"bitnamilegacy/kafka":   stockDefaults,
	"bitnamisecure/kafka":   stockDefaults,
	"debezium/kafka":        stockDefaults, // its docker-entrypoint.sh starts from Kafka's sample server.properties
	"debezium/connect":      debeziumDefaults,
	"debezium/connect-base": debeziumDefaults,
}

// stockDefaults are what Kafka's own config/server.properties writes beside its
// defaults, for images that amend that file instead of writing another one.
var stockDefaults = map[string]string{
	"offsets.topic.replication.factor": "1", "transaction.state.log.replication.factor": "1", "transaction.state.log.min.isr": "1",
}

var debeziumDefaults = map[string]string{
	"group.id": "1", "offset.flush.interval.ms": "60000", "offset.flush.timeout.ms": "5000", "task.shutdown.graceful.timeout.ms": "10000",
	"key.converter":   "org.apache.kafka.connect.json.JsonConverter",
	"value.converter": "org.apache.kafka.connect.json.JsonConverter",
}

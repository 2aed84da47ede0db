package kafka

import (
	"strings"
	"testing"
)

func TestFrameworkDefault(t *testing.T) {
	for _, c := range []struct {
		framework, version string
		role               Role
		key, want          string
	}{
		{"smallrye", "", Producer, "acks", "1"},
		{"quarkus", "3.33.2", Producer, "acks", "1"},
		{"smallrye", "", Consumer, "enable.auto.commit", "false"},
		{"smallrye", "", Producer, "linger.ms", "-"},
		{"spring-cloud-stream", "5.0.1", Producer, "acks", "1"},
		{"spring-cloud-stream", "5.0.2", Producer, "acks", "all"},
		{"spring-cloud-stream", "4.3.0", Producer, "acks", "1"},
		{"spring-cloud-stream", "", Producer, "acks", "-"},
		{"spring-kafka", "3.3.10", Consumer, "enable.auto.commit", "false"},
		{"spring-kafka", "2.2.0", Consumer, "enable.auto.commit", "-"},
		{"spring-kafka", "", Consumer, "ack.mode", "BATCH"},
		{"connect-source", "", Producer, "acks", "all"},
		{"connect-source", "", Producer, "enable.idempotence", "false"},
		{"connect-source", "", Producer, "max.block.ms", "9223372036854775807"},
		{"connect-sink", "", Consumer, "auto.offset.reset", "earliest"},
		{"streams", "", Producer, "linger.ms", "100"},
		{"streams", "", Consumer, "enable.auto.commit", "false"},
		{"micronaut", "", Consumer, "auto.offset.reset", "latest"},
		{"", "", Producer, "acks", "-"},
	} {
		d, ok := FrameworkDefault(c.framework, exactVersion(c.version), c.role, c.key)
		if got := orDash(d.Value, ok); got != c.want {
			t.Errorf("%s %s %s %s = %s, want %s", c.framework, c.version, c.role, c.key, got, c.want)
		}
	}
}

// TestFrameworkSets: an unknown version of a framework that sets acks is not Java's default.
func TestFrameworkSets(t *testing.T) {
	for _, c := range []struct {
		framework string
		role      Role
		key       string
		want      bool
	}{
		{"spring-cloud-stream", Producer, "acks", true}, {"quarkus", Producer, "acks", true},
		{"spring-kafka", Producer, "acks", false}, {"", Producer, "acks", false},
	} {
		if got := FrameworkSets(c.framework, c.role, c.key); got != c.want {
			t.Errorf("%s %s %s: %v", c.framework, c.role, c.key, got)
		}
	}
}

func TestSpringKey(t *testing.T) {
	for _, c := range []struct {
		path, key string
		role      Role
		known     bool
	}{
		{"producer.batch-size", "batch.size", Producer, true},
		{"producer.acks", "acks", Producer, true},
		{"producer.properties.enable.idempotence", "enable.idempotence", Producer, true},
		{"producer.transaction-id-prefix", "transactional.id", Producer, true},
		{"producer.enable-idempotence", "", Producer, false},
		{"producer.properties", "", Producer, true},
		{"producer.ssl.trust-store-location", "ssl.truststore.location", Producer, true},
		{"producer.ssl.bundle", "", Producer, true},
		{"producer.security.protocol", "security.protocol", Producer, true},
		{"consumer.heartbeat-interval", "heartbeat.interval.ms", Consumer, true},
		{"consumer.fetch-min-size", "fetch.min.bytes", Consumer, true},
		{"consumer.properties.max.poll.interval.ms", "max.poll.interval.ms", Consumer, true},
		{"consumer.session-timeout", "", Consumer, false},
		{"streams.replication-factor", "replication.factor", Streams, true},
		{"streams.state-store-cache-max-size", "statestore.cache.max.bytes", Streams, true},
		{"streams.auto-startup", "", Streams, true},
		{"admin.auto-create", "", Admin, true},
		{"bootstrap-servers", "bootstrap.servers", "", true},
		{"client-id", "client.id", "", true},
		{"properties.security.protocol", "security.protocol", "", true},
		{"security.protocol", "security.protocol", "", true},
		{"ssl.key-store-type", "ssl.keystore.type", "", true},
		{"listener.ack-mode", "", "", true},
		{"listener.concurrency", "", "", true},
		{"template.default-topic", "", "", true},
		{"retry.topic.attempts", "", "", true},
		{"jaas.options.x", "", "", true},
		{"listener.ackmode-typo", "", "", false},
	} {
		role, key, known := SpringKey(c.path)
		if known != c.known || known && (role != c.role || key != c.key) {
			t.Errorf("%s = %q %q %v, want %q %q %v", c.path, role, key, known, c.role, c.key, c.known)
		}
	}
}

// TestSpringKeysAreKafkas checks every mapped property against Kafka's own definitions.
func TestSpringKeysAreKafkas(t *testing.T) {
	for path := range springProperties() {
		role, key, known := SpringKey(path)
		if !known {
			t.Errorf("%s is in the table and not known", path)
		}
		if role == "" {
			role = Producer
		}
		if key == "" || strings.HasPrefix(key, "ssl.") || key == "security.protocol" {
			continue
		}
		if _, ok := Lookup(role, key); !ok {
			t.Errorf("%s: %s has no key %s", path, role, key)
		}
	}
}

func TestSpringValue(t *testing.T) {
	for _, c := range []struct{ path, raw, want string }{
		{"consumer.heartbeat-interval", "3s", "3000"},
		{"consumer.heartbeat-interval", "500ms", "500"},
		{"consumer.heartbeat-interval", "2500", "2500"},
		{"consumer.heartbeat-interval", "PT5S", "5000"},
		{"consumer.heartbeat-interval", "PT0.25S", "250"},
		{"consumer.heartbeat-interval", "P1DT1H", "90000000"},
		{"consumer.max-poll-interval", "10m", "600000"},
		{"consumer.max-poll-interval", "10 minutes", "-"},
		{"consumer.max-poll-interval", "5x", "-"},
		{"producer.batch-size", "16KB", "16384"},
		{"producer.batch-size", "16384", "16384"},
		{"producer.batch-size", "1MB", "1048576"},
		{"producer.batch-size", "1kb", "-"},
		{"producer.batch-size", "16KiB", "-"},
		{"consumer.enable-auto-commit", "off", "false"},
		{"consumer.enable-auto-commit", "maybe", "-"},
		{"consumer.isolation-level", "READ-COMMITTED", "read_committed"},
		{"consumer.max-poll-records", "many", "-"},
		{"bootstrap-servers", "a:1, b:2", "a:1,b:2"},
		{"producer.acks", " all ", "all"},
		{"ssl.trust-store-location", "file:/etc/t.jks", "/etc/t.jks"},
	} {
		got, err := SpringValue(c.path, c.raw)
		if orDash(got, err == nil) != c.want {
			t.Errorf("%s: %s = %s %v, want %s", c.path, c.raw, got, err, c.want)
		}
	}
}

func TestSpringNames(t *testing.T) {
	for path, want := range map[string]string{
		"producer.batchSize": "producer.batch-size", "producer.BATCH_SIZE": "producer.batch-size", "producer.batch-size": "producer.batch-size",
		"consumer.properties[session.timeout.ms]":       "consumer.properties.session.timeout.ms",
		"consumer.properties.session.timeout.ms":        "consumer.properties.session.timeout.ms",
		"producer.properties.schema.registry.basicAuth": "producer.properties.schema.registry.basicAuth",
		"producer.enableIdempotence":                    "producer.enable-idempotence",
		"bootstrapServers":                              "bootstrap-servers",
		"properties.[sasl.jaas.config]":                 "properties.sasl.jaas.config",
		"streams.properties.processing.guarantee":       "streams.properties.processing.guarantee",
		"ssl.trustStoreLocation":                        "ssl.trust-store-location",
	} {
		if got := SpringCanonical(path); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
	for name, want := range map[string]string{
		"SPRING_KAFKA_PRODUCER_BATCHSIZE": "producer.batch-size", "SPRING_KAFKA_PRODUCER_BATCH_SIZE": "producer.batch-size",
		"SPRING_KAFKA_BOOTSTRAP_SERVERS": "bootstrap-servers", "SPRING_KAFKA_PROPERTIES_SECURITY_PROTOCOL": "properties.security.protocol",
		"SPRING_KAFKA_CONSUMER_PROPERTIES_MAX_POLL_RECORDS": "consumer.properties.max.poll.records", "KAFKA_X": "",
	} {
		if got, _ := SpringEnv(name); got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
}

func TestSpringHint(t *testing.T) {
	for path, want := range map[string]string{
		"producer.enable-idempotence":    "Spring Boot has no such property: put enable.idempotence under spring.kafka.producer.properties",
		"producer.linger-ms":             "Spring Boot has no such property: put linger.ms under spring.kafka.producer.properties",
		"consumer.session-timeout-ms":    "Spring Boot has no such property: put session.timeout.ms under spring.kafka.consumer.properties",
		"consumer.heartbeat-interval-ms": "write spring.kafka.consumer.heartbeat-interval",
		"consumer.auto-ofset-reset":      "did you mean spring.kafka.consumer.auto-offset-reset?",
		"listener.ack-mod":               "did you mean spring.kafka.listener.ack-mode?",
		"producer.acks":                  "",
		"something.else.entirely":        "",
	} {
		if got := SpringHint(path); got != want {
			t.Errorf("%s = %q, want %q", path, got, want)
		}
	}
}

func TestSmallRyeAndOthers(t *testing.T) {
	for _, c := range []struct {
		direction, name string
		own             bool
	}{
		{"outgoing", "connector", true}, {"outgoing", "topic", true}, {"outgoing", "merge", true}, {"outgoing", "waitForWriteCompletion", true},
		{"outgoing", "acks", false}, {"outgoing", "retries", false}, {"outgoing", "linger.ms", false}, {"outgoing", "bootstrap.servers", false},
		{"incoming", "failure-strategy", true}, {"incoming", "commit-strategy", true}, {"incoming", "throttled.unprocessed-record-max-age.ms", true},
		{"incoming", "dead-letter-queue.topic", true}, {"incoming", "auto.offset.reset", false}, {"incoming", "group.id", false}, {"incoming", "max.poll.records", false},
	} {
		if got := SmallRyeAttribute(c.direction, c.name); got != c.own {
			t.Errorf("%s %s = %v", c.direction, c.name, got)
		}
	}
	for path, want := range map[string]string{
		"binder.required-acks": "producer acks", "binder.brokers": " bootstrap.servers", "producer.compression-type": "producer compression.type",
		"consumer.enable-dlq": " ", "binder.configuration.security.protocol": " ", "binder.no-such": "-",
	} {
		role, key, known := SpringCloudKey(path)
		if got := orDash(string(role)+" "+key, known); got != want {
			t.Errorf("%s = %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]string{
		"producers.default.acks": "producer default acks", "consumers.orders.max.poll.records": "consumer orders max.poll.records",
		"bootstrap.servers": "  bootstrap.servers", "health.enabled": "-", "streams.agg.application.id": "streams agg application.id",
	} {
		role, client, key, ok := MicronautKey(path)
		if got := orDash(string(role)+" "+client+" "+key, ok); got != want {
			t.Errorf("%s = %q, want %q", path, got, want)
		}
	}
}

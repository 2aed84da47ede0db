package kafka

import "testing"

func TestImageEnv(t *testing.T) {
	for _, c := range []struct {
		image, name, key string
		role             Role
	}{
		{"apache/kafka:4.1.0", "KAFKA_MIN_INSYNC_REPLICAS", "min.insync.replicas", Broker},
		{"apache/kafka", "KAFKA_A__B___C", "a_b-c", Broker},
		{"apache/kafka", "KAFKA_HEAP_OPTS", "", ""},
		{"apache/kafka", "CLUSTER_ID", "", ""},
		{"confluentinc/cp-kafka:7.6.0", "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "offsets.topic.replication.factor", Broker},
		{"docker.io/confluentinc/cp-server:8.0.0", "KAFKA_CONFLUENT_LICENSE_TOPIC_REPLICATION_FACTOR", "confluent.license.topic.replication.factor", Broker},
		{"confluentinc/cp-kafka", "KAFKA_SSL_KEY_CREDENTIALS", "", ""},
		{"confluentinc/cp-kafka-connect:7.6.0", "CONNECT_CONFIG_STORAGE_REPLICATION_FACTOR", "config.storage.replication.factor", ConnectWorker},
		{"confluentinc/cp-kafka-connect:7.6.0", "CONNECT_PRODUCER_ACKS", "producer.acks", ConnectWorker},
		{"confluentinc/cp-kafka-connect:7.6.0", "KAFKA_HEAP_OPTS", "", ""},
		{"confluentinc/cp-schema-registry:7.6.0", "SCHEMA_REGISTRY_HOST_NAME", "", ""},
		{"bitnami/kafka:3.6", "KAFKA_CFG_MIN_INSYNC_REPLICAS", "min.insync.replicas", Broker},
		{"bitnami/kafka:3.6", "KAFKA_CFG_LISTENER_NAME_SASL_SSL_X", "listener.name.sasl_ssl.x", Broker},
		{"bitnami/kafka:3.6", "KAFKA_MIN_INSYNC_REPLICAS", "", ""},
		{"bitnamilegacy/kafka:4.0.0", "KAFKA_CFG_PROCESS_ROLES", "process.roles", Broker},
		{"wurstmeister/kafka:2.13-2.8.1", "KAFKA_CREATE_TOPICS", "", ""},
		{"wurstmeister/kafka:2.13-2.8.1", "KAFKA_LOG_RETENTION_HOURS", "log.retention.hours", Broker},
		{"quay.io/debezium/connect:3.0", "CONFIG_STORAGE_TOPIC", "config.storage.topic", ConnectWorker},
		{"debezium/connect:2.7", "CONNECT_OFFSET_STORAGE_REPLICATION_FACTOR", "offset.storage.replication.factor", ConnectWorker},
		{"quay.io/strimzi/kafka:0.45.0-kafka-3.9.0", "KAFKA_MIN_INSYNC_REPLICAS", "", ""},
		{"mirror.example.com/ops/cp-kafka:7.6.0", "KAFKA_NUM_PARTITIONS", "num.partitions", Broker},
		{"example.com/notkafka", "KAFKA_ACKS", "", ""},
	} {
		key, role, ok := ImageEnv(c.image, c.name)
		if key != c.key || role != c.role || ok != (c.key != "") {
			t.Errorf("%s %s = %q %q %v, want %q %q", c.image, c.name, key, role, ok, c.key, c.role)
		}
	}
}

func TestImageVersion(t *testing.T) {
	for image, want := range map[string]Version{
		"apache/kafka:4.1.0": {4, 1, 0}, "apache/kafka:latest": {}, "apache/kafka": {}, "apache/kafka-native:4.0.0": {4, 0, 0},
		"confluentinc/cp-kafka:7.6": {3, 6, 0}, "confluentinc/cp-kafka:7.6.1": {3, 6, 0}, "confluentinc/cp-server:8.0.0": {4, 0, 0},
		"confluentinc/cp-kafka:latest": {}, "confluentinc/cp-kafka:${TAG}": {}, "confluentinc/cp-kafka:99.0.0": {},
		"bitnami/kafka:3.6": {3, 6, 0}, "bitnami/kafka:3": {}, "bitnamilegacy/kafka:3.6.2-debian-12-r4": {3, 6, 2},
		"wurstmeister/kafka:2.13-2.8.1": {2, 8, 1}, "localhost:5000/apache/kafka:3.9.1": {3, 9, 1},
		"quay.io/strimzi/kafka:0.45.0-kafka-3.9.0": {3, 9, 0}, "apache/kafka@sha256:abc": {}, "postgres:16.1": {}, "mirror.example.com/ops/cp-kafka:7.6.0": {3, 6, 0},
	} {
		if got := ImageVersion(image); got != want {
			t.Errorf("%s = %v, want %v", image, got, want)
		}
	}
}

func TestImageDefault(t *testing.T) {
	if d, ok := ImageDefault("confluentinc/cp-kafka:7.6.0", "log.dirs"); !ok || d.Value != "/var/lib/kafka/data" {
		t.Errorf("cp-kafka log.dirs = %v %v", d, ok)
	}
	if _, ok := ImageDefault("confluentinc/cp-kafka:7.6.0", "offsets.topic.replication.factor"); ok {
		t.Error("cp-kafka does not set offsets.topic.replication.factor")
	}
	if _, ok := ImageDefault("postgres", "log.dirs"); ok {
		t.Error("postgres is no Kafka image")
	}
}

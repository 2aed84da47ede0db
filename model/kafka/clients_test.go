package kafka

import "testing"

// clientDefaultCases are the safety-relevant defaults of every library; "-" is
// "not known", which is never a guess.
var clientDefaultCases = []struct {
	library, version string
	role             Role
	key, want        string
}{
	{"java", "4.1.0", Producer, "acks", "all"},
	{"java", "2.8.0", Producer, "acks", "1"},
	{"java", "", Producer, "acks", "-"},
	{"java", "", Producer, "batch.size", "16384"},
	{"java", "4.0.0", Producer, "linger.ms", "5"},
	{"java", "3.9.1", Producer, "linger.ms", "0"},
	{"java", "3.0.0", Producer, "enable.idempotence", "false"}, // KAFKA-13598
	{"java", "3.0.1", Producer, "enable.idempotence", "true"},
	{"java", "3.1.0", Producer, "enable.idempotence", "false"},
	{"java", "3.1.2", Producer, "enable.idempotence", "true"},
	{"java", "2.0.1", Producer, "retries", "0"},
	{"java", "3.0.0", Consumer, "session.timeout.ms", "45000"},
	{"java", "4.1.0", Consumer, "no.such.key", "-"},

	{"librdkafka", "2.15.0", Producer, "acks", "all"},
	{"librdkafka", "", Producer, "acks", "all"},
	{"librdkafka", "", Producer, "enable.idempotence", "false"},
	{"librdkafka", "", Producer, "max.in.flight.requests.per.connection", "1000000"},
	{"librdkafka", "2.15.0", Producer, "delivery.timeout.ms", "300000"},
	{"librdkafka", "2.15.0", Producer, "retries", "2147483647"},
	{"librdkafka", "1.0.0", Producer, "retries", "2"},
	{"librdkafka", "", Producer, "retries", "-"},
	{"librdkafka", "1.4.4", Producer, "linger.ms", "0.5"},
	{"librdkafka", "1.5.0", Producer, "linger.ms", "5"},
	{"librdkafka", "", Producer, "partitioner", "consistent_random"},
	{"librdkafka", "", Producer, "allow.auto.create.topics", "true"},
	{"librdkafka", "2.15.0", Consumer, "allow.auto.create.topics", "false"},
	{"librdkafka", "2.15.0", Consumer, "isolation.level", "read_committed"},
	{"librdkafka", "", Consumer, "auto.offset.reset", "latest"},
	{"librdkafka", "", Consumer, "enable.auto.commit", "true"},
	{"librdkafka", "1.6.0", Consumer, "session.timeout.ms", "10000"},
	{"librdkafka", "1.7.0", Consumer, "session.timeout.ms", "45000"},
	{"librdkafka", "2.15.0", Consumer, "fetch.max.wait.ms", "500"},
	{"librdkafka", "2.15.0", Consumer, "linger.ms", "-"}, // a producer's
	{"librdkafka", "2.15.0", Producer, "group.id", "-"},
	{"librdkafka", "0.11.6", Producer, "acks", "-"}, // was 1 before 1.0
	{"librdkafka", "2.99.0", Producer, "acks", "all"},
	{"librdkafka", "", Consumer, "isolation.level", "-"}, // new in 1.2
	{"librdkafka", "2.15.0", Producer, "security.protocol", "PLAINTEXT"},

	{"sarama", "", Producer, "acks", "1"},
	{"sarama", "1.61.1", Producer, "retries", "3"},
	{"sarama", "", Consumer, "session.timeout.ms", "10000"},
	{"sarama", "", Producer, "max.request.size", "-"},
	{"sarama", "1.43.0", Producer, "max.request.size", "1000000"},
	{"franz-go", "", Producer, "acks", "all"},
	{"franz-go", "", Producer, "enable.idempotence", "true"},
	{"franz-go", "1.22.3", Producer, "linger.ms", "10"},
	{"franz-go", "1.19.5", Producer, "linger.ms", "0"},
	{"franz-go", "", Consumer, "auto.offset.reset", "earliest"},
	{"kafka-go", "0.4.51", Producer, "acks", "-"}, // the two constructors differ
	{"kafka-go", "0.4.51", Producer, "linger.ms", "1000"},
	{"kafka-go/Writer", "0.4.51", Producer, "acks", "0"},
	{"kafka-go/NewWriter", "0.4.51", Producer, "acks", "all"},
	{"kafkajs", "", Producer, "enable.idempotence", "false"},
	{"kafkajs", "", Consumer, "isolation.level", "read_committed"},
	{"aiokafka", "", Producer, "acks", "1"},
	{"kafka-python", "2.0.2", Producer, "retries", "0"},
	{"kafka-python", "2.3.0", Producer, "retries", "2147483647"},
	{"kafka-python", "2.3.0", Producer, "acks", "1"},
	{"kafka-python", "3.0.0", Producer, "acks", "all"},
	{"kafka-python", "3.0.0", Producer, "enable.idempotence", "true"},
	{"kafka-python", "", Producer, "acks", "-"},
	{"", "", Producer, "acks", "-"},
}

func TestClientDefault(t *testing.T) {
	for _, c := range clientDefaultCases {
		d, ok := ClientDefault(Client{Library: c.library, Version: exactVersion(c.version)}, c.role, c.key)
		if got := orDash(d.Value, ok); got != c.want {
			t.Errorf("%s %s %s %s = %s, want %s", c.library, c.version, c.role, c.key, got, c.want)
		}
		if ok && d.Source == "" {
			t.Errorf("%s %s: no source", c.library, c.key)
		}
	}
}

func orDash(value string, ok bool) string {
	if !ok {
		return "-"
	}
	return value
}

func TestClientKey(t *testing.T) {
	for _, c := range []struct {
		library, name, canonical string
		known                    bool
	}{
		{"librdkafka", "metadata.broker.list", "bootstrap.servers", true},
		{"librdkafka", "bootstrap.servers", "bootstrap.servers", true},
		{"librdkafka", "request.required.acks", "acks", true},
		{"librdkafka", "acks", "acks", true},
		{"librdkafka", "message.timeout.ms", "delivery.timeout.ms", true},
		{"librdkafka", "queue.buffering.max.ms", "linger.ms", true},
		{"librdkafka", "message.send.max.retries", "retries", true},
		{"librdkafka", "max.in.flight", "max.in.flight.requests.per.connection", true},
		{"librdkafka", "compression.codec", "compression.type", true},
		{"librdkafka", "fetch.message.max.bytes", "max.partition.fetch.bytes", true},
		{"librdkafka", "statistics.interval.ms", "statistics.interval.ms", true},
		{"librdkafka", "max.poll.records", "max.poll.records", true}, // share consumers, 2.15
		{"librdkafka", "max.request.size", "max.request.size", false},
		{"librdkafka", "ssl.truststore.location", "ssl.truststore.location", false},
		{"java", "acks", "acks", true},
		{"java", "queue.buffering.max.ms", "queue.buffering.max.ms", false},
	} {
		canonical, known := ClientKey(c.library, c.name)
		if canonical != c.canonical || known != c.known {
			t.Errorf("%s %s = %s %v, want %s %v", c.library, c.name, canonical, known, c.canonical, c.known)
		}
	}
}

func TestClientKeyCheck(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		ok        bool
	}{
		{"acks", "all", true}, {"acks", "-1", true}, {"acks", "1", true}, {"acks", "leader", false},
		{"linger.ms", "0.5", true}, {"linger.ms", "-1", false}, {"linger.ms", "900001", false},
		{"retries", "5", true}, {"retries", "2.5", false}, {"session.timeout.ms", "6s", false},
		{"enable.idempotence", "true", true}, {"enable.idempotence", "True", true}, {"enable.idempotence", "yes", false},
		{"auto.offset.reset", "earliest", true}, {"auto.offset.reset", "none", false},
		{"isolation.level", "read_committed", true}, {"isolation.level", "committed", false},
		{"debug", "broker,topic", true}, {"debug", "brokers", false},
		{"client.id", "anything", true}, {"not.a.key", "x", true},
	} {
		err := ClientKeyCheck("librdkafka", c.name, c.raw)
		if (err == nil) != c.ok {
			t.Errorf("%s=%s: %v", c.name, c.raw, err)
		}
	}
}

// TestPlatforms holds the values that rules hang on.
func TestPlatforms(t *testing.T) {
	for _, c := range []struct {
		platform  string
		role      Role
		key       string
		zones     int
		want      string
		fixed     string
		isManaged bool
	}{
		{"msk", Broker, "unclean.leader.election.enable", 0, "true", "-", false},
		{"msk", Topic, "unclean.leader.election.enable", 0, "true", "-", false},
		{"msk-tiered", Broker, "unclean.leader.election.enable", 0, "false", "-", false},
		{"msk", Broker, "default.replication.factor", 0, "-", "-", false},
		{"msk", Broker, "default.replication.factor", 3, "3", "-", false},
		{"msk", Broker, "default.replication.factor", 2, "2", "-", false},
		{"msk", Topic, "min.insync.replicas", 3, "2", "-", false},
		{"msk", Broker, "min.insync.replicas", 2, "1", "-", false},
		{"msk", Topic, "segment.bytes", 0, "1073741824", "-", false},
		{"msk-express", Broker, "min.insync.replicas", 0, "2", "2", true},
		{"msk-express", Topic, "replication.factor", 0, "3", "3", true},
		{"msk-serverless", Topic, "retention.bytes", 0, "268435456000", "-", true},
		{"msk-serverless", Topic, "segment.bytes", 0, "-", "-", true},
		{"confluent-cloud", Topic, "replication.factor", 0, "3", "3", true},
		{"confluent-cloud", Topic, "min.insync.replicas", 0, "2", "-", false},
		{"confluent-cloud", Topic, "max.message.bytes", 0, "2097164", "-", false},
		{"aiven", Broker, "auto.create.topics.enable", 0, "true", "-", false},
		{"strimzi", Broker, "listeners", 0, "-", "-", true},
		{"strimzi", Broker, "ssl.enabled.protocols", 0, "-", "-", false},
		{"strimzi", Broker, "ssl.keystore.location", 0, "-", "-", true},
		{"strimzi", Broker, "min.insync.replicas", 0, "-", "-", false},
		{"apache", Broker, "min.insync.replicas", 0, "-", "-", false},
		{"no-such", Broker, "min.insync.replicas", 3, "-", "-", false},
	} {
		d, ok := PlatformDefault(c.platform, c.role, c.key, c.zones)
		f, fixed := PlatformFixed(c.platform, c.key)
		_, managed := PlatformManaged(c.platform, c.key)
		if orDash(d.Value, ok) != c.want || orDash(f.Value, fixed) != c.fixed || managed != c.isManaged {
			t.Errorf("%s %s %s %d = %s fixed %s managed %v", c.platform, c.role, c.key, c.zones, orDash(d.Value, ok), orDash(f.Value, fixed), managed)
		}
	}
	for platform, want := range map[string]bool{"": true, "apache": true, "strimzi": true, "msk": true, "aiven": true, "redpanda": false, "event-hubs": false, "warpstream": false} {
		if HasISR(platform) != want {
			t.Errorf("HasISR(%s) = %v", platform, !want)
		}
	}
}

func TestKafkaDefaultsHold(t *testing.T) {
	for platform, want := range map[string]bool{"": true, "apache": true, "strimzi": true, "msk": true, "msk-tiered": true, "msk-express": false, "confluent-cloud": false, "aiven": false, "redpanda": false} {
		if KafkaDefaultsHold(platform) != want {
			t.Errorf("%s: %v", platform, !want)
		}
	}
}

func TestExactVersion(t *testing.T) {
	for text, want := range map[string]Version{
		"3.7.1": {3, 7, 1}, "v2.15.0": {2, 15, 0}, "3.7": {3, 7, 0}, "2.0.0.RELEASE": {2, 0, 0}, "3.5.0.Final": {3, 5, 0}, "3.7.1-rc1": {3, 7, 1},
		"3.x": {}, "3.6.x": {}, "3.*": {}, "3.6.*": {}, "^3.6.0": {}, ">=3": {}, "3.0,4.0": {}, "[3.0,4.0)": {}, "latest": {}, "": {}, "${v}": {}, "3.6 - 3.8": {},
		"99999999999999": {},
	} {
		if got := exactVersion(text); got != want {
			t.Errorf("%q = %v, want %v", text, got, want)
		}
	}
}

// TestPlatformsAreDated refuses a row without a date or source.
func TestPlatformsAreDated(t *testing.T) {
	for _, row := range tableRows(platformsTable, 8) {
		if row[6] == "" || row[7] == "" {
			t.Errorf("no date or source: %q", row)
		}
		if _, known := Lookup(Role(row[2]), row[3]); !known && row[1] == "default" && row[3] != "allow.everyone.if.no.acl.found" {
			t.Errorf("%s: Kafka has no %s key %s", row[0], row[2], row[3])
		}
	}
	for _, table := range []string{clientsTable, frameworksTable} {
		for _, row := range tableRows(table, 7) {
			if row[6] == "" {
				t.Errorf("no source: %q", row)
			}
		}
	}
}

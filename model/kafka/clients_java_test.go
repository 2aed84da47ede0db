package kafka

import (
	"strings"
	"testing"
)

// TestJavaDefaults is the Java rows of the table "safety-relevant default per
// client": producers and consumers whose files say nothing.
func TestJavaDefaults(t *testing.T) {
	const forever, unknown = "2147483647", "-"
	keys := []struct {
		role Role
		key  string
	}{
		{Producer, "acks"}, {Producer, "enable.idempotence"}, {Producer, inFlight}, {Producer, "retries"}, {Producer, "delivery.timeout.ms"},
		{Producer, "linger.ms"}, {Consumer, "auto.offset.reset"}, {Consumer, "enable.auto.commit"}, {Consumer, "isolation.level"},
		{Consumer, "allow.auto.create.topics"}, {Consumer, "session.timeout.ms"},
	}
	for version, want := range map[string][]string{
		"1.1.1": {"1", "false", "5", "0", unknown, "0", "latest", "true", "read_uncommitted", unknown, "10000"}, // neither cap nor auto-create key yet
		"2.0.1": {"1", "false", "5", "0", unknown, "0", "latest", "true", "read_uncommitted", unknown, "10000"},
		"2.1.0": {"1", "false", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", unknown, "10000"},
		"2.8.2": {"1", "false", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "10000"},
		"3.0.0": {"all", "false", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"},
		"3.0.1": {"all", "true", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"},
		"3.1.0": {"all", "false", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"},
		"3.1.1": {"all", "true", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"},
		"3.9.1": {"all", "true", "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"},
		"4.0.0": {"all", "true", "5", forever, "120000", "5", "latest", "true", "read_uncommitted", "true", "45000"},
		"4.3.1": {"all", "true", "5", forever, "120000", "5", "latest", "true", "read_uncommitted", "true", "45000"},
		"":      {unknown, unknown, "5", forever, "120000", unknown, "latest", "true", "read_uncommitted", "true", unknown},
		"3.0":   {"all", unknown, "5", forever, "120000", "0", "latest", "true", "read_uncommitted", "true", "45000"}, // 3.0.0, or a later 3.0
	} {
		client := javaClient(version)
		for i, k := range keys {
			d, ok := ClientValue(client, k.role, k.key, Settings{})
			if got := orDash(d.Value, ok); got != want[i] {
				t.Errorf("java %q: %s = %s, want %s", version, k.key, got, want[i])
			}
		}
	}
}

func javaClient(version string) Client {
	return Client{"java", exactVersion(version), strings.Count(version, ".") > 1}
}

// TestCoupled holds what a Java producer makes of keys that nobody wrote beside
// those that somebody did.
func TestCoupled(t *testing.T) {
	for _, c := range []struct {
		version, written string
		key, want        string
	}{
		{"4.3.1", "acks=1", "enable.idempotence", "false"},
		{"4.3.1", "retries=0", "enable.idempotence", "false"},
		{"4.3.1", "retries=5", "enable.idempotence", "true"},
		{"3.9.1", inFlight + "=10", "enable.idempotence", "false"},
		{"4.3.1", inFlight + "=10", "enable.idempotence", "-"}, // refused
		{"", inFlight + "=10", "enable.idempotence", "-"},
		{"", "acks=1", "enable.idempotence", "false"},
		{"", "acks=all", "enable.idempotence", "-"},
		{"", "transactional.id=a", "enable.idempotence", "true"},
		{"2.8.2", "transactional.id=a", "acks", "all"},
		{"2.8.2", "enable.idempotence=true", "acks", "all"},
		{"2.8.2", "enable.idempotence=false", "acks", "1"},
		{"", "enable.idempotence=true", "acks", "all"},
		{"", "enable.idempotence=false", "acks", "-"},
		{"4.3.1", "enable.idempotence=false", "acks", "all"},
		{"3.0.0", "enable.idempotence=true", "acks", "all"},
		{"3.0.0", "transactional.id=a", "enable.idempotence", "true"},
		{"3.1.0", "acks=all", "enable.idempotence", "false"},
		{"4.3.1", "request.timeout.ms=200000", "delivery.timeout.ms", "200005"},
		{"3.9.1", "request.timeout.ms=200000", "delivery.timeout.ms", "200000"},
		{"", "request.timeout.ms=200000", "delivery.timeout.ms", "-"},
		{"", "request.timeout.ms=20000", "delivery.timeout.ms", "120000"},
	} {
		key, value, _ := strings.Cut(c.written, "=")
		d, ok := ClientValue(javaClient(c.version), Producer, c.key, Settings{Values: map[string]string{key: value}})
		if got := orDash(d.Value, ok); got != c.want {
			t.Errorf("java %q, %s: %s = %s, want %s", c.version, c.written, c.key, got, c.want)
		}
		if ok && d.Source == "" {
			t.Errorf("java %q: no source", c.version)
		}
	}
}

func TestSpringHints(t *testing.T) {
	for path, want := range map[string]string{
		"producer.compresion-type": "did you mean spring.kafka.producer.compression-type?",
		"producer.linger-ms":       "Spring Boot has no such property: put linger.ms under spring.kafka.producer.properties",
		"producer.lingr-ms":        "Spring Boot has no such property: put linger.ms under spring.kafka.producer.properties",
		"consumer.isolation.level": "write spring.kafka.consumer.isolation-level",
		"consumer.fetch-max-wait":  "",
		"producer.outbox":          "",
	} {
		if got := SpringHint(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

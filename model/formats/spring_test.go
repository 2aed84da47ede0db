package formats

import (
	"slices"
	"testing"
)

func TestSpringEnv(t *testing.T) {
	for name, want := range map[string]string{
		"SPRING_KAFKA_CONSUMER_AUTOOFFSETRESET":                              "spring.kafka.consumer.auto-offset-reset",
		"SPRING_KAFKA_CONSUMER_AUTO_OFFSET_RESET":                            "spring.kafka.consumer.auto-offset-reset",
		"SPRING_KAFKA_BOOTSTRAP_SERVERS":                                     "spring.kafka.bootstrap-servers",
		"SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG":                           "spring.kafka.properties.sasl.jaas.config",
		"SPRING_APPLICATION_NAME":                                            "spring.application.name",
		"SPRING_CLOUD_STREAM_KAFKA_BINDER_REQUIREDACKS":                      "spring.cloud.stream.kafka.binder.required-acks",
		"SPRING_CLOUD_STREAM_KAFKA_BINDER_CONFIGURATION_SECURITY_PROTOCOL":   "spring.cloud.stream.kafka.binder.configuration.security.protocol",
		"SPRING_CLOUD_STREAM_BINDINGS_ORDERS_IN_0_DESTINATION":               "spring.cloud.stream.bindings.orders-in-0.destination",
		"SPRING_CLOUD_STREAM_KAFKA_BINDINGS_ORDERS_IN_0_CONSUMER_ENABLE_DLQ": "spring.cloud.stream.kafka.bindings.orders-in-0.consumer.enable-dlq",
		"SPRING_DATASOURCE_URL":                                              "",
		"KAFKA_BOOTSTRAP_SERVERS":                                            "",
		"SPRING_CLOUD_STREAM_BINDINGS_":                                      "",
	} {
		got, ok := springEnv(name)
		if ok != (want != "") || ok && got != want {
			t.Errorf("springEnv(%s) = %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestProfileExpressions(t *testing.T) {
	for _, c := range []struct {
		expression string
		active     []string
		want       bool
	}{
		{"prod", []string{"prod"}, true},
		{"!prod", []string{"prod"}, false},
		{"prod | stage", []string{"stage"}, true},
		{"prod & eu", []string{"prod"}, false},
		{"!(prod | stage) & eu", []string{"eu"}, true},
		{"a & b | c", []string{"c"}, true},
		{"((((", nil, true},
		{"", nil, true},
	} {
		if got := anyOf([]string{c.expression}).holds(c.active); got != c.want {
			t.Errorf("%q under %v = %v", c.expression, c.active, got)
		}
	}
	if names := anyOf([]string{"!prod", "eu & live"}).names(); !slices.Equal(names, []string{"prod", "eu", "live"}) {
		t.Errorf("names: %v", names)
	}
}

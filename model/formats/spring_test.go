package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/plimsoll-kafka/plimsoll/model/source"
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

func TestSpringEnvironment(t *testing.T) {
	file := source.NewFile("compose.yaml", []byte(`SPRING_APPLICATION_NAME: shop
SPRING_KAFKA_BOOTSTRAP_SERVERS: ${BROKERS:-kafka:9092}
SPRING_KAFKA_PRODUCER_ACKS: ${ACKS}
SPRING_KAFKA_CONSUMER_AUTO_OFFSET_RESET: latest
SPRING_KAFKA_CONSUMER_MAXPOLLINTERVAL: 5s
SPRING_KAFKA_PRODUCER_LINGER_MS: 5
`))
	roots, err := source.ParseYAML(source.Whole(file))
	if err != nil {
		t.Fatal(err)
	}
	in := springEnvironment(roots[0].Fields(), container{name: "web", source: "app/web", format: "compose", env: "dev"}, shell, nil)
	got := renderImported(in)
	for _, want := range []string{
		"producer/shop [compose] source=app/web env=dev bootstrap=kafka:9092",
		`config/acks = unknown "${ACKS}" @compose.yaml:3:`,
		`config/auto.offset.reset = "latest" @compose.yaml:4:`,
		"config/max.poll.interval.ms = 5000 @compose.yaml:5:",
		`problem unknown-key "SPRING_KAFKA_PRODUCER_LINGER_MS" @compose.yaml:6:1`,
		"as SPRING_KAFKA_PRODUCER_PROPERTIES_MIN_INSYNC_REPLICAS",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in\n%s", want, got)
		}
	}
}

// What a ConfigMap of an environment carries is for that environment: the
// profile that means it counts, or the base.
func TestSpringInConfigMap(t *testing.T) {
	var docs []*Document
	for _, f := range [][2]string{
		{"application.yml", "spring.kafka.producer.acks: 1"},
		{"application-prod.yml", "spring.kafka.producer.acks: all"},
		{"application.yml", "spring: {application.name: other, kafka.producer.retries: 1}"},
	} {
		file := source.NewFile("overlays/prod/config.yaml", []byte(f[1]))
		d := parseDocument(file, source.Whole(file), "overlays/prod/config.yaml", f[0])
		d.Parent = &Parent{Env: "production", Cluster: "main"}
		docs = append(docs, d)
	}
	in := importSpring(docs, &Context{})
	if len(in.Fragments) != 2 {
		t.Fatalf("%d fragments, want 2:\n%s", len(in.Fragments), renderImported(in))
	}
	for i, want := range []string{"all", ""} {
		f := in.Fragments[i]
		if f.Env != "production" || f.Cluster != "main" || f.Text("config/acks") != want {
			t.Errorf("fragment %d:\n%s", i, renderImported(in))
		}
	}
}

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// secretFiles are the shapes in which files hold secrets; SECRET stands for one.
// Each also has something to find on or beside the secret's line, so that frames
// show it.
var secretFiles = map[string]string{
	"spring/application.yml": `spring:
  kafka:
    bootstrap-servers: a.example.com:9092
    producer: {acks: "1", properties: {sasl.jaas.config: "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"SECRET\";"}}
    ssl: {key-password: SECRET, trust-store-password: SECRET, key-store-password: "SECRET"}
    consumer: {group-id: g, retires: 3, ssl.keystore.pasword: SECRET}
`,
	"spring2/application.properties": "spring.kafka.producer.acks=1\nspring.kafka.ssl.key-password=SECRET\nspring.kafka.properties.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\\n  username=\"u\" \\\n  password=\"SECRET\";\n",
	"quarkus/application.properties": "kafka.sasl.jaas.config=x.LoginModule required password='SECRET';\nkafka.ssl.truststore.password=SECRET\nmp.messaging.outgoing.o.connector=smallrye-kafka\nmp.messaging.outgoing.o.ssl.key.password=SECRET\n%prod.kafka.ssl.keystore.password=SECRET\n",
	"props/producer.properties":      "bootstrap.servers=a:9092\nacks=1\nsasl.jaas.config=a.b.PlainLoginModule required username=u password=SECRET;\nssl.key.password=SECRET\nsasl.oauthbearer.client.credentials.client.secret=SECRET\nssl.keystore.key=-----BEGIN PRIVATE KEY-----SECRET-----END\nssl.keystore.passwrod=SECRET\n",
	"props/server.properties":        "process.roles=broker\nlistener.name.external.plain.sasl.jaas.config=a.PlainLoginModule required user_admin=\"SECRET\" user_bob=\"SECRET\";\nlisteners=EXTERNAL://:9092\nssl.keystore.password=SECRET\nlistener.name.external.ssl.key.password=SECRET\npassword.encoder.secret=SECRET\n",
	"props/librdkafka.conf":          "metadata.broker.list=a:9092\nacks=1\nsasl.password=SECRET\nssl.key.password=SECRET\nsasl.username=u\ngroup.id=g\n",
	"connect/sink.json":              `{"name": "s", "config": {"connector.class": "io.confluent.connect.jdbc.JdbcSinkConnector", "tasks.maxx": "1", "connection.password": "SECRET", "connection.url": "jdbc:postgresql://u:SECRET@db/x", "aws.secret.access.key": "SECRET", "errors.tolerance": "all", "topics": "a", "consumer.override.sasl.jaas.config": "x.LoginModule required password=\"SECRET\";"}}`,
	"connect/worker.properties":      "bootstrap.servers=a:9092\ngroup.id=c\nconfig.storage.topic=a\noffset.storage.topic=b\nstatus.storage.topic=c\nkey.converter=x\nvalue.converter=x\nvalue.converter.basic.auth.user.info=u:SECRET\nproducer.ssl.key.password=SECRET\nconfig.storage.replication.factor=1\n",
	"debezium/source.json":           `{"name": "d", "config": {"connector.class": "io.debezium.connector.mysql.MySqlConnector", "database.password": "SECRET", "schema.history.internal.producer.ssl.key.password": "SECRET", "database.hostname": "db"}}`,
	"tf/main.tf": `provider "kafka" {
  bootstrap_servers = ["a:9092"]
  sasl_password     = "SECRET"
  client_key        = "SECRET"
}
variable "password" {
  default = "SECRET"
}
resource "confluent_kafka_topic" "t" {
  topic_name       = "t"
  partitions_count = 1
  credentials {
    key    = "k"
    secret = "SECRET"
  }
  config = { "retention.sm" = "1" }
}
`,
	"compose/docker-compose.yml": `services:
  kafka:
    image: apache/kafka:4.1.0
    environment:
      KAFKA_NODE_ID: 1
      KAFKA_PROCESS_ROLES: broker,controller
      KAFKA_LISTENERS: PLAINTEXT://:9092
      KAFKA_SSL_KEYSTORE_PASSWORD: SECRET
      KAFKA_SSL_KEYSTORE_PASWORD: SECRET
      KAFKA_LISTENER_NAME_EXTERNAL_PLAIN_SASL_JAAS_CONFIG: 'a.PlainLoginModule required username="u" password="SECRET" user_u="SECRET";'
  app:
    image: app
    environment:
      - SPRING_KAFKA_SSL_KEY_PASSWORD=SECRET
      - SPRING_KAFKA_PRODUCER_ACKS=1
      - SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG=x.LoginModule required password="SECRET";
`,
	"env/app.env": "KAFKA_BOOTSTRAP_SERVERS=a:9092\nSPRING_KAFKA_PRODUCER_ACKS=1\nSPRING_KAFKA_SSL_KEY_PASSWORD=SECRET\nKAFKA_SASL_PASSWORD=SECRET\n",
	"k8s/secret.yaml": `apiVersion: v1
kind: Secret
metadata: {name: s}
stringData:
  application.properties: |
    spring.kafka.producer.acks=1
    spring.kafka.ssl.key-password=SECRET
  SPRING_KAFKA_SSL_TRUST_STORE_PASSWORD: SECRET
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  template:
    spec:
      containers:
        - name: d
          image: d
          env:
            - {name: SPRING_KAFKA_SSL_KEY_PASSWORD, value: SECRET}
            - {name: SPRING_KAFKA_PRODUCER_ACKS, value: "1"}
            - {name: SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG, value: 'x.LoginModule required password="SECRET";'}
`,
	"dotnet/appsettings.json":   `{"Kafka": {"BootstrapServers": "a:9092", "Acks": "1", "SaslPassword": "SECRET", "SslKeyPassword": "SECRET", "GroupId": "g"}}`,
	"py/config.yaml":            "kafka:\n  producer:\n    bootstrap.servers: a:9092\n    acks: 1\n    sasl.password: SECRET\n    ssl.key.pasword: SECRET\n",
	"json/kafka.json":           `{"bootstrap.servers": "a:9092", "sasl.password": "SECRET", "ssl.key.password": "SECRET", "group.id": "g", "acks": "1"}`,
	"mm2/mm2.properties":        "clusters=a,b\na.bootstrap.servers=a:9092\nb.bootstrap.servers=b:9092\na->b.enabled=true\na.sasl.jaas.config=x.LoginModule required password=\"SECRET\";\nb.ssl.key.password=SECRET\nreplication.factor=1\n",
	"other/prod.properties":     "client.id=o\nbootstrap.servers=a:9092\nacks=all\nssl.key.password=SECRET\n",
	"other/dup.properties":      "client.id=o2\nbootstrap.servers=a:9092\nacks=1\nssl.key.password=SECRET\nssl.key.password=SECRET\n",
	"broken/application.yml":    "spring.kafka:\n  ssl: {key-password: SECRET\n",
	"broken/producer.yml":       "spring:\n  kafka:\n    ssl.key-password: SECRET: x\n   acks: [\n",
	"broken/main.tf":            "provider \"kafka\" {\n  sasl_password = \"SECRET\n}\nresource \"kafka_topic\" \"x\" {\n",
	"broken/sink.json":          `{"connector.class": "x", "connection.password": "SECRET" "a": 1}`,
	"native/plimsoll.yaml":      "plimsoll: v1\nproducers:\n  p: {config: {ssl.key.password: SECRET, acks: 1, sasl.jaas.config: 'x.LoginModule required password=\"SECRET\";'}}\n",
	"prod/contradict-a.json":    `{"name": "same", "config": {"connector.class": "x.SinkConnector", "topics": "a", "connection.password": "SECRET"}}`,
	"prod/contradict-b.json":    `{"name": "same", "config": {"connector.class": "x.SinkConnector", "topics": "a", "connection.password": "SECRET"}}`,
	"tfplan/variables.tfvars":   "sasl_password = \"SECRET\"\n",
	"strimzi/connector.yaml":    "apiVersion: kafka.strimzi.io/v1beta2\nkind: KafkaConnector\nmetadata: {name: c}\nspec:\n  class: x.SinkConnector\n  config: {topics: a, database.password: SECRET, connection.password: \"SECRET\", tasks.maxx: 1}\n",
	"strimzi/connect.yaml":      "apiVersion: kafka.strimzi.io/v1beta2\nkind: KafkaConnect\nmetadata: {name: c}\nspec:\n  bootstrapServers: a:9092\n  config: {group.id: c, config.storage.replication.factor: 1, producer.ssl.key.password: SECRET, value.converter.basic.auth.user.info: 'u:SECRET'}\n",
	"gradle/application.yaml":   "spring:\n  cloud:\n    stream:\n      kafka:\n        binder: {brokers: a, configuration: {sasl.jaas.config: x.LoginModule required password=SECRET;, ssl.key.password: SECRET}, requiredAcks: 1}\n",
	"micronaut/application.yml": "kafka:\n  bootstrap:\n    servers: a:9092\n  ssl:\n    keystore: {password: SECRET}\n  producers:\n    default: {acks: 1, ssl.key.password: SECRET}\n",
}

// TestNoSecretIsPrinted lints and shows files full of secrets: no output holds
// one.
func TestNoSecretIsPrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	byValue := map[string]string{}
	for name, text := range secretFiles {
		for i := 0; strings.Contains(text, "SECRET"); i++ {
			secret := fmt.Sprintf("q%dZ%dw", r.IntN(1e9), i)
			byValue[secret] = name
			text = strings.Replace(text, "SECRET", secret, 1)
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name := range secretFiles {
		leaks(t, byValue, outputs(t, name), "lint "+name)
		leaks(t, byValue, runAny(t, "show", name), "show "+name)
		leaks(t, byValue, runAny(t, "show", "--origin", name), "show --origin "+name)
	}
	leaks(t, byValue, outputs(t, "--all", "."), "lint of all")
	leaks(t, byValue, runAny(t, "show", "--origin", "."), "show of all")
}

// TestNoSecretOfTheShopIsPrinted knows the example company's secrets.
func TestNoSecretOfTheShopIsPrinted(t *testing.T) {
	data, err := os.ReadFile("../../fixtures/shop/connect/search-sink.json")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), `"connection.password": "`)
	secret, _, _ := strings.Cut(rest, `"`)
	if !ok || secret == "" {
		t.Fatal("the shop's connector has no password any more")
	}
	known := map[string]string{secret: "connect/search-sink.json"}
	leaks(t, known, outputs(t, "--all", "../../fixtures/shop"), "lint")
	leaks(t, known, runAny(t, "show", "--origin", "../../fixtures/shop"), "show")
}

func leaks(t *testing.T, secrets map[string]string, out, what string) {
	t.Helper()
	for secret, file := range secrets {
		i := strings.Index(out, secret)
		if i < 0 {
			continue
		}
		start, end := strings.LastIndexByte(out[:i], '\n')+1, strings.IndexByte(out[i:], '\n')
		t.Errorf("%s prints a secret of %s: %s", what, file, out[start:i+max(end, 0)])
	}
}

// runAny is what a command prints, on stdout and stderr, whatever its exit code.
func runAny(t *testing.T, args ...string) string {
	t.Helper()
	var b strings.Builder
	c := &Command{Stdout: &b, Stderr: &b, Getenv: func(string) string { return "" }}
	c.Main(args)
	return b.String()
}

package kafka

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const oracleDir = "../../fixtures/oracle-spring"

// oracleClassPath resolves the oracle's jars with Maven, or skips the test
// where there is no Java; in CI that is a failure.
func oracleClassPath(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s is missing: CI needs it for the oracle of Spring Boot's binder", tool)
			}
			t.Skipf("%s is missing: the oracle of Spring Boot's binder is not run", tool)
		}
	}
	file := filepath.Join(t.TempDir(), "classpath")
	out, err := exec.Command("mvn", "-q", "-B", "-f", filepath.Join(oracleDir, "pom.xml"), "dependency:build-classpath", "-Dmdep.outputFile="+file).CombinedOutput()
	if err != nil {
		t.Fatalf("mvn: %v\n%s", err, out)
	}
	path, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(path)
}

func runOracle(t *testing.T, classPath string, args ...string) string {
	t.Helper()
	cmd := exec.Command("java", append([]string{"-XX:TieredStopAtLevel=1", "-cp", classPath}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("java %v: %v\n%s", args, err, stderr.String())
	}
	return stdout.String()
}

// TestOracle compares with Spring Boot's own binder, with and without a
// profile, and with the entry point of Kafka's own image.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	classPath := oracleClassPath(t)
	for _, profile := range []string{"", "prod"} {
		t.Run("spring "+profile, func(t *testing.T) {
			args := []string{filepath.Join(oracleDir, "BindSpring.java"), filepath.Join(oracleDir, "application.yml")}
			if profile != "" {
				args = append(args, profile)
			}
			want := map[string]string{}
			for line := range strings.Lines(runOracle(t, classPath, args...)) {
				if role, rest, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && springRoles[role] != "" {
					key, value, _ := strings.Cut(rest, "\t")
					want[role+" "+key] = value
				}
			}
			compareMaps(t, springMapping(t, profile), want)
		})
	}
	t.Run("docker", func(t *testing.T) { compareDocker(t, classPath) })
}

func compareMaps(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(want) < 20 {
		t.Fatalf("the oracle printed only %v", want)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] {
			t.Errorf("%s = %q, Spring Boot says %q", key, got[key], want[key])
		}
		delete(got, key)
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		t.Errorf("%s = %q, Spring Boot does not set it", key, got[key])
	}
}

// bootSets are what KafkaProperties puts in although nobody wrote it.
var bootSets = map[string]string{
	"producer key.serializer": "org.apache.kafka.common.serialization.StringSerializer", "producer value.serializer": "org.apache.kafka.common.serialization.StringSerializer",
	"consumer key.deserializer": "org.apache.kafka.common.serialization.StringDeserializer", "consumer value.deserializer": "org.apache.kafka.common.serialization.StringDeserializer",
}

// springMapping reads the oracle's file with SpringCanonical, SpringKey and
// SpringValue, in Boot's order: shared, shared properties, the client's own,
// its properties.
func springMapping(t *testing.T, profile string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(oracleDir, "application.yml"))
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]string{}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var doc map[string]any
		if decoder.Decode(&doc) != nil {
			break
		}
		flat := map[string]string{}
		flatten("", doc, flat)
		if on := flat["spring.config.activate.on-profile"]; on != "" && on != profile {
			continue
		}
		for path, value := range flat {
			if rest, ok := strings.CutPrefix(path, "spring.kafka."); ok {
				written[SpringCanonical(rest)] = value
			}
		}
	}
	return springEffective(t, written)
}

func springEffective(t *testing.T, written map[string]string) map[string]string {
	t.Helper()
	got := maps.Clone(bootSets)
	for pass := range 4 {
		for path, raw := range written {
			role, key, known := SpringKey(path)
			if !known {
				t.Errorf("%s is not known", path)
			}
			own, isMap := role != "", strings.Contains("."+path, ".properties.")
			if key == "" || key == "transactional.id" || pass != order(own, isMap) {
				continue
			}
			value, err := SpringValue(path, raw)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			for section, r := range springRoles {
				if role == "" || role == r {
					got[section+" "+key] = value
				}
			}
		}
	}
	return got
}

func order(own, isMap bool) int {
	n := 0
	if own {
		n += 2
	}
	if isMap {
		n++
	}
	return n
}

func flatten(prefix string, value any, out map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		for key, sub := range v {
			flatten(strings.TrimPrefix(prefix+"."+key, "."), sub, out)
		}
	case nil:
	default:
		var node yaml.Node
		_ = node.Encode(v)
		out[prefix] = node.Value
	}
}

// compareDocker leaves out what the wrapper passes on and no Kafka key is:
// KAFKA_JMX_PORT, which kafka-run-class.sh reads.
func compareDocker(t *testing.T, classPath string) {
	names := []string{"KAFKA_MIN_INSYNC_REPLICAS", "KAFKA_A__B___C_D", "KAFKA_LISTENER_NAME_CLIENT_SASL__SSL", "KAFKA_HEAP_OPTS", "KAFKA_OPTS", "KAFKA_VERSION",
		"KAFKA_LOG4J_OPTS", "KAFKA_LOG4J_LOGGERS", "KAFKA_LOG4J_ROOT_LOGLEVEL", "KAFKA_TOOLS_LOG4J_LOGLEVEL", "KAFKA_GC_LOG_OPTS", "KAFKA_JMX_OPTS",
		"KAFKA_JMX_HOSTNAME", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_SSL_KEYSTORE_FILENAME", "KAFKA_PROCESS_ROLES", "CLUSTER_ID", "OTHER_KAFKA_X", "KAFKA_x_Y"}
	args := []string{filepath.Join(oracleDir, "DockerEnv.java")}
	var got []string
	for _, name := range names {
		args = append(args, name+"=1")
		if key, _, ok := ImageEnv("apache/kafka:4.1.0", name); ok {
			got = append(got, key)
		}
	}
	var want []string
	for line := range strings.Lines(runOracle(t, classPath, args...)) {
		if key, ok := strings.CutSuffix(strings.TrimSpace(line), "=1"); ok {
			want = append(want, key)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

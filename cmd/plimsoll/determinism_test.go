package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSameBytes lints the example company and three hundred generated files
// again and again: whatever the number of workers and the order of the
// arguments, every output has the same bytes.
func TestSameBytes(t *testing.T) {
	shop, err := filepath.Abs("../../fixtures/shop")
	if err != nil {
		t.Fatal(err)
	}
	for name, prepare := range map[string]func(t *testing.T){
		"shop":      func(t *testing.T) { t.Helper(); copyTree(t, shop) },
		"generated": generate,
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			prepare(t)
			files := treeFiles(t)
			same(t, "lint of the folder", outputs(t, "--workers", "1", "."), outputs(t, "--workers", "2", "."))
			same(t, "lint of the files", outputs(t, append([]string{"--workers", "2"}, files...)...), outputs(t, append([]string{"--workers", "1"}, shuffled(files, 1)...)...))
			same(t, "show of the files", runHere(t, append([]string{"show", "--origin"}, files...)...), runHere(t, append([]string{"show", "--origin"}, shuffled(files, 2)...)...))
		})
	}
}

// outputs is what one run of lint prints and writes in each format.
func outputs(t *testing.T, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	flags := []string{"lint", "--color", "never", "--min-severity", "info", "--format", "text"}
	formats := []string{"table", "json", "sarif", "github"}
	for _, f := range formats {
		flags = append(flags, "--format", f+":"+filepath.Join(dir, f))
	}
	all := runHere(t, append(flags, args...)...)
	for _, f := range formats {
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		all += string(data)
	}
	return all
}

func same(t *testing.T, what, one, other string) {
	t.Helper()
	if one == other {
		return
	}
	left, right := strings.Split(one, "\n"), strings.Split(other, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			t.Errorf("%s: line %d differs\n%s\n%s", what, i+1, left[i], right[i])
			return
		}
	}
	t.Errorf("%s: %d lines and %d lines", what, len(left), len(right))
}

// runHere runs the command in process and returns what it printed.
func runHere(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	c := &Command{Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}
	if code := c.Main(args); code == exitFailed || out.Len() == 0 {
		t.Fatalf("plimsoll %s: exit %d: %s", strings.Join(args[:min(len(args), 8)], " "), code, errs.String())
	}
	return out.String() + errs.String()
}

func shuffled(list []string, seed uint64) []string {
	out := slices.Clone(list)
	r := rand.New(rand.NewPCG(seed, seed))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func copyTree(t *testing.T, from string) {
	t.Helper()
	if err := os.CopyFS(".", os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// treeFiles are the files of the working directory.
func treeFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, filepath.ToSlash(p))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// generate writes three hundred files of many formats: topics that contradict
// each other, clusters, clients, environments.
func generate(t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	envs := []string{"prod", "dev", "staging", "base"}
	for i := range 300 {
		env := envs[r.IntN(len(envs))]
		name, text := generated(r, i)
		file := filepath.Join(env, fmt.Sprintf("s%d", i%40), name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func generated(r *rand.Rand, i int) (name, text string) {
	topic, n := fmt.Sprintf("t%d", r.IntN(60)), 1+r.IntN(5)
	switch r.IntN(8) {
	case 0:
		return fmt.Sprintf("topic%d.yaml", i), fmt.Sprintf("apiVersion: kafka.strimzi.io/v1beta2\nkind: KafkaTopic\nmetadata: {name: %s, labels: {strimzi.io/cluster: c%d}}\nspec: {partitions: %d, replicas: %d, config: {min.insync.replicas: %d, retention.sm: 1}}\n", topic, r.IntN(3), n, 1+r.IntN(3), n)
	case 1:
		return fmt.Sprintf("topic%d.tf", i), fmt.Sprintf("resource \"kafka_topic\" \"t%d\" {\n  name = %q\n  partitions = %d\n  replication_factor = %d\n}\n", i, topic, n, n)
	case 2:
		return "application.yml", fmt.Sprintf("spring:\n  application: {name: app%d}\n  kafka:\n    bootstrap-servers: k%d.example.com:9092\n    producer: {acks: \"%d\"}\n    consumer: {group-id: g%d, auto-offset-reset: latest}\n", i, n, n%2, n)
	case 3:
		return fmt.Sprintf("producer%d.properties", i), fmt.Sprintf("client.id=p%d\nbootstrap.servers=k%d.example.com:9092\nacks=%d\nlinger.ms=%d\nenable.idempotense=true\n", i, n, n%2, n)
	case 4:
		return "docker-compose.yml", fmt.Sprintf("services:\n  kafka%d:\n    image: apache/kafka:4.%d.0\n    environment:\n      KAFKA_NODE_ID: %d\n      KAFKA_PROCESS_ROLES: broker,controller\n      KAFKA_LISTENERS: PLAINTEXT://:9092\n      KAFKA_MIN_INSYNC_REPLICAS: %d\n", n, r.IntN(3), n, n)
	case 5:
		return fmt.Sprintf("sink%d.json", i), fmt.Sprintf("{\"name\": \"c%d\", \"config\": {\"connector.class\": \"io.confluent.connect.jdbc.JdbcSinkConnector\", \"topics\": %q, \"errors.tolerance\": \"all\", \"connection.password\": \"hunter%d\"}}\n", i%20, topic, i)
	case 6:
		return fmt.Sprintf("server%d.properties", i), fmt.Sprintf("process.roles=broker\nnode.id=%d\ncontroller.quorum.voters=1@q%d:9093\nlisteners=PLAINTEXT://:9092\nmin.insync.replicas=%d\ndefault.replication.factor=3\n", i, n%2, n%3)
	}
	return fmt.Sprintf("cluster%d.yaml", i), fmt.Sprintf("apiVersion: kafka.strimzi.io/v1beta2\nkind: Kafka\nmetadata: {name: c%d}\nspec: {kafka: {version: 4.%d.0, replicas: 3, config: {min.insync.replicas: %d, auto.create.topics.enable: true}}}\n", r.IntN(3), r.IntN(3), n%3)
}

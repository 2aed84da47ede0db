package kafka

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// oracleVersions are the releases whose own classes judge: the oldest, 3.x with tiered storage, the newest. About 10 s each.
var oracleVersions = []string{"2.8.2", "3.6.2", "4.4.0"}

// oracle asks Kafka's own classes (fixtures/oracle/Oracle.java), one answer a question.
func oracle(t *testing.T, release string, questions []string) []string {
	t.Helper()
	dir := filepath.Join("..", "..", "fixtures", "oracle")
	for _, tool := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("CI needs %s", tool)
			}
			t.Skipf("%s is not here: install java 17 and Maven (apt-get install openjdk-17-jdk-headless maven)", tool)
		}
	}
	if testing.Short() {
		t.Skip("-short: Kafka's own classes are not asked")
	}
	cpFile := filepath.Join(t.TempDir(), "classpath")
	tool(t, nil, "mvn", "-q", "-B", "-f", filepath.Join(dir, "pom.xml"), "-Dkafka.version="+release, "dependency:build-classpath", "-Dmdep.outputFile="+cpFile)
	cp, err := os.ReadFile(cpFile)
	if err != nil {
		t.Fatal(err)
	}
	in := strings.NewReader(strings.Join(questions, "\n") + "\n")
	out := tool(t, in, "java", "-cp", strings.TrimSpace(string(cp)), filepath.Join(dir, "Oracle.java"))
	answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(answers) != len(questions) {
		t.Fatalf("%d questions, %d answers:\n%s", len(questions), len(answers), out)
	}
	return answers
}

func tool(t *testing.T, in *strings.Reader, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	if in != nil {
		cmd.Stdin = in
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", name, err, out, stderr.String())
	}
	return string(out)
}

// TestAgreesWithKafka asks each release once. About every typed key of producer, consumer and topic: values at and beyond its
// bounds, each listed value in both cases, and what is no number, no boolean, nothing. Then producers and consumers are
// created and topics validated with settings that depend on each other.
func TestAgreesWithKafka(t *testing.T) {
	for _, release := range oracleVersions {
		t.Run(release, func(t *testing.T) {
			v, _ := ParseVersion(release)
			questions, keys := valueQuestions(v)
			values := len(questions)
			questions = append(questions, prefixed("producer", producerQuestions)...)
			questions = append(questions, prefixed("consumer", consumerQuestions)...)
			questions = append(questions, prefixed("topic", topicQuestions)...)
			for i, answer := range oracle(t, release, questions) {
				var mine string
				if i < values {
					mine = word(keys[i].Check(v, strings.Split(questions[i], "\t")[3]) == nil)
				} else {
					mine = judge(questions[i], v)
				}
				kafkas := answer
				if !strings.HasPrefix(answer, "accepted") {
					kafkas = "refused"
				}
				if mine != kafkas {
					t.Errorf("%q: ours %s, Kafka %s", questions[i], mine, answer)
				}
			}
			t.Logf("%d questions", len(questions))
		})
	}
}

func word(accepted bool) string {
	if accepted {
		return "accepted"
	}
	return "refused"
}

// judge answers a question about coupled settings as Oracle.java does.
func judge(question string, v Version) string {
	role, settings, _ := strings.Cut(question, "\t")
	values := settingsOf(settings)
	switch role {
	case "producer":
		idempotence, delivery := Idempotence(values, nil, v), DeliveryTimeout(values, nil, v)
		if idempotence.State == RefusedTogether || delivery.State == RefusedTogether {
			return "refused"
		}
		return fmt.Sprintf("accepted\t%t\t%d", idempotence.State == On, delivery.Value)
	case "consumer":
		return word(len(ConsumerConflicts(values, nil, v)) == 0)
	}
	return word(len(TopicConflicts(values, v)) == 0 && len(unknownKeys(values, v)) == 0)
}

func valueQuestions(v Version) (questions []string, keys []Key) {
	for _, role := range []Role{Producer, Consumer, Topic} {
		for _, name := range Names(role) {
			k, _ := Lookup(role, name)
			if !k.In(v) || k.definition(v).typ == Class || strings.HasSuffix(name, "throttled.replicas") || name == "message.format.version" || k.definition(v).validator == "" && k.Type == List {
				continue
			}
			for _, value := range candidates(k.definition(v)) {
				questions = append(questions, fmt.Sprintf("key\t%s\t%s\t%s", role, name, value))
				keys = append(keys, k)
			}
		}
	}
	return questions, keys
}

// candidates are values around what a definition accepts.
func candidates(d *definition) []string {
	out := []string{"x", "", " true ", "TRUE", "yes", "1", "-1", "-2", "0", "1.5", "2147483648", "99999999999999999999", "0x10", "1e3", " 7 "}
	if low, high, _, ok := d.bounds(); ok {
		for _, end := range []string{low, high} {
			if n, err := strconv.ParseInt(end, 10, 64); err == nil && n < 1<<62 {
				out = append(out, end, fmt.Sprint(n-1), fmt.Sprint(n+1))
			}
		}
	}
	values, _ := d.enum()
	for _, value := range values {
		out = append(out, value, strings.ToUpper(value), strings.ToLower(value), value+","+value)
	}
	return out
}

var producerQuestions = []string{
	"", "acks=1", "acks=0", "acks=all", "acks=-1", "retries=0", "retries=3", inFlight + "=6", inFlight + "=5", inFlight + "=6\tacks=1",
	inFlight + "=6\tenable.idempotence=false", inFlight + "=6\tenable.idempotence=true", "enable.idempotence=true",
	"enable.idempotence=true\tacks=1", "enable.idempotence=true\tretries=0", "enable.idempotence=false", "enable.idempotence=false\tacks=1",
	"enable.idempotence=TRUE\tacks=0", "acks=1\tretries=0", "retries=0\t" + inFlight + "=6",
	"transactional.id=t", "transactional.id=t\tacks=1", "transactional.id=t\tenable.idempotence=false", "transactional.id=t\tretries=0",
	"transactional.id=t\t" + inFlight + "=6", "transactional.id=t\tenable.idempotence=true\tacks=1",
	"delivery.timeout.ms=1000", "delivery.timeout.ms=30000", "delivery.timeout.ms=30005", "request.timeout.ms=200000", "linger.ms=100000",
	"linger.ms=100000\tdelivery.timeout.ms=120000", "request.timeout.ms=2147483647", "delivery.timeout.ms=2147483647\tlinger.ms=2147483647",
	"request.timeout.ms=120000", "request.timeout.ms=120000\tlinger.ms=0",
}

var consumerQuestions = []string{
	"", "group.id=g", "enable.auto.commit=true", "enable.auto.commit=false", "group.id=g\tenable.auto.commit=true",
	"group.id=g\theartbeat.interval.ms=45000", "group.id=g\tsession.timeout.ms=3000", "group.id=g\tsession.timeout.ms=6000",
	"group.id=g\tgroup.protocol=consumer", "group.id=g\tgroup.protocol=consumer\tsession.timeout.ms=50000",
	"group.id=g\tgroup.protocol=consumer\theartbeat.interval.ms=2000", "heartbeat.interval.ms=45000",
	"group.id=g\tgroup.protocol=consumer\tpartition.assignment.strategy=org.apache.kafka.clients.consumer.RangeAssignor",
}

var topicQuestions = []string{
	"min.compaction.lag.ms=10\tmax.compaction.lag.ms=5", "min.compaction.lag.ms=5\tmax.compaction.lag.ms=5",
	"remote.storage.enable=true\tcleanup.policy=compact", "remote.storage.enable=true\tcleanup.policy=compact,delete", "remote.storage.enable=true",
	"remote.storage.enable=true\tretention.ms=1000\tlocal.retention.ms=2000", "remote.storage.enable=true\tretention.ms=1000\tlocal.retention.ms=1000",
	"remote.storage.enable=true\tretention.ms=1000\tlocal.retention.ms=-1", "remote.storage.enable=true\tretention.ms=-1\tlocal.retention.ms=1000",
	"remote.storage.enable=true\tretention.bytes=1000\tlocal.retention.bytes=2000", "retention.ms=1000\tlocal.retention.ms=2000", "owner=me",
}

// unknownKeys are refusals of topic keys that the version does not have.
func unknownKeys(values map[string]string, v Version) []Outcome {
	for name := range values {
		if k, ok := Lookup(Topic, name); !ok || !k.In(v) {
			return []Outcome{refused(name, "no such key")}
		}
	}
	return nil
}

func prefixed(what string, questions []string) []string {
	out := make([]string, len(questions))
	for i, q := range questions {
		out[i] = what + "\t" + q
	}
	return out
}

func settingsOf(question string) map[string]string {
	out := map[string]string{}
	for s := range strings.SplitSeq(question, "\t") {
		if k, v, ok := strings.Cut(s, "="); ok {
			out[k] = v
		}
	}
	return out
}

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What hostile input may cost: generous for a shared machine, far below what
// an expanded bomb or a file read whole would take.
const (
	hostileTime   = 30 * time.Second
	hostileRSSKiB = 700 << 10
)

// hostile is one input that wants to hurt.
type hostile struct {
	name string
	// make writes it into the working directory.
	make func(t *testing.T)
	// args are the paths; code the exit code.
	args []string
	code int
	// says must be in the output, quiet must not.
	says, quiet string
}

// good is a file that must be read whatever stands beside it.
const good = "spring:\n  application: {name: good}\n  kafka:\n    producer: {acks: \"1\"}\n"

var hostiles = []hostile{
	{name: "alias bomb", make: text("bomb.yml", aliasBomb()), args: []string{"bomb.yml"}, code: 2, says: `bomb.yml:\d+:\d+`},
	{name: "alias bomb beside a good file", make: all(text("bomb.yml", aliasBomb()), text("app/application.yml", good)), args: []string{"."}, code: 0,
		says: `acks-not-all +app/application.yml:4:22`},
	{name: "alias bomb that is Kafka's", make: text("bomb.yml", aliasBomb()+"spring.kafka: {}\n"), args: []string{"."}, code: 2, says: `keys/parse-error +bomb.yml:\d+:\d+`},
	{name: "deep flow YAML", make: text("deep.yml", strings.Repeat("[", 200_000)+strings.Repeat("]", 200_000)), args: []string{"deep.yml"}, code: 2, says: `deep.yml:1:\d+`},
	{name: "deep block YAML", make: text("deep.yml", deepBlock(3_000)), args: []string{"deep.yml"}, code: 2, says: `deep.yml:\d+:\d+`},
	{name: "deep YAML in a walk", make: all(text("deep.yml", strings.Repeat("{a: ", 100_000)), text("application.yml", good)), args: []string{"."}, code: 0, says: `application.yml:4:22`},
	{name: "deep JSON", make: text("deep.json", strings.Repeat(`{"a":`, 200_000)+"1"+strings.Repeat("}", 200_000)), args: []string{"deep.json"}, code: 2, says: `deep.json:1:\d+`},
	{name: "deep JSON lists", make: text("deep.json", strings.Repeat(`[`, 500_000)), args: []string{"deep.json"}, code: 2, says: `deep.json:1:\d+`},
	{name: "deep HCL", make: text("deep.tf", `resource "kafka_topic" "a" { name = `+strings.Repeat("(", 50_000)+"1"+strings.Repeat(")", 50_000)+" }\n"), args: []string{"deep.tf"}, code: 2, says: `deep.tf:1:\d+`},
	{name: "deep CUE", make: text("plimsoll.cue", `plimsoll: "v1"`+"\nx: "+strings.Repeat("{a: ", 50_000)+"1"+strings.Repeat("}", 50_000)+"\n"), args: []string{"plimsoll.cue"}, code: 2, says: `plimsoll.cue:\d+:\d+`},
	{name: "100 MB file", make: huge("huge.yml"), args: []string{"huge.yml"}, code: 0, says: `huge.yml.*larger than 8 MiB`},
	{name: "100 MB file in a walk", make: all(huge("huge.yml"), text("application.yml", good)), args: []string{"."}, code: 0, says: `application.yml:4:22`},
	{name: "binary file", make: text("data.properties", "bootstrap.servers=a\x00\x01\x02"), args: []string{"data.properties"}, code: 0, says: `data.properties.*binary`},
	{name: "unreadable file", make: secretFile("application.yml"), args: []string{"application.yml"}, code: 2, says: `application.yml:1:1`},
	{name: "folder named as a file", make: all(folder("x.yaml"), text("x.yaml/application.yml", good)), args: []string{"x.yaml"}, code: 0, says: `x.yaml/application.yml:4:22`},
	{name: "dangling link in a walk", make: all(link("gone", "dangling.yml"), text("application.yml", good)), args: []string{"."}, code: 0, says: `application.yml:4:22`},
	{name: "dangling link named", make: link("gone", "dangling.yml"), args: []string{"dangling.yml"}, code: 2, says: `dangling.yml: no such file or folder`},
	{name: "loop of links", make: all(folder("a/b"), link("../..", "a/b/up"), link("self", "self"), text("a/application.yml", good)), args: []string{"."}, code: 0, says: `a/application.yml:4:22`},
	{name: "link to itself named", make: link("self.yml", "self.yml"), args: []string{"self.yml"}, code: 2, says: `self.yml: .*link`},
	{name: "pipe in a walk", make: all(pipe("pipe.yml"), text("application.yml", good)), args: []string{"."}, code: 0, says: `application.yml:4:22`},
	{name: "pipe named", make: pipe("pipe.yml"), args: []string{"pipe.yml"}, code: 2, says: `pipe.yml`},
	{name: "invalid UTF-8", make: text("application.properties", "spring.kafka.producer.acks=1\nspring.kafka.client-id=\xff\xfe\xe9\n"), args: []string{"application.properties"}, code: 0, says: `acks-not-all +application.properties:1:28`},
	{name: "invalid UTF-8 in YAML", make: text("application.yml", "spring:\n  kafka:\n    client-id: \xff\xfe\n"), args: []string{"application.yml"}, code: 2, says: `application.yml:\d+:\d+`},
	{name: "CRLF and BOM", make: text("application.yml", "\ufeff"+strings.ReplaceAll(good, "\n", "\r\n")), args: []string{"application.yml"}, code: 0, says: `application.yml:4:22`, quiet: "\r"},
	{name: "UTF-16", make: text("application.yml", "\xff\xfes\x00p\x00r\x00i\x00n\x00g\x00:\x00\n\x00"), args: []string{"application.yml"}, code: 0, says: `application.yml.*binary`},
	{name: "lone CR", make: text("application.properties", "spring.kafka.client-id=a\rspring.kafka.producer.acks=1\r"), args: []string{"application.properties"}, code: 0, says: `acks-not-all`, quiet: "\r"},
	{name: "empty files", make: all(text("a.yml", ""), text("b.json", ""), text("c.tf", ""), text("d.properties", ""), text("e.env", ""), text("f.cue", "")), args: []string{"."}, code: 0},
	{name: "one long line", make: text("application.properties", "spring.kafka.producer.acks=1\nspring.kafka.client-id="+strings.Repeat("x", 4<<20)+"\n"), args: []string{"application.properties"}, code: 0, says: `application.properties:1:28`},
	{name: "terminal controls", make: text("application.yml", "spring: {kafka: {producer: {acks: \"1\", client-id: \"\\e[31mred\\a\"}}}\n"), args: []string{"application.yml"}, code: 0, quiet: "\x1b"},
	{name: "many documents", make: text("many.yaml", strings.Repeat("---\na: 1\n", 200_000)), args: []string{"many.yaml"}, code: 0},
	{name: "many keys", make: text("application.properties", "spring.kafka.producer.acks=1\n"+manyKeys(60_000)), args: []string{"application.properties"}, code: 0, says: `acks-not-all +application.properties:1:28`},
	{name: "billion instances", make: text("main.tf", "resource \"kafka_topic\" \"a\" {\n  count = 1000000000\n  name = \"t-${count.index}\"\n}\n"), args: []string{"main.tf"}, code: 0},
	{name: "module that calls itself", make: text("main.tf", "module \"a\" {\n  source = \"./\"\n}\nresource \"kafka_topic\" \"a\" {\n  name = \"a\"\n  replication_factor = 1\n}\n"), args: []string{"."}, code: 0},
	{name: "anchor in itself", make: text("application.yml", "spring: &a\n  kafka: *a\n"), args: []string{"application.yml"}, code: 2, says: `application.yml:\d+:\d+`},
	// what a walk finds broken
	{name: "broken file of another tool", make: all(text("ci.yml", "a: [\n"), text("application.yml", good)), args: []string{"."}, code: 0, says: `application.yml:4:22`},
	{name: "broken chart template", make: all(text("chart/templates/topic.yaml", "apiVersion: kafka.strimzi.io/v1\n{{ if }}\n  }: {{ x\n"), text("application.yml", good)), args: []string{"."}, code: 0, says: `could not be read|application.yml:4:22`},
	{name: "broken Strimzi file in a walk", make: text("topic.yaml", "apiVersion: kafka.strimzi.io/v1\nkind: KafkaTopic\nmetadata: {name: a\n"), args: []string{"."}, code: 2, says: `keys/parse-error +topic.yaml:\d+:\d+`},
	{name: "broken Spring file in a walk", make: text("src/main/resources/application.yml", "spring:\n  kafka:\n    producer:\n   acks: \"1\"\n"), args: []string{"."}, code: 2, says: `keys/parse-error +src/main/resources/application.yml:\d+:\d+`},
	{name: "broken Terraform in a walk", make: text("main.tf", "resource \"kafka_topic\" \"a\" {\n  name =\n}\n"), args: []string{"."}, code: 2, says: `keys/parse-error +main.tf:2:\d+`},
	{name: "broken connector in a walk", make: text("sink.json", "{\"name\": \"a\", \"config\": {\"connector.class\": \"x\",}\n"), args: []string{"."}, code: 2, says: `keys/parse-error +sink.json:\d+:\d+`},
	{name: "broken compose in a walk", make: text("docker-compose.yml", "services:\n  kafka:\n    image: apache/kafka:4.1.0\n    environment:\n     - a\n   b: 1\n"), args: []string{"."}, code: 2, says: `keys/parse-error +docker-compose.yml:\d+:\d+`},
	{name: "broken plimsoll.cue in a walk", make: all(text("plimsoll.cue", "plimsoll: \"v1\"\ntopics: {\n"), text("application.yml", good)), args: []string{"."}, code: 2, says: `keys/parse-error +plimsoll.cue:\d+:\d+`},
}

func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: memory is not measured (the race detector takes several times as much)")
	}
	exe := binary(t)
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			h.make(t)
			out, code, rss := runBinary(t, exe, append([]string{"lint", "--fail-on", "never"}, h.args...)...)
			if code != h.code {
				t.Errorf("exit code %d, want %d", code, h.code)
			}
			if h.says != "" && !regexp.MustCompile(h.says).MatchString(out) {
				t.Errorf("does not say %s", h.says)
			}
			if h.quiet != "" && strings.Contains(out, h.quiet) {
				t.Errorf("says %q", h.quiet)
			}
			if rss > hostileRSSKiB {
				t.Errorf("took %d MiB of memory", rss>>10)
			}
			if t.Failed() {
				t.Logf("said\n%s", out[:min(len(out), 3000)])
			}
		})
	}
}

// A file may go between the walk and the reading.
func TestVanishingFile(t *testing.T) {
	exe := binary(t)
	t.Chdir(t.TempDir())
	for i := range 400 {
		write(t, fmt.Sprintf("d%d/application.yml", i), good)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		for i := range 400 {
			os.RemoveAll(fmt.Sprintf("d%d", 399-i))
			time.Sleep(time.Millisecond)
		}
	}()
	out, code, _ := runBinary(t, exe, "lint", "--fail-on", "never")
	<-done
	if code != 0 && code != 2 || strings.Contains(out, "internal error") || strings.Contains(out, "panic") {
		t.Errorf("exit code %d\n%s", code, out[:min(len(out), 3000)])
	}
}

// binary is this test as the command, so that its exit code and its memory are
// a process' own.
func binary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), "plimsoll")
	if err := os.Symlink(self, exe); err != nil {
		t.Skip(err)
	}
	return exe
}

func runBinary(t *testing.T, exe string, args ...string) (out string, code int, rssKiB int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hostileTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, args...)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		t.Fatalf("not done after %s", hostileTime)
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		rssKiB = usage.Maxrss
	}
	return b.String(), code, rssKiB
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func all(makers ...func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		for _, m := range makers {
			m(t)
		}
	}
}

func text(name, content string) func(*testing.T) {
	return func(t *testing.T) { t.Helper(); write(t, name, content) }
}

func folder(name string) func(*testing.T) {
	return func(t *testing.T) { t.Helper(); check(t, os.MkdirAll(name, 0o755)) }
}

func link(to, name string) func(*testing.T) {
	return func(t *testing.T) { t.Helper(); check(t, os.Symlink(to, name)) }
}

func pipe(name string) func(*testing.T) {
	return func(t *testing.T) { t.Helper(); check(t, syscall.Mkfifo(name, 0o644)) }
}

// huge is 100 MB of nothing on no disk.
func huge(name string) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		write(t, name, "spring.kafka: {}\n")
		check(t, os.Truncate(name, 100<<20))
	}
}

// secretFile may not be read; root reads everything.
func secretFile(name string) func(*testing.T) {
	return func(t *testing.T) {
		t.Helper()
		if os.Getuid() == 0 {
			t.Skip("root reads every file")
		}
		write(t, name, good)
		check(t, os.Chmod(name, 0))
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	return b.String()
}

func deepBlock(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "app.setting.number%d=%d\n", i, i)
	}
	return b.String()
}

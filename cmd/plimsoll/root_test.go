package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

type badWriter struct{ panics bool }

func (w badWriter) Write([]byte) (int, error) {
	if w.panics {
		panic("a bug")
	}
	return 0, errors.New("disk full")
}

// A crash must never look like findings or like a wrong flag.
func TestCrashIsExit3(t *testing.T) {
	for _, panics := range []bool{true, false} {
		var stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: badWriter{panics}, Stderr: &stderr, Getenv: func(string) string { return "" }}
		if code := c.Main([]string{"rules", "list"}); code != exitFailed {
			t.Errorf("exit %d, want %d", code, exitFailed)
		}
		if want := map[bool]string{true: "internal error: a bug", false: "disk full"}[panics]; !strings.Contains(stderr.String(), want) {
			t.Errorf("%q is not in %q", want, stderr.String())
		}
	}
}

// The same command may run many times in one process.
func TestRunsInProcess(t *testing.T) {
	for range 2 {
		var stdout, stderr bytes.Buffer
		stdin := strings.NewReader("spring: {kafka: {producer: {acks: \"1\"}}}\n")
		c := Command{Stdin: stdin, Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		code := c.Main([]string{"lint", "--fail-on", "warning", "-", "--stdin-filename", "application.yml"})
		if code != exitFindings || !strings.Contains(stdout.String(), "durability/acks-not-all") {
			t.Errorf("exit %d\n%s%s", code, &stdout, &stderr)
		}
	}
}

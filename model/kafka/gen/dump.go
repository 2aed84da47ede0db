package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// release is one line of versions.txt.
type release struct{ kafka, mirror string }

// dump is what Keys.java printed for one release: definitions by "role TAB name", and the topic keys' synonyms.
type dump struct {
	release  release
	keys     map[string]string
	synonyms []string
}

func readReleases(path string) ([]release, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []release
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		out = append(out, release{f[0], f[len(f)-1]})
	}
	return out, nil
}

// minor is the release without its patch number: 4.3.1 gives 4.3.
func (r release) minor() string { return r.kafka[:strings.LastIndexByte(r.kafka, '.')] }

func dumpRelease(dir string, r release) (dump, error) {
	tmp, err := os.MkdirTemp("", "plimsoll-keys")
	if err != nil {
		return dump{}, err
	}
	defer os.RemoveAll(tmp)
	cpFile := filepath.Join(tmp, "classpath")
	if _, err := output("mvn", "-q", "-B", "-f", filepath.Join(dir, "pom.xml"), "-Dkafka.version="+r.kafka, "-Dmirror.version="+r.mirror,
		"dependency:build-classpath", "-Dmdep.outputFile="+cpFile); err != nil {
		return dump{}, err
	}
	cp, err := os.ReadFile(cpFile)
	if err != nil {
		return dump{}, err
	}
	text, err := output("java", "-Djava.io.tmpdir=/tmp", "-cp", string(bytes.TrimSpace(cp)), filepath.Join(dir, "Keys.java"))
	if err != nil {
		return dump{}, err
	}
	return parse(r, text), nil
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", name, err, out, stderr.String())
	}
	return string(out), nil
}

// parse reads Keys.java's lines and brings validators and defaults into the form that model/kafka reads.
func parse(r release, text string) dump {
	d := dump{release: r, keys: map[string]string{}}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch f[0] {
		case "key":
			typ, def, validator, scope, flags := f[3], f[4], f[5], f[6], f[7]
			def, validator = normalDefault(def, normalValidator(validator))
			d.keys[f[1]+"\t"+f[2]] = strings.Join([]string{typ, def, validator, scope, flags}, "\t")
		case "synonym":
			d.synonyms = append(d.synonyms, strings.Join(f[1:], "\t"))
		}
	}
	return d
}

// normalDefault removes Java's "class " before names. A default that the validator lists in lower case only (the enum constant
// of share.acquire.mode) says that case does not count.
func normalDefault(def, validator string) (string, string) {
	def = strings.ReplaceAll(def, "class org.", "org.")
	list, ok := strings.CutPrefix(validator, "in ")
	values, lower := strings.Split(list, "|"), strings.ToLower(def)
	if ok && !slices.Contains(values, def[1:]) && slices.Contains(values, lower[1:]) {
		return lower, "ini " + list
	}
	return def, validator
}

var (
	rangeText = regexp.MustCompile(`^\[(-?[\d.E]+)?,?\.\.\.(?:,(-?[\d.E]+))?\](?: or (-?\d+))?$`)
	enumText  = regexp.MustCompile(`^(\(case insensitive\) )?\[([^\[\]]*)\]$`)
)

// normalValidator turns the text of Kafka's validators into one of
//
//	[1,9]  [1,9]|-1  [0,]   a range, both ends included, and one value beside it
//	in a|b   ini a|b        one of (a list: each of), with or without regard to case
//	nonempty   regex        a string or list that is not empty; a regular expression
//
// and into nothing when the text says only what a person can judge.
func normalValidator(text string) string {
	if m := rangeText.FindStringSubmatch(text); m != nil {
		out := "[" + m[1] + "," + m[2] + "]"
		if m[3] != "" {
			out += "|" + m[3]
		}
		return out
	}
	switch {
	case strings.Contains(text, "partitionId"), strings.Contains(text, "0.8.0, 0.8.1"):
		return ""
	case strings.HasPrefix(text, "Positive number"):
		return "[1,]|-1"
	case text == "valid regex":
		return "regex"
	case strings.HasPrefix(text, "non-empty string"):
		return "nonempty"
	}
	m := enumText.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	values := strings.Split(m[2], ", ")
	slices.Sort(values)
	if m[1] != "" {
		return "ini " + strings.Join(values, "|")
	}
	return "in " + strings.Join(values, "|")
}

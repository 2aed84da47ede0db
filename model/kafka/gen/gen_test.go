package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestCommittedKeysAreKafkas regenerates the oldest and the newest version from Kafka's jars and compares them with keys.tsv.
func TestCommittedKeysAreKafkas(t *testing.T) {
	for _, tool := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("CI needs %s", tool)
			}
			t.Skipf("%s is not here: install java 17 and Maven (apt-get install openjdk-17-jdk-headless maven)", tool)
		}
	}
	if testing.Short() {
		t.Skip("-short: nothing is regenerated")
	}
	dir := folder()
	releases, err := readReleases(filepath.Join(dir, "versions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := checkEnds(dir, releases); err != nil {
		t.Fatal(err)
	}
}

func TestNormalValidator(t *testing.T) {
	for in, want := range map[string]string{
		"[0,...]": "[0,]", "[0,...,0.5]": "[0,0.5]", "[-131072,...,22]": "[-131072,22]", "[1,...,9] or -1": "[1,9]|-1",
		"[compact, delete]": "in compact|delete", "(case insensitive) [REBOOTSTRAP, NONE]": "ini NONE|REBOOTSTRAP",
		"non-empty string": "nonempty", "non-null string": "", "valid regex": "regex",
		"Positive number, or -1 to use the broker's default":    "[1,]|-1",
		"[partitionId]:[brokerId],[partitionId]:[brokerId],...": "",
	} {
		if got := normalValidator(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

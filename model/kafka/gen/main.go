// Command gen writes keys.tsv: every configuration key of Apache Kafka, for every version of versions.txt.
//
// The keys come from Kafka's own jars: Maven brings them (pom.xml), Keys.java prints what their ConfigDefs hold, and this
// command merges the versions into ranges. It needs java 17 and mvn. Run it as
//
//	go run ./model/kafka/gen            all versions (about two minutes, mostly downloads)
//	go run ./model/kafka/gen -check     the oldest and the newest, compared with the committed file; exits 1 on a difference
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

func main() {
	check := flag.Bool("check", false, "regenerate the oldest and the newest version and compare")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// folder is where this source file is: pom.xml, Keys.java, versions.txt and keys.tsv lie beside it.
func folder() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}

func run(check bool) error {
	dir := folder()
	releases, err := readReleases(filepath.Join(dir, "versions.txt"))
	if err != nil {
		return err
	}
	if check {
		return checkEnds(dir, releases)
	}
	var dumps []dump
	for _, r := range releases {
		d, err := dumpRelease(dir, r)
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, r.kafka, len(d.keys), "keys")
		dumps = append(dumps, d)
	}
	return os.WriteFile(filepath.Join(dir, "keys.tsv"), []byte(render(dumps)), 0o644)
}

// checkEnds compares the oldest and the newest release with what keys.tsv says about them.
func checkEnds(dir string, releases []release) error {
	text, err := os.ReadFile(filepath.Join(dir, "keys.tsv"))
	if err != nil {
		return err
	}
	for _, i := range []int{0, len(releases) - 1} {
		d, err := dumpRelease(dir, releases[i])
		if err != nil {
			return err
		}
		if diff := compare(string(text), i, d); diff != "" {
			return fmt.Errorf("%s: keys.tsv is not what Kafka's jars say; run go run ./model/kafka/gen\n%s", releases[i].kafka, diff)
		}
	}
	return nil
}

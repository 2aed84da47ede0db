//go:build ignore

// Librdkafka_gen writes librdkafka.tsv from the CONFIGURATION.md of every
// librdkafka release: go run librdkafka_gen.go <librdkafka git dir> > librdkafka.tsv
//
// A row is the last form of a property; its default column is the history of
// the value, "1.0.0=0; 1.5.0=5", oldest first, "-" for "no default".
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

type row struct {
	name, section, scope, typ, rng, alias, since, until string
	defaults                                            []string
	last                                                string
}

var (
	aliasRE = regexp.MustCompile("Alias for `([^`]+)`")
	typeRE  = regexp.MustCompile(`\*Type: ([^*]+)\*`)
)

func main() {
	repo := os.Args[1]
	rows, order := map[string]*row{}, []string{}
	tags := releases(repo)
	for _, tag := range tags {
		version := strings.TrimPrefix(tag, "v")
		seen := map[string]bool{}
		for _, r := range parse(git(repo, "show", tag+":CONFIGURATION.md")) {
			id := r.section + r.name
			if r.name == "" || seen[id] {
				continue
			}
			seen[id] = true
			old := rows[id]
			if old == nil {
				old = &row{since: version}
				rows[id] = old
				order = append(order, id)
			}
			if old.last != r.last || len(old.defaults) == 0 {
				old.defaults = append(old.defaults, version+"="+r.last)
			}
			r.since, r.defaults, r.until = old.since, old.defaults, ""
			*old = r
		}
		for id, r := range rows {
			if !seen[id] && r.until == "" {
				r.until = version
			}
		}
	}
	fmt.Printf("# librdkafka's own properties, from CONFIGURATION.md of the releases %s … %s (%d tags)\n", tags[0], tags[len(tags)-1], len(tags))
	fmt.Println("# of github.com/confluentinc/librdkafka (2-clause BSD); made by librdkafka_gen.go, descriptions left out.")
	fmt.Println("# name\tsection (G global, T topic)\tscope (C consumer, P producer, * both)\ttype\trange\talias of\tsince\tuntil (first release without it)\tdefaults")
	for _, id := range order {
		r := rows[id]
		fmt.Println(strings.Join([]string{r.name, r.section, r.scope, r.typ, r.rng, r.alias, r.since, r.until, strings.Join(r.defaults, "; ")}, "\t"))
	}
}

func releases(repo string) (tags []string) {
	release := regexp.MustCompile(`^v[1-9]\d*\.\d+\.\d+$`)
	for _, tag := range strings.Fields(git(repo, "tag", "--sort=v:refname")) {
		if release.MatchString(tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

func parse(text string) (rows []row) {
	section := "G"
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "## Topic") {
			section = "T"
		}
		if strings.Contains(line, "C/P legend") {
			break
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		if len(cells) < 6 || strings.HasPrefix(line, "Property") || strings.HasPrefix(line, "---") {
			continue
		}
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "\x00", "|")
		}
		r := row{name: cells[0], section: section, scope: cells[1], rng: cells[2], last: cells[3]}
		if m := aliasRE.FindStringSubmatch(line); m != nil {
			r.alias = m[1]
		}
		if m := typeRE.FindStringSubmatch(line); m != nil {
			r.typ = m[1]
		}
		if r.last == "" || r.name == "builtin.features" {
			r.last = "-"
		}
		rows = append(rows, r)
	}
	return rows
}

func git(repo string, args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", repo}, args...)...).Output()
	if err != nil {
		log.Fatal(args, err)
	}
	return string(out)
}

//go:build ignore

// Spring_gen writes spring.tsv from the spring-configuration-metadata.json that
// Spring Boot ships: go run spring_gen.go 2.7.18=boot.jar 3.5.7=boot.jar … > spring.tsv
// (spring-boot-autoconfigure up to 3.x, spring-boot-kafka from 4.0), oldest first.
package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"sort"
	"strings"
)

type property struct{ since, until, typ, value string }

func main() {
	properties := map[string]*property{}
	for _, arg := range os.Args[1:] {
		version, jar, _ := strings.Cut(arg, "=")
		seen := map[string]bool{}
		for _, p := range metadata(jar) {
			name, ok := strings.CutPrefix(p.Name, "spring.kafka.")
			if !ok {
				continue
			}
			seen[name] = true
			if properties[name] == nil {
				properties[name] = &property{since: version}
			}
			properties[name].until, properties[name].typ = "", kind(p.Type)
			if p.DefaultValue != nil {
				properties[name].value = fmt.Sprint(p.DefaultValue)
			}
		}
		for name, p := range properties {
			if !seen[name] && p.until == "" {
				p.until = version
			}
		}
	}
	fmt.Println("# Properties below spring.kafka., from the spring-configuration-metadata.json of Spring Boot's own jars; made by spring_gen.go.")
	fmt.Println("# Since and until (first without it) are the versions looked at:", strings.Join(versions(), ", "))
	fmt.Println("# property\ttype\tsince\tuntil\tdefault")
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p := properties[name]
		fmt.Printf("%s\t%s\t%s\t%s\t%s\n", name, p.typ, p.since, p.until, p.value)
	}
}

func versions() (out []string) {
	for _, arg := range os.Args[1:] {
		version, _, _ := strings.Cut(arg, "=")
		out = append(out, version)
	}
	return out
}

// kind shortens a Java type to what its value looks like.
func kind(javaType string) string {
	for word, kind := range map[string]string{"Duration": "duration", "DataSize": "size", "Boolean": "boolean", "Integer": "number", "Long": "number",
		"Float": "number", "Double": "number", "util.List": "list", "util.Map": "map"} {
		if strings.Contains(javaType, word) {
			return kind
		}
	}
	return "string"
}

type entry struct {
	Name, Type   string
	DefaultValue any
}

func metadata(jar string) []entry {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		log.Fatal(err)
	}
	defer archive.Close()
	f, err := archive.Open("META-INF/spring-configuration-metadata.json")
	if err != nil {
		log.Fatal(err)
	}
	var doc struct{ Properties []entry }
	if err := json.NewDecoder(f).Decode(&doc); err != nil {
		log.Fatal(err)
	}
	return doc.Properties
}

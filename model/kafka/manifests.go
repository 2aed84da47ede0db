package kafka

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Dependency is a Kafka library, and the framework that brings it, as a build
// manifest names them. Versions that the manifest does not pin (a range, a
// property that is not in the file) are zero.
type Dependency struct {
	Client
	Name             string // as written: "org.springframework.kafka:spring-kafka"
	Framework        string // as FrameworkDefault takes it, "" for a bare client
	FrameworkVersion Version
}

// Manifest reads the Kafka libraries from a build manifest or lock file:
// go.mod, package.json, package-lock.json, requirements*.txt, pyproject.toml,
// Pipfile, poetry.lock, uv.lock, pom.xml, build.gradle(.kts), *.csproj,
// Directory.Packages.props, Cargo.toml and Cargo.lock. A file with another
// name, or one that does not parse, has none.
func Manifest(fileName string, data []byte) []Dependency {
	read := manifestReader(path.Base(strings.ReplaceAll(fileName, "\\", "/")))
	if read == nil {
		return nil
	}
	var found []Dependency
	for _, d := range read(string(data)) {
		if !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	return found
}

// IsManifest says whether Manifest reads files of this name.
func IsManifest(fileName string) bool {
	return manifestReader(path.Base(strings.ReplaceAll(fileName, "\\", "/"))) != nil
}

func manifestReader(base string) func(string) []Dependency {
	switch {
	case base == "go.mod":
		return goMod
	case base == "package.json":
		return packageJSON
	case base == "package-lock.json":
		return packageLock
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
		return requirements
	case base == "pyproject.toml", base == "Pipfile":
		return pyproject
	case base == "poetry.lock", base == "uv.lock", base == "Cargo.lock":
		return tomlLock
	case base == "Cargo.toml":
		return cargoToml
	case base == "pom.xml":
		return pomXML
	case base == "build.gradle", base == "build.gradle.kts":
		return gradle
	case strings.HasSuffix(base, ".csproj"), strings.HasSuffix(base, ".fsproj"), base == "Directory.Packages.props":
		return csproj
	}
	return nil
}

// librdkafkaBindings number their releases like the librdkafka that they
// bundle: Confluent's own bindings do so since 1.0.
var librdkafkaBindings = map[string]bool{
	"confluent-kafka": true, "Confluent.Kafka": true, "librdkafka.redist": true,
	"github.com/confluentinc/confluent-kafka-go": true, "github.com/confluentinc/confluent-kafka-go/v2": true,
	"gopkg.in/confluentinc/confluent-kafka-go.v1": true,
}

// libraries are the clients that go by one name in their package registry.
var libraries = map[string]string{
	"github.com/IBM/sarama": "sarama", "github.com/Shopify/sarama": "sarama",
	"github.com/twmb/franz-go": "franz-go", "github.com/segmentio/kafka-go": "kafka-go",
	"kafkajs": "kafkajs", "aiokafka": "aiokafka", "kafka-python": "kafka-python", "kafka-python-ng": "kafka-python",
	"node-rdkafka": "librdkafka", "@confluentinc/kafka-javascript": "librdkafka",
	"rdkafka": "librdkafka", "rdkafka-sys": "librdkafka",
}

// library makes the dependency of a package at a version as written.
func library(name, version string) []Dependency {
	if librdkafkaBindings[name] {
		return []Dependency{{Name: name, Client: Client{Library: "librdkafka", Version: exactVersion(version)}}}
	}
	lib, ok := libraries[name]
	if !ok {
		return nil
	}
	v := exactVersion(version)
	switch name {
	case "node-rdkafka", "@confluentinc/kafka-javascript":
		v = nodeLibrdkafka[name][v]
	case "rdkafka":
		v = Version{}
	case "rdkafka-sys": // "4.8.0+2.3.0" names librdkafka behind the plus
		_, bundled, _ := strings.Cut(version, "+")
		v = exactVersion(bundled)
	}
	return []Dependency{{Name: name, Client: Client{Library: lib, Version: v}}}
}

var goRequire = regexp.MustCompile(`(?m)^\s*(?:require\s+)?([a-z][\w./-]*\.[\w./-]+)\s+v([0-9][^\s/]*)`)

func goMod(text string) (found []Dependency) {
	for _, m := range goRequire.FindAllStringSubmatch(text, -1) {
		found = append(found, library(m[1], m[2])...)
	}
	return found
}

type npmPackages struct {
	Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]string
}

func packageJSON(text string) (found []Dependency) {
	var doc npmPackages
	if json.Unmarshal([]byte(text), &doc) != nil {
		return nil
	}
	for _, group := range []map[string]string{doc.Dependencies, doc.DevDependencies, doc.OptionalDependencies, doc.PeerDependencies} {
		for _, name := range sortedKeys(group) {
			found = append(found, library(name, npmExact(group[name]))...)
		}
	}
	return found
}

// npmExact keeps a version that is written whole: "2.2" is a range in npm.
func npmExact(version string) string {
	if strings.Count(version, ".") < 2 {
		return ""
	}
	return version
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func packageLock(text string) (found []Dependency) {
	type locked struct{ Version string }
	var doc struct {
		Packages     map[string]locked // lockfileVersion 2 and 3
		Dependencies map[string]locked // lockfileVersion 1
	}
	if json.Unmarshal([]byte(text), &doc) != nil {
		return nil
	}
	for _, dir := range sortedKeys(doc.Packages) {
		if i := strings.LastIndex(dir, "node_modules/"); i >= 0 {
			found = append(found, library(dir[i+len("node_modules/"):], doc.Packages[dir].Version)...)
		}
	}
	for _, name := range sortedKeys(doc.Dependencies) {
		found = append(found, library(name, doc.Dependencies[name].Version)...)
	}
	return found
}

// pep508 is a Python requirement: name, extras, specifier.
var pep508 = regexp.MustCompile(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)`)

func requirement(line string) []Dependency {
	m := pep508.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	version, exact := strings.CutPrefix(strings.TrimSpace(m[2]), "==")
	if !exact {
		version = ""
	}
	return library(pythonName(m[1]), strings.TrimPrefix(version, "="))
}

// pythonName is PEP 503's normal form.
func pythonName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(name))
}

func requirements(text string) (found []Dependency) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line[0] != '-' {
			found = append(found, requirement(line)...)
		}
	}
	return found
}

var (
	tomlEntry  = regexp.MustCompile(`^\s*"?([A-Za-z0-9@/_.-]+)"?\s*=\s*(?:\{[^}]*?version\s*=\s*)?["']([^"']*)["']`)
	tomlString = regexp.MustCompile(`["']([^"']+)["']`)
	tomlTable  = regexp.MustCompile(`^\s*\[\[?\s*([^\]]+?)\s*\]`)
)

// pyproject reads PEP 621 lists of requirement strings, and the tables of
// Poetry and Pipenv; a bare version in Poetry's means that very version.
func pyproject(text string) (found []Dependency) {
	table := ""
	for line := range strings.Lines(text) {
		if m := tomlTable.FindStringSubmatch(line); m != nil {
			table = m[1]
			continue
		}
		isTable := strings.HasPrefix(table, "tool.poetry") || table == "packages" || table == "dev-packages"
		if m := tomlEntry.FindStringSubmatch(line); m != nil && isTable {
			found = append(found, library(pythonName(m[1]), strings.TrimPrefix(m[2], "=="))...)
			continue
		}
		for _, m := range tomlString.FindAllStringSubmatch(line, -1) {
			found = append(found, requirement(m[1])...)
		}
	}
	return found
}

var cargoDependencies = regexp.MustCompile(`dependencies\.["']?(rdkafka(?:-sys)?)["']?$`)

func cargoToml(text string) (found []Dependency) {
	table := ""
	for line := range strings.Lines(text) {
		if m := tomlTable.FindStringSubmatch(line); m != nil {
			table = m[1]
			if m := cargoDependencies.FindStringSubmatch(table); m != nil {
				found = append(found, library(m[1], "")...)
			}
			continue
		}
		if m := tomlEntry.FindStringSubmatch(line); m != nil && strings.HasSuffix(table, "dependencies") {
			found = append(found, library(m[1], "")...) // every Cargo requirement is a range
		}
	}
	return found
}

var lockName = regexp.MustCompile(`(?m)^name = "([^"]+)"\s*\nversion = "([^"]+)"`)

// tomlLock reads Cargo's, Poetry's and uv's lock files, which write a
// package's name and version on two lines.
func tomlLock(text string) (found []Dependency) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, m := range lockName.FindAllStringSubmatch(text, -1) {
		found = append(found, library(m[1], m[2])...)
	}
	return found
}

var (
	packageReference = regexp.MustCompile(`(?s)<Package(?:Reference|Version)\s([^>]*?)(?:/>|>(.*?)</Package)`)
	includeAttribute = regexp.MustCompile(`\b(?:Include|Update)\s*=\s*"([^"]*)"`)
	versionAttribute = regexp.MustCompile(`\bVersion\s*=\s*"([^"]*)"`)
	versionElement   = regexp.MustCompile(`<Version>\s*([^<]*?)\s*</Version>`)
)

func csproj(text string) (found []Dependency) {
	for _, m := range packageReference.FindAllStringSubmatch(text, -1) {
		include := includeAttribute.FindStringSubmatch(m[1])
		if include == nil {
			continue
		}
		version := ""
		if v := versionAttribute.FindStringSubmatch(m[1]); v != nil {
			version = v[1]
		} else if v := versionElement.FindStringSubmatch(m[2]); v != nil {
			version = v[1]
		}
		version = strings.TrimSuffix(strings.TrimPrefix(version, "["), "]") // [2.3.0] is exactly that
		found = append(found, library(include[1], version)...)
	}
	return found
}

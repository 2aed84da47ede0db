package kafka

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
)

// jvmFrameworks are the artifacts that bring a Kafka client with a framework,
// or, with no framework, kafka-clients at a version that they choose.
var jvmFrameworks = map[string]string{
	"org.apache.kafka:kafka-clients":                                  "",
	"org.apache.kafka:kafka-streams":                                  "streams",
	"org.springframework.kafka:spring-kafka":                          "spring-kafka",
	"org.springframework.boot:spring-boot-starter-kafka":              "spring-kafka",
	"org.springframework.boot:spring-boot-kafka":                      "spring-kafka",
	"org.springframework.cloud:spring-cloud-stream-binder-kafka":      "spring-cloud-stream",
	"org.springframework.cloud:spring-cloud-starter-stream-kafka":     "spring-cloud-stream",
	"io.smallrye.reactive:smallrye-reactive-messaging-kafka":          "smallrye",
	"io.quarkus:quarkus-messaging-kafka":                              "smallrye",
	"io.quarkus:quarkus-smallrye-reactive-messaging-kafka":            "smallrye",
	"io.quarkus:quarkus-kafka-client":                                 "",
	"io.quarkus:quarkus-kafka-streams":                                "streams",
	"io.micronaut.kafka:micronaut-kafka":                              "micronaut",
	"io.projectreactor.kafka:reactor-kafka":                           "",
	"io.vertx:vertx-kafka-client":                                     "",
	"org.apache.camel:camel-kafka":                                    "",
	"org.springframework.cloud:spring-cloud-stream-binder-kafka-core": "spring-cloud-stream",
}

// jvmBuild is what a Maven or Gradle file says that bears on Kafka versions.
type jvmBuild struct {
	artifacts [][2]string // group:artifact, version ("" when managed)
	boot      Version     // Spring Boot's, from the parent, BOM or plugin
	cloud     Version     // Spring Cloud's release train
	quarkus   Version
	clients   Version // kafka.version, or kafka-clients with a version of its own
}

// dependencies applies the order in which the build tool decides: a version
// written here, then Boot's or Quarkus's, then the framework's own choice.
func (b jvmBuild) dependencies() (found []Dependency) {
	boot := bootVersions[b.boot.minor()]
	quarkus := quarkusVersions[b.quarkus.minor()]
	clients := firstKnown(b.clients, boot.clients, quarkus.clients)
	for _, a := range b.artifacts {
		framework, ok := jvmFrameworks[a[0]]
		if !ok {
			continue
		}
		d := Dependency{Name: a[0], Framework: framework, Client: Client{Library: "java", Version: clients}}
		version := exactVersion(a[1])
		switch {
		case strings.HasPrefix(a[0], "org.apache.kafka:"):
			d.Version = firstKnown(version, clients)
			if framework != "" {
				d.FrameworkVersion = d.Version
			}
		case a[0] == "org.springframework.kafka:spring-kafka":
			d.FrameworkVersion = firstKnown(version, boot.springKafka)
			d.Version = firstKnown(clients, springKafkaClients[d.FrameworkVersion.minor()])
		case framework == "spring-cloud-stream":
			d.FrameworkVersion = firstKnown(version, cloudStream(b.cloud))
		case framework == "spring-kafka":
			d.FrameworkVersion = boot.springKafka
		case strings.HasPrefix(a[0], "io.quarkus:"):
			d.FrameworkVersion = quarkus.smallrye
			if framework == "streams" {
				d.FrameworkVersion = d.Version
			}
		default:
			d.FrameworkVersion = version
		}
		if framework == "" {
			d.FrameworkVersion = Version{}
		}
		found = append(found, d)
	}
	return found
}

func firstKnown(versions ...Version) Version {
	for _, v := range versions {
		if !v.IsZero() {
			return v
		}
	}
	return Version{}
}

// note takes in a parent, a BOM or a dependency.
func (b *jvmBuild) note(artifact, version string) {
	switch artifact {
	case "org.springframework.boot:spring-boot-starter-parent", "org.springframework.boot:spring-boot-dependencies":
		b.boot = firstKnown(b.boot, exactVersion(version))
	case "org.springframework.cloud:spring-cloud-dependencies":
		b.cloud = firstKnown(b.cloud, exactVersion(version))
	case "io.quarkus:quarkus-bom", "io.quarkus.platform:quarkus-bom", "io.quarkus:quarkus-universe-bom":
		b.quarkus = firstKnown(b.quarkus, exactVersion(version))
	case "org.apache.kafka:kafka-clients":
		b.clients = firstKnown(b.clients, exactVersion(version))
	}
}

type pomDependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
}

type pom struct {
	XMLName      xml.Name        `xml:"project"`
	Parent       pomDependency   `xml:"parent"`
	Properties   pomProperties   `xml:"properties"`
	Dependencies []pomDependency `xml:"dependencies>dependency"`
	Managed      []pomDependency `xml:"dependencyManagement>dependencies>dependency"`
}

type pomProperties map[string]string

// UnmarshalXML reads any element as a property.
func (p *pomProperties) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var raw struct {
		Any []struct {
			XMLName xml.Name
			Value   string `xml:",chardata"`
		} `xml:",any"`
	}
	if err := d.DecodeElement(&raw, &start); err != nil {
		return err
	}
	if *p == nil {
		*p = pomProperties{}
	}
	for _, element := range raw.Any {
		(*p)[element.XMLName.Local] = strings.TrimSpace(element.Value)
	}
	return nil
}

var reference = regexp.MustCompile(`\$\{([^}]*)\}`)

// expand replaces property references; what is not in the file stays.
func (p pomProperties) expand(s string) string {
	for range 8 { // a property may name another; more levels than that is a loop
		next := reference.ReplaceAllStringFunc(s, func(ref string) string {
			if value, ok := p[ref[2:len(ref)-1]]; ok {
				return value
			}
			return ref
		})
		if next == s {
			break
		}
		s = next
	}
	return strings.TrimSpace(s)
}

func pomXML(text string) []Dependency {
	var doc pom
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict = false
	if decoder.Decode(&doc) != nil {
		return nil
	}
	var b jvmBuild
	parent := doc.Parent
	isBoot := parent.ArtifactID == "spring-boot-starter-parent"
	b.clients = exactVersion(doc.Properties.expand(doc.Properties["kafka.version"]))
	if !isBoot && !managesBoot(doc.Managed) {
		b.clients = Version{} // the property is just a name then
	}
	b.note(parent.GroupID+":"+parent.ArtifactID, doc.Properties.expand(parent.Version))
	managed := map[string]string{}
	for _, d := range doc.Managed {
		name := doc.Properties.expand(d.GroupID) + ":" + doc.Properties.expand(d.ArtifactID)
		managed[name] = doc.Properties.expand(d.Version)
		b.note(name, managed[name])
	}
	for _, d := range doc.Dependencies {
		name := doc.Properties.expand(d.GroupID) + ":" + doc.Properties.expand(d.ArtifactID)
		version := doc.Properties.expand(d.Version)
		if version == "" {
			version = managed[name]
		}
		b.note(name, version)
		b.artifacts = append(b.artifacts, [2]string{name, version})
	}
	return b.dependencies()
}

func managesBoot(managed []pomDependency) bool {
	return slices.ContainsFunc(managed, func(d pomDependency) bool { return d.ArtifactID == "spring-boot-dependencies" })
}

var (
	gradleComment    = regexp.MustCompile(`(?m)(^|\s)//.*$`)
	gradleCoordinate = regexp.MustCompile(`["']([\w.-]+:[\w.-]+)(?::([^"'@:]+))?[^"']*["']`)
	gradlePlugin     = regexp.MustCompile(`id\s*\(?\s*["']org\.springframework\.boot["']\s*\)?\s*version\s*\(?\s*["']([^"']+)["']`)
	gradleVariable   = regexp.MustCompile(`(?m)(?:^|[\s(\['"])([A-Za-z_][\w.-]*)['"\])]*\s*=\s*["']([0-9][^"']*)["']`)
	gradleSet        = regexp.MustCompile(`set\s*\(\s*["']([\w.-]+)["']\s*,\s*["']([^"']+)["']`)
	gradleReference  = regexp.MustCompile(`\$\{?([A-Za-z_][\w.]*)\}?`)
)

// gradle reads string coordinates, the Spring Boot plugin and simple variables
// of a Groovy or Kotlin build script; a version from a catalogue is unknown.
func gradle(text string) []Dependency {
	text = gradleComment.ReplaceAllString(text, "")
	variables := pomProperties{}
	for _, re := range []*regexp.Regexp{gradleVariable, gradleSet} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			variables[m[1]] = m[2]
		}
	}
	var b jvmBuild
	if m := gradlePlugin.FindStringSubmatch(text); m != nil {
		b.boot = exactVersion(m[1])
		b.clients = exactVersion(variables["kafka.version"]) // ext['kafka.version'] is Boot's own switch
	}
	for _, m := range gradleCoordinate.FindAllStringSubmatch(text, -1) {
		version := gradleReference.ReplaceAllStringFunc(m[2], func(ref string) string {
			name := gradleReference.FindStringSubmatch(ref)[1]
			return variables[name[strings.LastIndexByte(name, '.')+1:]]
		})
		b.note(m[1], version)
		b.artifacts = append(b.artifacts, [2]string{m[1], version})
	}
	return b.dependencies()
}

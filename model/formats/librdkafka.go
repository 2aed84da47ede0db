package formats

import (
	"path"
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

const (
	java       = "java"
	librdkafka = "librdkafka"
)

// clientLibrary is the library that reads a block of client keys, and what says
// so.
type clientLibrary struct {
	kafka.Client
	at   source.Span
	note string
}

// libraryOf decides which library a block of keys is for: keys and values that
// only one of them has, else the build manifest around, else the kind of file.
// The library stays "" where none of them decides.
func libraryOf(b *clientBlock, ctx *Context) clientLibrary {
	lib := clientLibrary{Client: kafka.Client{Library: b.library}, at: b.at}
	if lib.Library == "" {
		lib = libraryByKeys(b)
	}
	deps := dependencies(ctx, b.doc.Dir())
	if lib.Library == "" {
		lib = libraryByManifest(b, deps)
	}
	if lib.Library == "" {
		lib = libraryByFile(b)
	}
	for _, d := range deps {
		if d.Library == lib.Library && lib.Version.IsZero() {
			lib.Version, lib.note = d.Version, d.Name
		}
	}
	if v, at := versionComment(b.doc); !v.IsZero() && b.prefix == "" {
		lib.Version, lib.at, lib.note = v, at, ""
		if lib.Library == "" {
			lib.Library = java
		}
	}
	return lib
}

func dependencies(ctx *Context, dir string) []kafka.Dependency {
	if ctx == nil || ctx.Dependencies == nil {
		return nil
	}
	return ctx.Dependencies(dir)
}

// libraryByKeys looks for keys that only the Java client or only librdkafka
// has. Where a file has both, Java's class names and JAAS lines win over names
// that the old Scala clients shared with librdkafka.
func libraryByKeys(b *clientBlock) clientLibrary {
	var onlyJava, onlyRdk, old *source.Node
	javas, rdks := 0, 0
	for _, s := range b.settings {
		inJava, inRdk := isJavaClientKey(s.key), isLibrdkafkaKey(s.key)
		switch {
		case s.key == "partition.assignment.strategy" && s.node.Str() != "":
			inJava = strings.Contains(s.node.Str(), ".")
			inRdk = !inJava
		case scalaRole(s.key) != "":
			old = first(old, s.node)
			continue
		}
		if inJava && !inRdk {
			javas++
			onlyJava = first(onlyJava, s.node)
		}
		if inRdk && !inJava {
			rdks++
			onlyRdk = first(onlyRdk, s.node)
		}
	}
	switch {
	case rdks > 0 && javas == 0:
		return clientLibrary{Client: kafka.Client{Library: librdkafka}, at: onlyRdk.NameSpan}
	case javas > 0:
		return clientLibrary{Client: kafka.Client{Library: java}, at: onlyJava.NameSpan}
	case old != nil && path.Ext(templateStem(b.doc.Name)) != ".properties":
		return clientLibrary{Client: kafka.Client{Library: librdkafka}, at: old.NameSpan}
	}
	return clientLibrary{}
}

func first(a, b *source.Node) *source.Node {
	if a != nil {
		return a
	}
	return b
}

// libraryByManifest takes the one library that the build manifest names.
func libraryByManifest(b *clientBlock, deps []kafka.Dependency) clientLibrary {
	var found kafka.Dependency
	for _, d := range deps {
		if found.Library != "" && found.Library != d.Library {
			return clientLibrary{}
		}
		found = d
	}
	if found.Library == "" {
		return clientLibrary{}
	}
	return clientLibrary{Client: found.Client, at: b.at, note: found.Name}
}

var rdkFile = regexp.MustCompile(`(?i)rdkafka|kcat|kafkacat`)

func libraryByFile(b *clientBlock) clientLibrary {
	switch {
	case rdkFile.MatchString(b.doc.Name):
		return clientLibrary{Client: kafka.Client{Library: librdkafka}, at: b.at, note: "name of the file"}
	case b.doc.Syntax == source.Properties && path.Ext(templateStem(b.doc.Name)) == ".properties":
		return clientLibrary{Client: kafka.Client{Library: java}, at: b.at, note: "Java properties"}
	}
	return clientLibrary{}
}

// set writes what is known of the library on a client.
func (l clientLibrary) set(e *model.Entity) {
	if l.Library == "" {
		return
	}
	setText(e, "client/library", l.Library, l.at, l.note)
	if !l.Version.IsZero() {
		setText(e, "client/version", l.Version.String(), l.at, l.note)
	}
}

var clientComment = regexp.MustCompile(`(?i)^[#!]+\s*(?:kafka[- ]?)?(?:clients?|kafka)(?:\s+version)?\s*[:=]?\s*v?(\d+\.\d+(?:\.\d+)?)\.?$`)

// versionComment reads the client's (or, for servers, Kafka's) version from a
// comment above the first key: "# client: 4.0", "# kafka 3.6".
func versionComment(d *Document) (kafka.Version, source.Span) {
	text, at := d.Text.String(), 0
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && trimmed[0] != '#' && trimmed[0] != '!' {
			break
		}
		if m := clientComment.FindStringSubmatchIndex(trimmed); m != nil {
			indent := at + strings.Index(line, trimmed)
			if v, ok := kafka.ParseVersion(trimmed[m[2]:m[3]]); ok {
				return v, d.Text.Span(indent+m[2], indent+m[3])
			}
		}
		at += len(line)
	}
	return kafka.Version{}, source.Span{}
}

// canonicalKey is Kafka's own name for a key as the block's library spells it.
func canonicalKey(library, key string) string {
	if library != librdkafka {
		return key
	}
	if name, known := kafka.ClientKey(librdkafka, key); known {
		return name
	}
	return key
}

// librdkafkaValue gives a value Kafka's spelling where librdkafka accepts
// another one.
func librdkafkaValue(e *model.Entity, key string) {
	v, ok := e.Fields[model.Config(key)]
	s, isText := v.Data.(string)
	if !ok || !isText || key != "auto.offset.reset" {
		return
	}
	switch s {
	case "smallest", "beginning":
		v.Data = "earliest"
	case "largest", "end":
		v.Data = "latest"
	case "error":
		v.Data = "none"
	}
	e.Fields[model.Config(key)] = v
}

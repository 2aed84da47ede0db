package formats

import (
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// frameworkPrefixes begin the keys that other importers read, or that belong to
// software with a configuration of its own.
var frameworkPrefixes = []string{
	"spring.", "quarkus.", "mp.messaging.", "micronaut.", "debezium.", "%", "camel.", "org.", "log4j", "logging.", "management.",
	"ksql.streams.", "kafka.producers.", "kafka.consumers.", "kafka.streams.default.",
}

// prefixedBlocks finds the blocks of client keys that a flat file has under
// prefixes of its own ("app.kafka.consumer.group.id").
func prefixedBlocks(d *Document, format string) []*clientBlock {
	if !isFlat(d) {
		return nil
	}
	switch roleOfFile(d) {
	case serverFile, workerFile, mirrorFile, debeziumFile, connectorFile:
		return nil // prefixes are theirs
	}
	root := d.Roots[0]
	framework := usesKafkaPrefix(root)
	byPrefix := map[string]*clientBlock{}
	var order []*clientBlock
	section := ""
	for _, f := range root.Fields() {
		if strings.HasPrefix(f.Name, "[") {
			section = f.NameSpan.String() // each "[OUTPUT]" is one of its own
		}
		prefix, key := splitPrefix(f.Name)
		if prefix == "" || framework && (prefix == "kafka" || strings.HasPrefix(prefix, "kafka.")) {
			continue
		}
		b := byPrefix[section+prefix]
		if b == nil {
			b = &clientBlock{doc: d, format: format, prefix: prefix, at: f.NameSpan, parent: root}
			byPrefix[section+prefix] = b
			order = append(order, b)
		}
		b.settings = append(b.settings, setting{key, f})
	}
	return qualified(order)
}

// usesKafkaPrefix reports whether "kafka." in this file is a framework's:
// Quarkus and Micronaut read it themselves.
func usesKafkaPrefix(root *source.Node) bool {
	return slices.ContainsFunc(root.Fields(), func(f *source.Node) bool {
		for _, p := range []string{"quarkus.", "mp.messaging.", "micronaut."} {
			if strings.HasPrefix(f.Name, p) {
				return true
			}
		}
		return false
	})
}

// splitPrefix cuts a name before the longest client key that it ends in.
func splitPrefix(name string) (prefix, key string) {
	for _, p := range frameworkPrefixes {
		if strings.HasPrefix(name, p) {
			return "", ""
		}
	}
	for i := strings.IndexByte(name, '.'); i >= 0 && i+1 < len(name); {
		if isClientKey(name[i+1:]) && !nestedRole(name[i+1:]) {
			return name[:i], name[i+1:]
		}
		next := strings.IndexByte(name[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return "", ""
}

// nestedRole reports whether a key begins with the prefix with which Streams
// carries another client's keys: in an application's own settings that is a
// block of its own.
func nestedRole(key string) bool {
	role, _ := kafka.Strip(kafka.Streams, key)
	return role != kafka.Streams
}

// qualified keeps the blocks that are Kafka clients' for sure, and those of a
// role beside one of them ("kafka.producer" beside "kafka").
func qualified(blocks []*clientBlock) []*clientBlock {
	sure := map[string]bool{}
	for _, b := range blocks {
		if isSureBlock(b) {
			sure[b.prefix] = true
			if i := strings.LastIndexByte(b.prefix, '.'); i > 0 && roleOfName(b.prefix[i+1:]) != "" {
				sure[b.prefix[:i]+"."] = true
			}
		}
	}
	return slices.DeleteFunc(blocks, func(b *clientBlock) bool {
		parent, last := "", b.prefix
		if i := strings.LastIndexByte(b.prefix, '.'); i > 0 {
			parent, last = b.prefix[:i], b.prefix[i+1:]
		}
		role := roleOfName(last)
		beside := (role == kafka.Producer || role == kafka.Consumer || role == kafka.Streams) && (sure[parent] || sure[parent+"."])
		return !sure[b.prefix] && !beside
	})
}

// isSureBlock wants bootstrap servers with another client key, or several
// client keys of which one can hardly be anybody else's.
func isSureBlock(b *clientBlock) bool {
	known, distinctive, bootstrap := map[string]bool{}, 0, false
	for _, s := range b.settings {
		if !isClientKey(s.key) || known[s.key] {
			continue
		}
		known[s.key] = true
		bootstrap = bootstrap || isBootstrap(s.key)
		if isDistinctive(s.key) {
			distinctive++
		}
	}
	kafkas := strings.Contains(strings.ToLower(b.prefix), "kafka")
	switch {
	case strings.HasSuffix(b.prefix, "rdkafka"):
		return true // Fluent Bit and others hand these to librdkafka
	case bootstrap:
		return len(known) >= 2
	case kafkas:
		return len(known) >= 2 && distinctive >= 1 || len(known) >= 1 && roleOfName(lastSegment(b.prefix)) != "" && distinctive >= 1
	}
	return len(known) >= 3 && distinctive >= 2
}

func lastSegment(prefix string) string { return prefix[strings.LastIndexByte(prefix, '.')+1:] }

// blockDuplicates reports the settings of a block that are written twice.
func blockDuplicates(b *clientBlock, e *model.Entity) []model.Problem {
	m := &source.Node{Kind: source.Map}
	for _, s := range b.settings {
		m.Children = append(m.Children, s.node)
	}
	return duplicates(m, e, string(model.RoleOf(e)))
}

// flatField is a scalar or list of a tree with its whole dotted name.
type flatField struct {
	name   string
	node   *source.Node
	parent *source.Node
}

// flatten lists the scalars and lists of a tree under dotted names.
func flatten(root *source.Node) []flatField {
	var out []flatField
	var walk func(n *source.Node, prefix string)
	walk = func(n *source.Node, prefix string) {
		for _, f := range n.Fields() {
			if f.Kind == source.Map {
				walk(f, prefix+f.Name+".")
			} else {
				out = append(out, flatField{prefix + f.Name, f, n})
			}
		}
	}
	walk(root, "")
	return out
}

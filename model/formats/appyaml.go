package formats

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// appFormat reads client keys that applications keep in YAML or JSON of their
// own making: a map of Kafka's or librdkafka's keys, in dots, nested, in
// kebab-case or camel case. The application decides what it does with them, so
// only names that are certainly Kafka's are read.
var appFormat = Format{Name: "app-yaml", Claim: claimApp, Import: importApp}

// claimApp leaves .NET's own spelling to its importer: two readings of one value
// would make it unknown.
func claimApp(d *Document) bool { return len(appBlocks(d)) > 0 && !claimDotnet(d) }

func importApp(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	for _, d := range docs {
		blocks := appBlocks(d)
		shareLibrary(blocks)
		for _, b := range blocks {
			from := len(out.Fragments)
			out.Fragments = append(out.Fragments, importClients(b, lastSegment(b.prefix), ctx)...)
			for _, f := range out.Fragments[from:] {
				if f.Text("client/library") == librdkafka {
					f.Entity.Format = librdkafka
				}
				if n := b.root.Field("replicaCount"); n != nil && f.Kind != model.Client {
					setField(f.Entity, "instances", n, dollar) // Helm's values
				}
			}
			e := out.Fragments[from].Entity
			out.Problems = append(out.Problems, duplicates(b.parent, e, string(model.RoleOf(e)))...)
		}
	}
	overlay(out.Fragments, true)
	return out
}

// shareLibrary gives blocks that do not tell their library the one that the
// other blocks of the file have: an application seldom uses two.
func shareLibrary(blocks []*clientBlock) {
	var found string
	for _, b := range blocks {
		lib := libraryByKeys(b).Library
		if lib != "" && found != "" && lib != found {
			return
		}
		found = cmp.Or(found, lib)
	}
	for _, b := range blocks {
		if libraryByKeys(b).Library == "" {
			b.library = found
		}
	}
}

// foreign are root fields of documents that have importers of their own, or
// that use Kafka's words for something else.
var foreign = []string{"apiVersion", "services", "asyncapi", "openapi", "swagger", "connector.class", "resources", "jobs", "input", "pipeline"}

// frameworkRoots are the sections of frameworks with Kafka settings, which their
// importers read.
var frameworkRoots = map[string]bool{"spring": true, "quarkus": true, "mp": true, "micronaut": true, "debezium": true, "camel": true}

// kafkaWords are in every file with a client's settings; looking for them first
// keeps the others cheap.
var kafkaWords = regexp.MustCompile(`(?i)kafka|bootstrap.?servers|broker\.list`)

// appBlocks finds the blocks of client keys in a YAML or JSON document.
func appBlocks(d *Document) []*clientBlock {
	if d.Syntax != source.YAML && d.Syntax != source.JSON || !kafkaWords.MatchString(d.Text.String()) {
		return nil
	}
	var out []*clientBlock
	for _, root := range d.Roots {
		if slices.ContainsFunc(foreign, func(name string) bool { return root.Field(name) != nil }) || len(connectorsBelow(root, 3)) > 0 {
			continue
		}
		out = append(out, blocksIn(d, root)...)
	}
	return out
}

// blocksIn finds the blocks of one root: by map where keys stand directly in
// it, and by the dotted prefix where the names themselves carry one.
func blocksIn(d *Document, root *source.Node) []*clientBlock {
	finder := &blockFinder{doc: d, root: root, byPrefix: map[string]*clientBlock{}, micronaut: root.Field("micronaut") != nil || root.Field("quarkus") != nil}
	for _, f := range root.Fields() {
		if f.Kind == source.Map && !frameworkRoots[f.Name] && !frameworkRoots[strings.SplitN(f.Name, ".", 2)[0]] {
			finder.walk(f, []*source.Node{f})
		} else if f.Kind != source.Map {
			finder.setting(f, []*source.Node{root}, "")
		}
	}
	finder.mergeSections()
	found := qualified(finder.blocks)
	for _, b := range found {
		if b.at.IsZero() {
			b.at = b.settings[0].node.NameSpan
		}
		finder.secrets(b)
	}
	return found
}

type blockFinder struct {
	doc       *Document
	root      *source.Node
	blocks    []*clientBlock
	byPrefix  map[string]*clientBlock
	fields    []flatField
	micronaut bool
}

// maxBlockDepth bounds how deep a key may stand.
const maxBlockDepth = 12

// walk visits a map; way are the maps down to it.
func (b *blockFinder) walk(n *source.Node, way []*source.Node) {
	if len(way) > maxBlockDepth {
		return
	}
	for _, f := range n.Fields() {
		if f.Kind == source.Map {
			b.walk(f, append(way[:len(way):len(way)], f))
		} else {
			b.setting(f, way, namesOf(way))
		}
	}
}

func namesOf(way []*source.Node) string {
	names := make([]string, len(way))
	for i, n := range way {
		names[i] = n.Name
	}
	return strings.Join(names, ".")
}

// setting files a scalar under the longest client key that its name, and those
// of the maps around it, end in.
func (b *blockFinder) setting(f *source.Node, way []*source.Node, at string) {
	full := strings.TrimPrefix(at+"."+f.Name, ".")
	b.fields = append(b.fields, flatField{full, f, way[len(way)-1]})
	if b.micronaut && strings.HasPrefix(full, "kafka.") {
		return
	}
	prefix, key := splitAppName(full)
	if key == "" || strings.HasPrefix(prefix, "kafka.producers.") || strings.HasPrefix(prefix, "kafka.consumers.") {
		return
	}
	block := b.byPrefix[prefix]
	if block == nil {
		block = b.newBlock(prefix, f, way)
	}
	block.settings = append(block.settings, setting{key, f})
}

// newBlock makes the block of a prefix; its head is the map of that name, or
// the first setting where the prefix is part of longer names.
func (b *blockFinder) newBlock(prefix string, f *source.Node, way []*source.Node) *clientBlock {
	block := &clientBlock{doc: b.doc, format: "app-yaml", prefix: prefix, at: f.NameSpan, root: b.root}
	if prefix == "" {
		block.parent = way[len(way)-1]
	}
	for i := range way {
		if namesOf(way[:i+1]) == prefix {
			block.at, block.parent = way[i].NameSpan, way[i]
		}
	}
	block.spell = spellingOf(f.Name)
	b.byPrefix[prefix] = block
	b.blocks = append(b.blocks, block)
	return block
}

// spellingOf writes keys as a neighbour is written: kebab-case, camelCase, or
// Kafka's own dots.
func spellingOf(neighbour string) func(string) string {
	switch {
	case strings.Contains(neighbour, "."):
		return nil
	case strings.Contains(neighbour, "-"):
		return func(key string) string { return strings.ReplaceAll(key, ".", "-") }
	case strings.ToLower(neighbour) != neighbour:
		return camelCase
	}
	return nil
}

func camelCase(key string) string {
	parts := strings.Split(key, ".")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// splitAppName cuts a dotted name before the longest client key that it ends
// in, which may be written in kebab-case, camel case or snake_case.
func splitAppName(name string) (prefix, key string) {
	for i := 0; i < len(name); {
		if key := appKey(name[i:]); key != "" {
			return strings.TrimSuffix(name[:i], "."), key
		}
		next := strings.IndexByte(name[i:], '.')
		if next < 0 {
			return "", ""
		}
		i += next + 1
	}
	return "", ""
}

// appKey is the client key that a name is, "" for other names.
func appKey(name string) string {
	for _, candidate := range []string{name, dotted(name)} {
		if isClientKey(candidate) && !nestedRole(candidate) {
			return candidate
		}
	}
	return ""
}

// dotted turns kebab-case, snake_case and camelCase into Kafka's dots.
func dotted(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '-' || r == '_':
			b.WriteByte('.')
		case unicode.IsUpper(r):
			if i > 0 && !strings.HasSuffix(b.String(), ".") {
				b.WriteByte('.')
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sections are maps inside of a block that group its keys, and whether a key
// must begin with the section's name.
var sections = map[string]bool{
	"sasl": true, "ssl": true, "security": true,
	"properties": false, "props": false, "config": false, "configs": false, "configuration": false, "options": false, "settings": false,
}

// mergeSections moves the keys of a block's sections into it.
func (b *blockFinder) mergeSections() {
	for _, inner := range b.blocks {
		last := lastSegment(inner.prefix)
		named, isSection := sections[last]
		outer := b.byPrefix[strings.TrimSuffix(strings.TrimSuffix(inner.prefix, last), ".")]
		if !isSection || outer == nil || outer == inner {
			continue
		}
		inner.settings = slices.DeleteFunc(inner.settings, func(s setting) bool {
			fits := !named || strings.HasPrefix(s.key, last)
			if fits {
				outer.settings = append(outer.settings, s)
			}
			return fits
		})
	}
	b.blocks = slices.DeleteFunc(b.blocks, func(c *clientBlock) bool { return len(c.settings) == 0 })
}

// secrets adds the passwords that stand in a block under names of the
// application's own (sasl.password), so that nobody prints or overlooks them.
func (b *blockFinder) secrets(block *clientBlock) {
	for _, f := range b.fields {
		rest, ok := strings.CutPrefix(f.name, block.prefix+".")
		if !ok || f.node.Kind == source.List || !isOwnSecret(rest) {
			continue
		}
		block.settings = append(block.settings, setting{dotted(rest), f.node})
	}
}

func isOwnSecret(name string) bool {
	section, last, nested := strings.Cut(name, ".")
	if nested && section != "sasl" && section != "ssl" || appKey(name) != "" {
		return false
	}
	if !nested {
		last = section
	}
	return strings.EqualFold(last, "password") || strings.HasSuffix(dotted(last), ".password")
}

package formats

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// setting is one written key.
type setting struct {
	key  string // as Kafka or the library spells it, without the block's prefix
	node *source.Node
}

// clientBlock is a place where the keys of clients stand together: a file, or
// the part of an application's configuration under one prefix.
type clientBlock struct {
	doc    *Document
	format string
	// prefix is what stands before the keys ("app.kafka.consumer"), "" for a
	// file that is nothing but Kafka's.
	prefix   string
	at       source.Span  // the head: the block's key, or the first setting
	parent   *source.Node // the map that holds the settings, if one does
	root     *source.Node // the document, nil for flat files
	spell    func(string) string
	settings []setting
	// role is what the keys and the block's name say; "" while unknown.
	role kafka.Role
	// library is set where the format itself says which library reads it.
	library string
	// whole says that every key of the block is meant for Kafka, so that those
	// that nobody knows are stored too.
	whole bool
}

// dialect is how variables are written: in an application file (of Spring and
// its like) with defaults, else as Kafka's configuration providers.
func (b *clientBlock) dialect() dialect {
	if stem, _ := fileStem(b.doc.Name); b.prefix != "" && isApplicationStem(stem) {
		return spring
	}
	return dollar
}

// decideRole finds whose keys the block has: the roles that alone have some of
// them, then its name. A block of several roles without a telling name keeps "".
func (b *clientBlock) decideRole(name string) (mixed bool) {
	named := roleOfName(name)
	count := map[kafka.Role]int{}
	for _, s := range b.settings {
		if r := onlyRole(s.key); r == kafka.Producer || r == kafka.Consumer || r == kafka.Streams {
			count[r]++
		}
	}
	producer, consumer := count[kafka.Producer], count[kafka.Consumer]
	if b.prefix != "" && !b.has("group.id") && consumer == 1 && producer > 1 {
		consumer = 0 // one stray key makes no group
		b.settings = slices.DeleteFunc(b.settings, func(s setting) bool { return onlyRole(s.key) == kafka.Consumer })
	}
	switch {
	case count[kafka.Streams] > 0 && (named == kafka.Streams || b.has("application.id") || count[kafka.Streams] > 1):
		b.role = kafka.Streams
	case named == kafka.Producer && (producer > 0 || consumer == 0), named == kafka.Consumer && (consumer > 0 || producer == 0):
		b.role = named
	case named == kafka.Streams:
		b.role = named
	case producer > 0 && consumer > 0:
		return true
	case producer > 0:
		b.role = kafka.Producer
	case consumer > 0:
		b.role = kafka.Consumer
	case count[kafka.Streams] > 0:
		b.role = kafka.Streams
	default:
		b.role = kafka.Admin
	}
	return false
}

func (b *clientBlock) has(key string) bool { return b.node(key) != nil }

// node is the last setting of that key, which counts.
func (b *clientBlock) node(key string) *source.Node {
	for i := len(b.settings) - 1; i >= 0; i-- {
		if b.settings[i].key == key {
			return b.settings[i].node
		}
	}
	return nil
}

var kindOfRole = map[kafka.Role]model.Kind{
	kafka.Producer: model.Producer, kafka.Consumer: model.Group, kafka.Streams: model.Streams, kafka.Admin: model.Client,
}

// importClients makes the clients of a block: one, or a producer and a group
// where it has keys of both and its name does not decide.
func importClients(b *clientBlock, name string, ctx *Context) []model.Fragment {
	lib := libraryOf(b, ctx)
	if !b.decideRole(name) {
		return []model.Fragment{b.client(b.role, lib, b.settings)}
	}
	var out []model.Fragment
	for _, role := range []kafka.Role{kafka.Producer, kafka.Consumer} {
		var mine []setting
		for _, s := range b.settings {
			only := onlyRole(s.key)
			if only == role || only == "" && (isClientKey(s.key) || role == kafka.Producer) {
				mine = append(mine, s)
			}
		}
		out = append(out, b.client(role, lib, mine))
	}
	return out
}

// client is the entity of one role with its settings.
func (b *clientBlock) client(role kafka.Role, lib clientLibrary, settings []setting) model.Fragment {
	kind := kindOfRole[role]
	e := model.New(kind, b.clientName(role), b.at)
	e.Format, e.Source = b.format, b.source()
	lib.set(e)
	for _, s := range settings {
		key := canonicalKey(lib.Library, s.key)
		if !b.stores(role, lib.Library, key, s.key) {
			continue
		}
		setSettingIn(e, key, s.node, b.dialect())
		if lib.Library == librdkafka {
			librdkafkaValue(e, key)
		}
		if field, ok := clientFields[s.key]; ok && field.kinds[kind] {
			setField(e, field.path, s.node, b.dialect())
		}
	}
	b.topics(e)
	setPrincipal(e)
	b.places(e, role)
	f := b.fragment(e)
	f.Bootstrap = bootstrapOf(e)
	return f
}

// stores reports whether the key is kept: all of them in a file of Kafka's
// own; among an application's other settings those that the library has, plain
// misspellings of them, and secrets.
func (b *clientBlock) stores(role kafka.Role, library, canonical, written string) bool {
	switch {
	case b.whole:
		return true
	case library == librdkafka:
		return isLibrdkafkaKey(canonical) || isLibrdkafkaKey(written)
	case kafka.Secret(written):
		return true
	case library == java && b.format == "app-yaml":
		return isJavaClientKey(canonical)
	}
	return isClientKey(canonical) || b.prefix == "" && strings.Contains(written, ".") && kafka.Suggest(role, written) != ""
}

// clientFields are fields of clients that a Kafka key also says.
var clientFields = map[string]struct {
	path  model.Path
	kinds map[model.Kind]bool
}{
	"application.id":       {"applicationId", map[model.Kind]bool{model.Streams: true}},
	"processing.guarantee": {"guarantee", map[model.Kind]bool{model.Streams: true}},
	"num.standby.replicas": {"standbys", map[model.Kind]bool{model.Streams: true}},
}

// topicKeys are the names under which applications keep the topic of the client
// beside its Kafka keys.
var topicKeys = []string{"topic", "topics", "topic.name", "topic-name", "topicName", "Topic"}

// topics takes the topic that stands beside the keys of one client.
func (b *clientBlock) topics(e *model.Entity) {
	if b.prefix == "" || e.Kind != model.Producer && e.Kind != model.Group {
		return
	}
	for _, name := range topicKeys {
		if n := b.parent.Field(b.written(name)); n != nil && n.IsScalar() {
			v := scalar(n, b.dialect())
			if s, ok := v.Data.(string); ok && s != "" {
				v.Data = textList(s)
			}
			e.Set("topics", v.Value)
			return
		}
	}
}

// written is the name that a key has in the block's parent map.
func (b *clientBlock) written(key string) string {
	if b.parent != nil && b.parent.Syntax == source.Properties && b.prefix != "" {
		return b.prefix + "." + key
	}
	return key
}

// textList splits text at commas.
func textList(s string) []any {
	var out []any
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

var jaasUser = regexp.MustCompile(`\busername\s*=\s*["']([^"'$<{%]+)["']`)

// setPrincipal reads the user from a JAAS line or librdkafka's user name; with
// PLAIN and SCRAM it is the principal that the broker sees.
func setPrincipal(e *model.Entity) {
	for _, key := range []string{"sasl.username", "sasl.jaas.config"} {
		v, ok := e.Fields[model.Config(key)]
		if !ok || v.Unknown || v.Node == nil {
			continue
		}
		user := v.Node.Value
		if key == "sasl.jaas.config" {
			m := jaasUser.FindStringSubmatch(user)
			if m == nil || !strings.Contains(user, "plain.Plain") && !strings.Contains(user, "scram.Scram") {
				continue
			}
			user = m[1]
		}
		if user != "" {
			setText(e, "principal", "User:"+user, v.Origin.Span, key)
		}
		return
	}
}

// clientName names a client as findings call it: by its id, else by its block,
// else by its application.
func (b *clientBlock) clientName(role kafka.Role) string {
	idKey := map[kafka.Role]string{kafka.Consumer: "group.id", kafka.Streams: "application.id"}[role]
	if idKey == "" {
		idKey = "client.id"
	}
	for _, key := range []string{idKey, "client.id"} {
		if v := scalar(b.node(key), b.dialect()); !v.Unknown && v.resolved != "" {
			return v.resolved
		}
	}
	if b.prefix != "" {
		return b.prefix
	}
	return fileEntityName(b.doc)
}

// genericStems are names of files that say what they configure, not whom.
var genericStems = map[string]bool{
	"producer": true, "consumer": true, "streams": true, "client": true, "admin": true, "kafka": true, "application": true,
	"config": true, "server": true, "broker": true, "controller": true, "worker": true, "librdkafka": true, "appsettings": true,
	"connect-distributed": true, "connect-standalone": true, "connect": true, "mm2": true, "settings": true, "app": true,
	"kafka-producer": true, "kafka-consumer": true, "kafka-client": true,
}

// fileEntityName names what a file configures: the file, where its name tells
// more than its kind, else the application's folder.
func fileEntityName(d *Document) string {
	stem := nameStem(d.Name)
	folder := lastFolder(documentSource(d))
	if !genericStems[strings.ToLower(stem)] || folder == "" {
		return stem
	}
	return folder
}

// lastFolder is the name of a folder, "" for the root.
func lastFolder(dir string) string {
	if name := path.Base(dir); name != "." && name != "/" && name != ".." {
		return name
	}
	return ""
}

// documentSource is the application that a document belongs to.
func documentSource(d *Document) string {
	if d.Parent != nil && d.Parent.Source != "" {
		return d.Parent.Source
	}
	dir, _ := moduleOf(d)
	return applicationFolder(dir)
}

func (b *clientBlock) source() string { return documentSource(b.doc) }

// fragment adds what the document inherits from the one around it.
func (b *clientBlock) fragment(e *model.Entity) model.Fragment { return fragmentOf(b.doc, e) }

func fragmentOf(d *Document, e *model.Entity) model.Fragment {
	f := model.Fragment{Entity: e}
	if d.Parent != nil {
		f.Env, f.Cluster = d.Parent.Env, d.Parent.Cluster
	} else if _, word := fileStem(d.Name); model.Environment(word) != "" {
		f.Env = word
	}
	return f
}

// connectionKeys are missed beside the bootstrap servers.
var connectionKeys = map[kafka.Role][]string{
	kafka.Producer: {"security.protocol", "key.serializer", "value.serializer"},
	kafka.Consumer: {"security.protocol", "key.deserializer", "value.deserializer"},
	kafka.Streams:  {"security.protocol"},
	kafka.Admin:    {"security.protocol"},
}

// places says where missing keys go: into the block; the id of a Streams
// application beside the group id that somebody wrote instead.
func (b *clientBlock) places(e *model.Entity, role kafka.Role) {
	spell := b.spell
	if spell == nil && b.parent != nil && b.parent.Syntax == source.Properties && b.prefix != "" {
		spell = func(key string) string { return b.prefix + "." + key }
	}
	place := model.Place{Anchor: b.at, Parent: b.parent, Spell: spell}
	e.Places[""] = place
	if n := b.node("group.id"); role == kafka.Streams && n != nil {
		place.Anchor = n.NameSpan
		e.Places[model.Config("application.id")] = place
	}
	if n := first(b.node("bootstrap.servers"), b.node("metadata.broker.list")); n != nil {
		place.Anchor = n.NameSpan
		for _, key := range connectionKeys[role] {
			e.Places[model.Config(key)] = place
		}
	}
	if n := b.node("group.id"); role == kafka.Consumer && n != nil {
		place.Anchor = n.NameSpan
		e.Places[model.Config("isolation.level")] = place
	}
}

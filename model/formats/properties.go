package formats

import (
	"path"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// propertiesFormat reads flat key=value files of every role: brokers and
// controllers, clients of Java and librdkafka, Streams, Connect workers and
// connectors, and blocks of client keys under a prefix of an application's own.
var propertiesFormat = Format{Name: "properties", Claim: claimProperties, Import: importProperties}

// fileRole is what a flat file is for.
type fileRole string

const (
	noFile        fileRole = ""
	serverFile    fileRole = "server"
	clientFile    fileRole = "client"
	workerFile    fileRole = "worker"
	connectorFile fileRole = "connector"
	mirrorFile    fileRole = "mirror"
	debeziumFile  fileRole = "debezium"
	prefixedFile  fileRole = "prefixed"
)

func claimProperties(d *Document) bool {
	if !isFlat(d) {
		return false
	}
	switch roleOfFile(d) {
	case serverFile, clientFile, workerFile, connectorFile:
		return true
	}
	return !hasQuarkusSection(d) && len(prefixedBlocks(d, "properties")) > 0
}

// isFlat reports whether a document is a flat list of keys.
func isFlat(d *Document) bool {
	return d.Syntax == source.Properties && len(d.Roots) == 1 && len(d.Roots[0].Fields()) > 0
}

// roleOfFile decides by the keys that stand in a flat file without a prefix.
func roleOfFile(d *Document) fileRole {
	root := d.Roots[0]
	has := func(key string) bool { return root.Field(key) != nil }
	switch {
	case isMirrorMaker(root):
		return mirrorFile
	case isDebeziumServer(root):
		return debeziumFile
	case has("connector.class"):
		return connectorFile
	case has("config.storage.topic"), has("offset.storage.topic"), has("status.storage.topic"), has("offset.storage.file.filename"),
		has("key.converter") && has("value.converter") && has("bootstrap.servers"):
		return workerFile
	case isServer(root):
		return serverFile
	case isClient(d):
		return clientFile
	}
	return noFile
}

// isServer looks for keys that only brokers and controllers have. Listeners
// with http are those of Connect, the Schema Registry and REST proxies.
func isServer(root *source.Node) bool {
	if strings.Contains(strings.ToLower(root.Field("listeners").Str()), "http") {
		return false
	}
	if root.Field("process.roles") != nil || root.Field("broker.id") != nil || root.Field("node.id") != nil && root.Field("log.dirs") != nil {
		return true
	}
	brokers, clients := 0, 0
	for _, f := range root.Fields() {
		switch onlyRole(f.Name) {
		case kafka.Broker:
			brokers++
		case kafka.Producer, kafka.Consumer, kafka.Streams:
			if scalaRole(f.Name) == "" {
				clients++
			}
		}
	}
	return brokers >= 2 && brokers > clients
}

// isClient accepts files with bootstrap servers and another client key, or with
// several client keys of which one is surely Kafka's, as long as they are not a
// few among many of something else. ksqlDB makes its clients' settings itself.
func isClient(d *Document) bool {
	known, distinctive, bootstrap := 0, 0, false
	root := d.Roots[0]
	for _, f := range root.Fields() {
		if strings.HasPrefix(f.Name, "ksql.") {
			return false
		}
		if !isClientKey(f.Name) {
			continue
		}
		known++
		bootstrap = bootstrap || isBootstrap(f.Name)
		if isDistinctive(f.Name) || f.Name == "acks" {
			distinctive++
		}
	}
	named := roleOfName(nameStem(d.Name)) != "" || rdkFile.MatchString(d.Name) || strings.Contains(strings.ToLower(d.Name), "kafka")
	mostly := 2*known >= len(root.Fields())
	switch {
	case bootstrap && distinctive >= 1 && (mostly || distinctive >= 2), bootstrap && named, bootstrap && mostly:
		return true
	case distinctive >= 1 && mostly && (known >= 2 || named):
		return isKafkaSecurity(root) || known > securityKeys(root)
	}
	return distinctive >= 3 && named
}

// securityKeys counts keys that any software with TLS or SASL may have.
func securityKeys(root *source.Node) int {
	n := 0
	for _, f := range root.Fields() {
		if strings.HasPrefix(f.Name, "ssl.") || strings.HasPrefix(f.Name, "sasl.") {
			n++
		}
	}
	return n
}

// isKafkaSecurity reports whether the file names one of Kafka's four security
// protocols.
func isKafkaSecurity(root *source.Node) bool {
	switch strings.ToUpper(root.Field("security.protocol").Str()) {
	case "PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL":
		return true
	}
	return false
}

func importProperties(docs []*Document, ctx *Context) model.Imported {
	var out model.Imported
	var servers []*Document
	for _, d := range docs {
		switch roleOfFile(d) {
		case serverFile:
			servers = append(servers, d)
		case clientFile:
			clients := importClientFile(d, ctx)
			out.Fragments = append(out.Fragments, clients...)
			if len(clients) > 0 && clients[0].Places[""].Parent != nil {
				addDuplicates(&out, d.Roots[0], len(out.Fragments)-1)
			}
		case workerFile:
			out.Add(importWorker(d))
			addDuplicates(&out, d.Roots[0], len(out.Fragments)-1)
		case connectorFile:
			in := importConnector(d, connectorOf{config: d.Roots[0]})
			out.Fragments = append(out.Fragments, in.Fragments...)
			out.Problems = append(out.Problems, in.Problems...)
		}
		for _, b := range prefixedBlocks(d, "properties") {
			out.Fragments = append(out.Fragments, importClients(b, lastSegment(b.prefix), ctx)...)
			out.Problems = append(out.Problems, blockDuplicates(b, out.Fragments[len(out.Fragments)-1].Entity)...)
		}
	}
	in := importServers(servers)
	out.Fragments = append(out.Fragments, in.Fragments...)
	out.Problems = append(out.Problems, in.Problems...)
	overlay(out.Fragments, false)
	separate(out.Fragments)
	return out
}

// addDuplicates reports the keys written twice in a file, for the fragment at
// index i.
func addDuplicates(out *model.Imported, root *source.Node, i int) {
	if i < 0 {
		return
	}
	e := out.Fragments[i].Entity
	out.Problems = append(out.Problems, duplicates(root, e, string(model.RoleOf(e)))...)
}

// importClientFile reads a file that is a client's configuration. A file with
// sections ("[producer]") has a client each, over what stands before them.
func importClientFile(d *Document, ctx *Context) []model.Fragment {
	root := d.Roots[0]
	known := 0
	for _, f := range root.Fields() {
		if isClientKey(f.Name) {
			known++
		}
	}
	stem := nameStem(d.Name)
	whole := 2*known >= len(root.Fields()) || genericStems[strings.ToLower(stem)] && roleOfName(stem) != ""
	var out []model.Fragment
	for _, s := range sectionsOfFile(root) {
		b := &clientBlock{doc: d, format: "properties", at: s.settings[s.own].node.NameSpan, parent: root, settings: s.settings, whole: whole && s.name == ""}
		name := stem
		if s.name != "" {
			b.prefix, b.parent, name = s.name, nil, s.name
		}
		if libraryByKeys(b).Library == librdkafka || path.Ext(templateStem(d.Name)) != ".properties" {
			b.format = librdkafka
		}
		out = append(out, importClients(b, name, ctx)...)
	}
	return out
}

// fileSection is what a file sets under one "[name]", with what it sets for all.
type fileSection struct {
	name     string
	settings []setting
	own      int // the index of the first setting under the head
}

// sectionsOfFile cuts a flat file at lines like "[consumer]"; without them it is
// one section without a name.
func sectionsOfFile(root *source.Node) []fileSection {
	var common []setting
	var sections []fileSection
	current := ""
	for _, f := range root.Fields() {
		name, isHead := strings.CutPrefix(f.Name, "[")
		if isHead && strings.HasSuffix(f.Name, "]") {
			current = strings.TrimSuffix(name, "]")
			if strings.EqualFold(current, "default") {
				current = ""
			} else {
				sections = append(sections, fileSection{name: current})
			}
			continue
		}
		if current == "" {
			common = append(common, setting{f.Name, f})
		} else {
			last := &sections[len(sections)-1]
			last.settings = append(last.settings, setting{f.Name, f})
		}
	}
	out := slices.DeleteFunc(sections, func(s fileSection) bool {
		return !slices.ContainsFunc(s.settings, func(s setting) bool { return isClientKey(s.key) })
	})
	for i := range out {
		out[i].settings, out[i].own = append(slices.Clone(common), out[i].settings...), len(common)
	}
	if len(out) == 0 && len(common) > 0 {
		out = append(out, fileSection{settings: common})
	}
	return out
}

// importWorker reads a Connect worker. The settings of its producers, consumers
// and admin clients stay on it under their prefixes.
func importWorker(d *Document) model.Fragment {
	root := d.Roots[0]
	at := root.Fields()[0].NameSpan
	name := fileEntityName(d)
	if v := scalar(root.Field("group.id"), dollar); !v.Unknown && v.resolved != "" {
		name = v.resolved
	}
	e := model.New(model.Worker, name, at)
	e.Format, e.Source = "properties", documentSource(d)
	for _, f := range root.Fields() {
		setSetting(e, f.Name, f)
	}
	setConnectClient(e, d, at)
	setPrincipal(e)
	e.Places[""] = model.Place{Anchor: at, Parent: root}
	for _, topic := range []string{"config", "offset", "status"} {
		if n := root.Field(topic + ".storage.topic"); n != nil {
			e.Places[model.Config(topic+".storage.replication.factor")] = model.Place{Anchor: n.NameSpan, Parent: root}
		}
	}
	f := fragmentOf(d, e)
	f.Bootstrap = bootstrapOf(e)
	return f
}

// setConnectClient says that Connect's own Java client does the work, of the
// version that a comment at the top names.
func setConnectClient(e *model.Entity, d *Document, at source.Span) {
	setText(e, "client/library", java, at, "Connect uses Kafka's Java client")
	setText(e, "client/framework", "connect", at, "")
	if v, at := versionComment(d); !v.IsZero() {
		setText(e, "client/version", v.String(), at, "")
	}
}

package formats

import (
	"path"
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// tfReaders read the resources that are known by name; others are read by
// their shape (see tfTopicShape and tfClusterShape).
var tfReaders = map[string]func(*tfCollector, *tfResource){
	"kafka_topic": (*tfCollector).topic, "confluent_kafka_topic": (*tfCollector).topic, "aiven_kafka_topic": (*tfCollector).topic,
	"aws_msk_topic": (*tfCollector).topic,
	"kafka_acl":     (*tfCollector).acl, "confluent_kafka_acl": (*tfCollector).acl, "aiven_kafka_native_acl": (*tfCollector).acl, "aiven_kafka_acl": (*tfCollector).aivenACL,
	"kafka_quota": (*tfCollector).quota, "aiven_kafka_quota": (*tfCollector).quota,
	"kafka_user_scram_credential": (*tfCollector).user, "aiven_kafka_user": (*tfCollector).user,
	"confluent_connector": (*tfCollector).connector, "aiven_kafka_connector": (*tfCollector).connector, "aws_mskconnect_connector": (*tfCollector).connector,
	"aws_msk_cluster": (*tfCollector).msk, "aws_msk_serverless_cluster": (*tfCollector).mskServerless, "aws_msk_configuration": nil,
	"aiven_kafka": (*tfCollector).aiven, "confluent_kafka_cluster": (*tfCollector).confluentCluster,
	"aws_security_group": nil, "aws_security_group_rule": nil,
}

var tfTopicShape = regexp.MustCompile(`(^|_)kafka_topic$`)

var tfClusterShape = regexp.MustCompile(`_kafka_cluster$`)

func tfHandled(kind string) bool {
	_, ok := tfReaders[kind]
	return ok || tfTopicShape.MatchString(kind) || tfClusterShape.MatchString(kind)
}

// tfCollector gathers the resources of one root module, then reads them: some
// join others.
type tfCollector struct {
	resources []*tfResource
	providers []model.Fragment
	bootstrap string
	out       *model.Imported
	platforms map[string]bool // whose cluster is in sight already
	clusters  map[string]bool // the names by which the module tells its clusters apart
}

func (c *tfCollector) add(r *tfResource) { c.resources = append(c.resources, r) }

func (c *tfCollector) importInto(out *model.Imported) {
	c.out, c.platforms, c.clusters = out, map[string]bool{}, map[string]bool{}
	for _, r := range c.resources {
		if name := r.cluster(); name != "" {
			c.clusters[name] = true
		}
	}
	for _, r := range c.resources {
		read := tfReaders[r.kind]
		_, known := tfReaders[r.kind]
		switch {
		case !known && tfTopicShape.MatchString(r.kind):
			read = (*tfCollector).topic
		case !known && tfClusterShape.MatchString(r.kind):
			read = (*tfCollector).clusterByShape
		}
		if read != nil {
			read(c, r)
		}
	}
	c.lonelyConfigurations()
	c.platformClusters()
	for _, f := range c.providers {
		out.Add(f)
	}
}

// entity starts an entity of a resource: named by the value, or by its address
// if the name cannot be known.
func (r *tfResource) entity(kind model.Kind, name *tfValue) *model.Entity {
	text, ok := name.str()
	if !ok || text == "" {
		text = r.address
	}
	at := r.head
	if !r.entry.IsZero() {
		at = r.entry
	}
	e := model.New(kind, text, at)
	e.Format, e.Source = "terraform", r.root
	place := model.Place{Anchor: at}
	for _, part := range []model.Path{"config", "authentication", "encryption", "intent", "lifecycle", "record", "storage", "tieredStorage"} {
		e.Places[part] = place // in blocks of their own, which are not there
	}
	if kind == model.Topic && r.body.node != nil && r.entry.IsZero() && (r.kind == "kafka_topic" || r.kind == "aws_msk_topic") {
		place.Parent, place.Spell = r.body.node, snakeCase
	}
	e.Places[""] = place
	return e
}

func (c *tfCollector) emit(r *tfResource, e *model.Entity) {
	f := model.Fragment{Entity: e, Env: r.env, Cluster: r.root, Bootstrap: c.bootstrap}
	if name := r.cluster(); len(c.clusters) > 1 && name != "" {
		f.Cluster, f.Bootstrap = path.Join(r.root, name), "" // the bootstrap servers are one provider's
	}
	c.out.Add(f)
}

// cluster is the name by which a module tells its clusters apart: the label of
// the cluster's resource, of the resource that a topic refers to, or the alias
// of its provider; "" where nothing is said.
func (r *tfResource) cluster() string {
	if r.kind == "confluent_kafka_cluster" {
		return r.label
	}
	if id := r.body.get("kafka_cluster", "id"); id != nil && id.node != nil {
		if parts := strings.Split(id.node.Value, "."); len(parts) == 3 && parts[0] == "confluent_kafka_cluster" {
			return parts[1]
		}
	}
	if provider := r.body.get("provider"); provider != nil && provider.node != nil {
		if _, alias, ok := strings.Cut(provider.node.Value, "."); ok {
			return alias
		}
	}
	return ""
}

// at gives an unknown value the place that asks for it.
func (r *tfResource) placed(v model.Value) model.Value {
	if v.Origin.Span.IsZero() {
		v.Origin.Span = r.head
	}
	return v
}

// set puts a field of the model.
func (r *tfResource) set(e *model.Entity, p model.Path, v *tfValue) {
	if v == nil || v.kind == tfNull {
		return
	}
	t := v.textValue()
	if !t.Unknown {
		if data, ok := model.ParseField(e.Kind, p, t.resolved); ok {
			t.Data = data
		}
	}
	e.Set(p, r.placed(t.Value))
}

// fact puts what a value means, where the words of the provider are not the
// model's.
func (r *tfResource) fact(e *model.Entity, p model.Path, data any, v *tfValue) {
	t := v.textValue()
	t.Data, t.Unknown, t.Node = data, data == nil, nil // an edit would write the model's word
	e.Set(p, r.placed(t.Value))
}

// config puts one Kafka key.
func (r *tfResource) config(e *model.Entity, key string, v *tfValue) {
	if v.kind != tfNull {
		e.Set(model.Config(key), r.placed(typedConfig(model.RoleOf(e), key, v.textValue())))
	}
}

// configMap puts a map or block of Kafka keys; spell turns the provider's names
// into Kafka's.
func (r *tfResource) configMap(e *model.Entity, v *tfValue, spell func(string) string) {
	if v == nil {
		return
	}
	if v.kind == tfList && len(v.children) > 0 {
		v = v.children[0]
	}
	if v.kind != tfObject {
		return
	}
	for _, f := range v.children {
		if f.kind == tfObject || f.name == "timeouts" {
			continue
		}
		r.config(e, spell(f.name), f)
	}
	place := model.Place{Anchor: v.nameSpan, Parent: v.node}
	if place.Anchor.IsZero() {
		place.Anchor = r.head
	}
	if v.node == nil || v.node.Kind != source.Map {
		place.Parent = nil
	}
	if spell("a_b") != "a_b" {
		place.Spell = func(key string) string { return strings.ReplaceAll(key, ".", "_") }
	}
	e.Places["config"] = place
}

func same(s string) string { return s }

// snakeCase is how providers write the model's fields (replicationFactor is
// replication_factor).
func snakeCase(p string) string {
	return strings.ToLower(camelHump.ReplaceAllString(p, "${1}_${2}"))
}

// snakeKey is the Kafka key of a provider that writes keys as identifiers.
func snakeKey(s string) string { return strings.ReplaceAll(s, "_", ".") }

// topic reads every resource that has a topic's shape.
func (c *tfCollector) topic(r *tfResource) {
	b := r.body
	e := r.entity(model.Topic, b.first("topic_name", "name", "topic"))
	r.set(e, "partitions", b.first("partitions", "partitions_count", "partition_count", "num_partitions"))
	r.set(e, "replicationFactor", b.first("replication_factor", "replication", "replicas"))
	config := b.first("config", "configs", "configuration", "settings", "topic_config")
	spell := same
	if strings.HasPrefix(r.kind, "aiven_") {
		spell = snakeKey
	}
	r.configMap(e, config, spell)
	r.lifecycle(e)
	c.emit(r, e)
	r.credentials(c, b.block("credentials"))
}

// lifecycle reads what holds a resource from being destroyed.
func (r *tfResource) lifecycle(e *model.Entity) {
	r.set(e, "lifecycle/preventDestroy", r.body.get("lifecycle", "prevent_destroy"))
	r.set(e, "lifecycle/terminationProtection", r.body.first("termination_protection", "deletion_protection"))
}

// credentials are an API key of Confluent Cloud's: SASL user and password of a
// client. Only a literal one is worth an entity.
func (r *tfResource) credentials(c *tfCollector, v *tfValue) {
	secret := v.get("secret")
	if _, literal := secret.str(); !literal {
		return
	}
	e := r.entity(model.Client, nil)
	setText(e, "client/library", "terraform", r.head, "Terraform's provider")
	r.config(e, "sasl.username", v.get("key"))
	r.config(e, "sasl.password", secret)
	c.emit(r, e)
}

// acl reads an access control entry in the words of the Kafka protocol.
func (c *tfCollector) acl(r *tfResource) {
	b := r.body
	e := model.New(model.ACL, r.address, r.head)
	if !r.entry.IsZero() {
		e.Span = r.entry
	}
	e.Format, e.Source = "terraform", r.root
	e.Places[""] = model.Place{Anchor: e.Span}
	r.set(e, "principal", b.first("acl_principal", "principal"))
	r.set(e, "host", b.first("acl_host", "host"))
	r.set(e, "resource/name", b.first("resource_name"))
	r.words(e, "resource/type", b.first("resource_type"), func(s string) any { return resourceType(s) })
	r.words(e, "resource/pattern", b.first("resource_pattern_type_filter", "pattern_type"), func(s string) any { return strings.ToLower(s) })
	r.words(e, "operations", b.first("acl_operation", "operation"), func(s string) any { return []any{upperSnake(s)} })
	r.words(e, "permission", b.first("acl_permission_type", "permission", "permission_type"), func(s string) any { return strings.ToUpper(s) })
	c.emit(r, e)
}

// words puts a field whose words the model writes in another way.
func (r *tfResource) words(e *model.Entity, p model.Path, v *tfValue, spell func(string) any) {
	if v == nil {
		return
	}
	text, ok := v.str()
	if !ok {
		r.fact(e, p, nil, v)
		return
	}
	r.fact(e, p, spell(text), v)
}

var camelHump = regexp.MustCompile(`([a-z])([A-Z])`)

// upperSnake writes an operation as Kafka's protocol does: DescribeConfigs is
// DESCRIBE_CONFIGS.
func upperSnake(s string) string {
	return strings.ToUpper(strings.ReplaceAll(camelHump.ReplaceAllString(s, "${1}_${2}"), "-", "_"))
}

// resourceType is the type of a resource in kebab-case: TransactionalID is
// transactional-id.
func resourceType(s string) string {
	s = strings.ToLower(upperSnake(s))
	return strings.ReplaceAll(strings.ReplaceAll(s, "_", "-"), "transactionalid", "transactional-id")
}

// aivenACL reads Aiven's own entries: one of four permissions on topics that
// match a pattern.
func (c *tfCollector) aivenACL(r *tfResource) {
	b := r.body
	e := model.New(model.ACL, r.address, r.head)
	e.Format, e.Source = "terraform", r.root
	e.Places[""] = model.Place{Anchor: e.Span}
	operations := map[string][]any{"admin": {"ALL"}, "read": {"READ"}, "write": {"WRITE"}, "readwrite": {"READ", "WRITE"}}
	r.words(e, "principal", b.get("username"), func(s string) any { return "User:" + s })
	r.words(e, "operations", b.get("permission"), func(s string) any {
		if ops := operations[s]; ops != nil {
			return ops
		}
		return nil
	})
	if topic := b.get("topic"); topic != nil {
		r.fact(e, "resource/type", "topic", topic)
		text, ok := topic.str()
		prefix, prefixed := strings.CutSuffix(text, "*")
		if ok && prefixed && prefix != "" && !strings.ContainsAny(prefix, "*?") {
			r.fact(e, "resource/name", prefix, topic)
			r.fact(e, "resource/pattern", "prefixed", topic)
		} else {
			r.set(e, "resource/name", topic)
		}
	}
	c.emit(r, e)
}

func (c *tfCollector) quota(r *tfResource) {
	b := r.body
	e := model.New(model.Quota, r.address, r.head)
	e.Format, e.Source = "terraform", r.root
	e.Places[""] = model.Place{Anchor: e.Span}
	name := b.first("entity_name")
	switch kind, _ := b.get("entity_type").str(); kind {
	case "client-id":
		r.set(e, "clientId", name)
	case "user":
		r.set(e, "user", name)
	}
	r.set(e, "user", b.get("user"))
	r.set(e, "clientId", b.get("client_id"))
	limits := b.block("config")
	if limits == nil {
		limits = b
	}
	for key, p := range map[string]model.Path{
		"producer_byte_rate": "producerByteRate", "consumer_byte_rate": "consumerByteRate", "request_percentage": "requestPercentage",
		"controller_mutation_rate": "controllerMutationRate",
	} {
		r.set(e, "quota/"+p, limits.get(key))
	}
	c.emit(r, e)
}

func (c *tfCollector) user(r *tfResource) {
	b := r.body
	e := r.entity(model.User, b.get("username"))
	r.words(e, "authentication", b.first("scram_mechanism"), func(s string) any { return strings.ToLower(s) })
	if password := b.first("password"); password != nil {
		r.config(e, "password", password)
	}
	c.emit(r, e)
}

// connector reads the keys of a connector, which are Kafka Connect's own.
func (c *tfCollector) connector(r *tfResource) {
	b := r.body
	plain := b.first("config", "config_nonsensitive", "connector_configuration")
	name := b.first("connector_name", "name")
	if name == nil {
		name = plain.get("name")
	}
	e := r.entity(model.Connector, name)
	r.configMap(e, plain, same)
	if secret := b.first("config_sensitive"); secret != nil && secret.kind == tfObject {
		for _, f := range secret.children {
			r.config(e, f.name, f)
		}
	}
	r.set(e, "class", plain.get("connector.class"))
	r.words(e, "direction", plain.get("connector.class"), func(s string) any {
		switch l := strings.ToLower(s); {
		case strings.Contains(l, "sink"):
			return "sink"
		case strings.Contains(l, "source") || strings.HasPrefix(l, "io.debezium."):
			return "source"
		}
		return nil
	})
	if topics := plain.first("topics", "kafka.topics"); topics != nil {
		r.set(e, "topics", topics)
	}
	r.set(e, "deadLetter/topic", plain.get("errors.deadletterqueue.topic.name"))
	r.lifecycle(e)
	c.emit(r, e)
}

// provider reads the clients that Terraform's own providers are.
func (c *tfCollector) provider(m *tfModule, n *source.Node) {
	kind := n.Labels[0]
	if kind != "kafka" && kind != "confluent" {
		return
	}
	r := &tfResource{kind: kind, address: m.address + "provider." + kind, body: m.object(n, nil), head: blockHead(n), env: m.env, root: m.root}
	e := r.entity(model.Client, nil)
	if alias, ok := r.body.get("alias").str(); ok {
		e.Name += "." + alias
	}
	library := "sarama"
	if kind == "confluent" {
		library = "terraform"
	}
	setText(e, "client/library", library, r.head, "Terraform's provider")
	for attr, key := range tfClientKeys {
		if v := r.body.first(attr); v != nil {
			r.config(e, key, v)
		}
	}
	if skip, _ := r.body.get("skip_tls_verify").str(); skip == "true" {
		r.fact(e, "config/ssl.endpoint.identification.algorithm", "", r.body.get("skip_tls_verify"))
	}
	r.words(e, "config/sasl.mechanism", r.body.get("sasl_mechanism"), func(s string) any {
		return strings.Replace(strings.ToUpper(s), "SCRAM-SHA", "SCRAM-SHA-", 1)
	})
	if tls, ok := r.body.get("tls_enabled").str(); ok {
		r.fact(e, "config/security.protocol", securityProtocol(tls == "true", r.body.get("sasl_username") != nil || r.body.get("sasl_mechanism") != nil), r.body.get("tls_enabled"))
	}
	if v, ok := e.Fields["config/bootstrap.servers"]; ok && !v.Unknown {
		c.bootstrap = v.Raw
	}
	c.providers = append(c.providers, model.Fragment{Entity: e, Env: m.env, Cluster: m.root, Bootstrap: c.bootstrap})
}

// tfClientKeys are the providers' names of client keys.
var tfClientKeys = map[string]string{
	"bootstrap_servers": "bootstrap.servers", "sasl_username": "sasl.username", "sasl_password": "sasl.password",
	"client_key_passphrase": "ssl.key.password", "kafka_api_key": "sasl.username", "kafka_api_secret": "sasl.password",
}

func securityProtocol(tls, sasl bool) string {
	protocol := "PLAINTEXT"
	if tls {
		protocol = "SSL"
	}
	switch {
	case sasl && tls:
		return "SASL_SSL"
	case sasl:
		return "SASL_PLAINTEXT"
	}
	return protocol
}

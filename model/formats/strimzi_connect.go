package formats

import (
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// workerFields are the fields that v1 made of keys in spec.config.
var workerFields = []struct{ field, key string }{
	{"groupId", "group.id"}, {"configStorageTopic", "config.storage.topic"},
	{"offsetStorageTopic", "offset.storage.topic"}, {"statusStorageTopic", "status.storage.topic"},
	{"bootstrapServers", "bootstrap.servers"},
}

// connect reads a KafkaConnect resource as a Connect cluster's workers.
func (r *strimziReader) connect(m *manifest) *model.Entity {
	e := r.worker(m, m.spec(), m.spec().Field("config"))
	m.field(e, "instances", m.spec().Field("replicas"))
	e.Places[""] = m.specPlace()
	e.Places["config"] = blockPlace(m.spec().Field("config"), m.specPlace())
	r.addWorker(m, e)
	return e
}

// worker starts a worker with the keys of a block and of its config.
func (r *strimziReader) worker(m *manifest, block, config *source.Node) *model.Entity {
	e := m.entity(model.Worker, m.name(), "strimzi")
	m.fact(e, "client/library", "java", m.get("kind"), "Connect uses Kafka's Java client")
	m.fact(e, "client/framework", "connect", m.get("kind"), "")
	m.field(e, "client/version", m.spec().Field("version"))
	m.configs(e, config)
	r.out.Problems = append(r.out.Problems, duplicates(config, e, string(kafka.ConnectWorker))...)
	for _, f := range workerFields {
		if n := block.Field(f.field); n != nil {
			m.config(e, f.key, n)
		}
	}
	return e
}

func (r *strimziReader) addWorker(m *manifest, e *model.Entity) {
	f := m.fragment(e, r.connectCluster(m))
	f.Bootstrap = strings.Join(e.List(model.Config("bootstrap.servers")), ",")
	r.out.Add(f)
}

var bootstrapService = regexp.MustCompile(`^([a-z0-9][a-z0-9.-]*?)-kafka(?:-[a-z0-9-]+)?-bootstrap(?:\.([a-z0-9-]+))?(?:[.:]|$)`)

// connectCluster is the Kafka cluster that a Connect or MirrorMaker resource
// works for: the one whose bootstrap service it names, else the one that its
// label names, where that is a Kafka resource and not its own name.
func (r *strimziReader) connectCluster(m *manifest) string {
	servers := m.spec().Field("bootstrapServers")
	if servers == nil {
		servers = m.spec().Get("target", "bootstrapServers")
	}
	if servers == nil {
		target := m.spec().Field("connectCluster").Str()
		for _, c := range m.spec().Field("clusters").Items() {
			if target != "" && c.Field("alias").Str() == target {
				servers = c.Field("bootstrapServers")
			}
		}
	}
	if g := bootstrapService.FindStringSubmatch(servers.Str()); g != nil {
		return r.cluster(m, g[1])
	}
	if name := m.label("strimzi.io/cluster"); name != "" && len(r.clusters[name]) > 0 {
		return r.cluster(m, name)
	}
	return ""
}

// connector reads a KafkaConnector. Its label names the Connect cluster.
func (r *strimziReader) connector(m *manifest) *model.Entity {
	spec := m.spec()
	e := m.entity(model.Connector, m.name(), "strimzi")
	m.field(e, "class", spec.Field("class"))
	if n := spec.Field("class"); n != nil {
		m.config(e, "connector.class", n)
		connectorDirection(m, e, n, spec.Field("config"))
	}
	if n := spec.Field("tasksMax"); n != nil {
		m.config(e, "tasks.max", n)
	}
	config := spec.Field("config")
	m.configs(e, config)
	r.out.Problems = append(r.out.Problems, duplicates(config, e, "connector")...)
	m.field(e, "deadLetter/topic", config.Field("errors.deadletterqueue.topic.name"))
	e.Places[""] = m.specPlace()
	e.Places["config"] = blockPlace(config, m.specPlace())
	cluster := ""
	if c := r.connects[m.env+"\x00"+m.label("strimzi.io/cluster")]; c != nil {
		cluster = r.connectCluster(c)
	}
	r.out.Add(m.fragment(e, cluster))
	return e
}

// connectorDirection tells sources from sinks by the class, else by the keys
// that only sinks have.
func connectorDirection(m *manifest, e *model.Entity, class, config *source.Node) {
	name := class.Str()
	switch {
	case strings.HasSuffix(name, "SinkConnector"):
		m.fact(e, "direction", "sink", class, "")
	case strings.HasSuffix(name, "SourceConnector"), strings.HasPrefix(name, "io.debezium.connector."):
		m.fact(e, "direction", "source", class, "")
	default:
		if n := firstNode(config.Field("topics"), config.Field("topics.regex")); n != nil {
			setText(e, "direction", "sink", n.NameSpan, "only sinks subscribe to topics")
		}
	}
}

// mirrorMaker2 reads a KafkaMirrorMaker2 resource: its workers, and a mirror for
// each flow.
func (r *strimziReader) mirrorMaker2(m *manifest) *model.Entity {
	spec := m.spec()
	target := spec.Field("target") // v1
	if target == nil {
		name := spec.Field("connectCluster").Str()
		for _, c := range spec.Field("clusters").Items() {
			if name != "" && c.Field("alias").Str() == name {
				target = c
			}
		}
	}
	var e *model.Entity
	if target != nil {
		e = r.worker(m, target, target.Field("config"))
		m.field(e, "instances", spec.Field("replicas"))
		around := model.Place{Anchor: headOf(target), Parent: mapOnly(target)}
		e.Places[""] = around
		e.Places["config"] = blockPlace(target.Field("config"), around)
		r.addWorker(m, e)
	}
	for _, flow := range spec.Field("mirrors").Items() {
		mirror := r.mirror(m, flow, target)
		if e == nil {
			e = mirror
		}
	}
	return e
}

// mirror reads one flow: its connectors' keys count together.
func (r *strimziReader) mirror(m *manifest, flow, target *source.Node) *model.Entity {
	from := firstScalar(flow.Field("sourceCluster"), flow.Get("source", "alias"))
	to := firstScalar(flow.Field("targetCluster"), target.Field("alias"))
	e := m.entity(model.Mirror, nameText(from)+"->"+nameText(to), "strimzi")
	e.Span = headOf(flow)
	m.field(e, "from", from)
	m.field(e, "to", to)
	around := model.Place{Anchor: e.Span, Parent: mapOnly(flow)}
	e.Places[""], e.Places["config"] = around, model.Place{Anchor: around.Anchor}
	for _, name := range []string{"sourceConnector", "checkpointConnector", "heartbeatConnector"} {
		block := flow.Field(name)
		for _, f := range block.Get("config").Fields() {
			if !e.Has(model.Config(f.Name)) {
				m.config(e, f.Name, f)
			}
		}
		if name != "sourceConnector" {
			continue
		}
		if n := block.Field("tasksMax"); n != nil {
			m.config(e, "tasks.max", n)
		}
		if block != nil {
			e.Places["config"] = blockPlace(block.Field("config"), model.Place{Anchor: block.NameSpan})
		}
	}
	m.field(e, "policy", flow.Get("sourceConnector", "config", "replication.policy.class"))
	for _, p := range []struct{ field, key string }{{"topicsPattern", "topics"}, {"groupsPattern", "groups"}} {
		if n := flow.Field(p.field); n != nil {
			m.config(e, p.key, n)
		}
	}
	r.out.Add(m.fragment(e, r.connectCluster(m)))
	return e
}

package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// kafka reads a Kafka resource: what holds for the whole cluster.
func (r *strimziReader) kafka(m *manifest) *model.Entity {
	k := m.get("spec", "kafka")
	e := m.entity(model.Cluster, m.name(), "strimzi")
	m.fact(e, "apiVersion", m.api(), m.get("apiVersion"), "")
	m.fact(e, "platform", "strimzi", m.get("kind"), "")
	m.field(e, "version", k.Field("version"))
	m.field(e, "metadataVersion", k.Field("metadataVersion"))
	m.configs(e, k.Field("config"))
	for _, n := range []*source.Node{m.spec(), k} {
		if isComputed(n) {
			m.field(e, "version", n)
			m.field(e, "rackAware", n)
			m.configs(e, n)
		}
	}
	r.out.Problems = append(r.out.Problems, duplicates(k.Field("config"), e, string(kafka.Broker))...)
	m.field(e, "authorization", k.Get("authorization", "type"))
	if rack := k.Field("rack"); rack.Field("topologyKey") != nil || rack.Field("type") != nil {
		setText(e, "rackAware", true, rack.NameSpan, "")
	}
	pools := r.pools(m)
	r.mode(m, e, pools)
	r.counts(m, e, pools)
	if len(pools) == 0 {
		m.storage(e, k.Field("storage"))
		m.pod(e, k)
	} else {
		m.field(e, "pdb/maxUnavailable", k.Get("template", "podDisruptionBudget", "maxUnavailable"))
	}
	m.alsoZooKeeper(e)
	r.listeners(m, e, k.Field("listeners"))
	place := model.Place{Anchor: m.at(), Parent: nil}
	if k != nil {
		place = model.Place{Anchor: k.NameSpan, Parent: k}
	}
	e.Places[""] = place
	e.Places["config"] = blockPlace(k.Field("config"), place)
	f := m.fragment(e, r.cluster(m, m.name()))
	f.Addresses = bootstrapAddresses(m)
	r.out.Add(f)
	return e
}

// pools are the node pools of a Kafka resource.
func (r *strimziReader) pools(m *manifest) []*manifest {
	var out []*manifest
	for i := range r.all {
		p := &r.all[i]
		if p.kind() == "KafkaNodePool" && p.env == m.env && r.find(p) == m {
			out = append(out, p)
		}
	}
	return out
}

func rolesOf(pool *manifest) (broker, controller bool) {
	for _, n := range pool.spec().Field("roles").Items() {
		broker = broker || n.Str() == "broker"
		controller = controller || n.Str() == "controller"
	}
	return broker, controller
}

// mode tells ZooKeeper's clusters from those without.
func (r *strimziReader) mode(m *manifest, e *model.Entity, pools []*manifest) {
	kraft := m.annotation("strimzi.io/kraft")
	zookeeper := m.spec().Field("zookeeper")
	version, known := kafka.ParseVersion(m.get("spec", "kafka", "version").Str())
	var controllers *source.Node
	for _, p := range pools {
		if _, c := rolesOf(p); c {
			controllers = p.spec().Field("roles")
		}
	}
	switch {
	case kraft != nil && kraft.Str() != "enabled" && kraft.Str() != "disabled": // a template's, or a migration
	case kraft.Str() == "enabled":
		m.fact(e, "mode", "kraft", kraft, "")
	case known && version.AtLeast(kafka.V(4, 0)):
		m.fact(e, "mode", "kraft", m.get("spec", "kafka", "version"), "Kafka 4 has no ZooKeeper")
	case zookeeper != nil && zookeeper.Kind == source.Map:
		setText(e, "mode", "zookeeper", zookeeper.NameSpan, "")
	case strings.HasSuffix(m.api(), "/v1"):
		m.fact(e, "mode", "kraft", m.get("apiVersion"), "v1 has no ZooKeeper")
	case controllers != nil && zookeeper == nil:
		m.fact(e, "mode", "kraft", controllers, "")
	}
}

// counts sums up the brokers and controllers of the pools; without pools the
// resource itself says how many there are.
func (r *strimziReader) counts(m *manifest, e *model.Entity, pools []*manifest) {
	if len(pools) == 0 {
		if m.annotation("strimzi.io/node-pools").Str() != "enabled" {
			m.field(e, "brokers", m.get("spec", "kafka", "replicas"))
		}
		return
	}
	var brokers, controllers, combined []*manifest
	for _, p := range pools {
		b, c := rolesOf(p)
		if b {
			brokers = append(brokers, p)
		}
		if c {
			controllers = append(controllers, p)
		}
		if b && c {
			combined = append(combined, p)
		}
	}
	sumReplicas(e, "brokers", brokers)
	sumReplicas(e, "controllers/count", controllers)
	if len(combined) > 0 {
		combined[0].fact(e, "controllers/combined", true, combined[0].spec().Field("roles"), "")
	} else if len(controllers) > 0 {
		controllers[0].fact(e, "controllers/combined", false, controllers[0].spec().Field("roles"), "")
	}
}

// sumReplicas adds up the replicas of pools, at the place of the first.
func sumReplicas(e *model.Entity, p model.Path, pools []*manifest) {
	if len(pools) == 0 {
		return
	}
	var sum model.Value
	total := int64(0)
	for i, pool := range pools {
		n := pool.spec().Field("replicas")
		if n == nil {
			return
		}
		v := fieldValue(e, p, n)
		if i == 0 {
			sum = v
		} else {
			sum.Also = append(sum.Also, v.Origin)
		}
		count, ok := v.Data.(int64)
		if !ok || v.Unknown {
			sum.Unknown, sum.Data = true, nil
			e.Set(p, sum)
			return
		}
		total += count
	}
	sum.Data = total
	if len(pools) > 1 {
		sum.Node, sum.Origin.Note = nil, "sum of the node pools"
	}
	e.Set(p, sum)
}

// nodePool reads a KafkaNodePool: equal brokers or controllers.
func (r *strimziReader) nodePool(m *manifest) *model.Entity {
	spec := m.spec()
	e := m.entity(model.Node, m.name(), "strimzi")
	if roles := spec.Field("roles"); roles != nil {
		e.Set("roles", listValue(roles, strings.ToLower))
	}
	m.field(e, "replicas", spec.Field("replicas"))
	m.storage(e, spec.Field("storage"))
	m.pod(e, spec)
	if c := r.find(m); c != nil {
		c.podDefaults(e)
	}
	e.Places[""] = m.specPlace()
	r.out.Add(m.fragment(e, r.of(m)))
	return e
}

// podDefaults gives a pool what its Kafka resource says for all pods.
func (m *manifest) podDefaults(e *model.Entity) {
	own := e.Fields
	e.Fields = map[model.Path]model.Value{}
	m.pod(e, m.get("spec", "kafka"))
	delete(e.Fields, "pdb/maxUnavailable") // one budget for all pools: the cluster's
	for p, v := range own {
		e.Set(p, v)
	}
}

// storageTypes are the model's words for Strimzi's.
var storageTypes = map[string]string{"persistent-claim": "persistent", "ephemeral": "ephemeral", "jbod": "jbod"}

// storage reads a storage block; JBOD volumes count together.
func (m *manifest) storage(e *model.Entity, n *source.Node) {
	kind := n.Field("type")
	if kind == nil {
		return
	}
	m.fact(e, "storage/type", storageTypes[kind.Str()], kind, "")
	volumes := n.Field("volumes").Items()
	if len(volumes) == 0 {
		volumes = []*source.Node{n}
	}
	total, known := int64(0), true
	for _, v := range volumes {
		if v != n && v.Field("type").Str() == "ephemeral" {
			delete(e.Fields, "storage/type")
			m.fact(e, "storage/type", "ephemeral", v.Field("type"), "")
		}
		if n := v.Field("deleteClaim"); n != nil && (!e.Has("storage/deleteClaim") || n.Str() == "true") {
			delete(e.Fields, "storage/deleteClaim")
			m.field(e, "storage/deleteClaim", n)
		}
		size, ok := quantity(v.Field("size").Str())
		total, known = total+size, known && ok
	}
	if n := volumes[0].Field("size"); n != nil {
		v := model.Value{Unknown: !known, Raw: n.Value, Node: n, Origin: model.Origin{Kind: model.FromFile, Span: n.Span}}
		if known {
			v.Data = total
		}
		e.Set("storage/size", v)
	}
}

// alsoZooKeeper adds the places where ZooKeeper's storage says the same.
func (m *manifest) alsoZooKeeper(e *model.Entity) {
	n := m.get("spec", "zookeeper", "storage", "type")
	v, ok := e.Fields["storage/type"]
	if n != nil && ok && storageTypes[n.Str()] == v.Data {
		v.Also = append(v.Also, model.Origin{Kind: model.FromFile, Span: n.Span, Note: "ZooKeeper's storage"})
		e.Fields["storage/type"] = v
	}
}

// listeners reads the list of today and the map of v1beta1. What is said of a
// listener stands at its head, where findings about it belong.
func (r *strimziReader) listeners(m *manifest, e *model.Entity, n *source.Node) {
	for _, item := range n.Items() {
		name := item.Field("name")
		if name == nil {
			continue
		}
		l := strimziListener{m: m, e: e, path: "listeners/" + nameText(name) + "/", head: name.Span}
		e.Places["listeners/"+nameText(name)] = model.Place{Anchor: name.Span, Parent: item}
		l.set("type", item.Field("type"))
		l.set("tls", item.Field("tls"))
		m.field(e, l.path+"port", item.Field("port"))
		l.authentication(item)
		r.overrides(m, e, item.Get("configuration", "brokers"))
	}
	for _, item := range n.Fields() {
		l := strimziListener{m: m, e: e, path: "listeners/" + item.Name + "/", head: item.NameSpan}
		e.Places["listeners/"+item.Name] = model.Place{Anchor: item.NameSpan, Parent: mapOnly(item)}
		l.old(item)
		l.authentication(item)
		r.overrides(m, e, item.Get("overrides", "brokers"))
	}
}

func mapOnly(n *source.Node) *source.Node {
	if n != nil && n.Kind == source.Map {
		return n
	}
	return nil
}

type strimziListener struct {
	m    *manifest
	e    *model.Entity
	path model.Path
	head source.Span
}

// set puts a value of the listener, shown at its head.
func (l strimziListener) set(name string, n *source.Node) {
	l.m.field(l.e, l.path+name, n)
	if v, ok := l.e.Fields[l.path+name]; ok {
		v.Origin.Span = l.head
		l.e.Fields[l.path+name] = v
	}
}

// old is one entry of v1beta1's map: plain, tls and external are fixed names.
func (l strimziListener) old(item *source.Node) {
	switch item.Name {
	case "plain", "tls":
		setText(l.e, l.path+"type", "internal", l.head, "")
		setText(l.e, l.path+"tls", item.Name == "tls", l.head, "")
		setText(l.e, l.path+"port", map[string]int64{"plain": 9092, "tls": 9093}[item.Name], l.head, "")
	case "external":
		l.set("type", item.Field("type"))
		setText(l.e, l.path+"port", int64(9094), l.head, "")
		setText(l.e, l.path+"tls", true, l.head, "Strimzi's default")
		if item.Field("tls") != nil {
			delete(l.e.Fields, l.path+"tls")
			l.set("tls", item.Field("tls"))
		}
	}
}

func (l strimziListener) authentication(item *source.Node) {
	a := item.Field("authentication")
	switch {
	case a.Field("type") != nil:
		l.m.field(l.e, l.path+"authentication", a.Field("type"))
	case a == nil && item.Kind != source.Expression:
		setText(l.e, l.path+"authentication", "none", l.head, "")
	}
}

// overrides reports settings for brokers that there are not. Only without node
// pools are ids counted from 0.
func (r *strimziReader) overrides(m *manifest, e *model.Entity, brokers *source.Node) {
	count, known := e.Int("brokers")
	if !known || len(r.pools(m)) > 0 {
		return
	}
	for _, item := range brokers.Items() {
		n := item.Field("broker")
		id, ok := model.ParseAs(model.Whole, n.Str())
		if broker, isInt := id.(int64); ok && isInt && broker >= count {
			r.problem(model.Problem{Kind: "listener-broker-mismatch", Span: n.Span, Entity: e, Key: "broker", Role: "listener", Value: n.Str(), Level: "info",
				Why: "the cluster has no broker of this id, so the entry has no effect", Hint: "remove it, or raise replicas",
				Related: []model.Related{{Span: e.Fields["brokers"].Origin.Span, Message: "ids end below this count"}}})
		}
	}
}

// bootstrapAddresses are the service names by which clients reach the cluster
// from inside Kubernetes.
func bootstrapAddresses(m *manifest) []string {
	suffix := ".*"
	if ns := m.namespace(); ns != "" {
		suffix = "." + ns
	}
	return []string{m.name() + "-kafka-bootstrap" + suffix, m.name() + "-kafka-brokers" + suffix}
}

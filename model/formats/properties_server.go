package formats

import (
	"path"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// server is one file of a broker or controller.
type server struct {
	doc  *Document
	root *source.Node
}

// importServers makes the nodes and clusters of a run's server files. Files
// that connect to the same quorum or ZooKeeper, or stand in one folder, are
// nodes of one cluster.
func importServers(docs []*Document) model.Imported {
	var out model.Imported
	clusters := clustersOf(docs)
	for _, c := range clusters {
		hint := ""
		if len(clusters) > 1 {
			hint = c.name
		}
		frames := []model.Fragment{c.cluster()}
		for _, s := range c.servers {
			e := s.entity(c.count(s.isBroker()) > 1)
			frames = append(frames, fragmentOf(s.doc, e))
			out.Problems = append(out.Problems, duplicates(s.root, e, string(kafka.Broker))...)
		}
		for _, f := range frames {
			f.OwnCluster = c.name
			if f.Cluster == "" {
				f.Cluster = hint
			}
			out.Add(f)
		}
	}
	return out
}

// serverCluster are the files of one cluster.
type serverCluster struct {
	name    string
	servers []*server
}

// clustersOf groups server files: by what they connect to when it is known,
// else by folder. A node id that comes twice shows that the connection is a
// sample's ("localhost:2181" everywhere): then the folders decide.
func clustersOf(docs []*Document) []*serverCluster {
	byKey := map[string]*serverCluster{}
	var out []*serverCluster
	for _, key := range serverKeys(docs) {
		d := key.doc
		c := byKey[key.text]
		if c == nil {
			c = &serverCluster{name: clusterName(d)}
			byKey[key.text] = c
			out = append(out, c)
		}
		c.servers = append(c.servers, &server{doc: d, root: d.Roots[0]})
	}
	names := map[string]int{}
	for _, c := range out {
		names[c.name]++
	}
	for _, c := range out {
		if names[c.name] > 1 {
			c.name = documentSource(c.servers[0].doc)
		}
		if len(c.servers) > 1 && documentSource(c.servers[0].doc) != documentSource(c.servers[1].doc) {
			c.name = path.Base(path.Dir(documentSource(c.servers[0].doc)))
		}
	}
	return out
}

type serverKey struct {
	doc  *Document
	text string
}

func serverKeys(docs []*Document) []serverKey {
	ids := map[string]map[string]bool{} // ids seen by connection
	clash := map[string]bool{}
	for _, d := range docs {
		at, id := connection(d), nodeID(d.Roots[0]).Str()
		if ids[at] == nil {
			ids[at] = map[string]bool{}
		}
		clash[at] = clash[at] || id == "" || ids[at][id]
		ids[at][id] = true
	}
	keys := make([]serverKey, 0, len(docs))
	for _, d := range docs {
		at := connection(d)
		if at == "" || clash[at] {
			at = "folder " + documentSource(d)
		}
		keys = append(keys, serverKey{d, at})
	}
	return keys
}

// connection is what a server joins its cluster by, "" when unknown.
func connection(d *Document) string {
	for _, key := range []string{"controller.quorum.voters", "controller.quorum.bootstrap.servers", "zookeeper.connect"} {
		if v := scalar(d.Roots[0].Field(key), dollar); !v.Unknown && v.resolved != "" {
			hosts := strings.Split(v.resolved, ",")
			slices.Sort(hosts)
			return strings.Join(hosts, ",")
		}
	}
	return ""
}

func nodeID(root *source.Node) *source.Node {
	return first(root.Field("node.id"), root.Field("broker.id"))
}

// clusterName names a cluster by the folder that its first file stands in.
func clusterName(d *Document) string {
	if name := lastFolder(documentSource(d)); name != "" {
		return name
	}
	return "kafka"
}

// cluster is what the files say of the whole cluster.
func (c *serverCluster) cluster() model.Fragment {
	s := c.servers[0]
	at := s.root.Fields()[0].NameSpan
	e := model.New(model.Cluster, c.name, at)
	e.Format, e.Source = "properties", documentSource(s.doc)
	e.Places[""] = model.Place{Anchor: at, Parent: s.root}
	for _, s := range c.servers {
		if v, at := versionComment(s.doc); !v.IsZero() && !e.Has("version") {
			setText(e, "version", v.String(), at, "")
		}
	}
	if n := c.field("process.roles"); n != nil {
		setText(e, "mode", "kraft", n.Span, "")
		c.controllers(e)
	} else if n := c.field("zookeeper.connect"); n != nil {
		setText(e, "mode", "zookeeper", n.Span, "")
	}
	if n := c.field("authorizer.class.name"); n != nil {
		v := scalar(n, dollar)
		v.Unknown = v.Unknown || n.Conditional
		e.Set("authorization", v.Value)
	}
	return fragmentOf(s.doc, e)
}

// field is the setting in the first file that has it.
func (c *serverCluster) field(key string) *source.Node {
	for _, s := range c.servers {
		if n := s.root.Field(key); n != nil {
			return n
		}
	}
	return nil
}

// controllers says how many voters the quorum has, and whether a broker is one
// of them.
func (c *serverCluster) controllers(e *model.Entity) {
	if n := c.field("controller.quorum.voters"); n != nil {
		v := scalar(n, dollar)
		if !v.Unknown {
			v.Data = int64(len(textList(v.resolved)))
		}
		e.Set("controllers/count", v.Value)
	}
	for _, s := range c.servers {
		v := scalar(s.root.Field("process.roles"), dollar)
		if v.Unknown {
			return
		}
		combined := strings.Contains(v.resolved, "broker") && strings.Contains(v.resolved, "controller")
		if combined || s == c.servers[len(c.servers)-1] {
			v.Data = combined
			e.Set("controllers/combined", v.Value)
			return
		}
	}
}

// entity is the node that one file configures. A single file is often the one
// that every broker gets, so how many nodes it makes is unknown unless it is a
// quorum of its own.
func (s *server) entity(several bool) *model.Entity {
	at := s.root.Fields()[0].NameSpan
	id := nodeID(s.root)
	e := model.New(model.Node, s.name(id), at)
	e.Format, e.Source = "properties", documentSource(s.doc)
	for _, f := range s.root.Fields() {
		setSetting(e, f.Name, f)
	}
	if id != nil {
		setField(e, "nodeId", id, dollar)
	}
	s.roles(e)
	if !several && !s.alone() {
		v := scalar(first(id, s.root.Fields()[0]), dollar)
		v.Unknown, v.Data, v.Raw, v.Origin.Note = true, nil, "", "one file for every broker"
		e.Set("replicas", v.Value)
	}
	setListeners(e, s.root)
	if s.doc.Parent != nil && s.doc.Parent.Format == "kubernetes" {
		publish(e, map[string]bool{}) // a pod's ports stay in the cluster's network
	}
	e.Places[""] = model.Place{Anchor: at, Parent: s.root}
	s.places(e)
	return e
}

// isBroker reports whether the file says or leaves open that the node is a
// broker.
func (s *server) isBroker() bool {
	roles := textList(s.root.Field("process.roles").Str())
	return len(roles) != 1 || roles[0] != "controller"
}

// count is the number of files of brokers, or of dedicated controllers.
func (c *serverCluster) count(brokers bool) int {
	n := 0
	for _, s := range c.servers {
		if s.isBroker() == brokers {
			n++
		}
	}
	return n
}

// alone reports whether the node is a cluster by itself: it is broker and
// controller, and the only voter.
func (s *server) alone() bool {
	voters := scalar(s.root.Field("controller.quorum.voters"), dollar)
	roles := s.root.Field("process.roles").Str()
	return strings.Contains(roles, "broker") && strings.Contains(roles, "controller") && !voters.Unknown && len(textList(voters.resolved)) == 1
}

func (s *server) name(id *source.Node) string {
	role := "broker"
	if roles := textList(s.root.Field("process.roles").Str()); len(roles) == 1 && roles[0] == "controller" {
		role = "controller"
	}
	if v := scalar(id, dollar); !v.Unknown && v.resolved != "" && !isPlaceholder(v.resolved) {
		return role + "-" + v.resolved
	}
	if stem := nameStem(s.doc.Name); stem != "" {
		return stem
	}
	return role
}

// roles says what the node is: its process.roles, or a broker where it has a
// ZooKeeper.
func (s *server) roles(e *model.Entity) {
	if n := s.root.Field("process.roles"); n != nil {
		v := scalar(n, dollar)
		if !v.Unknown {
			v.Data = textList(v.resolved)
		}
		e.Set("roles", v.Value)
		return
	}
	if n := s.root.Field("zookeeper.connect"); n != nil {
		setText(e, "roles", []any{"broker"}, n.NameSpan, "a broker with ZooKeeper")
	}
}

// serverAnchors are the keys beside which a missing one is looked for.
var serverAnchors = map[string][]string{
	"default.replication.factor":                       {"auto.create.topics.enable", "num.partitions"},
	"min.insync.replicas":                              {"default.replication.factor"},
	"transaction.state.log.min.isr":                    {"transaction.state.log.replication.factor"},
	"transaction.state.log.replication.factor":         {"offsets.topic.replication.factor"},
	"broker.rack":                                      {"node.id", "broker.id"},
	"listener.security.protocol.map":                   {"listeners", "advertised.listeners"},
	"unclean.leader.election.enable":                   {"default.replication.factor"},
	"replica.fetch.max.bytes":                          {"message.max.bytes"},
	"share.coordinator.state.topic.min.isr":            {"share.coordinator.state.topic.replication.factor"},
	"offsets.topic.replication.factor":                 {"default.replication.factor"},
	"auto.create.topics.enable":                        {"num.partitions", "default.replication.factor"},
	"sasl.enabled.mechanisms":                          {"listeners"},
	"allow.everyone.if.no.acl.found":                   {"authorizer.class.name"},
	"authorizer.class.name":                            {"listeners", "advertised.listeners"},
	"ssl.client.auth":                                  {"listeners"},
	"controller.quorum.bootstrap.servers":              {"controller.quorum.voters"},
	"inter.broker.listener.name":                       {"listeners"},
	"security.inter.broker.protocol":                   {"listeners"},
	"log.dirs":                                         {"log.dir", "node.id", "broker.id"},
	"num.recovery.threads.per.data.dir":                {"log.dirs", "log.dir"},
	"share.coordinator.state.topic.replication.factor": {"offsets.topic.replication.factor"},
}

func (s *server) places(e *model.Entity) {
	for key, beside := range serverAnchors {
		for _, name := range beside {
			if n := s.root.Field(name); n != nil {
				e.Places[model.Config(key)] = model.Place{Anchor: n.NameSpan, Parent: s.root}
				break
			}
		}
	}
}

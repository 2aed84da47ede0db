package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// broker is a container that runs a broker or controller, and how many of it
// there are; a nil count is unknown.
type broker struct {
	c     *workload
	node  *model.Entity
	count *int64
}

// clusterOfBrokers is the cluster that containers of one source form together.
func clusterOfBrokers(name string, brokers []broker) model.Fragment {
	head := brokers[0].c
	e := model.New(model.Cluster, name, head.at)
	e.Format, e.Source = head.format, head.source
	e.Places[""] = model.Place{Anchor: head.at}
	total, known := int64(0), true
	for _, b := range brokers {
		if b.node == nil || onlyController(b.node) {
			continue
		}
		known = known && b.count != nil && !(b.node.Has("roles") && b.node.Fields["roles"].Unknown)
		if b.count != nil {
			total += *b.count
		}
		clusterMode(e, b.node)
		clusterVersion(e, b.c)
	}
	if known && total > 0 {
		setText(e, "brokers", total, head.at, "")
	}
	f := head.fragment(e)
	return f
}

func onlyController(node *model.Entity) bool {
	roles := node.List("roles")
	return len(roles) == 1 && roles[0] == "controller"
}

// clusterMode tells KRaft from ZooKeeper by a node's configuration.
func clusterMode(e, node *model.Entity) {
	if e.Has("mode") {
		return
	}
	for _, m := range []struct{ key, mode string }{{"process.roles", "kraft"}, {"controller.quorum.voters", "kraft"}, {"zookeeper.connect", "zookeeper"}} {
		if v, ok := node.Fields[model.Config(m.key)]; ok {
			setText(e, "mode", m.mode, v.Origin.Span, "")
			return
		}
	}
}

// clusterVersion reads what an image's name and tag say; images that differ
// leave it open.
func clusterVersion(e *model.Entity, c *workload) {
	ref := c.imageRef()
	if ref == "" {
		return
	}
	platform := ""
	switch {
	case c.isRedpanda():
		platform = "redpanda"
	case strings.Contains(ref, "confluentinc/"):
		platform = "confluent-platform"
	case kafka.IsKafkaImage(ref):
		platform = "apache"
	}
	if platform != "" && !e.Has("platform") {
		setText(e, "platform", platform, c.image.Span, "the image")
	}
	version := kafka.ImageVersion(ref)
	if version.IsZero() {
		return
	}
	if old := e.Text("version"); old != "" && old != version.String() {
		unknownAt(e, "version")
		return
	}
	if !e.Has("version") {
		setText(e, "version", version.String(), c.image.Span, "the image's tag")
	}
}

package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// msk reads a provisioned cluster of Amazon MSK with the configuration and the
// security groups that it refers to.
func (c *tfCollector) msk(r *tfResource) {
	b := r.body
	e := r.entity(model.Cluster, b.get("cluster_name"))
	if _, known := b.get("cluster_name").str(); !known {
		e.Name = r.label
	}
	nodes := b.block("broker_node_group_info")
	r.mskPlatform(e, nodes)
	r.set(e, "version", b.get("kafka_version"))
	if text, ok := b.get("kafka_version").str(); ok {
		r.mskMode(e, text)
	}
	r.set(e, "brokers", b.get("number_of_broker_nodes"))
	if subnets := nodes.get("client_subnets"); subnets != nil && subnets.kind == tfList && !subnets.open && len(subnets.children) > 0 {
		r.fact(e, "zones", int64(len(subnets.children)), subnets)
	}
	ebs := nodes.block("storage_info", "ebs_storage_info")
	if ebs == nil && nodes != nil {
		ebs = nodes
	}
	if size, ok := ebs.first("volume_size", "ebs_volume_size").str(); ok {
		if n, err := strconv.ParseInt(size, 10, 32); err == nil {
			r.fact(e, "storage/size", n<<30, ebs.first("volume_size", "ebs_volume_size"))
		}
	}
	r.mskSecurity(c, e)
	r.lifecycle(e)
	c.mskConfiguration(r, e)
	c.platforms["msk"] = true
	c.emit(r, e)
}

// mskPlatform tells the broker types apart: their defaults differ.
func (r *tfResource) mskPlatform(e *model.Entity, nodes *tfValue) {
	mode, instance := r.body.get("storage_mode"), nodes.get("instance_type")
	text, known := instance.str()
	modeText, modeKnown := mode.str()
	switch {
	case strings.HasPrefix(text, "express."):
		r.fact(e, "platform", "msk-express", instance)
	case modeText == "TIERED":
		r.fact(e, "platform", "msk-tiered", mode)
		r.fact(e, "storage/type", "tiered", mode)
	case mode != nil && !modeKnown:
		// standard or tiered: their defaults differ
	case instance == nil || known:
		setText(e, "platform", "msk", r.head, "")
	default:
		setText(e, "platform", "msk", r.head, "unless the instance type is express")
	}
}

// mskMode reads where the metadata is: MSK names it in the version until 4.0.
func (r *tfResource) mskMode(e *model.Entity, text string) {
	v, ok := kafka.ParseVersion(text)
	mode := "zookeeper"
	if strings.Contains(text, "kraft") || v.AtLeast(kafka.V(4, 0)) {
		mode = "kraft"
	}
	if express := e.Text("platform") == "msk-express"; ok && !express { // Express brokers do not say it
		r.fact(e, "mode", mode, r.body.get("kafka_version"))
	}
}

// mskSecurity reads who gets in and what is encrypted.
func (r *tfResource) mskSecurity(c *tfCollector, e *model.Entity) {
	b := r.body
	transit := b.block("encryption_info", "encryption_in_transit")
	r.set(e, "encryption/clientBroker", transit.get("client_broker"))
	r.set(e, "encryption/inCluster", transit.get("in_cluster"))
	if transit != nil {
		e.Places["encryption"] = r.place(transit)
	}
	authentication := b.block("client_authentication")
	switch {
	case authentication != nil:
		r.set(e, "authentication/unauthenticated", authentication.get("unauthenticated"))
		e.Places["authentication"] = r.place(authentication)
	case !r.dynamic("client_authentication"):
		e.Set("authentication/unauthenticated", model.Value{Data: true,
			Origin: model.Origin{Kind: model.FromPlatform, Note: "MSK lets everybody in without client_authentication"}})
	}
	access := b.block("broker_node_group_info", "connectivity_info", "public_access")
	if kind := access.get("type"); kind != nil {
		r.words(e, "public", kind, func(s string) any { return s != "DISABLED" })
	} else {
		c.openGroup(r, e)
	}
	c.unknownArguments(r, e)
}

// place is where a block's absent arguments would be.
func (r *tfResource) place(block *tfValue) model.Place {
	if block.nameSpan.IsZero() {
		return model.Place{Anchor: r.head, Parent: block.node, Spell: snakeCase}
	}
	return model.Place{Anchor: block.nameSpan, Parent: block.node, Spell: snakeCase}
}

// dynamic reports whether a dynamic block may make blocks of that type.
func (r *tfResource) dynamic(name string) bool {
	if r.body.node == nil {
		return false
	}
	return slices.ContainsFunc(r.body.node.Fields(), func(n *source.Node) bool {
		return n.Name == "dynamic" && len(n.Labels) == 1 && n.Labels[0] == name
	})
}

// mskArguments are the blocks of aws_msk_cluster whose arguments have been the
// same since they are there: another one makes the plan fail.
var mskArguments = []struct {
	path  []string
	names []string
}{
	{[]string{"client_authentication"}, []string{"sasl", "tls", "unauthenticated"}},
	{[]string{"client_authentication", "tls"}, []string{"certificate_authority_arns"}},
	{[]string{"client_authentication", "sasl"}, []string{"iam", "scram"}},
	{[]string{"encryption_info"}, []string{"encryption_at_rest_kms_key_arn", "encryption_in_transit"}},
	{[]string{"encryption_info", "encryption_in_transit"}, []string{"client_broker", "in_cluster"}},
	{[]string{"configuration_info"}, []string{"arn", "revision"}},
}

func (c *tfCollector) unknownArguments(r *tfResource, e *model.Entity) {
	for _, a := range mskArguments {
		block := r.body.block(a.path...)
		if block == nil {
			continue
		}
		for _, f := range block.children {
			if f.name == "dynamic" || slices.Contains(a.names, f.name) || f.nameSpan.IsZero() {
				continue
			}
			c.out.Problems = append(c.out.Problems, model.Problem{
				Kind: "unknown-key", Span: f.nameSpan, Entity: e, Key: f.name, Role: strings.Join(append([]string{r.kind}, a.path...), "."), Value: f.text,
				Why:   fmt.Sprintf("%s takes %s; with another argument the plan fails", a.path[len(a.path)-1], strings.Join(a.names, ", ")),
				Level: "error",
			})
		}
	}
}

// openGroup finds a rule of the cluster's security groups that lets every
// address reach the brokers' ports.
func (c *tfCollector) openGroup(r *tfResource, e *model.Entity) {
	groups := r.body.get("broker_node_group_info", "security_groups")
	if groups == nil {
		return
	}
	items := groups.children
	if len(items) == 0 {
		items = []*tfValue{groups}
	}
	for _, item := range items {
		kind, name := item.reference()
		if kind != "aws_security_group" {
			continue
		}
		for _, other := range c.resources {
			if other.kind == kind && other.label == name && other.module == r.module {
				for _, rule := range other.body.children {
					if rule.name == "ingress" {
						r.openRule(e, rule)
					}
				}
			}
			if target, group := other.body.get("security_group_id").reference(); other.kind == "aws_security_group_rule" && target == kind && group == name && other.module == r.module {
				if direction, _ := other.body.get("type").str(); direction == "ingress" {
					r.openRule(e, other.body)
				}
			}
		}
	}
}

func (r *tfResource) openRule(e *model.Entity, rule *tfValue) {
	from, err1 := strconv.Atoi(text(rule.get("from_port")))
	to, err2 := strconv.Atoi(text(rule.get("to_port")))
	cidrs := rule.get("cidr_blocks")
	if err1 != nil || err2 != nil || cidrs == nil || !(from <= 9098 && to >= 9092 || from <= 9198 && to >= 9192 || text(rule.get("protocol")) == "-1") {
		return
	}
	for _, cidr := range cidrs.children {
		if cidr.text == "0.0.0.0/0" {
			r.fact(e, "public", true, cidrs.noted("the security group lets every address reach the brokers"))
		}
	}
}

func text(v *tfValue) string {
	s, _ := v.str()
	return s
}

// mskConfiguration puts the server properties of the configuration that a
// cluster refers to.
func (c *tfCollector) mskConfiguration(r *tfResource, e *model.Entity) {
	info := r.body.block("configuration_info")
	if info == nil {
		return
	}
	kind, name := info.get("arn").reference()
	var configurations []*tfResource
	for _, other := range c.resources {
		if other.kind == "aws_msk_configuration" && other.module == r.module {
			configurations = append(configurations, other)
		}
	}
	for _, other := range configurations {
		if kind == other.kind && name == other.label || kind == "" && len(configurations) == 1 {
			other.serverProperties(e)
			other.joined = true
			return
		}
	}
}

// serverProperties reads broker keys out of the text of server_properties.
func (r *tfResource) serverProperties(e *model.Entity) {
	v := r.body.get("server_properties")
	if v == nil {
		return
	}
	place := model.Place{Anchor: v.nameSpan}
	for _, doc := range v.docs {
		root, err := source.ParseProperties(doc)
		if err != nil {
			continue
		}
		if len(v.docs) == 1 {
			place.Parent = root
		}
		for _, f := range root.Fields() {
			e.Set(model.Config(f.Name), configValue(kafka.Broker, f.Name, f, dollar))
		}
	}
	e.Places["config"] = place
}

// lonelyConfigurations are configurations that no cluster here refers to.
func (c *tfCollector) lonelyConfigurations() {
	for _, r := range c.resources {
		if r.kind != "aws_msk_configuration" || r.joined {
			continue
		}
		e := r.entity(model.Cluster, r.body.get("name"))
		setText(e, "platform", "msk", r.head, "")
		if versions := r.body.get("kafka_versions"); versions != nil && len(versions.children) == 1 {
			r.set(e, "version", versions.children[0])
		}
		r.serverProperties(e)
		c.emit(r, e)
	}
}

func (c *tfCollector) mskServerless(r *tfResource) {
	e := r.entity(model.Cluster, r.body.get("cluster_name"))
	setText(e, "platform", "msk-serverless", r.head, "")
	r.lifecycle(e)
	c.emit(r, e)
}

// aiven reads an Aiven for Apache Kafka service.
func (c *tfCollector) aiven(r *tfResource) {
	b := r.body
	e := r.entity(model.Cluster, b.get("service_name"))
	if _, known := b.get("service_name").str(); !known {
		e.Name = r.label
	}
	setText(e, "platform", "aiven", r.head, "")
	settings := b.block("kafka_user_config")
	r.set(e, "version", settings.get("kafka_version"))
	r.configMap(e, settings.get("kafka"), snakeKey)
	if access := settings.block("public_access"); access != nil {
		r.publicAccess(e, access)
	}
	if tiered := settings.get("tiered_storage", "enabled"); tiered != nil {
		r.set(e, "tieredStorage/enabled", tiered)
	}
	r.lifecycle(e)
	c.platforms["aiven"] = true
	c.emit(r, e)
}

// clusterByShape reads a cluster of a provider that is not known by name: what its
// arguments' usual names say, on a platform of the provider's name, whose
// defaults nobody here knows.
func (c *tfCollector) clusterByShape(r *tfResource) {
	b := r.body
	e := r.entity(model.Cluster, b.first("cluster_name", "name"))
	provider, _, _ := strings.Cut(r.kind, "_")
	setText(e, "platform", provider, r.head, "")
	r.set(e, "version", b.first("kafka_version", "version"))
	r.set(e, "brokers", b.first("number_of_broker_nodes", "broker_count", "brokers_count", "brokers"))
	r.configMap(e, b.first("config", "configs", "configuration", "server_properties", "kafka_config"), same)
	r.lifecycle(e)
	c.emit(r, e)
}

// publicAccess is open if one of the service's endpoints is.
func (r *tfResource) publicAccess(e *model.Entity, access *tfValue) {
	var open *model.Value
	for _, f := range access.children {
		if f.text != "true" {
			continue
		}
		v := r.placed(f.textValue().Value)
		v.Data = true
		if open == nil {
			open = &v
		} else {
			open.Also = append(open.Also, v.Origin)
		}
	}
	if open != nil {
		e.Set("public", *open)
	}
}

func (c *tfCollector) confluentCluster(r *tfResource) {
	b := r.body
	e := r.entity(model.Cluster, b.get("display_name"))
	if _, known := b.get("display_name").str(); !known {
		e.Name = r.label
	}
	setText(e, "platform", "confluent-cloud", r.head, "")
	if zones := b.get("availability"); zones != nil {
		r.words(e, "zones", zones, func(s string) any {
			switch s {
			case "SINGLE_ZONE", "LOW":
				return int64(1)
			case "MULTI_ZONE", "HIGH":
				return int64(3)
			}
			return nil
		})
	}
	r.lifecycle(e)
	c.platforms["confluent-cloud"] = true
	c.emit(r, e)
}

// platformClusters adds the cluster of topics whose provider says what it is,
// if none of its resources is here.
func (c *tfCollector) platformClusters() {
	for _, r := range c.resources {
		platform := ""
		switch {
		case strings.HasPrefix(r.kind, "confluent_kafka_"), r.kind == "confluent_connector":
			platform = "confluent-cloud"
		case strings.HasPrefix(r.kind, "aiven_kafka_"):
			platform = "aiven"
		}
		if platform == "" || c.platforms[platform] {
			continue
		}
		c.platforms[platform] = true
		name := r.body.first("service_name")
		if name == nil {
			name = r.body.get("kafka_cluster", "id")
		}
		e := model.New(model.Cluster, platform, r.head)
		if s, known := name.str(); known {
			e.Name = s
		}
		e.Format, e.Source = "terraform", r.root
		e.Places[""] = model.Place{Anchor: r.head}
		setText(e, "platform", platform, r.head, r.kind)
		c.emit(r, e)
	}
}

package kafka

import (
	"slices"
	"strings"
)

// Decider is a place where a cluster's setting can be written.
type Decider string

// The places. "Files" are static configuration, read at start; "dynamic" is what kafka-configs.sh writes.
const (
	ByTopic           Decider = "topic"            // the topic's own configuration
	ByBrokerDynamic   Decider = "broker-dynamic"   // dynamic, for one broker id
	ByClusterLevel    Decider = "cluster-level"    // dynamic, the cluster-wide default (entity-default)
	ByBrokerFiles     Decider = "broker-files"     // each broker's server.properties
	ByControllerFiles Decider = "controller-files" // the controllers' server.properties
)

// Decision says where a key's value comes from. Each list is in order of precedence; a place that is not in it does not count.
type Decision struct {
	Key         string
	Known       bool      // false: it depends on a version, or on ZooKeeper or KRaft, that is not known
	Chain       []Decider // under KRaft
	AutoCreated []Decider // under KRaft for auto-created topics, where that differs (default.replication.factor, num.partitions)
	ZooKeeper   []Decider // before 4.0 with ZooKeeper, where that differs
	WrittenFrom Decider   // the controller itself writes the cluster-level value, from here (ELR: controller-files)
	PerNode     bool      // every broker or controller uses its own value: files may differ
	Source      string    // the KIP, the Kafka class, or the line of kafka-lab/measured.md
}

// Counts says whether a place can decide the key, for explicitly or for auto-created topics.
func (d Decision) Counts(place Decider) bool {
	return slices.Contains(d.Chain, place) || slices.Contains(d.AutoCreated, place) || d.WrittenFrom == place
}

// Decides says where the value of a broker's, controller's or topic's key comes from in a version. elr says that the cluster
// has eligible leader replicas on (feature eligible.leader.replicas.version ≥ 1, the default of clusters formatted by 4.1 or
// newer; KIP-966). From 4.0 there is only KRaft; before, Chain is for KRaft and ZooKeeper beside it.
func Decides(key string, v Version, elr bool) Decision {
	key = brokerSide(key)
	for _, rule := range deciders {
		if rule.key == key && rule.elr == elr {
			return rule.decision(v)
		}
	}
	for _, rule := range deciders {
		if rule.key == key && !rule.needsELR() {
			return rule.decision(v)
		}
	}
	return byScope(key, v)
}

// brokerSide is the broker's key behind a topic key: Decides answers for both names.
func brokerSide(key string) string {
	if _, ok := table().keys[keyID{Broker, key}]; ok {
		return key
	}
	if s := Synonyms(key); len(s) > 0 {
		return s[0].Key
	}
	return key
}

// byScope is the rule for every key without one of its own: its node's file, and before it what its update mode allows
// (DynamicBrokerConfig), and before that the topic's own configuration when the key is the default of a topic key.
func byScope(key string, v Version) Decision {
	k, ok := Lookup(Broker, key)
	if !ok {
		_, topicOnly := Lookup(Topic, key)
		return Decision{Key: key, Known: topicOnly, Chain: []Decider{ByTopic}, Source: "LogConfig: no broker key is its synonym"}
	}
	d := Decision{Key: key, Known: true, PerNode: true, Source: "DynamicBrokerConfig"}
	if _, _, ok := TopicKey(key); ok {
		d.Chain = append(d.Chain, ByTopic)
	}
	switch k.scopeIn(v) {
	case PerBroker:
		d.Chain = append(d.Chain, ByBrokerDynamic)
	case ClusterWide:
		d.Chain = append(d.Chain, ByBrokerDynamic, ByClusterLevel)
	}
	d.Chain = append(d.Chain, ByBrokerFiles)
	if strings.HasPrefix(key, "controller.") || bothRoles[key] {
		d.Chain = append(d.Chain, ByControllerFiles)
	}
	return d
}

// scopeIn is the update mode in a version; the newest's when the version is unknown or has no definition.
func (k Key) scopeIn(v Version) Scope {
	if d := k.definition(v); d != nil {
		return d.scope
	}
	return k.Scope
}

// decider is one row of the table: a key that not every node decides for itself.
type decider struct {
	key         string
	elr         bool
	chain       []Decider
	autoCreated []Decider
	zooKeeper   []Decider
	writtenFrom Decider
	perNode     bool
	source      string
}

// needsELR says that the row holds only with eligible leader replicas.
func (r decider) needsELR() bool { return r.elr }

// decision is known from 4.0 on, where there is only KRaft, and earlier where ZooKeeper makes no difference.
func (r decider) decision(v Version) Decision {
	known := r.zooKeeper == nil || v.AtLeast(V(4, 0))
	return Decision{r.key, known, r.chain, r.autoCreated, r.zooKeeper, r.writtenFrom, r.perNode, r.source}
}

var (
	controllersOnly = []Decider{ByControllerFiles}
	brokersOnly     = []Decider{ByBrokerFiles}
	topicThenBroker = []Decider{ByTopic, ByBrokerDynamic, ByClusterLevel, ByBrokerFiles}
)

// deciders is held to M10 and M11 of kafka-lab/measured.md by tests of those names.
var deciders = []decider{
	// The partition leader's effective value (Partition.effectiveMinIsr from its LogConfig).
	{key: "min.insync.replicas", chain: topicThenBroker, perNode: true, source: "KIP-966; LogConfig of the leader"},
	// ConfigurationControlManager writes the cluster-level value when ELR is enabled and removes every broker's own: M10.
	{
		key: "min.insync.replicas", elr: true, chain: []Decider{ByTopic, ByClusterLevel}, writtenFrom: ByControllerFiles,
		source: "KIP-966; M10: the controller writes the cluster-level value from its own file, the brokers' is shadowed",
	},
	{
		key: "unclean.leader.election.enable", chain: []Decider{ByTopic, ByClusterLevel, ByControllerFiles}, zooKeeper: topicThenBroker,
		source: "ConfigurationControlManager.uncleanLeaderElectionEnabledForTopic; M11: true in the brokers' files elects nobody",
	},
	{
		key: "default.replication.factor", chain: controllersOnly, autoCreated: brokersOnly, zooKeeper: brokersOnly,
		source: "ReplicationControlManager.createTopic, AutoTopicCreationManager; M10",
	},
	{
		key: "num.partitions", chain: controllersOnly, autoCreated: brokersOnly, zooKeeper: brokersOnly,
		source: "ReplicationControlManager.createTopic, AutoTopicCreationManager; M10",
	},
	{key: "create.topic.policy.class.name", chain: controllersOnly, zooKeeper: brokersOnly, source: "ReplicationControlManager"},
	{key: "alter.config.policy.class.name", chain: controllersOnly, zooKeeper: brokersOnly, source: "ConfigurationControlManager"},
	{key: "delete.topic.enable", chain: controllersOnly, zooKeeper: brokersOnly, source: "ControllerApis.deleteTopics"},
	{key: "auto.leader.rebalance.enable", chain: controllersOnly, zooKeeper: brokersOnly, source: "QuorumController.Builder.setLeaderImbalanceCheckIntervalNs"},
	{key: "leader.imbalance.check.interval.seconds", chain: controllersOnly, zooKeeper: brokersOnly, source: "QuorumController"},
	{key: "unclean.leader.election.interval.ms", chain: controllersOnly, source: "QuorumController"},
	{key: "broker.session.timeout.ms", chain: controllersOnly, source: "ClusterControlManager"},
	{key: "broker.heartbeat.interval.ms", chain: brokersOnly, perNode: true, source: "BrokerLifecycleManager"},
	{key: "controller.quota.window.num", chain: controllersOnly, zooKeeper: brokersOnly, source: "ControllerMutationQuotaManager"},
	{key: "controller.quota.window.size.seconds", chain: controllersOnly, zooKeeper: brokersOnly, source: "ControllerMutationQuotaManager"},
}

// bothRoles are keys that controllers read from their own file as brokers do: each node's own value counts for that node.
var bothRoles = map[string]bool{
	"process.roles": true, "node.id": true, "listeners": true, "listener.security.protocol.map": true, "advertised.listeners": true,
	"authorizer.class.name": true, "super.users": true, "allow.everyone.if.no.acl.found": true, "principal.builder.class": true,
	"log.dir": true, "log.dirs": true, "metadata.log.dir": true, "sasl.mechanism.controller.protocol": true,
	"num.network.threads": true, "num.io.threads": true, "queued.max.requests": true, "socket.request.max.bytes": true,
	"metadata.log.segment.bytes": true, "metadata.log.segment.ms": true, "metadata.max.retention.bytes": true, "metadata.max.retention.ms": true,
	"metadata.log.max.record.bytes.between.snapshots": true, "metadata.log.max.snapshot.interval.ms": true,
	"delegation.token.secret.key": true, "delegation.token.max.lifetime.ms": true, "delegation.token.expiry.time.ms": true,
	"config.providers": true, "metric.reporters": true, "early.start.listeners": true,
}

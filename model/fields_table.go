package model

import "github.com/plimsoll-kafka/plimsoll/model/kafka"

// Parts that several kinds share.
var (
	library = group{"client/library": text(), "client/version": version(), "client/framework": text(), "client/frameworkVersion": version(), "client/profile": text()}

	running = join(library, group{
		"instances": count(), "instances/min": between(0, 1_000_000), "instances/max": count(), "principal": text(),
	})

	client = join(running, group{"topics": texts()})

	load = group{"rate/mean": of(Rate), "rate/peak": of(Rate)}

	processing = group{
		"mean": of(Duration), "p99": of(Duration), "cv": decimal(100),
		"parallel/by": oneOf("none", "key", "unordered"), "parallel/workers": count(), "parallel/tracker": oneOf("none", "lowest-done", "encoded"),
	}.under("processing")

	deadLetter = group{
		"topic": text(), "headers": of(Flag), "owner": text(), "alert": text(), "respondWithin": of(Duration), "replay": oneOf("manual", "tool", "none"),
	}.under("deadLetter")

	storage = group{
		"type": oneOf("persistent", "ephemeral", "jbod", "local", "tiered"), "deleteClaim": of(Flag), "size": of(Size),
	}.under("storage")

	listeners = group{
		"type": oneOf("internal", "cluster-ip", "nodeport", "loadbalancer", "route", "ingress", "container", "host"),
		"port": between(1, 65_535), "host": text(), "advertised": text(), "tls": of(Flag), "authentication": text(),
	}.under("listeners/*")

	pod = group{
		"pod/gracePeriod": of(Duration), "pod/zoneSpread": of(Flag), "pod/antiAffinity": of(Flag), "pod/heap": of(Size), "pod/memory": of(Size),
		"pdb/maxUnavailable": between(0, 1000),
	}

	lifecycle = group{"preventDestroy": of(Flag), "terminationProtection": of(Flag)}.under("lifecycle")

	limits = group{
		"producerByteRate": of(Bandwidth), "consumerByteRate": of(Bandwidth), "requestPercentage": decimal(1_000_000), "controllerMutationRate": decimal(1_000_000),
	}.under("quota")

	target = group{
		"broker": count(), "controller": count(), "rack": text(), "producer": text(), "group": text(), "instance": count(), "topic": text(),
		"partition": between(0, 1_000_000), "from": text(), "do": text(), "delay": of(Duration),
	}
)

// fieldTypes gives every field of every kind, except config/ (Kafka's types)
// and labels/ (text).
var fieldTypes = map[Kind]group{
	Topic: join(lifecycle, group{
		"partitions": count(), "replicationFactor": between(1, 32_767), "owner": text(), "tier": text(),
		"schema/format": oneOf("avro", "protobuf", "json"), "schema/subject": text(), "schema/autoRegister": of(Flag),
		"schema/compatibility":   oneOf("none", "backward", "backward-transitive", "forward", "forward-transitive", "full", "full-transitive"),
		"record/key/cardinality": between(0, maxWhole), "record/key/skew": decimal(10), "record/key/size": of(Size),
		"record/value/size": of(Size), "record/value/compression": decimal(1), "record/eventAgeMax": of(Duration),
		"intent/loss": oneOf("never", "tolerated"), "intent/order": oneOf("key", "none"), "intent/duplicates": oneOf("never", "tolerated"),
		"intent/survive/brokers": between(0, 1000), "intent/survive/racks": between(0, 1000),
		"intent/catchUp": of(Duration), "intent/outage": of(Duration), "intent/history": oneOf("needed", "not-needed"),
	}),
	Producer: join(client, load, group{
		"send": oneOf("sync", "async", "fire-and-forget"), "onFailure": oneOf("drop", "block", "retry", "outbox", "reject"),
		"duplicates": decimal(1), "source": oneOf("app", "outbox", "cdc", "mirror"), "partitioner": text(), "keyed": of(Flag),
	}),
	Group: join(client, processing, deadLetter, group{
		"threads": count(), "listener": oneOf("record", "batch"),
		"ackMode":      oneOf("record", "batch", "time", "count", "count-time", "manual", "manual-immediate"),
		"errorHandler": text(), "failureStrategy": text(), "sink": text(),
		"commit":          oneOf("java-auto", "library-auto", "after-record", "after-batch", "before", "async", "marked", "with-effect"),
		"onRevoke":        oneOf("commit", "finish", "abandon"),
		"deploy/strategy": oneOf("rolling", "recreate"), "deploy/podRestart": of(Duration), "deploy/grace": of(Duration),
		"retry/kind": oneOf("blocking", "topics", "none"), "retry/attempts": between(0, maxWhole), "retry/backoff": of(Duration), "retry/topics": texts(),
	}),
	ShareGroup: join(client, processing, deadLetter, group{"threads": count(), "sink": text()}),
	Streams: join(client, processing, group{
		"applicationId": text(), "threads": count(), "state/size": of(Size), "state/restoreRate": of(Bandwidth),
		"standbys": between(0, 1000), "guarantee": oneOf("at_least_once", "exactly_once", "exactly_once_beta", "exactly_once_v2"),
	}),
	Client:    client,
	Connector: join(client, load, deadLetter, group{"class": text(), "direction": oneOf("source", "sink")}),
	Worker:    running,
	Mirror:    join(library, group{"from": text(), "to": text(), "topics": texts(), "policy": text(), "lag": of(Duration)}),
	User:      join(limits, group{"authentication": text(), "authorization": text()}),
	Quota:     join(limits, group{"user": text(), "clientId": text()}),
	ACL: {
		"principal": text(), "host": text(), "permission": oneOf("ALLOW", "DENY"), "resource/name": text(), "resource/pattern": oneOf("literal", "prefixed"),
		"resource/type": oneOf("topic", "group", "cluster", "transactional-id", "delegation-token", "user"),
		"operations": texts("ALL", "READ", "WRITE", "CREATE", "DELETE", "ALTER", "DESCRIBE", "CLUSTER_ACTION", "DESCRIBE_CONFIGS", "ALTER_CONFIGS",
			"IDEMPOTENT_WRITE", "CREATE_TOKENS", "DESCRIBE_TOKENS", "TWO_PHASE_COMMIT"),
	},
	Cluster: join(storage, listeners, pod, lifecycle, kafkaFields, group{
		"name": text(), "brokers": count(), "zones": count(), "racks": texts(), "rackAware": of(Flag), "rtt": of(Duration), "clientRack": of(Flag),
		"broker/preset": text(), "broker/cores": count(), "broker/memory": of(Size), "broker/network": of(Bandwidth),
		"broker/disk/size": of(Size), "broker/disk/read": of(Bandwidth), "broker/disk/write": of(Bandwidth), "broker/disk/count": count(),
		"controllers/count": count(), "controllers/racks": texts(), "controllers/combined": of(Flag),
		"domains/rack": of(Flag), "domains/power": of(Flag), "domains/host": count(),
		"tieredStorage/enabled": of(Flag), "tieredStorage/read": of(Bandwidth), "tieredStorage/write": of(Bandwidth),
		"authorization": text(), "authentication/unauthenticated": of(Flag), "encryption/clientBroker": oneOf("TLS", "TLS_PLAINTEXT", "PLAINTEXT"),
		"encryption/inCluster": of(Flag), "public": of(Flag), "autoscaling": of(Flag), "apiVersion": text(),
	}),
	Node: join(storage, listeners, pod, group{
		"roles": texts("broker", "controller"), "replicas": between(0, 100_000), "nodeId": between(0, 2_147_483_647), "image": text(),
	}),
	Sink: {
		"capacity": of(Rate), "latency": of(Duration), "offsetsInSameTransaction": of(Flag),
		"idempotent/by": oneOf("event-id", "offset", "key-sequence"), "idempotent/retention": of(Duration),
	},
	Scenario: join(faults(), group{"for": of(Duration), "seed": between(0, maxWhole), "load": decimal(1000)}),
}

// kafkaFields are what a spec says under "kafka" and at its top: facts of the
// cluster.
var kafkaFields = group{
	"version": version(), "metadataVersion": version(), "platform": oneOf(platforms()...), "mode": oneOf("kraft", "zookeeper"),
	"environment": oneOf(Production, Staging, Development),
}

func platforms() []string {
	names := make([]string, 0, len(kafka.Platforms))
	for _, p := range kafka.Platforms {
		names = append(names, p.Name)
	}
	return names
}

func faults() group {
	g := group{"at": of(Duration), "for": of(Duration)}
	for _, what := range []Path{"kill", "stop", "pause", "power", "disk", "isolate", "slow", "drop", "controller", "client", "operator"} {
		g = join(g, target.under(what))
	}
	return g.under("faults/*")
}

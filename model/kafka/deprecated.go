package kafka

// replacements say what Kafka's documentation or upgrade notes tell to write instead of a deprecated or removed key; which keys
// those are, and since when, comes from the jars (@Deprecated constants, documentation, missing definitions). A sentence
// with a space is advice, anything else a key of the same role. The same name means the same in every role.
var replacements = map[string]string{
	"advertised.host.name":                      "advertised.listeners", // upgrade notes 3.0, KIP-143's follow-up KAFKA-12945
	"advertised.port":                           "advertised.listeners",
	"host.name":                                 "listeners",
	"port":                                      "listeners",
	"rest.host.name":                            "listeners", // KAFKA-12482
	"rest.port":                                 "listeners",
	"auto.include.jmx.reporter":                 "metric.reporters", // KIP-830
	"broker.id.generation.enable":               "node.id",          // KIP-853: ZooKeeper only
	"reserved.broker.max.id":                    "node.id",
	"control.plane.listener.name":               "controller.listener.names",                                               // ZooKeeper only
	"delegation.token.master.key":               "delegation.token.secret.key",                                             // KIP-681
	"inter.broker.protocol.version":             "kafka-features.sh upgrade --metadata VERSION (KRaft's metadata.version)", // KIP-778
	"log.message.format.version":                "leave out: the format is v2 since 3.0 (KIP-724)",
	"message.format.version":                    "leave out: the format is v2 since 3.0 (KIP-724)",
	"log.message.downconversion.enable":         "leave out: 4.0 has no down-conversion (KIP-724)",
	"message.downconversion.enable":             "leave out: 4.0 has no down-conversion (KIP-724)",
	"log.message.timestamp.difference.max.ms":   "log.message.timestamp.before.max.ms", // KIP-937, with ….after.max.ms
	"message.timestamp.difference.max.ms":       "message.timestamp.before.max.ms",     // KIP-937, with ….after.max.ms
	"offsets.commit.required.acks":              "leave out: commits use acks=all",     // KIP-1041
	"leader.imbalance.per.broker.percentage":    "leave out: KRaft rebalances at every imbalance (leader.imbalance.check.interval.seconds)",
	"quota.consumer.default":                    "kafka-configs.sh --entity-type clients --entity-default (KIP-546)",
	"quota.producer.default":                    "kafka-configs.sh --entity-type clients --entity-default (KIP-546)",
	"remote.log.manager.thread.pool.size":       "remote.log.manager.follower.thread.pool.size", // KIP-1105
	"eligible.leader.replicas.enable":           "kafka-features.sh upgrade --feature eligible.leader.replicas.version=1 (KIP-966)",
	"group.coordinator.new.enable":              "leave out: the new coordinator is always on (KIP-848)",
	"group.share.enable":                        "kafka-features.sh upgrade --feature share.version=1 (KIP-932)",
	"metadata.log.segment.min.bytes":            "metadata.log.segment.bytes",
	"group.coordinator.rebalance.protocols":     "leave out: all protocols will always be on",
	"internal.key.converter":                    "leave out: Connect uses JSON inside (KIP-174)",
	"internal.value.converter":                  "leave out: Connect uses JSON inside (KIP-174)",
	"config.properties.blacklist":               "config.properties.exclude", // KIP-629
	"groups.blacklist":                          "groups.exclude",            // KIP-629
	"topics.blacklist":                          "topics.exclude",            // KIP-629
	"use.incremental.alter.configs":             "leave out: always incremental since 4.0 (KIP-894)",
	"add.source.alias.to.metrics":               "leave out: the alias is always a tag since 4.0 (KAFKA-14454)",
	"default.windowed.key.serde.inner":          "windowed.inner.class.serde", // KIP-659
	"default.windowed.value.serde.inner":        "windowed.inner.class.serde", // KIP-659
	"partition.grouper":                         "leave out: partitions are grouped by Streams alone (KIP-528)",
	"cache.max.bytes.buffering":                 "statestore.cache.max.bytes",        // KIP-770
	"default.dsl.store":                         "dsl.store.suppliers.class",         // KIP-954
	"default.deserialization.exception.handler": "deserialization.exception.handler", // KIP-1056
	"default.production.exception.handler":      "production.exception.handler",      // KIP-1056
	"retries":                                   "task.timeout.ms",                   // Streams only, KIP-572
	"log.cleaner.enable":                        "leave out: the cleaner always runs from 5.0 (KIP-1148)",
	"window.size.ms":                            "give the window size to TimeWindowedDeserializer (KIP-1020)",
	"windowed.inner.class.serde":                "give the inner serde to TimeWindowedSerde (KIP-1020)",
	"tasks.max.enforce":                         "leave out: tasks.max is always enforced from 5.0 (KIP-1004)",
}

// zooKeeperAdvice stands for every zookeeper. key and ZooKeeper's password encoder.
const zooKeeperAdvice = "leave out: Kafka has no ZooKeeper since 4.0 (process.roles, node.id, controller.quorum.bootstrap.servers)"

// deprecatedEarlier corrects what the jars cannot say: before 3.8 the brokers' constants were in Scala, without annotations.
var deprecatedEarlier = map[keyID]Version{
	{Broker, "log.message.format.version"}: V(3, 0), // KIP-724
}

# METADATA
# scope: package
# title: A setting in a file that does not decide it
# description: |
#   With controllers of their own some keys count in the controllers' files only. On a cluster
#   with eligible leader replicas (new ones from 4.1) the controllers write
#   min.insync.replicas for the whole cluster from their own file, and what the brokers' files
#   say is shadowed; unclean.leader.election.enable is the controllers' as well, and topics
#   made without numbers get the controllers' default.replication.factor and num.partitions.
#   The author relied on a value that is not the one in use.
# related_resources:
#   - ref: https://cwiki.apache.org/confluence/display/KAFKA/KIP-966%3A+Eligible+Leader+Replicas
#     description: KIP-966, eligible leader replicas
#   - ref: https://github.com/apache/kafka/blob/trunk/metadata/src/main/java/org/apache/kafka/controller/ConfigurationControlManager.java
#     description: ConfigurationControlManager writes the cluster's min.insync.replicas
# custom:
#   levels: {unknown: warning, production: error, staging: error, development: info}
#   faults: {max: 2, classes: [process, lossy]}
#   property: "acked-record-survives"
#   kafka: ">=3.3"
#   remediation: |
#     Write the key in the controllers' files before the first start; on a running cluster set
#     it on the topics, or as the cluster's default with kafka-configs.
package plimsoll.rules.keys["ineffective-setting"]

import data.plimsoll.lib

report contains object.union_n([lib.problem(fact, msg), level(fact), means(fact)]) if {
	some fact in input.problems
	fact.kind == "ineffective-setting"
	msg := fact.why
}

# Topics without enough copies, or that one broker confirms alone, are another
# matter than a number of partitions.
level(fact) := {} if fact.key == "min.insync.replicas"

level(fact) := {"cap": "warning"} if fact.key in {"default.replication.factor", "unclean.leader.election.enable"}

level(fact) := {"cap": "info"} if {
	# absent counts: every fact has a key
	not fact.key in {"min.insync.replicas", "default.replication.factor", "unclean.leader.election.enable"}
}

means(fact) := {"means": sprintf("with acks=all fewer brokers confirm than the file says%s", [concerned])} if {
	fact.key == "min.insync.replicas"
} else := {}

# topics that take the value from the cluster
concerned := sprintf("; topics: %d, with intent loss never: %d", [count(inheriting), count(careful)]) if count(inheriting) > 0

concerned := "" if count(inheriting) == 0

inheriting := [t.name | some t in data.spec.topics; not t.written["min.insync.replicas"]]

careful := [t.name | some t in data.spec.topics; not t.written["min.insync.replicas"]; t.intent.loss == "never"]

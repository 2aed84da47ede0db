# METADATA
# scope: package
# title: A record that cannot be read stops the partition
# description: |
#   A deserializer that throws does so inside poll(), before any error handler sees the
#   record: the same record is fetched again and again, and the partition does not move.
#   ErrorHandlingDeserializer hands the failure on as a value.
# related_resources:
#   - ref: https://docs.spring.io/spring-kafka/reference/kafka/serdes.html#error-handling-deserializer
#     description: ErrorHandlingDeserializer
# custom:
#   levels: {unknown: warning, production: warning, staging: warning, development: info}
#   faults: {max: 0, classes: []}
#   property: "no-stuck-partition"
#   remediation: |
#     Use ErrorHandlingDeserializer, with the real one as spring.deserializer.value.delegate.class.
package plimsoll.rules.consumer["error-handling-deserializer-missing"]

import data.plimsoll.lib

# deserializers that throw on text that is not theirs
throwing := {"JsonDeserializer", "JacksonJsonDeserializer", "KafkaAvroDeserializer", "KafkaJsonSchemaDeserializer", "KafkaProtobufDeserializer"}

report contains lib.finding(g, ["config", key], msg, {"fix": {
	"text": sprintf("%s=org.springframework.kafka.support.serializer.ErrorHandlingDeserializer, and %s as its delegate", [key, class]),
}}) if {
	some g in input.groups
	g.client.framework == "spring-kafka"
	some key in ["key.deserializer", "value.deserializer"]
	lib.written(g, key)
	class := last(split(g.config[key], "."))
	class in throwing
	msg := sprintf("a record that %s cannot read stops the partitions of %s", [class, g.name])
}

last(parts) := parts[count(parts) - 1]

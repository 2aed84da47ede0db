package kafka

// nodeLibrdkafka is the librdkafka that a Node.js binding bundles: the field
// "librdkafka" of each release's package.json in the npm registry.
var nodeLibrdkafka = map[string]map[Version]Version{
	"node-rdkafka": {
		{2, 10, 0}: {1, 5, 2}, {2, 10, 1}: {1, 5, 3}, {2, 11, 0}: {1, 6, 1}, {2, 12, 0}: {1, 7, 0},
		{2, 13, 0}: {1, 8, 2}, {2, 14, 4}: {1, 9, 2}, {2, 14, 6}: {1, 9, 2}, {2, 15, 0}: {2, 0, 2},
		{2, 16, 0}: {2, 1, 1}, {2, 16, 1}: {2, 1, 1}, {2, 17, 0}: {2, 2, 0}, {2, 18, 0}: {2, 3, 0},
		{3, 0, 0}: {2, 3, 0}, {3, 0, 1}: {2, 3, 0}, {3, 1, 0}: {2, 5, 0}, {3, 1, 1}: {2, 5, 3},
		{3, 2, 1}: {2, 6, 1}, {3, 3, 0}: {2, 8, 0}, {3, 3, 1}: {2, 8, 0}, {3, 4, 0}: {2, 10, 0},
		{3, 4, 1}: {2, 10, 1}, {3, 5, 0}: {2, 11, 1}, {3, 6, 0}: {2, 12, 0}, {3, 6, 1}: {2, 12, 0},
	},
	"@confluentinc/kafka-javascript": {
		{0, 2, 0}: {2, 5, 3}, {0, 2, 1}: {2, 5, 3}, {0, 3, 0}: {2, 6, 0}, {1, 0, 0}: {2, 6, 1},
		{1, 2, 0}: {2, 8, 0}, {1, 3, 0}: {2, 10, 0}, {1, 3, 1}: {2, 10, 0}, {1, 3, 2}: {2, 10, 1},
		{1, 4, 0}: {2, 11, 0}, {1, 4, 1}: {2, 11, 1}, {1, 5, 0}: {2, 11, 1}, {1, 6, 0}: {2, 12, 0},
		{1, 7, 0}: {2, 12, 1}, {1, 8, 0}: {2, 13, 0}, {1, 8, 2}: {2, 13, 2}, {1, 9, 0}: {2, 14, 0},
		{1, 9, 1}: {2, 14, 2}, {1, 10, 0}: {2, 15, 0}, {1, 10, 1}: {2, 15, 1},
	},
}

// bootVersions are the kafka-clients and spring-kafka that a Spring Boot minor
// version manages: kafka.version and spring-kafka.version in the
// spring-boot-dependencies POM of its last patch (2.7.18 … 4.1.2).
var bootVersions = map[Version]struct{ clients, springKafka Version }{
	{2, 7, 0}: {Version{3, 1, 2}, Version{2, 8, 11}},
	{3, 0, 0}: {Version{3, 3, 2}, Version{3, 0, 13}},
	{3, 1, 0}: {Version{3, 4, 1}, Version{3, 0, 17}},
	{3, 2, 0}: {Version{3, 6, 2}, Version{3, 1, 10}},
	{3, 3, 0}: {Version{3, 7, 2}, Version{3, 2, 10}},
	{3, 4, 0}: {Version{3, 8, 1}, Version{3, 3, 11}},
	{3, 5, 0}: {Version{3, 9, 1}, Version{3, 3, 10}},
	{4, 0, 0}: {Version{4, 1, 2}, Version{4, 0, 6}},
	{4, 1, 0}: {Version{4, 2, 2}, Version{4, 1, 2}},
}

// springKafkaClients is the kafka-clients of a spring-kafka minor version used
// without Spring Boot: the dependency in its own POM.
var springKafkaClients = map[Version]Version{
	{2, 8, 0}: {3, 0, 2}, {3, 0, 0}: {3, 3, 2}, {3, 1, 0}: {3, 6, 2}, {3, 2, 0}: {3, 7, 2}, {3, 3, 0}: {3, 8, 1}, {4, 0, 0}: {4, 1, 2}, {4, 1, 0}: {4, 2, 2},
}

// quarkusVersions are the kafka-clients and SmallRye connector in a quarkus-bom POM.
var quarkusVersions = map[Version]struct{ clients, smallrye Version }{
	{3, 33, 0}: {Version{4, 1, 2}, Version{4, 33, 0}},
}

// cloudStreams is the Spring Cloud Stream minor version of a Spring Cloud
// release train: spring-cloud-stream.version in the spring-cloud-dependencies
// POMs 2021.0.9, 2022.0.5, 2023.0.3, 2024.0.2, 2025.0.0 and 2025.1.0 to 2025.1.2.
var cloudStreams = map[Version]Version{
	{2021, 0, 0}: {3, 2, 0}, {2022, 0, 0}: {4, 0, 0}, {2023, 0, 0}: {4, 1, 0}, {2024, 0, 0}: {4, 2, 0}, {2025, 0, 0}: {4, 3, 0}, {2025, 1, 0}: {5, 0, 0},
}

// cloudStream is the Spring Cloud Stream of a release train. In 2025.1 the
// patch numbers are the same, and acks changed in one.
func cloudStream(train Version) Version {
	v := cloudStreams[train.minor()]
	if v.Major >= 5 {
		v.Patch = train.Patch
	}
	return v
}

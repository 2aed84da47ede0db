package kafka

// javaDefault is the Java client's default: Kafka's own definition of the key.
func javaDefault(Version, Role, string) (Default, bool) { return Default{}, false }

// javaKnows says whether any Java client knows the key.
func javaKnows(string) bool { return true }

// springKafkaKnows says whether a Kafka client of the role has the key.
func springKafkaKnows(Role, string) bool { return true }

package kafka

// javaDefault is the Java client's default: Kafka's own definition of the key
// in that version, and before it the few values that the definition does not
// tell (clients.tsv, library java).
func javaDefault(v Version, role Role, key string) (Default, bool) {
	if !v.IsZero() {
		if d, ok := pick(clientDefaults()[clientKey{"java", role, key}], v); ok {
			return d, true
		}
		if v.Before(Oldest()) && javaChanged[key] {
			return Default{}, false
		}
	}
	k, ok := Lookup(role, key)
	if !ok {
		return Default{}, false
	}
	value, known := k.Default(v)
	source := "Java client"
	if !v.IsZero() {
		source += " " + v.String()
	}
	return Default{value, source}, known
}

// javaChanged are keys whose default changed between 1.0 and the oldest
// version whose definitions are here, other than those in clients.tsv.
var javaChanged = map[string]bool{"request.timeout.ms": true, "max.poll.interval.ms": true, "partition.assignment.strategy": true}

// javaKnows says whether any role of the Java clients has the key.
func javaKnows(name string) bool { return len(RolesOf(name)) > 0 }

// springKafkaKnows says whether a Kafka client of the role has the key.
func springKafkaKnows(role Role, key string) bool {
	_, ok := Lookup(role, key)
	return ok
}

package kafka

// DefaultRange is a default that holds for the versions in [From, Until); a
// zero bound is open.
type DefaultRange struct {
	From, Until Version
	Default
}

// ClientLibraries are the client libraries whose defaults are known, the Java
// client's first. kafka-go has two constructors with defaults of their own.
var ClientLibraries = []string{"java", "librdkafka", "sarama", "franz-go", "kafka-go/Writer", "kafka-go/NewWriter", "kafkajs", "aiokafka", "kafka-python"}

// ClientHistory is how a library's default of a key changed over its versions,
// oldest first; nil for a key that it does not have.
func ClientHistory(library string, role Role, key string) []DefaultRange {
	switch library {
	case "java":
		if k, ok := Lookup(role, key); ok {
			return k.History()
		}
		return nil
	case "librdkafka":
		return librdkafkaHistory(role, key)
	}
	return ranges(clientDefaults()[clientKey{library, role, key}])
}

func librdkafkaHistory(role Role, key string) []DefaultRange {
	name := key
	if own, ok := rdkNames[key]; ok {
		name = own
	}
	for _, p := range librdkafkaProperties()[name] {
		if !p.inScope(role) || rdkNotKafka[name] {
			continue
		}
		out := ranges(p.defaults)
		for i := range out {
			out[i].Value = rdkValue(key, out[i].Value)
			if out[i].Value == "-" {
				return nil
			}
		}
		return out
	}
	return nil
}

func ranges(spans []span) []DefaultRange {
	var out []DefaultRange
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].Value == s.value && out[n-1].Until == s.from {
			out[n-1].Until = s.until
			continue
		}
		out = append(out, DefaultRange{s.from, s.until, Default{s.value, s.source}})
	}
	return out
}

// History is how Kafka's default of the key changed over the known versions that
// have the key; a version without a default (required, or null) ends a range.
func (k Key) History() []DefaultRange {
	var out []DefaultRange
	open := false
	for i, v := range Versions() {
		value, known := k.Default(v)
		if !known || !k.In(v) {
			if open {
				out[len(out)-1].Until, open = v, false
			}
			continue
		}
		if open && out[len(out)-1].Value == value {
			continue
		}
		if open {
			out[len(out)-1].Until = v
		}
		from := v
		if i == 0 {
			from = Version{} // the first known version stands for the older ones too
		}
		out, open = append(out, DefaultRange{From: from, Default: Default{value, "Apache Kafka"}}), true
	}
	return out
}

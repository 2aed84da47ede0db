package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// relaxed is the form in which Spring compares names: lower case, without
// dashes and underscores.
func relaxed(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '_':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// below returns what follows a dotted prefix in a name, compared as Spring
// compares; the rest is as written.
func below(name, prefix string) (string, bool) {
	for {
		want, moreWant, nested := strings.Cut(prefix, ".")
		have, moreHave, deeper := strings.Cut(name, ".")
		if !deeper || relaxed(have) != relaxed(want) {
			return "", false
		}
		if !nested {
			return moreHave, true
		}
		prefix, name = moreWant, moreHave
	}
}

// springPath is the kebab-case path below spring.kafka. of a property, as
// [kafka.SpringKey] takes it.
func springPath(name string) (string, bool) {
	rest, ok := below(name, "spring.kafka")
	if !ok {
		return "", false
	}
	return kafka.SpringCanonical(rest), true
}

// springEnv returns the Spring property that an environment variable sets
// (SPRING_KAFKA_CONSUMER_AUTO_OFFSET_RESET or …_AUTOOFFSETRESET →
// spring.kafka.consumer.auto-offset-reset), false if it is none of Spring's
// Kafka properties. Underscores are dots there, so a key of a map comes out with
// dots.
func springEnv(name string) (canonicalPath string, ok bool) {
	if path, ok := kafka.SpringEnv(name); ok {
		return "spring.kafka." + path, true
	}
	lower := strings.ToLower(name)
	if rest, ok := strings.CutPrefix(lower, "spring_cloud_stream_"); ok {
		return cloudEnv(rest)
	}
	if lower == "spring_application_name" {
		return "spring.application.name", true
	}
	return "", false
}

// cloudSections are the sections of Spring Cloud Stream as environment
// variables write them, with the section whose properties follow; a binding's
// name stands where the pattern has "*".
var cloudSections = []struct{ prefix, path string }{
	{"kafka_binder_", "kafka.binder."},
	{"kafka_streams_binder_", "kafka.streams.binder."},
	{"kafka_bindings_", "kafka.bindings."},
	{"bindings_", "bindings."},
}

// cloudEnv reads what follows SPRING_CLOUD_STREAM_. A binding's name keeps its
// first words up to "consumer", "producer", "destination" or "group"; whether
// its words were joined by dashes cannot be seen, they are (orders-in-0).
func cloudEnv(rest string) (string, bool) {
	for _, s := range cloudSections {
		tail, ok := strings.CutPrefix(rest, s.prefix)
		if !ok {
			continue
		}
		if !strings.HasSuffix(s.path, "bindings.") {
			return "spring.cloud.stream." + s.path + cloudProperty("binder", tail), tail != ""
		}
		parts := strings.Split(tail, "_")
		for i, word := range parts {
			if i == 0 {
				continue
			}
			binding, after := strings.Join(parts[:i], "-"), strings.Join(parts[i+1:], "_")
			switch {
			case word == "consumer" || word == "producer":
				return "spring.cloud.stream." + s.path + binding + "." + word + "." + cloudProperty(word, after), after != ""
			case (word == "destination" || word == "group" || word == "binder") && after == "":
				return "spring.cloud.stream." + s.path + binding + "." + word, true
			}
		}
	}
	return "", false
}

// cloudProperty is the kebab-case name of a binder's or binding's property that
// is written with underscores; below "configuration" they are dots.
func cloudProperty(section, name string) string {
	for _, m := range []string{"configuration", "consumer_properties", "producer_properties"} {
		if key, ok := strings.CutPrefix(name, m+"_"); ok {
			return strings.ReplaceAll(m, "_", "-") + "." + strings.ReplaceAll(key, "_", ".")
		}
	}
	flat := strings.ReplaceAll(name, "_", "")
	for _, known := range kafka.SpringCloudNames() {
		if rest, ok := strings.CutPrefix(known, section+"."); ok && relaxed(rest) == flat {
			return rest
		}
	}
	return strings.ReplaceAll(name, "_", "-")
}

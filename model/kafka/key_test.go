package kafka

import (
	"slices"
	"testing"
)

func TestParseVersion(t *testing.T) {
	for in, want := range map[string]string{
		"4.3.1": "4.3.1", "v3.6": "3.6", "3.7.x.kraft": "3.7", "4.3-IV0": "4.3", "3.9.x": "3.9", "2.13-3.6.1": "3.6.1",
		"2.8": "2.8", "3.4.0-SNAPSHOT": "3.4", "": "", "latest": "", "4": "", "a.b": "",
	} {
		v, ok := ParseVersion(in)
		if v.String() != want || ok != (want != "") {
			t.Errorf("%q: %v %v, want %q", in, v, ok, want)
		}
	}
}

func TestEveryDefaultPassesItsOwnCheck(t *testing.T) {
	for id, defs := range table().keys {
		k := newKey(id.role, id.name, defs)
		for _, v := range Versions() {
			if def, known := k.Default(v); known {
				if err := k.Check(v, def); err != nil {
					t.Errorf("%s %s %s: %v", id.role, v, id.name, err)
				}
			}
		}
	}
}

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		role                          Role
		name, in, def, unit, accepted string
	}{
		{Producer, "acks", "4.3", "all", "", "one of -1, 0, 1, all"},
		{Producer, "acks", "2.8", "1", "", "one of -1, 0, 1, all"},
		{Producer, "linger.ms", "3.9", "0", "ms", "a whole number, 0 or more"},
		{Producer, "linger.ms", "4.0", "5", "ms", "a whole number, 0 or more"},
		{Topic, "retention.ms", "4.3", "604800000", "ms", "a whole number, -1 or more"},
		{Topic, "max.message.bytes", "3.6", "1048588", "bytes", "a whole number, 0 or more"},
		{Controller, "num.partitions", "4.3", "1", "", "a whole number, 1 or more"},
		{Streams, "main.consumer.max.poll.records", "4.3", "500", "", "a whole number, 1 or more"},
		{ConnectSink, "consumer.override.auto.offset.reset", "3.6", "latest", "", "one of earliest, latest, none"},
		{Broker, "listener.name.internal.ssl.keystore.type", "4.3", "JKS", "", "a string"},
	} {
		v, _ := ParseVersion(c.in)
		k, ok := Lookup(c.role, c.name)
		if !ok {
			t.Errorf("%s %s: not found", c.role, c.name)
			continue
		}
		if def, _ := k.Default(v); def != c.def || k.Unit != c.unit || k.Accepted(v) != c.accepted {
			t.Errorf("%s %s in %s: %q %q %q", c.role, c.name, c.in, def, k.Unit, k.Accepted(v))
		}
	}
}

func TestAnUnknownVersionAnswersOnlyWhatAllAgreeOn(t *testing.T) {
	acks, _ := Lookup(Producer, "acks")
	if def, known := acks.Default(Version{}); known {
		t.Errorf("acks: %q", def)
	}
	reset, _ := Lookup(Consumer, "auto.offset.reset")
	if def, known := reset.Default(Version{}); !known || def != "latest" {
		t.Errorf("auto.offset.reset: %q %v", def, known)
	}
	if err := reset.Check(Version{}, "by_duration:P3D"); err != nil { // 4.0 and later (KIP-1106)
		t.Error(err)
	}
	if reset.Check(Version{}, "smallest") == nil || reset.Check(V(3, 6), "by_duration:P3D") == nil {
		t.Error("accepted what no version accepts")
	}
	group, _ := Lookup(Consumer, "group.id")
	if def, known := group.Default(Version{}); known || def != "" {
		t.Errorf("group.id has a default: %q", def)
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		role       Role
		name, want string
	}{
		{Topic, "min_insync_replicas", "min.insync.replicas"}, {Topic, "minInsyncReplicas", "min.insync.replicas"},
		{Topic, "retention.mss", "retention.ms"}, {Topic, "min.insync.replica", "min.insync.replicas"},
		{Producer, "compresion.type", "compression.type"}, {Producer, "ack", "acks"}, {Topic, "retention.ms", ""},
		{Topic, "owner", ""}, {Topic, "retention", ""}, {Consumer, "group.ids", "group.id"},
	} {
		if got := Suggest(c.role, c.name); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.role, c.name, got, c.want)
		}
	}
}

func TestSynonymsInOrderOfPrecedence(t *testing.T) {
	want := []Synonym{{"log.retention.ms", 1}, {"log.retention.minutes", 60000}, {"log.retention.hours", 3600000}}
	if got := Synonyms("retention.ms"); !slices.Equal(got, want) {
		t.Error(got)
	}
	if topic, factor, ok := TopicKey("log.roll.hours"); topic != "segment.ms" || factor != 3600000 || !ok {
		t.Error(topic, factor, ok)
	}
	if Synonyms("leader.replication.throttled.replicas") != nil {
		t.Error("a throttle has no broker default")
	}
}

func TestRemoved(t *testing.T) {
	for _, c := range []struct {
		role               Role
		name, since, place string
		effect             Effect
	}{
		{Broker, "zookeeper.connect", "4.0", zooKeeperAdvice, Ignored},
		{Broker, "port", "3.0", "listeners", Ignored},
		{Topic, "message.timestamp.difference.max.ms", "4.0", "message.timestamp.before.max.ms", Refused},
		{Producer, "metadata.broker.list", "2.0", "bootstrap.servers", Ignored},
		{MirrorMaker, "topics.blacklist", "4.0", "topics.exclude", Ignored},
	} {
		r, ok := Removed(c.role, c.name)
		if !ok || r.Since.String() != c.since || r.Replacement != c.place || r.Effect != c.effect {
			t.Errorf("%s %s: %+v %v", c.role, c.name, r, ok)
		}
	}
	if _, ok := Removed(Producer, "acks"); ok {
		t.Error("acks is not removed")
	}
	if r, ok := RemovedValue(Broker, "authorizer.class.name", "kafka.security.authorizer.AclAuthorizer"); !ok || r.Since != V(4, 0) {
		t.Error(r, ok)
	}
}

func TestReplacementsExist(t *testing.T) {
	known := map[string]bool{}
	for id := range table().keys {
		known[id.name] = true
	}
	for name, to := range replacements {
		if !slices.Contains([]rune(to), ' ') && !known[to] {
			t.Errorf("%s is replaced by %s, which no role has", name, to)
		}
		if !known[name] {
			t.Errorf("%s: no role ever had it", name)
		}
	}
}

func TestStrip(t *testing.T) {
	for _, c := range []struct {
		role Role
		in   string
		to   Role
		out  string
	}{
		{ConnectWorker, "producer.acks", Producer, "acks"}, {ConnectSource, "producer.override.acks", Producer, "acks"},
		{Streams, "topic.min.insync.replicas", Topic, "min.insync.replicas"}, {Streams, "num.standby.replicas", Streams, "num.standby.replicas"},
		{Broker, "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config", Broker, "sasl.jaas.config"},
	} {
		if r, n := Strip(c.role, c.in); r != c.to || n != c.out {
			t.Errorf("%s %s: %s %s", c.role, c.in, r, n)
		}
	}
	if p, k := StripMirror("a->b.topics", []string{"a", "b"}); p != "a->b" || k != "topics" {
		t.Error(p, k)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		parseTable()
	}
}

func BenchmarkLookup(b *testing.B) {
	for b.Loop() {
		Lookup(Topic, "min.insync.replicas")
	}
}

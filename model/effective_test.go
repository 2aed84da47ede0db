package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// entityOf makes an entity of "path = value" texts; "?" is a value that is not
// known.
func entityOf(kind Kind, fields ...string) *Entity {
	e := New(kind, "x", source.Span{})
	for _, f := range fields {
		path, text, _ := strings.Cut(f, " = ")
		v := Value{Data: text, Origin: Origin{Kind: FromFile}}
		if text == "?" {
			v = Value{Unknown: true, Origin: Origin{Kind: FromFile}}
		}
		e.Fields[path] = v
	}
	return e
}

// TestEffectiveOfClients holds where a client's value comes from that no file
// says: its framework, its library with the keys beside it, or nobody known.
func TestEffectiveOfClients(t *testing.T) {
	java := []string{"client/library = java", "client/version = 4.3.1"}
	for _, c := range []struct {
		kind   Kind
		fields []string
		key    string
		want   string
	}{
		{Producer, java, "acks", "all library"},
		{Producer, append(java, "config/acks = 1"), "enable.idempotence", "false library"},
		{Producer, append(java, "config/acks = ?"), "enable.idempotence", "unknown"},
		{Producer, append(java, "config/enable.idempotence = ?"), "acks", "all library"},
		{Producer, []string{"client/library = java", "client/version = 2.8.2", "config/enable.idempotence = ?"}, "acks", "unknown"},
		{Producer, []string{"client/library = java", "client/version = 3.0.0"}, "enable.idempotence", "false library"},
		{Producer, []string{"client/library = java", "client/version = 3.0"}, "enable.idempotence", "unknown"},
		{Producer, append(java, "client/framework = smallrye"), "acks", "1 framework"},
		{Producer, append(java, "client/framework = smallrye"), "enable.idempotence", "false library"},
		{Producer, append(java, "client/framework = spring-cloud-stream"), "acks", "unknown"}, // 1 up to 5.0.1
		{Producer, append(java, "client/framework = spring-cloud-stream"), "enable.idempotence", "unknown"},
		{Producer, append(java, "client/framework = spring-cloud-stream", "client/frameworkVersion = 5.0.1"), "enable.idempotence", "false library"},
		{Producer, append(java, "client/framework = spring-cloud-stream", "client/frameworkVersion = 5.0.2"), "enable.idempotence", "true library"},
		{Group, append(java, "client/framework = spring-kafka"), "enable.auto.commit", "unknown"}, // false from 2.3
		{Group, append(java, "client/framework = spring-kafka", "client/frameworkVersion = 3.2.0"), "enable.auto.commit", "false framework"},
		{Group, append(java, "client/framework = spring-kafka", "client/frameworkVersion = 2.2.0"), "enable.auto.commit", "true library"},
		{Producer, nil, "acks", "unknown"},
	} {
		e := entityOf(c.kind, c.fields...)
		s := &Spec{Entities: []*Entity{e}}
		facts := s.Facts()
		if got := told(s.Effective(&facts, e, c.key)); got != c.want {
			t.Errorf("%s %v: %s is %s, want %s", c.kind, c.fields, c.key, got, c.want)
		}
	}
}

func told(v Value, known bool) string {
	if !known {
		return "unknown"
	}
	return fmt.Sprint(v.Data, " ", v.Origin.Kind)
}

// TestEffectiveOnPlatforms: a service's own defaults are not Kafka's.
func TestEffectiveOnPlatforms(t *testing.T) {
	for _, c := range []struct{ platform, key, want string }{
		{"apache", "segment.bytes", "1073741824 kafka"},
		{"msk", "unclean.leader.election.enable", "true platform"},
		{"msk", "segment.ms", "604800000 kafka"},
		{"confluent-cloud", "min.insync.replicas", "2 platform"},
		{"confluent-cloud", "segment.jitter.ms", "unknown"},
		{"aiven", "message.timestamp.type", "unknown"},
		{"redpanda", "min.insync.replicas", "unknown"},
	} {
		topic := entityOf(Topic)
		s := &Spec{Entities: []*Entity{topic, entityOf(Cluster, "version = 4.3.1", "platform = "+c.platform)}}
		facts := s.Facts()
		if got := told(s.Effective(&facts, topic, c.key)); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.platform, c.key, got, c.want)
		}
	}
}

// TestELRNeedsTheMetadataVersion: an upgraded cluster keeps its metadata.
func TestELRNeedsTheMetadataVersion(t *testing.T) {
	for metadata, want := range map[string]bool{"4.3-IV0": true, "4.1": true, "3.9-IV0": false, "4.0": false, "?": true} {
		s := &Spec{Entities: []*Entity{entityOf(Cluster, "version = 4.3.1", "metadataVersion = "+metadata)}}
		if got := s.Facts().ELR; got != want {
			t.Errorf("metadata version %s: %v", metadata, got)
		}
	}
}

// TestSynonymsInOtherUnits: what is shown of an inherited value is in the
// topic's unit, not the text of the broker's file.
func TestSynonymsInOtherUnits(t *testing.T) {
	for hours, want := range map[int64]string{48: "172800000", -1: "-1", 1 << 60: "9223372036854775807"} {
		topic, cluster := entityOf(Topic), entityOf(Cluster, "version = 4.3.1")
		cluster.Fields[Config("log.retention.hours")] = Value{Data: hours, Raw: fmt.Sprint(hours), Origin: Origin{Kind: FromFile}}
		s := &Spec{Entities: []*Entity{topic, cluster}}
		facts := s.Facts()
		if v, _ := s.Effective(&facts, topic, "retention.ms"); v.Show() != want || fmt.Sprint(v.Data) != want {
			t.Errorf("%d hours: %s", hours, v.Show())
		}
	}
}

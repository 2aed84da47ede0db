package model

import (
	"testing"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

func TestParseAs(t *testing.T) {
	for _, c := range []struct {
		t    FieldType
		s    string
		want any
	}{
		{Duration, "3ms", int64(3)}, {Duration, "7d", int64(604_800_000)}, {Duration, "300us", 0.3}, {Duration, "15m", int64(900_000)}, {Duration, "15", nil},
		{Size, "1KiB", int64(1024)}, {Size, "500Gi", int64(500 << 30)}, {Size, "10MB", int64(10_000_000)}, {Size, "1 parsec", nil}, {Size, "9999999999TiB", nil},
		{Rate, "2000/s", float64(2000)}, {Rate, "90/min", 1.5}, {Rate, "2000", nil},
		{Bandwidth, "10Gbps", int64(1_250_000_000)}, {Bandwidth, "100MB/s", int64(100_000_000)}, {Bandwidth, "1048576", int64(1_048_576)},
	} {
		got, ok := ParseAs(c.t, c.s)
		if got != c.want || ok != (c.want != nil) {
			t.Errorf("ParseAs(%s, %q) = %v, %v, not %v", c.t, c.s, got, ok, c.want)
		}
	}
	if got, _ := ParseField(Group, "retry/backoff", "500"); got != int64(500) {
		t.Errorf("a bare number of another format is in milliseconds, not %v", got)
	}
}

func TestInUnit(t *testing.T) {
	for _, c := range []struct{ key, s, want string }{
		{"retention.ms", "7d", "604800000"}, {"segment.bytes", "1MiB", "1048576"}, {"retention.ms", "1MiB", ""}, {"cleanup.policy", "7d", ""},
		{"retention.ms", "300us", ""}, {"min.cleanable.dirty.ratio", "7d", ""}, {"retention.ms", "604800000", ""},
	} {
		k, ok := kafka.Lookup(kafka.Topic, c.key)
		if !ok {
			t.Fatal(c.key)
		}
		if got, ok := InUnit(k, c.s); got != c.want || ok != (c.want != "") {
			t.Errorf("InUnit(%s, %q) = %q, not %q", c.key, c.s, got, c.want)
		}
	}
}

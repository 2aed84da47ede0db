package kafka

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// State is what a client makes of settings that depend on each other.
type State string

// The states; Unknown means that the version or a value would have to be known.
const (
	Unknown         State = ""
	On              State = "on"
	Off             State = "off"          // written false, or the version's default
	SilentlyOff     State = "silently-off" // on by default, switched off by another key with a log line at most
	RefusedTogether State = "refused"      // the client throws ConfigException at start
	Kept            State = "kept"         // the value is used as it is
	Raised          State = "raised"       // the default is replaced by a larger value, with a log line
)

// Outcome is a State with the key that caused it and a sentence that says why.
type Outcome struct {
	State  State
	By     string // the key that decides
	Reason string
	Value  int64 // the effective value in ms, for Kept and Raised
}

// Settings are a Java client's configuration: Values as they reach the client, and which of them anybody wrote (a file, a
// framework: AbstractConfig.originals). A nil Written means all. What is absent has Kafka's default for the version.
type Settings struct {
	Values  map[string]string
	Written map[string]bool
}

func (s Settings) written(key string) bool {
	_, ok := s.Values[key]
	if s.Written == nil {
		return ok
	}
	return s.Written[key]
}

// text is the value of a role's key in a version; ok is false when neither the settings nor the default says it.
func (s Settings) text(role Role, key string, v Version) (string, bool) {
	if raw, ok := s.Values[key]; ok {
		return strings.TrimSpace(raw), true
	}
	k, ok := Lookup(role, key)
	if !ok {
		return "", false
	}
	return k.Default(v)
}

func (s Settings) number(role Role, key string, v Version) (int64, bool) {
	raw, ok := s.text(role, key, v)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(raw, 10, 64)
	return n, err == nil
}

// Idempotence says whether a Java producer with these values is idempotent in the version: On, Off, SilentlyOff or refused
// (ProducerConfig.postProcessAndValidateIdempotenceConfigs; before 3.0 maybeOverrideAcksAndRetries). From 4.0 more than five
// requests in flight are refused unless enable.idempotence is written false, even with acks=1. In 3.0.0 and 3.1.0 the default
// did not take effect (KAFKA-13598), so for "3.0" and "3.1" without a patch number the answer can be Unknown.
func Idempotence(values map[string]string, written map[string]bool, v Version) Outcome {
	s := Settings{values, written}
	switch {
	case v.IsZero():
		return agree(s.idempotence2(V(2, 8)), s.idempotence3(V(3, 2)), s.idempotence3(V(4, 0)))
	case v.Before(V(3, 0)):
		return s.idempotence2(v)
	case v == V(3, 0), v == V(3, 1):
		return agree(s.idempotence2(V(2, 8)), s.idempotence3(v))
	}
	return s.idempotence3(v)
}

// agree is what all outcomes say: the same state; or plain Off when some are off by default and some silently.
func agree(outcomes ...Outcome) Outcome {
	first, off := outcomes[0], true
	same := true
	for _, o := range outcomes {
		same = same && o.State == first.State
		off = off && (o.State == Off || o.State == SilentlyOff)
	}
	switch {
	case same:
		return outcomes[len(outcomes)-1]
	case off:
		last := outcomes[len(outcomes)-1]
		return Outcome{State: Off, By: last.By, Reason: last.Reason}
	}
	return Outcome{Reason: "it depends on the client's version"}
}

// idempotence2 is 2.x: off unless written true or a transactional.id is there.
func (s Settings) idempotence2(v Version) Outcome {
	value, _ := s.text(Producer, "enable.idempotence", v)
	written := s.written("enable.idempotence")
	on := written && strings.EqualFold(value, "true")
	transactions := s.written("transactional.id")
	if !on && written && transactions {
		return refused("transactional.id", "a transactional.id needs enable.idempotence=true")
	}
	if !on && !transactions {
		return Outcome{State: Off, By: "enable.idempotence", Reason: "idempotence is off by default before 3.0"}
	}
	for _, c := range s.conflicts(v) {
		if c.By != "acks" || s.written("acks") {
			return refused(c.By, c.Reason)
		}
	}
	return Outcome{State: On}
}

// idempotence3 is 3.0 and later: on by default.
func (s Settings) idempotence3(v Version) Outcome {
	value, ok := s.text(Producer, "enable.idempotence", v)
	if !ok {
		return Outcome{}
	}
	transactions := s.written("transactional.id")
	if !strings.EqualFold(value, "true") {
		if transactions {
			return refused("transactional.id", "a transactional.id needs enable.idempotence=true")
		}
		return Outcome{State: Off, By: "enable.idempotence", Reason: "enable.idempotence=false"}
	}
	found := s.conflicts(v)
	for _, c := range found {
		if s.written("enable.idempotence") || c.By == inFlight && v.AtLeast(V(4, 0)) {
			return refused(c.By, c.Reason)
		}
	}
	switch {
	case len(found) == 0:
		return Outcome{State: On}
	case transactions:
		return refused("transactional.id", "a transactional.id needs idempotence, and "+found[0].Reason)
	}
	return Outcome{State: SilentlyOff, By: found[0].By, Reason: found[0].Reason}
}

const inFlight = "max.in.flight.requests.per.connection"

// conflicts are the settings that an idempotent producer cannot have, in the order in which ProducerConfig looks.
func (s Settings) conflicts(v Version) []Outcome {
	var out []Outcome
	if n, ok := s.number(Producer, "retries", v); ok && n == 0 {
		out = append(out, Outcome{By: "retries", Reason: "retries=0"})
	}
	if acks, ok := s.text(Producer, "acks", v); ok && !strings.EqualFold(acks, "all") && acks != "-1" {
		out = append(out, Outcome{By: "acks", Reason: "acks=" + acks + " is not all"})
	}
	if n, ok := s.number(Producer, inFlight, v); ok && n > 5 {
		out = append(out, Outcome{By: inFlight, Reason: fmt.Sprintf("%s=%d is more than 5", inFlight, n)})
	}
	return out
}

func refused(by, reason string) Outcome {
	return Outcome{State: RefusedTogether, By: by, Reason: reason}
}

// DeliveryTimeout says what becomes of delivery.timeout.ms when it is below linger.ms + request.timeout.ms: refused when it is
// written, Raised to the sum when it is the default (KafkaProducer.configureDeliveryTimeout). Value is the effective time in ms.
func DeliveryTimeout(values map[string]string, written map[string]bool, v Version) Outcome {
	s := Settings{values, written}
	delivery, ok1 := s.number(Producer, "delivery.timeout.ms", v)
	linger, ok2 := s.number(Producer, "linger.ms", v)
	if !ok2 && v.IsZero() { // 0 before 4.0, 5 since (KIP-1030): answered only where both give the same
		values = with(values, "linger.ms", "0")
		low := DeliveryTimeout(values, written, v)
		high := DeliveryTimeout(with(values, "linger.ms", "5"), written, v)
		if low == high || low.State == high.State && low.State != Raised {
			return high
		}
		return Outcome{Reason: "it depends on the client's version"}
	}
	request, ok3 := s.number(Producer, "request.timeout.ms", v)
	if !ok1 || !ok2 || !ok3 {
		return Outcome{}
	}
	sum := min(min(linger, math.MaxInt32)+request, math.MaxInt32)
	reason := fmt.Sprintf("delivery.timeout.ms=%d is less than linger.ms + request.timeout.ms = %d", delivery, sum)
	switch {
	case delivery >= sum:
		return Outcome{State: Kept, Value: delivery}
	case s.written("delivery.timeout.ms"):
		return refused("delivery.timeout.ms", reason)
	}
	return Outcome{State: Raised, By: "delivery.timeout.ms", Reason: reason, Value: sum}
}

func with(m map[string]string, key, value string) map[string]string {
	out := map[string]string{key: value}
	for k, v := range m {
		if k != key {
			out[k] = v
		}
	}
	return out
}

// EffectiveMinISR is the min.insync.replicas that a partition leader enforces: since 3.7 not more than the replication factor
// (Partition.effectiveMinIsr, KIP-966), before as written. known is false when the version decides and is not known.
func EffectiveMinISR(minISR, replicas int, v Version) (effective int, known bool) {
	switch {
	case minISR <= replicas:
		return minISR, true
	case v.IsZero():
		return 0, false
	case v.AtLeast(V(3, 7)):
		return replicas, true
	}
	return minISR, true
}

package kafka

import "strconv"

// javaDefault is the Java client's default: Kafka's own definition of the key
// in that version, and before it the few values that the definition does not
// tell (clients.tsv, library java).
func javaDefault(v Version, role Role, key string) (Default, bool) {
	if !v.IsZero() {
		if d, ok := pick(clientDefaults()[clientKey{"java", role, key}], v); ok {
			return d, true
		}
		if since, ok := javaSince(role, key); ok && v.Before(since) {
			return Default{}, false
		}
	}
	k, ok := Lookup(role, key)
	if !ok {
		return Default{}, false
	}
	value, known := k.Default(v)
	return Default{value, javaSource(v)}, known
}

func javaSource(v Version) string {
	if v.IsZero() {
		return "Java client"
	}
	return "Java client " + v.String()
}

// javaSince is the version since which the oldest definitions that are here
// (2.8) hold, for keys that are younger than 1.0 or had another default then:
// read from the ConfigDefs of kafka-clients 1.0.2 to 2.7.2.
func javaSince(role Role, key string) (Version, bool) {
	if v, ok := javaChanged[keyID{role, key}]; ok {
		return v, true
	}
	v, ok := javaChanged[keyID{"", key}]
	return v, ok
}

var javaChanged = map[keyID]Version{
	{Admin, "default.api.timeout.ms"}:              V(2, 5),
	{Admin, "request.timeout.ms"}:                  V(2, 5),
	{Admin, "retries"}:                             V(2, 5),
	{Consumer, "allow.auto.create.topics"}:         V(2, 3),
	{Consumer, "client.rack"}:                      V(2, 3),
	{Consumer, "default.api.timeout.ms"}:           V(2, 0),
	{Consumer, "request.timeout.ms"}:               V(2, 0),
	{Producer, "delivery.timeout.ms"}:              V(2, 1),
	{Producer, "metadata.max.idle.ms"}:             V(2, 5),
	{"", "client.dns.lookup"}:                      V(2, 6),
	{"", "sasl.login.refresh.buffer.seconds"}:      V(2, 0),
	{"", "sasl.login.refresh.min.period.seconds"}:  V(2, 0),
	{"", "sasl.login.refresh.window.factor"}:       V(2, 0),
	{"", "sasl.login.refresh.window.jitter"}:       V(2, 0),
	{"", "socket.connection.setup.timeout.max.ms"}: V(2, 8),
	{"", "socket.connection.setup.timeout.ms"}:     V(2, 7),
	{"", "ssl.enabled.protocols"}:                  V(2, 6),
	{"", "ssl.endpoint.identification.algorithm"}:  V(2, 0),
	{"", "ssl.protocol"}:                           V(2, 6),
}

// coupledKeys are the keys of a Java client whose value, where nobody wrote
// one, hangs on other keys.
var coupledKeys = map[keyID][]string{
	{Producer, "enable.idempotence"}:  {"acks", "retries", inFlight, "transactional.id"},
	{Producer, "acks"}:                {"enable.idempotence", "retries", inFlight, "transactional.id"},
	{Producer, "delivery.timeout.ms"}: {"linger.ms", "request.timeout.ms"},
}

// CoupledWith are the keys on whose values a client's value of a key hangs that
// nobody wrote: a producer with acks=1 is not idempotent. nil for most.
func CoupledWith(c Client, role Role, key string) []string {
	if c.Library != "java" {
		return nil
	}
	return coupledKeys[keyID{role, key}]
}

// ClientValue is what a client uses for a key that nobody wrote, the other keys
// being s: [ClientDefault], but for the keys of [CoupledWith] what the client
// makes of them together. It does not answer when the client would refuse s.
func ClientValue(c Client, role Role, key string, s Settings) (Default, bool) {
	if CoupledWith(c, role, key) == nil {
		return ClientDefault(c, role, key)
	}
	switch key {
	case "enable.idempotence":
		return c.idempotence(s)
	case "acks":
		return c.acks(s)
	}
	o := DeliveryTimeout(s.Values, s.Written, c.Version)
	if c.Version.Before(V(2, 1)) || o.State != Kept && o.State != Raised {
		return Default{}, false
	}
	return Default{strconv.FormatInt(o.Value, 10), because(c.Version, o)}, true
}

func because(v Version, o Outcome) string {
	if o.Reason == "" {
		return javaSource(v)
	}
	return javaSource(v) + ": " + o.Reason
}

func (c Client) idempotence(s Settings) (Default, bool) {
	o := s.outcome(c)
	switch o.State {
	case On:
		return Default{"true", because(c.Version, o)}, true
	case Off, SilentlyOff:
		if d, ok := javaDefault(c.Version, Producer, "enable.idempotence"); ok && d.Value == "false" {
			return d, true
		}
		return Default{"false", because(c.Version, o)}, true
	}
	return Default{}, false
}

// outcome is [Idempotence], and knows 3.0.0 from 3.0: KAFKA-13598 is in the
// first releases only.
func (s Settings) outcome(c Client) Outcome {
	if c.Exact && (c.Version == V(3, 0) || c.Version == V(3, 1)) {
		return s.idempotence2(V(2, 8))
	}
	return Idempotence(s.Values, s.Written, c.Version)
}

// acks is "all" where the default is, or where idempotence is on: before 3.0
// an idempotent producer overrode its default of 1.
func (c Client) acks(s Settings) (Default, bool) {
	d, ok := javaDefault(c.Version, Producer, "acks")
	if ok && d.Value == "all" {
		return d, true
	}
	switch o := s.outcome(c); o.State {
	case On:
		return Default{"all", javaSource(c.Version) + ": idempotence needs it"}, true
	case RefusedTogether:
		return Default{}, false
	}
	return d, ok
}

// javaKnows says whether any role of the Java clients has the key.
func javaKnows(name string) bool { return len(RolesOf(name)) > 0 }

package formats

import (
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// user reads a KafkaUser with its access rules and quotas.
func (r *strimziReader) user(m *manifest) *model.Entity {
	spec := m.spec()
	e := m.entity(model.User, m.name(), "strimzi")
	authentication := spec.Get("authentication", "type")
	m.field(e, "authentication", authentication)
	m.field(e, "authorization", spec.Get("authorization", "type"))
	for _, q := range []struct{ path, name string }{
		{"quota/producerByteRate", "producerByteRate"}, {"quota/consumerByteRate", "consumerByteRate"},
		{"quota/requestPercentage", "requestPercentage"}, {"quota/controllerMutationRate", "controllerMutationRate"},
	} {
		m.field(e, q.path, spec.Get("quotas", q.name))
	}
	e.Places[""] = m.specPlace()
	r.out.Add(m.fragment(e, r.of(m)))
	principal := "User:" + m.name()
	if authentication == nil || strings.HasPrefix(authentication.Str(), "tls") {
		principal = "User:CN=" + m.name()
	}
	acls := spec.Get("authorization", "acls")
	if acls.IsScalar() {
		return e
	}
	names := map[string]int{}
	for _, item := range acls.Items() {
		r.acl(m, item, principal, names)
	}
	return e
}

// resourceTypes are Strimzi's words in the model's.
var resourceTypes = map[string]string{"topic": "topic", "group": "group", "cluster": "cluster", "transactionalId": "transactional-id"}

var patterns = map[string]string{"literal": "literal", "prefix": "prefixed"}

// acl reads one rule. Its name tells what it is about; equal names are counted.
func (r *strimziReader) acl(m *manifest, item *source.Node, principal string, names map[string]int) {
	if item.Kind != source.Map {
		return
	}
	resource := item.Field("resource")
	kind, name := resource.Field("type"), resource.Field("name")
	e := m.entity(model.ACL, aclName(principal, resourceTypes[kind.Str()], nameText(name), names), "strimzi")
	e.Span = headOf(item)
	setText(e, "principal", principal, m.at(), "")
	if kind != nil {
		m.fact(e, "resource/type", resourceTypes[kind.Str()], kind, "")
	}
	switch {
	case name != nil:
		m.field(e, "resource/name", name)
	case kind.Str() == "cluster":
		m.fact(e, "resource/name", "kafka-cluster", kind, "Kafka's only name of a cluster")
	}
	if p := resource.Field("patternType"); p != nil {
		m.fact(e, "resource/pattern", patterns[p.Str()], p, "")
	} else {
		setText(e, "resource/pattern", "literal", headOf(resource), "Strimzi's default")
	}
	if n := firstNode(item.Field("operations"), item.Field("operation")); n != nil {
		e.Set("operations", listValue(n, aclOperation))
	}
	m.field(e, "host", item.Field("host"))
	if !e.Has("host") {
		setText(e, "host", "*", e.Span, "Strimzi's default")
	}
	setText(e, "permission", "ALLOW", e.Span, "Strimzi's default")
	if t := item.Field("type"); t != nil {
		delete(e.Fields, "permission")
		m.fact(e, "permission", strings.ToUpper(t.Str()), t, "")
	}
	e.Places[""] = model.Place{Anchor: e.Span, Parent: item}
	r.out.Add(m.fragment(e, r.of(m)))
}

// aclName is unique among the rules of one source.
func aclName(principal, kind, name string, names map[string]int) string {
	s := strings.TrimSpace(principal + " " + kind + " " + name)
	names[s]++
	if n := names[s]; n > 1 {
		s += " #" + strconv.Itoa(n)
	}
	return s
}

// aclOperation writes DescribeConfigs as Kafka does: DESCRIBE_CONFIGS.
func aclOperation(s string) string {
	var b strings.Builder
	for i, c := range s {
		if i > 0 && c >= 'A' && c <= 'Z' && s[i-1] >= 'a' && s[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(c)
	}
	return strings.ToUpper(b.String())
}

// headOf is the first field's name of a map, else the node itself.
func headOf(n *source.Node) source.Span {
	if n == nil {
		return source.Span{}
	}
	if fields := n.Fields(); len(fields) > 0 {
		return fields[0].NameSpan
	}
	return n.Span
}

func firstNode(nodes ...*source.Node) *source.Node {
	for _, n := range nodes {
		if n != nil {
			return n
		}
	}
	return nil
}

package formats

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// application reads the variables of an application: Spring's, and the plain
// names that most programs agree on.
func (c *workload) application(ctx *Context) model.Imported {
	var plain, springs []*source.Node
	for _, n := range c.vars {
		if _, ok := springEnv(n.Name); ok {
			springs = append(springs, n)
		} else {
			plain = append(plain, n)
		}
	}
	out := springEnvironment(springs, container{name: c.name, source: path.Join(c.source, c.name), format: c.format, env: c.env, cluster: c.cluster}, c.dialect, ctx)
	for i := range out.Fragments {
		f := &out.Fragments[i]
		f.Except = c.except
		if f.Span.IsZero() {
			f.Span = c.at
		}
	}
	out.Fragments = append(out.Fragments, c.clients(plain)...)
	return out
}

// clientNames are the plain names of variables for settings of every client.
var clientNames = map[string]string{
	"BOOTSTRAP_SERVERS": "bootstrap.servers", "BOOTSTRAP_SERVER": "bootstrap.servers", "BROKERS": "bootstrap.servers",
	"SECURITY_PROTOCOL": "security.protocol", "SASL_MECHANISM": "sasl.mechanism", "SASL_JAAS_CONFIG": "sasl.jaas.config",
	"SSL_ENDPOINT_IDENTIFICATION_ALGORITHM": "ssl.endpoint.identification.algorithm", "CLIENT_ID": "client.id",
}

// roleNames are plain names that one kind of client alone has.
var roleNames = map[string]struct {
	role kafka.Role
	key  string
}{
	"GROUP_ID": {kafka.Consumer, "group.id"}, "CONSUMER_GROUP": {kafka.Consumer, "group.id"}, "CONSUMER_GROUP_ID": {kafka.Consumer, "group.id"},
	"APPLICATION_ID": {kafka.Streams, "application.id"}, "ACKS": {kafka.Producer, "acks"}, "RETRIES": {kafka.Producer, "retries"},
}

// clientVariable is the key that a variable KAFKA_… of an application sets: only
// names that can hardly mean anything else. role is "" for every client.
func clientVariable(name string) (role kafka.Role, key string, ok bool) {
	rest, ok := strings.CutPrefix(name, "KAFKA_")
	if !ok {
		return "", "", false
	}
	if key, ok := clientNames[rest]; ok {
		return "", key, true
	}
	if r, ok := roleNames[rest]; ok {
		return r.role, r.key, true
	}
	for _, p := range []struct {
		prefix string
		role   kafka.Role
	}{{"PRODUCER_", kafka.Producer}, {"CONSUMER_", kafka.Consumer}, {"STREAMS_", kafka.Streams}} {
		if tail, ok := strings.CutPrefix(rest, p.prefix); ok {
			key := strings.ToLower(strings.ReplaceAll(tail, "_", "."))
			_, known := kafka.Lookup(p.role, key)
			return p.role, key, known
		}
	}
	key = strings.ToLower(strings.ReplaceAll(rest, "_", "."))
	if roles := kafka.RolesOf(key); len(roles) == 1 && (roles[0] == kafka.Producer || roles[0] == kafka.Consumer) && strings.Contains(key, ".") {
		return roles[0], key, true
	}
	return "", "", false
}

// clients makes the clients of plain variables: one for what all share, one for
// each role that is named.
func (c *workload) clients(vars []*source.Node) []model.Fragment {
	byRole := map[kafka.Role]*model.Entity{}
	kinds := []struct {
		role kafka.Role
		kind model.Kind
		id   string
	}{{"", model.Client, ""}, {kafka.Producer, model.Producer, ""}, {kafka.Consumer, model.Group, "group.id"}, {kafka.Streams, model.Streams, "application.id"}}
	for _, n := range vars {
		role, key, ok := clientVariable(n.Name)
		if !ok {
			continue
		}
		e := byRole[role]
		if e == nil {
			i := slices.IndexFunc(kinds, func(k struct {
				role kafka.Role
				kind model.Kind
				id   string
			}) bool {
				return k.role == role
			})
			e = c.entity(kinds[i].kind)
			e.Places[""] = model.Place{Anchor: n.NameSpan, Parent: c.parent}
			byRole[role] = e
		}
		keyRole := role
		if keyRole == "" {
			keyRole = kafka.Admin
		}
		c.setVar(e, keyRole, key, n)
	}
	var out []model.Fragment
	shared := byRole[""]
	for _, k := range kinds {
		e := byRole[k.role]
		if e == nil {
			continue
		}
		if id := e.Text(model.Config(k.id)); id != "" {
			e.Name = id
		}
		if k.kind == model.Streams && e.Has(model.Config("application.id")) {
			e.Fields["applicationId"] = e.Fields[model.Config("application.id")]
		}
		f := c.fragment(e)
		if shared != nil && f.Bootstrap == "" {
			f.Bootstrap = strings.Join(shared.List(model.Config("bootstrap.servers")), ",")
		}
		out = append(out, f)
	}
	return out
}

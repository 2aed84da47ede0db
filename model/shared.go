package model

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// genericHost matches names that mean another machine in every network: two
// files that say kafka:9092 need not mean the same cluster.
var genericHost = regexp.MustCompile(`^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|(my-?|cp-?)?(kafka|broker|redpanda|bootstrap|server)s?[-_]?\d*|[^.]*-kafka-(bootstrap|brokers))$`)

// servers are the host:port of a list of bootstrap servers that say which
// cluster is meant.
func servers(list string) []string {
	var out []string
	for _, s := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if _, rest, ok := strings.Cut(s, "://"); ok {
			s = rest
		}
		s = strings.ToLower(s)
		if host := hostOf(s); host != "" && !isExpression(s) {
			out = append(out, s)
		}
	}
	return out
}

// hostOf is the host of host:port, of a Kubernetes service without the
// cluster's own domain.
func hostOf(server string) string {
	host := server
	if i := strings.LastIndexByte(server, ':'); i >= 0 {
		host = server[:i]
	}
	host = strings.TrimSuffix(host, ".cluster.local")
	return strings.TrimSuffix(host, ".svc")
}

// reachedBy reports whether a server is one of an address: a host, a host and
// port, or a host in any domain ("orders-kafka-bootstrap.*").
func reachedBy(address, server string) bool {
	host := hostOf(server)
	if name, ok := strings.CutSuffix(address, ".*"); ok {
		return host == name || strings.HasPrefix(host, name+".")
	}
	return address == server || address == host
}

// addressesOf are where clients find the cluster that a fragment describes.
func addressesOf(f *Fragment) []string {
	out := slices.Clone(f.Addresses)
	if f.Kind == Node || f.Kind == Cluster {
		for _, s := range servers(strings.Join(f.List(Config("advertised.listeners")), ",")) {
			if !genericHost.MatchString(hostOf(s)) {
				out = append(out, s)
			}
		}
	}
	return out
}

// bindByAddress gives clients that no file places the cluster whose address
// they connect to, where that is exactly one.
func bindByAddress(fragments []Fragment) {
	clusters := map[string][]string{} // addresses by cluster
	for i := range fragments {
		if f := &fragments[i]; f.Cluster != "" {
			clusters[f.Cluster] = append(clusters[f.Cluster], addressesOf(f)...)
		}
	}
	for i := range fragments {
		f := &fragments[i]
		if f.Cluster != "" || f.ruled || f.Bootstrap == "" || f.Kind == Cluster || f.Kind == Node {
			continue
		}
		var found []string
		for name, addresses := range clusters {
			if anyReached(addresses, servers(f.Bootstrap)) {
				found = append(found, name)
			}
		}
		if len(found) == 1 {
			f.Cluster = found[0]
		}
	}
	bindConnectors(fragments)
}

// bindConnectors places connectors beside the only worker of their folder.
func bindConnectors(fragments []Fragment) {
	workers := map[string]map[string]bool{} // clusters of the workers by folder
	for _, f := range fragments {
		if f.Kind != Worker {
			continue
		}
		if workers[f.Source] == nil {
			workers[f.Source] = map[string]bool{}
		}
		workers[f.Source][f.Cluster] = true
	}
	for i := range fragments {
		f := &fragments[i]
		if f.Kind != Connector || f.Cluster != "" || f.ruled || len(workers[f.Source]) != 1 {
			continue
		}
		for f.Cluster = range workers[f.Source] {
		}
	}
}

func anyReached(addresses, servers []string) bool {
	return slices.ContainsFunc(addresses, func(a string) bool {
		return slices.ContainsFunc(servers, func(s string) bool { return reachedBy(a, s) })
	})
}

// reach notes which addresses are the deployment's own: what all deployments
// have says nothing about which of them share a cluster.
func (d *Deployment) reach(mine []Fragment) {
	for i := range mine {
		f := &mine[i]
		if f.Env == "" && (f.Cluster == "" || d.Env != "") {
			continue
		}
		d.reaches = append(d.reaches, addressesOf(f)...)
		for _, s := range servers(f.Bootstrap) {
			if !genericHost.MatchString(hostOf(s)) {
				d.reaches = append(d.reaches, s)
			}
		}
	}
	slices.Sort(d.reaches)
	d.reaches = slices.Compact(d.reaches)
}

// compareShared finds deployments on one cluster and compares the names that a
// cluster has once: topics, groups, transactional ids.
func compareShared(all []*Deployment) {
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !anyReached(a.reaches, b.reaches) && !anyReached(b.reaches, a.reaches) {
				continue
			}
			a.Shares, b.Shares = append(a.Shares, b), append(b.Shares, a)
			compareTopics(a, b)
			compareNames(a, b)
		}
	}
}

// compareTopics reports what two deployments say differently of one topic; it
// is unknown then to both.
func compareTopics(a, b *Deployment) {
	for _, t := range a.Spec.Of(Topic) {
		u := b.Spec.Find(Topic, t.Name)
		if u == nil || t.Span == u.Span {
			continue
		}
		for _, p := range t.Paths() {
			v, w := t.Fields[p], u.Fields[p]
			_, isKey := ConfigKey(p)
			if !isKey && p != "partitions" && p != "replicationFactor" || !v.Known() || !w.Known() || reflect.DeepEqual(v.Data, w.Data) {
				continue
			}
			m := merger{d: b}
			m.contradiction(u, p, v, w)
			last := &b.Problems[len(b.Problems)-1]
			last.Why += fmt.Sprintf("; %s and %s share a cluster", a.title(), b.title())
			last.Hint = "keep one of them, or give each environment a topic of its own"
			v.Unknown, v.Data, w.Unknown, w.Data = true, nil, true, nil
			t.Fields[p], u.Fields[p] = v, w
		}
	}
}

// compareNames reports groups and transactional ids that two environments use
// on one cluster.
func compareNames(a, b *Deployment) {
	used := map[string]Value{}
	for _, e := range a.Spec.Entities {
		if p, rule := soleName(e); rule != "" {
			used[rule+e.Text(p)] = e.Fields[p]
		}
	}
	for _, e := range b.Spec.Entities {
		p, rule := soleName(e)
		other, both := used[rule+e.Text(p)]
		if rule == "" || !both {
			continue
		}
		v := e.Fields[p]
		b.Problems = append(b.Problems, Problem{
			Kind: rule, Span: v.Origin.Span, Entity: e, Key: strings.TrimPrefix(p, "config/"), Role: string(e.Kind), Value: v.Show(),
			Why:     fmt.Sprintf("%s and %s use %s on one cluster", a.title(), b.title(), v.Show()),
			Hint:    "put the environment's name into it",
			Related: []Related{{Span: other.Origin.Span, Message: "used by " + a.title() + " here"}},
		})
	}
}

// soleName is where an entity says a name that one environment of a cluster may
// use, and the rule about it; "" where there is none or it is not known.
func soleName(e *Entity) (p Path, rule string) {
	switch e.Kind {
	case Producer, Client:
		p, rule = Config("transactional.id"), "transactional-id-shared"
	case Group:
		p, rule = Config("group.id"), "group-shared-across-topics"
	default:
		return "", ""
	}
	if text := e.Text(p); text == "" || isExpression(text) {
		return p, ""
	}
	return p, rule
}

func (d *Deployment) title() string {
	if d.ID == "" {
		return "one environment"
	}
	return d.ID
}

package formats

import (
	"encoding/base64"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// kubernetesFormat reads plain Kubernetes objects: files and variables in
// ConfigMaps and Secrets, and workloads that run brokers, Connect workers and
// applications.
func kubernetesFormat() Format {
	return Format{Name: "kubernetes", Claim: claimKubernetes, Import: importKubernetes}
}

var kubernetesKinds = map[string]bool{
	"ConfigMap": true, "Secret": true, "Deployment": true, "StatefulSet": true, "DaemonSet": true, "ReplicaSet": true,
	"Job": true, "CronJob": true, "Pod": true, "PodDisruptionBudget": true,
}

func claimKubernetes(d *Document) bool {
	if d.Syntax != source.YAML && d.Syntax != source.JSON {
		return false
	}
	if isKustomization(d) {
		return true
	}
	for _, root := range d.Roots {
		for _, m := range appendManifests(nil, d, root) {
			if kubernetesKinds[m.kind()] && mentionsKafka(m.node, 0) {
				return true
			}
		}
	}
	return false
}

// mentionsKafka reports whether Kafka is spoken of anywhere in an object.
func mentionsKafka(n *source.Node, depth int) bool {
	if n == nil || depth > source.MaxDepth {
		return false
	}
	if strings.Contains(strings.ToLower(n.Name), "kafka") || n.Kind != source.Map && n.Kind != source.List && speaksOfKafka(n.Value) || configFile.MatchString(n.Name) {
		return true
	}
	return slices.ContainsFunc(n.Children, func(c *source.Node) bool { return mentionsKafka(c, depth+1) })
}

func speaksOfKafka(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "kafka") || strings.Contains(s, "bootstrap.servers")
}

// kubernetesReader imports the plain objects of a run.
type kubernetesReader struct {
	ctx *Context
	out model.Imported
	all []manifest
	// used are the ConfigMaps and Secrets whose variables a workload takes.
	used     map[*source.Node]bool
	clusters []*podCluster
}

// podCluster are the brokers of one folder and namespace.
type podCluster struct {
	key     string
	name    string
	m       *manifest
	brokers []broker
	nodes   []int // the brokers' fragments
}

func importKubernetes(docs []*Document, ctx *Context) model.Imported {
	r := &kubernetesReader{ctx: ctx, used: map[*source.Node]bool{}}
	for _, m := range manifestsOf(docs, ctx) {
		if kubernetesKinds[m.kind()] {
			r.all = append(r.all, m)
		}
	}
	for i := range r.all {
		r.workload(&r.all[i])
	}
	for i := range r.all {
		m := &r.all[i]
		if m.kind() == "ConfigMap" || m.kind() == "Secret" {
			r.config(m)
		}
	}
	for _, c := range r.clusters {
		f := clusterOfBrokers(c.name, c.brokers)
		f.OwnCluster = c.name
		for _, i := range c.nodes {
			r.out.Fragments[i].OwnCluster = c.name
		}
		r.out.Add(f)
	}
	return r.out
}

// configFile are names of entries that are files which may configure Kafka.
var configFile = regexp.MustCompile(`(?i)\.(properties|ya?ml|json|conf|cfg|config)$`)

// config reads a ConfigMap or Secret: files are handed on, variables that no
// workload of the run takes are read by their names alone.
func (r *kubernetesReader) config(m *manifest) {
	parent := Parent{Env: m.env, Source: m.source(), Format: "kubernetes"}
	var vars []*source.Node
	for _, n := range m.entries() {
		switch {
		case n.Kind != source.String && n.Kind != source.Expression:
			vars = append(vars, n)
		case m.kind() == "ConfigMap" && strings.Contains(n.Value, "LoginModule"):
			r.jaas(n)
		case configFile.MatchString(n.Name):
			if r.ctx != nil && r.ctx.Embed != nil && n.Text.Len() > 0 {
				r.ctx.Embed(m.doc, path.Base(n.Name), n.Text, parent)
			}
		default:
			vars = append(vars, n)
		}
	}
	if r.used[m.node] || len(vars) == 0 {
		return
	}
	data := firstNode(m.get("data"), m.get("stringData"))
	c := &workload{doc: m.doc, format: "kubernetes", name: m.name(), at: m.at(), source: m.source(), env: m.env, except: m.except, vars: vars, dialect: dollar,
		block: data.NameSpan, parent: mapOnly(data), published: map[string]bool{}, partial: true}
	if m.kind() == "Secret" {
		c.vars = slices.DeleteFunc(c.vars, func(n *source.Node) bool { return !speaksOfKafka(n.Name) })
		c.sealed = true
	}
	_, in := c.read(r.ctx)
	r.add(in)
}

func (r *kubernetesReader) add(in model.Imported) {
	r.out.Fragments = append(r.out.Fragments, in.Fragments...)
	r.out.Problems = append(r.out.Problems, in.Problems...)
}

// entries are the entries of a ConfigMap or Secret as text. What a Secret
// encodes is decoded where it is a configuration file; each of its bytes then
// stands where the encoded value does.
func (m *manifest) entries() []*source.Node {
	data := slices.Clone(m.get("data").Fields())
	if m.kind() != "Secret" {
		return data
	}
	out := slices.Clone(m.get("stringData").Fields())
	for _, n := range data {
		if n.Kind != source.String || !configFile.MatchString(n.Name) || n.Text.Len() == 0 {
			continue
		}
		plain, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(n.Value), ""))
		if err != nil {
			continue
		}
		c := *n
		b := source.NewTextBuilder(n.Text)
		b.Decode(string(plain), 0, n.Text.Len())
		c.Text, c.Value = b.Text().ReadOnly(), string(plain)
		out = append(out, &c)
	}
	return out
}

var jaasPassword = regexp.MustCompile(`(?m)\b(password|user_[\w.-]+|clientSecret)\s*=\s*"([^"\n]*)"`)

// jaas reports the passwords of a JAAS file in a ConfigMap.
func (r *kubernetesReader) jaas(n *source.Node) {
	if n.Text.Len() != len(n.Value) {
		return
	}
	for _, g := range jaasPassword.FindAllStringSubmatchIndex(n.Value, -1) {
		w := wordAt(n, g[4], g[5])
		if !isLiteralSecret(w.node) {
			continue
		}
		r.out.Problems = append(r.out.Problems, model.Problem{Kind: "hard-coded-secret", Span: w.at, Key: n.Value[g[2]:g[3]], Role: n.Name,
			Why: "a password stands in a ConfigMap, which everybody who may see the namespace can read", Hint: "put the file into a Secret"})
	}
}

// configMap is the object of a kind and name beside a workload.
func (r *kubernetesReader) find(kind, name string, beside *manifest) *manifest {
	for i := range r.all {
		m := &r.all[i]
		if m.kind() == kind && m.name() == name && name != "" && m.env == beside.env &&
			(m.namespace() == beside.namespace() || m.namespace() == "" || beside.namespace() == "") {
			return m
		}
	}
	return nil
}

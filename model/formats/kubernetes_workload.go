package formats

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// podSpec is the pod's spec in a workload, nil for other objects.
func (m *manifest) podSpec() *source.Node {
	switch m.kind() {
	case "Pod":
		return m.spec()
	case "CronJob":
		return m.get("spec", "jobTemplate", "spec", "template", "spec")
	case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job":
		return m.get("spec", "template", "spec")
	}
	return nil
}

// workload reads the containers of a workload.
func (r *kubernetesReader) workload(m *manifest) {
	pod := m.podSpec()
	for _, n := range pod.Field("initContainers").Items() {
		c := r.container(m, n)
		r.add(model.Imported{Fragments: c.commandTopics(n.Field("command"), n.Field("args"))})
	}
	for _, n := range pod.Field("containers").Items() {
		c := r.container(m, n)
		first := len(r.out.Fragments)
		node, in := c.read(r.ctx)
		for _, f := range in.Fragments {
			r.running(m, f)
		}
		in.Fragments = append(in.Fragments, c.commandTopics(n.Field("command"), n.Field("args"))...)
		r.add(in)
		if node != nil {
			r.podFacts(m, node, pod, n)
			r.join(m, c, node, first)
		}
	}
}

// container is a container with its variables: those of whole ConfigMaps first,
// which the container's own override.
func (r *kubernetesReader) container(m *manifest, n *source.Node) *workload {
	c := &workload{doc: m.doc, format: "kubernetes", name: m.name(), at: m.at(), source: m.source(), env: m.env, except: m.except,
		dialect: dollar, image: n.Field("image"), command: n.Field("command") != nil || n.Field("args") != nil}
	if m.podSpec().Field("hostNetwork").Str() != "true" {
		c.published = map[string]bool{}
		for _, p := range n.Field("ports").Items() {
			c.published[p.Field("hostPort").Str()] = true
		}
	}
	for _, from := range n.Field("envFrom").Items() {
		c.vars = append(c.vars, r.whole(m, from)...)
		c.block = n.Field("envFrom").NameSpan
	}
	env := n.Field("env")
	if env != nil {
		c.block = env.NameSpan
	}
	own := &source.Node{Kind: source.Map}
	for _, item := range env.Items() {
		v := r.variable(m, item)
		if v == nil {
			continue
		}
		if old := m.hides[item.Field("value")]; old != nil { // what an overlay replaced
			hidden := *old
			hidden.Name, hidden.NameSpan = v.Name, old.Span
			c.vars = append(c.vars, &hidden)
		}
		c.vars = append(c.vars, dependent(v, c.vars))
		own.Children = append(own.Children, v)
	}
	c.written = []*source.Node{own}
	return c
}

// whole are the variables of envFrom.
func (r *kubernetesReader) whole(m *manifest, from *source.Node) []*source.Node {
	prefix := from.Field("prefix").Str()
	for field, kind := range map[string]string{"configMapRef": "ConfigMap", "secretRef": "Secret"} {
		found := r.find(kind, from.Get(field, "name").Str(), m)
		if found == nil {
			continue
		}
		r.used[found.node] = true
		var out []*source.Node
		for _, n := range found.entries() {
			v := *n
			v.Name = prefix + n.Name
			out = append(out, &v)
		}
		return out
	}
	return nil
}

// variable is one entry of env as a field.
func (r *kubernetesReader) variable(m *manifest, item *source.Node) *source.Node {
	name := item.Field("name")
	if name.Str() == "" {
		return nil
	}
	if value := item.Field("value"); value != nil {
		v := *value
		v.Name, v.NameSpan = name.Value, name.Span
		return &v
	}
	ref := item.Get("valueFrom", "configMapKeyRef")
	if found := r.find("ConfigMap", ref.Field("name").Str(), m); found != nil {
		if entry := found.get("data", ref.Field("key").Str()); entry != nil {
			r.used[found.node] = true
			v := *entry
			v.Name = name.Value
			return &v
		}
	}
	v := *name
	v.Name, v.NameSpan, v.Kind, v.Value = name.Value, name.Span, source.Expression, ""
	if from := item.Field("valueFrom"); from != nil {
		v.Span, v.Value = from.Span, "valueFrom"
	}
	return &v
}

var reference = regexp.MustCompile(`\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)`)

// dependent puts the variables before it into $(NAME); a value with one that is
// not known here is not known either.
func dependent(n *source.Node, before []*source.Node) *source.Node {
	if n.Kind != source.String || !strings.Contains(n.Value, "$(") {
		return n
	}
	known := true
	value := reference.ReplaceAllStringFunc(n.Value, func(s string) string {
		for i := len(before) - 1; i >= 0; i-- {
			if before[i].Name == s[2:len(s)-1] && before[i].Kind != source.Expression && before[i].IsScalar() {
				return before[i].Value
			}
		}
		known = false
		return s
	})
	c := *n
	if !known {
		c.Kind = source.Expression
		return &c
	}
	c.Value, c.Text = value, source.Text{}
	return &c
}

// running adds to a client how many there are and how they are replaced.
func (r *kubernetesReader) running(m *manifest, f model.Fragment) {
	replicas := m.spec().Field("replicas")
	switch f.Kind {
	case model.Group:
		if n := m.get("spec", "strategy", "type"); n != nil {
			m.fact(f.Entity, "deploy/strategy", map[string]string{"Recreate": "recreate"}[n.Str()], n, "")
			if n.Str() != "Recreate" {
				m.fact(f.Entity, "deploy/strategy", "rolling", n, "")
			}
		}
	case model.Producer, model.Streams, model.Client, model.Worker:
	default:
		return
	}
	m.field(f.Entity, "instances", replicas)
}

// podFacts adds what the workload says about the broker's pod and storage.
func (r *kubernetesReader) podFacts(m *manifest, e *model.Entity, pod, container *source.Node) {
	m.field(e, "replicas", m.spec().Field("replicas"))
	m.scheduling(e, pod)
	m.memory(e, container.Field("resources"))
	m.mounted(e, pod, container)
	labels := m.get("spec", "template", "metadata", "labels")
	for i := range r.all {
		b := &r.all[i]
		if b.kind() == "PodDisruptionBudget" && b.env == m.env && b.namespace() == m.namespace() && selects(b.get("spec", "selector", "matchLabels"), labels) {
			b.field(e, "pdb/maxUnavailable", b.spec().Field("maxUnavailable"))
		}
	}
}

func selects(selector, labels *source.Node) bool {
	for _, f := range selector.Fields() {
		if labels.Field(f.Name).Str() != f.Str() {
			return false
		}
	}
	return len(selector.Fields()) > 0
}

// mounted finds the volume that holds the logs.
func (m *manifest) mounted(e *model.Entity, pod, container *source.Node) {
	mounts := container.Field("volumeMounts").Items()
	if len(mounts) == 0 && container.Field("volumeMounts") == nil {
		setText(e, "storage/type", "ephemeral", headValue(container), "no volume is mounted")
		return
	}
	mount := logMount(e, mounts)
	name := mount.Field("name").Str()
	if name == "" {
		return
	}
	for _, v := range pod.Field("volumes").Items() {
		if v.Field("name").Str() != name {
			continue
		}
		if n := v.Field("emptyDir"); n != nil {
			setText(e, "storage/type", "ephemeral", n.NameSpan, "emptyDir")
		} else if n := v.Field("persistentVolumeClaim"); n != nil {
			setText(e, "storage/type", "persistent", n.NameSpan, "")
		}
		return
	}
	for _, t := range m.get("spec", "volumeClaimTemplates").Items() {
		if t.Get("metadata", "name").Str() == name {
			setText(e, "storage/type", "persistent", t.Get("metadata", "name").Span, "")
			m.size(e, "storage/size", t.Get("spec", "resources", "requests", "storage"), quantity)
		}
	}
}

func headValue(n *source.Node) source.Span {
	if name := n.Field("name"); name != nil {
		return name.Span
	}
	return headOf(n)
}

// logDirs are the directories of a broker's logs: log.dirs says so, or the
// image's default; nil when neither is known.
func logDirs(e *model.Entity) []string {
	dirs := append(e.List(model.Config("log.dirs")), e.List(model.Config("log.dir"))...)
	if len(dirs) > 0 || e.Has(model.Config("log.dirs")) {
		return dirs
	}
	if d, ok := kafka.ImageDefault(e.Text("image"), "log.dirs"); ok {
		return []string{d.Value}
	}
	if strings.Contains(e.Text("image"), "bitnami") {
		return []string{"/bitnami/kafka/data"}
	}
	return nil
}

// holdsLogs reports whether the logs are below a mount point.
func holdsLogs(e *model.Entity, mount string) bool {
	at := path.Clean(mount)
	return mount != "" && slices.ContainsFunc(logDirs(e), func(dir string) bool { return dir == at || strings.HasPrefix(dir, at+"/") })
}

// logMount is the mount nearest to the logs, nil when none is known to hold them.
func logMount(e *model.Entity, mounts []*source.Node) *source.Node {
	var best *source.Node
	for _, n := range mounts {
		at := n.Field("mountPath").Str()
		if holdsLogs(e, at) && (best == nil || len(at) > len(best.Field("mountPath").Str())) {
			best = n
		}
	}
	return best
}

// join adds a broker to the cluster of its folder and namespace.
func (r *kubernetesReader) join(m *manifest, c *workload, node *model.Entity, fragment int) {
	key := m.env + "\x00" + m.namespace() + "\x00" + m.source()
	i := slices.IndexFunc(r.clusters, func(p *podCluster) bool { return p.key == key })
	if i < 0 {
		r.clusters = append(r.clusters, &podCluster{key: key, name: m.name(), m: m})
		i = len(r.clusters) - 1
	}
	b := broker{c: c, node: node}
	if n, ok := node.Int("replicas"); ok {
		b.count = &n
	} else if m.spec().Field("replicas") == nil && m.kind() != "DaemonSet" {
		one := int64(1)
		b.count = &one
	}
	p := r.clusters[i]
	p.brokers, p.nodes = append(p.brokers, b), append(p.nodes, fragment)
}

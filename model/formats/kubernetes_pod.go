package formats

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// pod reads what a Strimzi block says about its pods.
func (m *manifest) pod(e *model.Entity, block *source.Node) {
	pod := block.Get("template", "pod")
	m.scheduling(e, pod)
	m.field(e, "pdb/maxUnavailable", block.Get("template", "podDisruptionBudget", "maxUnavailable"))
	m.memory(e, block.Field("resources"))
	m.heap(e, block.Get("jvmOptions", "-Xmx"))
}

// scheduling reads the grace period and the spread of a pod's spec.
func (m *manifest) scheduling(e *model.Entity, pod *source.Node) {
	if n := pod.Field("terminationGracePeriodSeconds"); n != nil {
		seconds, ok := model.ParseAs(model.Whole, n.Str())
		if s, isInt := seconds.(int64); ok && isInt {
			m.fact(e, "pod/gracePeriod", s*1000, n, "")
		} else {
			m.fact(e, "pod/gracePeriod", nil, unknownNode(n), "")
		}
	}
	for _, n := range pod.Field("topologySpreadConstraints").Items() {
		if key := n.Field("topologyKey"); isZone(key) {
			m.fact(e, "pod/zoneSpread", true, key, "")
		}
	}
	anti := pod.Get("affinity", "podAntiAffinity")
	for _, n := range anti.Field("requiredDuringSchedulingIgnoredDuringExecution").Items() {
		m.antiAffinity(e, n.Field("topologyKey"))
	}
	for _, n := range anti.Field("preferredDuringSchedulingIgnoredDuringExecution").Items() {
		m.antiAffinity(e, n.Get("podAffinityTerm", "topologyKey"))
	}
}

func (m *manifest) antiAffinity(e *model.Entity, key *source.Node) {
	if key == nil {
		return
	}
	m.fact(e, "pod/antiAffinity", true, key, "")
	if isZone(key) {
		m.fact(e, "pod/zoneSpread", true, key, "")
	}
}

func isZone(key *source.Node) bool {
	return strings.HasSuffix(key.Str(), "/zone") || strings.HasSuffix(key.Str(), "failure-domain.beta.kubernetes.io/zone")
}

func unknownNode(n *source.Node) *source.Node {
	c := *n
	c.Kind = source.Expression
	return &c
}

func (m *manifest) memory(e *model.Entity, resources *source.Node) {
	n := resources.Get("limits", "memory")
	if n == nil {
		n = resources.Get("requests", "memory")
	}
	m.size(e, "pod/memory", n, quantity)
}

func (m *manifest) heap(e *model.Entity, n *source.Node) { m.size(e, "pod/heap", n, javaSize) }

func (m *manifest) size(e *model.Entity, p model.Path, n *source.Node, parse func(string) (int64, bool)) {
	if n == nil {
		return
	}
	if size, ok := parse(n.Str()); ok {
		m.fact(e, p, size, n, "")
	} else {
		m.fact(e, p, nil, unknownNode(n), "")
	}
}

var quantityForm = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)(Ki|Mi|Gi|Ti|Pi|k|M|G|T|P)?$`)

var quantityUnits = map[string]float64{
	"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15,
	"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50,
}

// quantity reads a quantity of Kubernetes as bytes.
func quantity(s string) (int64, bool) {
	g := quantityForm.FindStringSubmatch(strings.TrimSpace(s))
	if g == nil {
		return 0, false
	}
	f, err := strconv.ParseFloat(g[1], 64)
	f *= quantityUnits[g[2]]
	return int64(f), err == nil && f < math.MaxInt64/2
}

// javaSize reads a size of the JVM's options (512m, 4G).
func javaSize(s string) (int64, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	unit := int64(1)
	for suffix, n := range map[string]int64{"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, unit = rest, n
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n * unit, err == nil && n > 0 && n < math.MaxInt64/unit
}

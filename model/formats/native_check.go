package formats

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// nativeSchema holds the definitions for the specs of one import that are not
// CUE: those share a context, a file of CUE has its own.
type nativeSchema struct {
	ctx  *cue.Context
	spec cue.Value
}

// check holds one spec to the definitions. What is not concrete in CUE is a
// constraint and no fault.
func (s *nativeSchema) check(d *Document, root *source.Node) []model.Problem {
	failed, err := source.WithDeadline(d.Text, func() ([]cueerrors.Error, error) {
		var v cue.Value
		if d.Syntax == source.CUE {
			own, err := source.CUEValue(d.Text)
			if err != nil {
				return nil, err
			}
			v = own.Unify(model.SchemaSpec(cuecontext.New()))
		} else {
			if s.ctx == nil {
				s.ctx = cuecontext.New()
				s.spec = model.SchemaSpec(s.ctx)
			}
			v = s.spec.Unify(s.ctx.Encode(plainData(root)))
		}
		return cueerrors.Errors(v.Validate()), nil
	})
	if err != nil {
		return []model.Problem{{Kind: "parse-error", Span: d.Text.Span(0, 0), Key: d.Name, Why: err.Error(), Unreadable: true}}
	}
	out := unknownFields(root)
	seen := map[string]bool{}
	for _, e := range failed {
		p, ok := nativeProblem(root, e)
		if !ok && len(out) > 0 {
			continue // one of the unknown fields
		}
		if at := p.Span.String() + p.Kind; !seen[at] {
			seen[at] = true
			out = append(out, p)
		}
	}
	return narrowest(out)
}

// narrowest leaves out the problems of a node around another problem's: where a
// disjunction fails, CUE reports both.
func narrowest(ps []model.Problem) []model.Problem {
	return slices.DeleteFunc(slices.Clone(ps), func(p model.Problem) bool {
		return slices.ContainsFunc(ps, func(q model.Problem) bool {
			return p.Span.File == q.Span.File && p.Span.Start <= q.Span.Start && q.Span.End <= p.Span.End && p.Span != q.Span
		})
	})
}

// plainData is a tree as plain data. An unknown value is nothing, since it may
// be anything.
func plainData(n *source.Node) any {
	switch n.Kind {
	case source.Map:
		out := map[string]any{}
		for _, f := range n.Children {
			if f.Kind != source.Expression && f.Kind != source.Null {
				out[f.Name] = plainData(f)
			}
		}
		return out
	case source.List:
		out := []any{}
		for _, item := range n.Children {
			if item.Kind != source.Expression {
				out = append(out, plainData(item))
			}
		}
		return out
	case source.Bool:
		return strings.EqualFold(n.Value, "true")
	case source.Number:
		if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			return i
		}
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return f
		}
		return json.Number(n.Value)
	}
	return n.Value
}

// nativeProblem puts an error of CUE at the node of the user's file that its
// path leads to; false for a field that the definitions do not have.
func nativeProblem(root *source.Node, e cueerrors.Error) (model.Problem, bool) {
	path := e.Path()
	for i, part := range path {
		if text, err := strconv.Unquote(part); err == nil {
			path[i] = text
		}
	}
	if len(path) > 0 && strings.HasPrefix(path[0], "#") {
		path = path[1:]
	}
	n, around, depth := descend(root, path)
	p := model.Problem{Kind: "invalid-value", Span: n.Span, Role: role(path), Value: n.Str()}
	if len(path) > 0 {
		p.Key = path[len(path)-1]
	}
	format, args := e.Msg()
	message := fmt.Sprintf(format, args...)
	switch {
	case strings.Contains(message, "field not allowed"):
		p.Kind, p.Why = "unknown-key", "the definitions have no such field"
		return p, false
	case strings.Contains(message, "required"):
		p.Kind, p.Span, p.Why = "invalid-value", around.Span, p.Key+" is missing"
	default:
		p.Why = accepted(path[:depth], message)
	}
	return p, true
}

// unknownFields finds the fields that the definitions do not have. The table of
// fields tells them with their neighbours; CUE stops at the first one.
func unknownFields(root *source.Node) []model.Problem {
	var out []model.Problem
	for _, f := range root.Fields() {
		switch {
		case !slices.Contains(specFields(), f.Name):
			out = append(out, unknownField([]string{f.Name}, f))
		case f.Name == "kafka" || f.Name == "cluster":
			out = append(out, unknownBelow([]string{f.Name}, f)...)
		case f.Kind == source.Map:
			for _, entry := range f.Fields() {
				out = append(out, unknownBelow([]string{f.Name, entry.Name}, entry)...)
			}
		}
	}
	return out
}

func unknownBelow(path []string, n *source.Node) []model.Problem {
	var out []model.Problem
	for _, f := range n.Fields() {
		inner := append(slices.Clone(path), f.Name)
		switch known, open := isField(inner); {
		case !known:
			out = append(out, unknownField(inner, f))
		case open:
		case f.Kind == source.List:
			for _, item := range f.Items() {
				out = append(out, unknownBelow(append(inner, "0"), item)...)
			}
		default:
			out = append(out, unknownBelow(inner, f)...)
		}
	}
	return out
}

// isField reports whether the definitions have something at a path, and whether
// everything may stand below it.
func isField(path []string) (known, open bool) {
	kind, p := kindAt(path)
	if path[0] == "kafka" {
		return slices.Contains(fieldsAround(path), path[1]), false
	}
	if p == "config" || p == "labels" && kind != model.ACL && kind != model.Quota && kind != model.Scenario || p == "controllers/config" && kind == model.Cluster {
		return p != "config" || hasConfig(kind), true
	}
	if p == "from" || p == "name" && kind == model.Cluster {
		return bindable(kind) || p == "name" || kind == model.Mirror, false
	}
	if _, ok := model.FieldAt(kind, p); ok {
		return true, false
	}
	want := strings.Split(p, "/")
	for other := range model.Fields(kind) {
		have := strings.Split(other, "/")
		if len(have) > len(want) && slices.EqualFunc(have[:len(want)], want, sameSegment) {
			return true, false
		}
	}
	return false, false
}

// sameSegment compares a part of a table's path with a written one.
func sameSegment(have, written string) bool { return have == written || have == "*" }

// hasConfig reports whether entities of a kind have keys of Kafka's.
func hasConfig(k model.Kind) bool {
	return !slices.Contains([]model.Kind{model.User, model.ACL, model.Quota, model.Sink, model.Scenario}, k)
}

// bindable reports whether entries of a kind may say where their files are.
func bindable(k model.Kind) bool {
	return slices.Contains([]model.Kind{model.Producer, model.Group, model.ShareGroup, model.Streams, model.Client, model.Connector, model.Worker}, k)
}

func unknownField(path []string, f *source.Node) model.Problem {
	p := model.Problem{Kind: "unknown-key", Span: f.NameSpan, Key: f.Name, Role: role(path), Value: f.Str(), Why: "the definitions have no such field"}
	if p.Span.IsZero() {
		p.Span = f.Span
	}
	if known := fieldsAround(path); len(known) > 0 {
		p.Why = "here may be " + strings.Join(known, ", ")
		p.Hint = kafka.Nearest(known, f.Name)
	}
	return p
}

// descend follows a path of names as far as the tree goes.
func descend(root *source.Node, path []string) (n, around *source.Node, depth int) {
	n, around = root, root
	for _, part := range path {
		next := n.Field(part)
		if i, err := strconv.Atoi(part); err == nil && i < len(n.Items()) && i >= 0 {
			next = n.Items()[i]
		}
		if next == nil {
			return n, n, depth
		}
		n, around = next, n
		depth++
	}
	return n, around, depth
}

// role is what the key was written for: "topic", "kafka", "plimsoll".
func role(path []string) string {
	if len(path) > 1 {
		return "plimsoll " + path[0]
	}
	return "plimsoll"
}

// kindAt is the kind of entity that a path of a spec leads into, and the rest
// of the path.
func kindAt(path []string) (model.Kind, model.Path) {
	if len(path) == 0 {
		return "", ""
	}
	switch path[0] {
	case "kafka", "cluster":
		return model.Cluster, strings.Join(path[1:], "/")
	case "environment":
		return model.Cluster, "environment"
	}
	for _, s := range model.Sections {
		if s.Field == path[0] && len(path) > 1 {
			return s.Kind, strings.Join(path[2:], "/")
		}
	}
	return "", ""
}

// accepted says what a field may be, in words; CUE's own message where the
// fields do not know.
func accepted(path []string, message string) string {
	if len(path) == 1 && path[0] == "plimsoll" {
		return `this version reads "v1"`
	}
	kind, p := kindAt(path)
	f, ok := model.FieldAt(kind, p)
	if !ok {
		return message
	}
	return "it takes " + f.Accepted()
}

// fieldsAround lists what may stand where the path's last field stands.
func fieldsAround(path []string) []string {
	if len(path) == 1 {
		return specFields()
	}
	if path[0] == "kafka" {
		return []string{"version", "metadataVersion", "platform", "mode"}
	}
	kind, p := kindAt(path)
	parent := strings.Split(p, "/")
	parent = parent[:len(parent)-1]
	var out []string
	for known := range model.Fields(kind) {
		have := strings.Split(known, "/")
		if len(have) <= len(parent) || !slices.EqualFunc(have[:len(parent)], parent, sameSegment) {
			continue
		}
		if name := have[len(parent)]; name != "*" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if len(parent) == 0 && hasConfig(kind) {
		out = append(out, "config")
	}
	slices.Sort(out)
	return out
}

func specFields() []string {
	out := []string{"plimsoll", "kafka", "environment", "deployment", "cluster"}
	for _, s := range model.Sections {
		out = append(out, s.Field)
	}
	return out
}

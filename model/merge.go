package model

import (
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// merge joins the fragments of one deployment by kind and name. Equal values of
// different sources keep all their places; different values become unknown and
// the problem "contradiction". Values were typed by their importers, so "2" and
// 2 are equal here.
func merge(fragments []Fragment, d *Deployment) *Spec {
	m := merger{byKey: map[string]*Entity{}, d: d}
	for _, f := range fragments {
		if !f.Bind {
			m.add(f)
		}
	}
	for _, f := range fragments {
		if f.Bind {
			m.bind(f)
		}
	}
	s := &Spec{Entities: m.entities}
	s.index()
	return s
}

type merger struct {
	entities []*Entity
	byKey    map[string]*Entity
	d        *Deployment
}

// identity is what makes two fragments the same entity. Topics, users and the
// other things that live in the cluster are one by name; clients are settings
// of one application, so two applications keep theirs apart even under one
// group id.
func identity(e *Entity) string {
	id := string(e.Kind) + "/" + e.Name
	switch e.Kind {
	case Producer, Group, ShareGroup, Streams, Client, Worker, Node:
		return id + "\x00" + e.Source
	case Connector, User:
		// two files of one format that declare it are alternatives, not layers
		return id + "\x00" + e.Format + "\x00" + fileOf(e)
	}
	return id
}

func fileOf(e *Entity) string {
	if e.Span.File == nil {
		return ""
	}
	return e.Span.File.Name
}

// add merges one fragment; the entity it lands in is a copy, because a base
// fragment belongs to several deployments.
func (m *merger) add(f Fragment) {
	key := identity(f.Entity)
	e, ok := m.byKey[key]
	if !ok {
		e = f.clone()
		m.byKey[key] = e
		m.entities = append(m.entities, e)
		return
	}
	if e.Format == f.Format && e.Span != f.Span {
		e.Also = append(e.Also, f.Span)
	}
	m.join(e, f.Entity)
}

// bind adds an entry of plimsoll.cue to the entities that it describes; one
// that describes nothing found elsewhere is an entity of its own.
func (m *merger) bind(f Fragment) {
	found := false
	for _, e := range m.entities {
		if e.Kind == f.Kind && describes(f, e) {
			m.join(e, f.Entity)
			found = true
		}
	}
	if found || f.bound && (f.Kind != Cluster || f.Name != "") {
		return
	}
	if f.From != "" {
		m.d.Problems = append(m.d.Problems, Problem{Kind: "unknown-key", Span: f.Span, Key: f.Name, Role: "plimsoll.cue",
			Value: f.From, Why: fmt.Sprintf("no %s was found under %q", f.Kind, f.From), Hint: "correct the pattern in from, or remove it"})
	}
	if f.Name == "" { // a cluster that no file names
		f.Entity = f.clone()
		f.Entity.Name = "kafka"
	}
	m.add(f)
}

// markBound notes which entries of plimsoll.cue describe something in any
// deployment: in the others they make no entity.
func markBound(placed []Fragment) {
	names := map[string]bool{}
	for i := range placed {
		if f := &placed[i]; !f.Bind || f.Env != "" || f.Cluster != "" {
			names[f.ID()] = true
		}
	}
	for i := range placed {
		f := &placed[i]
		if !f.Bind || f.Env != "" || f.Cluster != "" {
			continue
		}
		f.bound = f.From == "" && names[f.ID()] || f.From != "" && slices.ContainsFunc(placed, func(o Fragment) bool {
			return !o.Bind && o.Kind == f.Kind && describes(*f, o.Entity)
		})
	}
}

// describes reports whether an entry of plimsoll.cue is about e: by its name,
// by the files in from, or as the cluster entry without a name, which is about
// every cluster of the deployment.
func describes(f Fragment, e *Entity) bool {
	if f.From == "" {
		return e.Name == f.Name || e.Kind == Cluster && f.Name == ""
	}
	if e.Span.File == nil {
		return false
	}
	if ok, _ := doublestar.Match(f.From, e.Span.File.Name); ok {
		return true
	}
	return under(path.Join(f.Source, f.From), e.Span.File.Name) // relative to plimsoll.cue's folder
}

// join puts the values of b into a.
func (m *merger) join(a, b *Entity) {
	for _, p := range b.Paths() {
		v := b.Fields[p]
		old, ok := a.Fields[p]
		switch {
		case !ok:
			a.Fields[p] = v
		case old.Unknown || v.Unknown:
			// one of them cannot be read: the other one may be what counts, or not
			old.Unknown, old.Data = true, nil
			a.Fields[p] = old
		case reflect.DeepEqual(old.Data, v.Data):
			old.Also = append(old.Also, v.Origin)
			a.Fields[p] = old
		case strings.HasSuffix(p, "ersion") && narrower(old.Data, v.Data): // 4.3 and 4.3.1 are no contradiction
			old.Also = append(old.Also, v.Origin)
			a.Fields[p] = old
		case strings.HasSuffix(p, "ersion") && narrower(v.Data, old.Data):
			v.Also = append(v.Also, old.Origin)
			a.Fields[p] = v
		default:
			if disagrees(a, b) {
				m.contradiction(a, p, old, v)
			}
			old.Unknown, old.Data = true, nil
			a.Fields[p] = old
		}
	}
	for prefix, place := range b.Places {
		if _, ok := a.Places[prefix]; !ok {
			a.Places[prefix] = place
		}
	}
	if a.Environment == "" {
		a.Environment = b.Environment
	}
}

// narrower reports whether one version says more exactly what the other one
// says.
func narrower(version, than any) bool {
	a, isText := version.(string)
	b, alsoText := than.(string)
	return isText && alsoText && b != "" && strings.HasPrefix(a, b+".")
}

// disagrees reports whether two sources that give different values are a
// mistake. An application's variables are meant to override its files, and two
// declarations in one format are duplicates, which is a finding of its own.
func disagrees(a, b *Entity) bool {
	switch a.Kind {
	case Topic, Cluster, ACL, Quota, Connector, User:
		return a.Format != b.Format || fileOf(a) == fileOf(b)
	}
	return a.Format == "native" || b.Format == "native"
}

func (m *merger) contradiction(e *Entity, p Path, a, b Value) {
	m.d.Problems = append(m.d.Problems, Problem{
		Kind: "contradiction", Span: b.Origin.Span, Entity: e, Key: strings.TrimPrefix(p, "config/"), Role: string(e.Kind), Value: b.Show(),
		Why:     fmt.Sprintf("%s says %s, %s says %s", a.Origin.Span, a.Show(), b.Origin.Span, b.Show()),
		Hint:    "keep one of them, or say in .plimsoll.yaml that the files belong to different deployments",
		Related: []Related{{Span: a.Origin.Span, Message: "the other value is " + a.Show()}},
	})
}

// Show prints a value for a message; secrets stay hidden.
func (v Value) Show() string {
	if v.Secret {
		return "(secret)"
	}
	if v.Raw != "" {
		return MaskURL(v.Raw)
	}
	if v.Data == nil {
		return "unknown"
	}
	return MaskURL(fmt.Sprint(v.Data))
}

var urlPassword = regexp.MustCompile(`(://[^\s/:@"']*:)[^\s/@"'$]+@`)

// MaskURL hides the password of URLs in a text.
func MaskURL(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return urlPassword.ReplaceAllString(text, "${1}***@")
}

func (e *Entity) clone() *Entity {
	c := *e
	c.Fields = make(map[Path]Value, len(e.Fields))
	for p, v := range e.Fields {
		c.Fields[p] = v
	}
	c.Places = make(map[Path]Place, len(e.Places))
	for p, v := range e.Places {
		c.Places[p] = v
	}
	c.Also = append([]source.Span(nil), e.Also...)
	return &c
}

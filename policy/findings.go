package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// report turns the rules' answers into findings: resolved to places, given
// their severity, one for all the deployments that share a place, in order,
// with fingerprints.
func (e *Engine) report(w *model.Workspace, subjects []*subject, answers [][]answer) (*Report, error) {
	var found []Finding
	for i, s := range subjects {
		for _, a := range answers[i] {
			f, err := e.finding(s, a)
			if err != nil {
				return nil, err
			}
			if f.Entity == "" && len(subjects) > 1 {
				f.Deployments = nil // about a file that belongs to none
			}
			if f.Severity > Off {
				found = append(found, f)
			}
		}
	}
	found = shared(found, len(subjects))
	slices.SortStableFunc(found, Compare)
	fingerprint(found)
	r := &Report{Findings: found, Summary: e.summary(w, subjects, found), Secrets: secrets(subjects)}
	return r, nil
}

// place is what an "at" path resolves to.
type place struct {
	entity  *model.Entity
	path    model.Path
	value   model.Value
	known   bool // value is the effective value
	span    source.Span
	absent  bool
	problem *model.Problem
}

// resolve finds the place of a path: the written value, else where it would be
// written.
func (s *subject) resolve(at []string) (place, error) {
	if len(at) == 0 || len(at[0]) < 2 {
		return place{}, fmt.Errorf("a rule answered at %v: the first element is an entity's _ref", at)
	}
	n, err := strconv.Atoi(at[0][1:])
	switch {
	case err == nil && at[0][0] == 'p' && n < len(s.problems):
		p := &s.problems[n]
		return place{entity: p.Entity, problem: p, span: p.Span}, nil
	case err != nil || at[0][0] != 'e' || n >= len(s.d.Spec.Entities):
		return place{}, fmt.Errorf("a rule answered at %q, which is no entity's _ref", at[0])
	}
	return s.at(s.d.Spec.Entities[n], strings.Join(at[1:], "/")), nil
}

func (s *subject) at(e *model.Entity, p model.Path) place {
	out := place{entity: e, path: p, span: e.Span}
	if p == "" {
		return out
	}
	if v, ok := e.Fields[p]; ok && v.Origin.Kind == model.FromFile {
		out.value, out.known, out.span = v, v.Known(), v.Origin.Span
		if credential, ok := v.Credential(); ok {
			out.span = credential
		}
		return out
	}
	if first, ok := under(e, p); ok {
		out.span = first.Origin.Span
		return out
	}
	out.absent, out.span = true, e.Place(p).Anchor
	if out.span.IsZero() {
		out.span = e.Span
	}
	if key, ok := model.ConfigKey(p); ok {
		out.value, out.known = s.d.Spec.Effective(&s.facts, e, key)
	} else if e.Kind == model.Topic {
		out.value, out.known = s.d.Spec.Counts(&s.facts, e, p)
	}
	return out
}

// under returns the first written value below a path, for findings about a
// whole block.
func under(e *model.Entity, p model.Path) (model.Value, bool) {
	var first model.Value
	found := false
	for q, v := range e.Fields {
		if strings.HasPrefix(q, p+"/") && !v.Origin.Span.IsZero() && (!found || v.Origin.Span.Start < first.Origin.Span.Start) {
			first, found = v, true
		}
	}
	return first, found
}

// finding resolves one answer.
func (e *Engine) finding(s *subject, a answer) (Finding, error) {
	r := e.rules[a.Rule]
	if r == nil {
		return Finding{}, fmt.Errorf("an answer names the rule %q, which does not exist", a.Rule)
	}
	m, err := r.meta()
	if err != nil {
		return Finding{}, err
	}
	at, err := s.resolve(a.At)
	if err != nil {
		return Finding{}, fmt.Errorf("%s: %w", a.Rule, err)
	}
	f := Finding{
		Rule: a.Rule, Message: a.Msg, Means: a.Means, Span: at.span, Absent: at.absent, Deployments: []string{s.d.ID},
		Field: strings.ReplaceAll(at.path, "/", "."), Certainty: Certain, Secret: at.value.Secret,
		Severity: e.severity(s, m, a, at),
	}
	if at.entity != nil {
		f.Entity = at.entity.ID()
	}
	if at.problem != nil {
		f.fromProblem(at.problem)
	} else {
		f.fromValue(at)
	}
	f.rest(at)
	if m.Custom.ISR && s.hasNoISR() {
		f.Severity = Off
	}
	for _, ra := range a.Related {
		rp, err := s.resolve(ra.At)
		if err != nil {
			return Finding{}, fmt.Errorf("%s: %w", a.Rule, err)
		}
		f.Related = append(f.Related, Related{Span: rp.span, Message: ra.Msg, Secret: rp.value.Secret})
		f.rest(rp)
	}
	f.Fix, err = s.fix(a, at)
	return f, err
}

func (s *subject) hasNoISR() bool { return s.facts.Platform != "" && !hasISR(s.facts.Platform) }

func (f *Finding) fromProblem(p *model.Problem) {
	f.Field, f.Value = p.Key, model.MaskURL(p.Value)
	f.Unreadable = p.Unreadable
	for _, r := range p.Related {
		f.Related = append(f.Related, Related{Span: r.Span, Message: r.Message})
	}
}

func (f *Finding) fromValue(at place) {
	v := at.value
	if !at.known {
		return
	}
	f.Value = v.Show()
	if v.Origin.Kind != model.FromFile || v.Origin.Note != "" {
		f.Origin = append(f.Origin, OriginStep{Text: originText(v.Origin), Span: v.Origin.Span})
	}
	for _, hidden := range v.Hides {
		f.Origin = append(f.Origin, OriginStep{Text: "overrides " + hidden.Show(), Span: hidden.Origin.Span})
	}
	if v.Origin.Kind == model.FromAssumed {
		f.Certainty = Assumed
	}
}

// rest notes that the finding rests on the value at a place.
func (f *Finding) rest(at place) {
	if at.entity != nil && at.path != "" && at.problem == nil {
		f.Rests = append(f.Rests, Rest{Kind: at.entity.Kind, Name: at.entity.Name, Path: at.path})
	}
}

// originText says in words where a value came from.
func originText(o model.Origin) string {
	switch {
	case o.Kind == model.FromCluster && !o.Span.IsZero():
		return "the cluster's configuration (" + o.Span.String() + ")"
	case o.Note != "":
		return o.Note
	}
	return string(o.Kind)
}

// severity decides: the rule's own word for this case, the configuration's for
// the rule, the table by environment; then intents, then the cap.
func (e *Engine) severity(s *subject, m metadata, a answer, at place) Severity {
	environment := s.d.Environment
	if at.entity != nil {
		environment = s.environment(at.entity)
	}
	level := m.level(environment)
	if own, ok := ParseSeverity(a.Level); ok {
		level = own
	}
	if set, ok := e.config.level(a.Rule); ok {
		level = set
	} else if intent := s.intended(m, a, at.entity); intent != Off {
		level = intent
	}
	if limit, ok := ParseSeverity(a.Cap); ok {
		level = min(level, limit)
	}
	return level
}

// intended is what the intents of the topics concerned say: error where one
// forbids the consequence, info where all that speak tolerate it.
func (s *subject) intended(m metadata, a answer, e *model.Entity) Severity {
	field, forbids, tolerates := consequence(m.Custom.Consequence)
	if field == "" {
		return Off
	}
	result := Off
	for _, name := range s.topicsOf(a, e) {
		t := s.d.Spec.Find(model.Topic, name)
		if t == nil {
			continue
		}
		switch t.Text("intent/" + field) {
		case forbids:
			return Error
		case tolerates:
			result = Info
		}
	}
	return result
}

// consequence names the intent's field and the words that forbid and tolerate.
func consequence(name string) (field, forbids, tolerates string) {
	switch name {
	case "loss":
		return "loss", "never", "tolerated"
	case "duplicates":
		return "duplicates", "never", "tolerated"
	case "order":
		return "order", "key", "none"
	case "history":
		return "history", "needed", "not-needed"
	}
	return "", "", ""
}

func (s *subject) topicsOf(a answer, e *model.Entity) []string {
	switch {
	case len(a.Topics) > 0:
		return a.Topics
	case e == nil:
		return nil
	case e.Kind == model.Topic:
		return []string{e.Name}
	}
	return e.List("topics")
}

// fix makes the edit that writes the wanted value, where the format allows.
func (s *subject) fix(a answer, at place) (*Fix, error) {
	if a.Fix == nil {
		return nil, nil
	}
	f := &Fix{Text: a.Fix.Text}
	if !a.Fix.HasValue {
		return f, nil
	}
	if len(a.Fix.At) > 0 {
		other, err := s.resolve(a.Fix.At)
		if err != nil {
			return nil, fmt.Errorf("%s: fix: %w", a.Rule, err)
		}
		at = other
	}
	f.Text = spelled(at, f.Text)
	if edit, ok := edit(at, a.Fix.Value); ok {
		f.Edits = []source.Edit{edit}
	}
	return f, nil
}

// spelled writes the fix with the name that the file uses for the key
// (message.timeout.ms, KAFKA_MIN_INSYNC_REPLICAS) instead of Kafka's.
func spelled(at place, text string) string {
	key, ok := model.ConfigKey(at.path)
	rest, begins := strings.CutPrefix(text, key+"=")
	if !ok || !begins || at.entity == nil {
		return text
	}
	name := key
	if place := at.entity.Place(at.path); at.absent && place.Spell != nil {
		name = place.Spell(key)
	} else if node := at.value.Node; !at.absent && node != nil && node.Name != "" && node.Name != "value" {
		name = node.Name
	}
	return name + "=" + rest
}

func edit(at place, value string) (source.Edit, bool) {
	if at.entity == nil {
		return source.Edit{}, false
	}
	if !at.absent {
		if at.value.Node == nil || at.value.Origin.Note != "" {
			return source.Edit{}, false
		}
		return source.Set(at.value.Node, value)
	}
	p := at.entity.Place(at.path)
	if p.Parent == nil {
		return source.Edit{}, false
	}
	name := at.path[strings.LastIndexByte(at.path, '/')+1:]
	if p.Spell != nil {
		name = p.Spell(name)
	}
	return source.Add(p.Parent, name, value)
}

// shared makes one finding of those that several deployments have at one
// place; the worst severity counts.
func shared(found []Finding, deployments int) []Finding {
	if deployments < 2 {
		return dedupe(found, func(a, b *Finding) { a.Severity = max(a.Severity, b.Severity) })
	}
	return dedupe(found, func(a, b *Finding) {
		for _, d := range b.Deployments {
			if !slices.Contains(a.Deployments, d) {
				a.Deployments = append(a.Deployments, d)
			}
		}
		sort.Strings(a.Deployments)
		a.Severity = max(a.Severity, b.Severity)
	})
}

// dedupe keeps the first of the findings that are one: at the same written
// value whatever entity inherits it, since one edit repairs them all, or about
// the same absent field of the same entity.
func dedupe(found []Finding, join func(a, b *Finding)) []Finding {
	type key struct {
		rule, entity, field, msg string
		span                     source.Span
	}
	at := map[key]int{}
	var out []Finding
	for _, f := range found {
		k := key{f.Rule, f.Entity, f.Field, f.Message, f.Span}
		if !f.Absent && f.Field != "" {
			k.entity, k.msg = "", ""
		}
		if i, ok := at[k]; ok {
			join(&out[i], &f)
			continue
		}
		at[k] = len(out)
		out = append(out, f)
	}
	return out
}

// fingerprint names each finding by what it is about: rule, deployment (unless
// several share the place), entity, field, and the ordinal among equals. No
// file and no line: moving things keeps the name.
func fingerprint(found []Finding) {
	count := map[string]int{}
	for i := range found {
		f := &found[i]
		deployment := ""
		if len(f.Deployments) == 1 {
			deployment = f.Deployments[0]
		}
		id := strings.Join([]string{f.Rule, deployment, f.Entity, f.Field}, "\x00")
		count[id]++
		sum := sha256.Sum256([]byte(id + "\x00" + strconv.Itoa(count[id])))
		f.Fingerprint = hex.EncodeToString(sum[:12])
	}
}

package formats

import (
	"slices"
	"strings"
)

// profileExpr is a condition on profiles: a name, or "!", "&", "|" over others
// (org.springframework.core.env.ProfilesParser).
type profileExpr struct {
	name string
	op   byte
	args []*profileExpr
}

// holds evaluates the condition; nil always holds.
func (e *profileExpr) holds(active []string) bool {
	if e == nil {
		return true
	}
	holds := func(x *profileExpr) bool { return x.holds(active) }
	switch e.op {
	case '!':
		return !slices.ContainsFunc(e.args, holds)
	case '|':
		return slices.ContainsFunc(e.args, holds)
	case '&':
		return !slices.ContainsFunc(e.args, func(x *profileExpr) bool { return !x.holds(active) })
	}
	return slices.Contains(active, e.name)
}

// names lists the profiles that the condition speaks of.
func (e *profileExpr) names() []string {
	if e == nil {
		return nil
	}
	var out []string
	if e.name != "" {
		out = append(out, e.name)
	}
	for _, x := range e.args {
		out = append(out, x.names()...)
	}
	return out
}

// both joins two conditions; nil is none.
func both(a, b *profileExpr) *profileExpr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return &profileExpr{op: '&', args: []*profileExpr{a, b}}
}

// anyOf is the condition that one of several expressions holds, nil for none.
func anyOf(expressions []string) *profileExpr {
	e := &profileExpr{op: '|'}
	for _, s := range expressions {
		p := profileParser{s: s}
		if x := p.expression(0); x != nil {
			e.args = append(e.args, x)
		}
	}
	if len(e.args) == 0 {
		return nil
	}
	return e
}

type profileParser struct{ s string }

// maxProfileDepth bounds parentheses and negations.
const maxProfileDepth = 20

// expression reads terms joined by & or |; Spring refuses to mix them without
// parentheses, here | binds weaker.
func (p *profileParser) expression(depth int) *profileExpr {
	or := &profileExpr{op: '|'}
	and := &profileExpr{op: '&'}
	for {
		if x := p.term(depth); x != nil {
			and.args = append(and.args, x)
		}
		p.s = strings.TrimLeft(p.s, " \t\r\n")
		next := byte(0)
		if p.s != "" && (p.s[0] == '&' || p.s[0] == '|') {
			next, p.s = p.s[0], p.s[1:]
		}
		if next != '&' {
			if len(and.args) > 0 {
				or.args = append(or.args, and)
			}
			and = &profileExpr{op: '&'}
		}
		if next == 0 {
			break
		}
	}
	if len(or.args) == 0 {
		return nil
	}
	return or
}

func (p *profileParser) term(depth int) *profileExpr {
	p.s = strings.TrimLeft(p.s, " \t\r\n")
	if p.s == "" || depth > maxProfileDepth {
		return nil
	}
	switch p.s[0] {
	case '!':
		p.s = p.s[1:]
		if x := p.term(depth + 1); x != nil {
			return &profileExpr{op: '!', args: []*profileExpr{x}}
		}
		return nil
	case '(':
		p.s = p.s[1:]
		x := p.expression(depth + 1)
		p.s = strings.TrimPrefix(strings.TrimLeft(p.s, " \t\r\n"), ")")
		return x
	}
	end := strings.IndexAny(p.s, "&|()! \t\r\n")
	if end < 0 {
		end = len(p.s)
	}
	name := p.s[:end]
	p.s = p.s[end:]
	if name == "" {
		return nil
	}
	return &profileExpr{name: name}
}

package model

import (
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// jaasOption is the option of a login module that holds a credential (those of
// PLAIN's users too); its second group is the credential.
var jaasOption = regexp.MustCompile(`(?i)\b([\w.]*(?:password|passwd|secret|private\.key|access\.token|refresh\.token)|user_[\w.-]+)\s*=\s*["']?([^"';\s]+)`)

// Credential returns the place of a credential that is written out in a secret
// value, and false when the value only refers to one (a file, a variable), is a
// placeholder for people or tools to fill in, or cannot be read. Of a JAAS line
// only the password is a credential.
func (v Value) Credential() (source.Span, bool) {
	s, ok := v.Data.(string)
	if !ok || !v.Secret || v.Unknown || v.Origin.Kind != FromFile || v.Origin.Note != "" {
		return source.Span{}, false
	}
	if !strings.Contains(s, "LoginModule") {
		return v.Origin.Span, literal(s)
	}
	m := jaasOption.FindStringSubmatchIndex(s)
	if m == nil || !literal(s[m[4]:m[5]]) {
		return source.Span{}, false
	}
	if v.Node != nil && v.Node.Text.String() == s {
		return v.Node.Text.Span(m[2], m[3]), true
	}
	return v.Origin.Span, true
}

// placeholders are parts of texts that stand for a credential still to come.
var placeholders = []string{
	"changeme", "change_me", "change-me", "replace", "placeholder", "your-", "your_", "todo", "xxxx", "****", "example", "redact", "dummy",
}

func literal(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[:1], "<[{/%$@") || strings.Contains(s, "${") {
		return false
	}
	for _, word := range placeholders {
		if strings.Contains(strings.ToLower(s), word) && s != "REDACTED" {
			return false
		}
	}
	return true
}

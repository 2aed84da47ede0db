package render

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// masked stands for every secret.
const masked = "***"

// byteRange is a range of a line's bytes.
type byteRange struct{ start, end int }

// Importers mark the secrets they know; a frame's line may hold others (a
// one-line JSON document, a key of another tool), so the frame looks for what
// commonly holds one as well.
var (
	secretAssignment = regexp.MustCompile(`(?i)[\w.\-]*(?:passw(?:or)?d|pa?s?s+w?[ao]?r?o?r?d|passphrase|secret|jaas[._-]?config|api[._-]?key|access[._-]?key|private[._-]?key|credentials?|(?:auth|bearer|access|refresh)[._-]?token|user[._-]?info)[\w.\-]*["']?\s*[:=]\s*(\S.*)$`)
	quotedValue      = regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"|'[^']*')`)
	flowValue        = regexp.MustCompile(`^[^\s,}\]]+`)
	plainValue       = regexp.MustCompile(`^.*?(?:\s+#|\s*$)`)
	jaasPassword     = regexp.MustCompile(`(?i)\b(?:password|clientSecret)\s*=\s*\\?["']?([^"';\s\\]+)`)
	urlPassword      = regexp.MustCompile(`://[^\s/:@"']*:([^\s/@"']+)@`)
	reference        = regexp.MustCompile(`^["']?(?:\$\{|\{\{|\$\(|\$[A-Z_]|<%|%\{|var\.|local\.|data\.|null\b|true\b|false\b)`)
)

// secretsIn returns the ranges of a line that must not be printed: those of the
// given spans that touch it, and what looks like a secret.
func secretsIn(line string, offset int, spans []source.Span) []byteRange {
	var out []byteRange
	for _, s := range spans {
		if s.Start < offset+len(line) && s.End > offset {
			out = append(out, byteRange{max(0, s.Start-offset), min(len(line), s.End-offset)})
		}
	}
	out = append(out, likelySecrets(line)...)
	return mergeRanges(out)
}

func likelySecrets(line string) []byteRange {
	var out []byteRange
	for at := 0; at < len(line); {
		m := secretAssignment.FindStringSubmatchIndex(line[at:])
		if m == nil {
			break
		}
		start := at + m[2]
		end := start + valueLength(line[start:], strings.ContainsRune(line[:start], '{'))
		if !reference.MatchString(line[start:]) {
			out = append(out, byteRange{start, end})
		}
		at = max(end, start+1)
	}
	for _, pattern := range []*regexp.Regexp{jaasPassword, urlPassword} {
		for _, m := range pattern.FindAllStringSubmatchIndex(line, -1) {
			if !reference.MatchString(line[m[2]:m[3]]) {
				out = append(out, byteRange{m[2], m[3]})
			}
		}
	}
	return out
}

// valueLength returns the length of the value that s begins with: quoted, up to
// the next comma in JSON and its like, else the rest of the line.
func valueLength(s string, flow bool) int {
	if m := quotedValue.FindString(s); m != "" {
		return len(m)
	}
	if flow {
		return len(flowValue.FindString(s))
	}
	return len(strings.TrimRight(strings.TrimSuffix(plainValue.FindString(s), "#"), " \t"))
}

// mergeRanges sorts ranges and joins those that touch.
func mergeRanges(ranges []byteRange) []byteRange {
	slices.SortFunc(ranges, func(a, b byteRange) int { return a.start - b.start })
	var out []byteRange
	for _, r := range ranges {
		if n := len(out); n > 0 && r.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, r.end)
			continue
		}
		if r.end > r.start {
			out = append(out, r)
		}
	}
	return out
}

package kafka

import (
	"strings"
)

// tableRows splits an embedded table: one record a line, columns by tab, lines
// that start with # left out. Missing trailing columns read as "".
func tableRows(text string, columns int) [][]string {
	rows := make([][]string, 0, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "\t")
		for len(row) < columns {
			row = append(row, "")
		}
		rows = append(rows, row)
	}
	return rows
}

// span is a value that holds for versions in [from, until); a zero bound is open.
type span struct {
	from, until Version
	value       string
	source      string
}

func (s span) holds(v Version) bool {
	return s.from.Compare(v) <= 0 && (s.until.IsZero() || v.Compare(s.until) < 0)
}

// pick returns the value at v. For an unknown version it answers only when one
// value holds for every version.
func pick(spans []span, v Version) (Default, bool) {
	if !v.IsZero() {
		for _, s := range spans {
			if s.holds(v) {
				return Default{s.value, s.source}, true
			}
		}
		return Default{}, false
	}
	fromStart, toEnd := false, false
	for _, s := range spans {
		if s.value != spans[0].value {
			return Default{}, false
		}
		fromStart = fromStart || s.from.IsZero()
		toEnd = toEnd || s.until.IsZero()
	}
	if !fromStart || !toEnd {
		return Default{}, false
	}
	return Default{spans[0].value, spans[0].source}, true
}

// exactVersion reads "3", "3.7", "v3.7.1", "3.7.1-rc1" or "3.5.0.Final"; zero
// for anything else (a range, a property reference, a name such as latest).
func exactVersion(s string) Version {
	s = strings.TrimPrefix(strings.TrimSpace(s), "v")
	var numbers [3]int
	for i := range numbers {
		n, digits := 0, 0
		for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
			n = n*10 + int(s[digits]-'0')
			digits++
		}
		if i == 0 && digits == 0 || digits > 9 {
			return Version{}
		}
		numbers[i], s = n, s[digits:]
		if len(s) < 2 || s[0] != '.' || s[1] < '0' || s[1] > '9' {
			break
		}
		s = s[1:]
	}
	if s == ".x" || strings.ContainsAny(s, "*,<>[]()$ |^~") {
		return Version{}
	}
	return Version{numbers[0], numbers[1], numbers[2]}
}

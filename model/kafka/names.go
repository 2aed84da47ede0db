package kafka

import (
	"slices"
	"strings"
	"sync"
)

var namesByRole = sync.OnceValue(func() map[Role][]string {
	out := map[Role][]string{}
	for id := range table().keys {
		out[id.role] = append(out[id.role], id.name)
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
})

// Suggest is the key of the role that a name clearly means: the same letters in another case or with other separators
// (min_insync_replicas, minInsyncReplicas), or one or two typing mistakes away from exactly one key. Else "".
func Suggest(role Role, name string) string {
	names := Names(role)
	if _, exact := slices.BinarySearch(names, name); exact {
		return ""
	}
	id := keyID{definedBy(role), name}
	if known, ok := suggested.Load(id); ok {
		return known.(string)
	}
	near, ok := byLetters()[keyID{definedBy(role), letters(name)}]
	if !ok {
		near = Nearest(names, name)
	}
	suggested.Store(id, near)
	return near
}

// suggested remembers answers: the same unknown key stands in many files.
var suggested sync.Map // keyID → string

// byLetters finds a role's key by its letters alone.
var byLetters = sync.OnceValue(func() map[keyID]string {
	out := map[keyID]string{}
	for role, names := range namesByRole() {
		for _, n := range slices.Backward(names) { // the first of several
			out[keyID{role, letters(n)}] = n
		}
	}
	return out
})

// Nearest is the one name within two edits (one for names under 12 letters); "" when there are two equally near.
func Nearest(names []string, name string) string {
	allowed := 2
	if len(name) < 12 {
		allowed = 1
	}
	best, bestDistance, equal := "", allowed+1, false
	for _, n := range names {
		if d := len(n) - len(name); d > allowed || -d > allowed {
			continue
		}
		switch d := editDistance(n, name); {
		case d < bestDistance:
			best, bestDistance, equal = n, d, false
		case d == bestDistance:
			equal = true
		}
	}
	if equal || bestDistance > allowed {
		return ""
	}
	return best
}

var separators = strings.NewReplacer(".", "", "_", "", "-", "", " ", "")

// letters is the name in lower case without separators.
func letters(name string) string {
	return separators.Replace(strings.ToLower(name))
}

// editDistance counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
func editDistance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

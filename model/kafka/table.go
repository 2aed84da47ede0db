package kafka

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed gen/keys.tsv
var keysText string

// unlisted are keys that Kafka reads without a ConfigDef, in keys.tsv's form: StandardAuthorizer.configure (SUPER_USERS_CONFIG,
// ALLOW_EVERYONE_IF_NO_ACL_IS_FOUND_CONFIG) and KafkaMetricsConfig.
var unlisted = []string{
	"broker\tsuper.users\t0\t99\tstring\t=",
	"broker\tallow.everyone.if.no.acl.found\t0\t99\tboolean\t=false",
	"broker\tkafka.metrics.reporters\t0\t99\tlist\t=",
	"broker\tkafka.metrics.polling.interval.secs\t0\t99\tint\t=10",
}

// definition is one key as ConfigDef defines it in versions first to last (indexes into keyTable.versions).
type definition struct {
	first, last int
	typ         Type
	def         string // "-" required, "~" null, "=" and the value
	validator   string // the grammar of gen's normalValidator
	scope       Scope
	internal    bool
	deprecated  bool
	unique      bool // a list that may not repeat a value (KIP-1161)
	filled      bool // a list that may not be empty
}

// keyID is a key of a role.
type keyID struct {
	role Role
	name string
}

// keyTable is keys.tsv in memory. Definitions of one key follow each other in version order.
type keyTable struct {
	versions []Version
	keys     map[keyID][]definition
	synonyms map[string][]Synonym
}

// table parses keys.tsv at the first look-up: about 1,500 lines.
var table = sync.OnceValue(parseTable)

func parseTable() *keyTable {
	t := &keyTable{keys: make(map[keyID][]definition, 2048), synonyms: map[string][]Synonym{}}
	definitions := make([]definition, 0, 2048)
	for line := range strings.Lines(keysText) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "versions\t"):
			for s := range strings.SplitSeq(line[len("versions\t"):], "\t") {
				v, _ := ParseVersion(s)
				t.versions = append(t.versions, v)
			}
		case strings.HasPrefix(line, "=\t"):
			t.addSynonym(line)
		default:
			definitions = t.addKey(definitions, line)
		}
	}
	for _, line := range unlisted {
		definitions = t.addKey(definitions, line)
	}
	return t
}

// addKey stores a key's line; the key's definitions share the big slice.
func (t *keyTable) addKey(all []definition, line string) []definition {
	var f [9]string
	for i := range f {
		f[i], line, _ = strings.Cut(line, "\t")
	}
	id := keyID{Role(f[0]), f[1]}
	first, _ := strconv.Atoi(f[2])
	last, _ := strconv.Atoi(f[3])
	last = min(last, len(t.versions)-1)
	all = append(all, definition{first, last, Type(f[4]), f[5], f[6], Scope(f[7]), strings.Contains(f[8], "i"), strings.Contains(f[8], "d"), strings.Contains(f[8], "u"), strings.Contains(f[8], "n")})
	n := len(all)
	had := len(t.keys[id])
	t.keys[id] = all[n-1-had : n : n]
	return all
}

func (t *keyTable) addSynonym(line string) {
	f := strings.Split(line, "\t")
	factor, _ := strconv.ParseInt(f[6], 10, 64)
	position, _ := strconv.Atoi(f[4])
	list := t.synonyms[f[1]]
	for len(list) <= position {
		list = append(list, Synonym{})
	}
	list[position] = Synonym{f[5], factor}
	t.synonyms[f[1]] = list
}

// index is the position of v's minor version, clamped to what is known: before 2.8 is 2.8, after the newest is the newest.
func (t *keyTable) index(v Version) int {
	m, i := v.minor(), 0
	for j, w := range t.versions {
		if w.Compare(m) <= 0 {
			i = j
		}
	}
	return i
}

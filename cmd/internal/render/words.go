package render

import "strconv"

// kinds are the kinds of entities in the order in which a report counts them.
var kinds = []string{
	"topic", "producer", "group", "share-group", "streams", "connector", "cluster", "node", "worker", "mirror", "client", "user", "acl", "quota", "sink", "scenario",
}

// nouns name kinds of entities, for one and for more of them.
var nouns = map[string][2]string{
	"topic":       {"topic", "topics"},
	"producer":    {"producer", "producers"},
	"group":       {"group", "groups"},
	"share-group": {"share group", "share groups"},
	"streams":     {"Streams application", "Streams applications"},
	"connector":   {"connector", "connectors"},
	"cluster":     {"cluster", "clusters"},
	"node":        {"node", "nodes"},
	"worker":      {"Connect cluster", "Connect clusters"},
	"mirror":      {"mirror", "mirrors"},
	"client":      {"client", "clients"},
	"user":        {"user", "users"},
	"acl":         {"ACL", "ACLs"},
	"quota":       {"quota", "quotas"},
	"sink":        {"sink", "sinks"},
	"scenario":    {"scenario", "scenarios"},
}

// noun names n entities of a kind; findings without an entity are places.
func noun(kind string, n int) string {
	names, ok := nouns[kind]
	if !ok {
		names = [2]string{"place", "places"}
	}
	if n == 1 {
		return names[0]
	}
	return names[1]
}

// count prints "1 error", "5,310 errors".
func count(n int, singular string) string {
	if n == 1 {
		return "1 " + singular
	}
	return thousands(n) + " " + singular + "s"
}

// thousands prints a count with commas.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

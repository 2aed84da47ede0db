package kafka

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
)

// Version is a release of Apache Kafka or of a client library; the zero Version is unknown.
type Version struct{ Major, Minor, Patch int }

var versionText = regexp.MustCompile(`^v?(?:2\.1[0-3]-)?(\d+)\.(\d+)(?:\.(\d+|x))?(?:[.+_-].*)?$`)

// ParseVersion reads a release as people and tools write it: 4.3.1, v3.6, 3.7.x.kraft, 4.3-IV0, 2.13-3.6.1 (Scala's version
// before Kafka's). ok is false for anything else; a patch number that is not said is 0.
func ParseVersion(s string) (v Version, ok bool) {
	m := versionText.FindStringSubmatch(s)
	if m == nil {
		return Version{}, false
	}
	v.Major, _ = strconv.Atoi(m[1])
	v.Minor, _ = strconv.Atoi(m[2])
	v.Patch, _ = strconv.Atoi(m[3])
	return v, v != Version{}
}

// V is a minor version for tables and tests: V(4, 0).
func V(major, minor int) Version { return Version{Major: major, Minor: minor} }

// IsZero says that the version is unknown.
func (v Version) IsZero() bool { return v == Version{} }

// Compare is -1, 0 or 1 when v is before, the same as, or after w.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// AtLeast says that v is known and not before w.
func (v Version) AtLeast(w Version) bool { return !v.IsZero() && v.Compare(w) >= 0 }

// Before says that v is known and before w.
func (v Version) Before(w Version) bool { return !v.IsZero() && v.Compare(w) < 0 }

// String is major.minor, with the patch number when there is one; the unknown version is "".
func (v Version) String() string {
	switch {
	case v.IsZero():
		return ""
	case v.Patch == 0:
		return fmt.Sprintf("%d.%d", v.Major, v.Minor)
	}
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
}

// Exact is the version with its patch number, also where that is 0.
func (v Version) Exact() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// minor is the version without its patch number.
func (v Version) minor() Version { return Version{v.Major, v.Minor, 0} }

// Versions are the minor versions whose keys are known, oldest first (2.8 to the newest release).
func Versions() []Version { return table().versions }

// Oldest is the first version whose keys are known; older ones are judged by it.
func Oldest() Version { return Versions()[0] }

// Newest is the last version whose keys are known; newer ones are judged by it.
func Newest() Version { return Versions()[len(Versions())-1] }

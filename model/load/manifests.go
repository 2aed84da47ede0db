package load

import (
	"os"
	"path"
	"path/filepath"
	"sort"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// manifests finds the client libraries that build manifests name, for the
// folder of a configuration file: those of the nearest folder at or above it
// that has any.
type manifests struct {
	root string
	dirs map[string][]kafka.Dependency
}

func newManifests(root string) *manifests {
	return &manifests{root: root, dirs: map[string][]kafka.Dependency{}}
}

// manifestNames are the patterns of build manifests in one folder.
var manifestNames = []string{
	"go.mod", "package.json", "requirements*.txt", "pyproject.toml", "pom.xml", "build.gradle", "build.gradle.kts", "*.csproj", "Cargo.toml",
}

func (m *manifests) of(dir string) []kafka.Dependency {
	if deps, ok := m.dirs[dir]; ok {
		return deps
	}
	deps := m.read(dir)
	if parent := path.Dir(dir); len(deps) == 0 && parent != dir {
		deps = m.of(parent)
	}
	m.dirs[dir] = deps
	return deps
}

func (m *manifests) read(dir string) []kafka.Dependency {
	var deps []kafka.Dependency
	for _, pattern := range manifestNames {
		names, _ := filepath.Glob(filepath.Join(m.root, filepath.FromSlash(dir), pattern))
		sort.Strings(names)
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil && len(data) < MaxFileBytes {
				deps = append(deps, kafka.Manifest(filepath.Base(name), data)...)
			}
		}
	}
	return deps
}

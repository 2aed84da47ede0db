package load

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	ignore "github.com/sabhiram/go-gitignore"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// foundFiles is the outcome of a walk, in path order.
type foundFiles struct {
	root    string   // the working directory's path for reading; names are relative to it
	roots   []string // folders that were asked for
	files   []input
	skipped []model.Skipped
	seen    map[string]bool
	exclude []string
}

// find resolves the paths of a run to the files to parse.
func find(opt Options) (*foundFiles, error) {
	f := &foundFiles{root: ".", seen: map[string]bool{}, exclude: opt.Exclude}
	paths := opt.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		if err := f.add(p, opt); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(f.files, func(a, b input) int { return strings.Compare(a.name, b.name) })
	return f, nil
}

func (f *foundFiles) add(p string, opt Options) error {
	if p == "-" {
		return f.addStdin(opt)
	}
	p = filepath.ToSlash(filepath.Clean(p))
	if info, err := os.Stat(filepath.FromSlash(p)); err == nil {
		if info.IsDir() {
			f.roots = append(f.roots, p)
			return f.walk(p)
		}
		if !info.Mode().IsRegular() { // opening a pipe waits for whoever writes it
			return fmt.Errorf("%s: not a regular file: give it on standard input (-)", p)
		}
		f.roots = append(f.roots, path.Dir(p))
		f.addFile(p, true)
		return nil
	} else if !strings.ContainsAny(p, "*?[{") {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: no such file or folder: check the path", p)
		}
		return fmt.Errorf("%s: %w", p, err)
	}
	return f.addGlob(p)
}

func (f *foundFiles) addGlob(pattern string) error {
	matches, err := doublestar.FilepathGlob(filepath.FromSlash(pattern), doublestar.WithFilesOnly())
	if err != nil {
		return fmt.Errorf("%s: not a valid pattern: %w", pattern, err)
	}
	if len(matches) == 0 {
		return fmt.Errorf("%s: the pattern matches no file", pattern)
	}
	base, _ := doublestar.SplitPattern(pattern)
	f.roots = append(f.roots, base)
	for _, m := range matches {
		f.addFile(filepath.ToSlash(m), false)
	}
	return nil
}

func (f *foundFiles) addStdin(opt Options) error {
	name := opt.StdinName
	if name == "" {
		name = "stdin.yaml"
	}
	if opt.Stdin == nil {
		return errors.New("-: there is no standard input here")
	}
	f.files = append(f.files, input{name: filepath.ToSlash(name), named: true, read: func() ([]byte, error) {
		return io.ReadAll(io.LimitReader(opt.Stdin, MaxFileBytes+1))
	}})
	return nil
}

func (f *foundFiles) addFile(name string, named bool) {
	if f.seen[name] {
		return
	}
	f.seen[name] = true
	f.files = append(f.files, input{name: name, named: named, read: func() ([]byte, error) { return readFile(name) }})
}

// readFile reads at most one byte more than the limit, so that a huge file
// costs no memory.
func readFile(name string) ([]byte, error) {
	file, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, reason(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxFileBytes+1))
	return data, reason(err)
}

// reason drops the path that Go's errors repeat: the finding has it already.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// skippedFolders hold copies and dependencies, never a team's own configuration.
var skippedFolders = map[string]bool{
	".git": true, ".hg": true, ".svn": true, "node_modules": true, ".terraform": true, ".idea": true, ".vscode": true,
	"__pycache__": true, ".venv": true, ".gradle": true, ".mvn": true,
}

// walk adds the files under dir. Symbolic links are not followed, so that a
// loop of them ends; .gitignore files count from where they stand.
func (f *foundFiles) walk(dir string) error {
	ignores := newIgnores(dir)
	return filepath.WalkDir(filepath.FromSlash(dir), func(p string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(p)
		if err != nil {
			f.skipped = append(f.skipped, model.Skipped{What: name, Why: reason(err).Error()})
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			if name != dir && (skippedFolders[d.Name()] || ignores.match(name, true) || f.excluded(name)) {
				return fs.SkipDir
			}
			ignores.enter(name)
			return nil
		}
		if _, _, ok := syntaxOf(name); !ok || !d.Type().IsRegular() || ignores.match(name, false) || f.excluded(name) {
			return nil
		}
		f.addFile(name, false)
		return nil
	})
}

func (f *foundFiles) excluded(name string) bool {
	for _, pattern := range f.exclude {
		if ok, _ := doublestar.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// file returns a file that another one names, if it lies below the working
// directory.
func (f *foundFiles) file(name string) *source.File {
	name = path.Clean(filepath.ToSlash(name))
	if path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") {
		return nil
	}
	data, err := readFile(name)
	if err != nil || len(data) > MaxFileBytes {
		return nil
	}
	return source.NewFile(name, data)
}

// ignores are the .gitignore files of the folders on the way to a file.
type ignores struct{ byDir map[string]*ignore.GitIgnore }

// newIgnores starts at the repository's root, so that a run on a subfolder
// ignores the same files as a run on the whole.
func newIgnores(dir string) *ignores {
	g := &ignores{byDir: map[string]*ignore.GitIgnore{}}
	for d := path.Dir(dir); ; d = path.Dir(d) {
		if path.IsAbs(dir) || strings.HasPrefix(d, "..") {
			return g
		}
		g.enter(d)
		if d == "." || d == "/" {
			return g
		}
	}
}

func (g *ignores) enter(dir string) {
	if m, err := ignore.CompileIgnoreFile(filepath.FromSlash(path.Join(dir, ".gitignore"))); err == nil {
		g.byDir[dir] = m
	}
}

func (g *ignores) match(name string, isDir bool) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if m := g.byDir[dir]; m != nil {
			rel := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
			if dir == "." {
				rel = name
			}
			if m.MatchesPath(rel) || isDir && m.MatchesPath(rel+"/") {
				return true
			}
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// Package load turns paths into a workspace: it walks, leaves out what ignore
// files say, finds out what each file holds, imports it and assembles the
// result. The same paths give the same workspace, whatever the number of
// workers.
package load

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sort"
	"sync"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/formats"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// Options say what to read.
type Options struct {
	// Paths are files, folders, globs (** allowed), or "-" for Stdin; relative
	// to the working directory. Empty means ".".
	Paths []string
	// Stdin is read for the path "-"; StdinName is the name it gets, which also
	// says how to read it.
	Stdin     io.Reader
	StdinName string
	// Exclude are patterns of paths to leave out (from .plimsoll.yaml).
	Exclude []string
	// Model says how fragments become deployments.
	Model model.Options
	// Workers is how many files are parsed at once; 0 means one per CPU.
	Workers int
}

// MaxFileBytes is the largest file that is read; a larger one is counted as
// skipped. Configuration is small, data is not.
const MaxFileBytes = 8 << 20

// Load reads the workspace. Errors are those of the paths themselves (a file
// that was named and is not there); what is wrong inside a file is a problem of
// the workspace.
func Load(opt Options) (*model.Workspace, error) {
	found, err := find(opt)
	if err != nil {
		return nil, err
	}
	docs := parseAll(found.files, opt.Workers)
	l := &loader{found: found, docs: docs, manifests: newManifests(found.root)}
	for _, r := range opt.Model.Rules {
		if r.Profile != "" {
			l.profiles = append(l.profiles, r.Profile)
		}
	}
	in := l.importAll()
	opt.Model.Roots = found.roots
	w := model.Assemble(in, opt.Model)
	w.Files = len(l.used)
	w.Skipped = l.skipped()
	sortProblems(w.Problems)
	return w, nil
}

// input is one file to parse.
type input struct {
	name string // as printed, with slashes
	read func() ([]byte, error)
	// named says that the user asked for this very file.
	named bool
}

// parsed is what became of an input.
type parsed struct {
	doc     *formats.Document
	named   bool
	skip    string // why it was not parsed, "" if it was
	failure error  // it could not be read
}

func parseAll(files []input, workers int) []parsed {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	out := make([]parsed, len(files))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, max(1, len(files))) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				out[i] = parseInput(files[i])
			}
		}()
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

func parseInput(in input) (out parsed) {
	defer func() {
		if r := recover(); r != nil { // a worker's panic would end the process with another error's exit code
			out = parsed{named: in.named, failure: fmt.Errorf("internal error: %v", r), skip: in.name}
		}
	}()
	data, err := in.read()
	if err != nil {
		return parsed{named: in.named, failure: err, skip: in.name}
	}
	switch {
	case len(data) > MaxFileBytes:
		return parsed{named: in.named, skip: fmt.Sprintf("larger than %d MiB", MaxFileBytes>>20)}
	case bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0:
		return parsed{named: in.named, skip: "binary"}
	}
	doc := parse(in.name, source.Whole(source.NewFile(in.name, data)))
	if doc == nil {
		return parsed{named: in.named, skip: "no format of Plimsoll's"}
	}
	return parsed{doc: doc, named: in.named}
}

// loader runs the importers over the parsed documents.
type loader struct {
	found     *foundFiles
	docs      []parsed
	manifests *manifests
	used      map[string]bool // files that some format claimed
	skips     []model.Skipped
	profiles  []string // that the configuration has deployments for
}

// importAll imports the documents, then those embedded in them, until none is
// left: a ConfigMap holds an application.yml that holds nothing more.
func (l *loader) importAll() model.Imported {
	l.used = map[string]bool{}
	var all model.Imported
	round := make([]*formats.Document, 0, len(l.docs))
	for i := range l.docs {
		p := &l.docs[i]
		switch {
		case p.failure != nil:
			all.Problems = append(all.Problems, unreadable(p))
		case p.skip != "":
			l.skip(l.found.files[i].name, p.skip, p.named)
		default:
			round = append(round, p.doc)
		}
	}
	named := map[*formats.Document]bool{}
	for i := range l.docs {
		if l.docs[i].named {
			named[l.docs[i].doc] = true
		}
	}
	for depth := 0; len(round) > 0 && depth < 4; depth++ {
		var embedded []*formats.Document
		for _, doc := range l.importRound(round, &all, &embedded) {
			l.unclaimed(doc, named[doc], &all)
		}
		round = embedded
	}
	return all
}

// importRound gives every document to the formats that claim it and returns
// those that none did. Formats run in their fixed order, so that the fragments
// do too.
func (l *loader) importRound(docs []*formats.Document, all *model.Imported, embedded *[]*formats.Document) []*formats.Document {
	ctx := &formats.Context{
		Dependencies: l.manifests.of,
		File:         l.found.file,
		Profiles:     l.profiles,
		Embed: func(parent *formats.Document, name string, text source.Text, p formats.Parent) {
			if doc := parse(name, text); doc != nil {
				doc.Path, doc.Parent = parent.Path, &p
				*embedded = append(*embedded, doc)
			}
		},
	}
	claimed := make([]bool, len(docs))
	for _, f := range formats.All() {
		var mine []*formats.Document
		for i, doc := range docs {
			if len(doc.Roots) > 0 && f.Claim(doc) {
				mine = append(mine, doc)
				claimed[i] = true
				l.used[doc.Path] = true
			}
		}
		if len(mine) == 0 {
			continue
		}
		r := f.Import(mine, ctx)
		all.Fragments = append(all.Fragments, r.Fragments...)
		all.Problems = append(all.Problems, r.Problems...)
		all.Constraints = append(all.Constraints, r.Constraints...)
	}
	var rest []*formats.Document
	for i, doc := range docs {
		switch {
		case claimed[i] && doc.Err != nil:
			all.Problems = append(all.Problems, parseProblem(doc))
		case !claimed[i]:
			rest = append(rest, doc)
		}
	}
	return rest
}

// unclaimed decides what to say of a document that no format reads: a file that
// was named, or that is recognisably Kafka's, is reported when it is broken;
// everything else is passed over.
func (l *loader) unclaimed(doc *formats.Document, named bool, all *model.Imported) {
	switch {
	case doc.Err == nil && named:
		l.skip(doc.Path, "no Kafka configuration found in it", true)
	case doc.Err == nil:
	case named && !doc.Templated || recognisable(doc):
		all.Problems = append(all.Problems, parseProblem(doc))
		l.used[doc.Path] = true
	default:
		l.skip(doc.Path, "could not be read: "+doc.Err.Msg, named)
	}
}

func (l *loader) skip(what, why string, named bool) {
	if named || why != "no format of Plimsoll's" {
		l.skips = append(l.skips, model.Skipped{What: what, Why: why})
	}
}

func (l *loader) skipped() []model.Skipped {
	out := slices.Concat(l.skips, l.found.skipped)
	sort.Slice(out, func(i, j int) bool {
		return out[i].What < out[j].What || out[i].What == out[j].What && out[i].Why < out[j].Why
	})
	return out
}

func parseProblem(doc *formats.Document) model.Problem {
	return model.Problem{Kind: "parse-error", Span: doc.Err.Span, Key: doc.Name, Why: doc.Err.Msg,
		Hint: "correct the syntax; the rest of the run is not affected", Unreadable: true}
}

func unreadable(p *parsed) model.Problem {
	f := source.NewFile(p.skip, nil)
	return model.Problem{Kind: "parse-error", Span: source.Span{File: f}, Key: p.skip, Why: "cannot be read: " + p.failure.Error(),
		Hint: "check that the file is there and readable", Unreadable: true}
}

func sortProblems(ps []model.Problem) {
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := ps[i].Span, ps[j].Span
		if a.File == nil || b.File == nil || a.File == b.File {
			return a.Start < b.Start
		}
		return a.File.Name < b.File.Name
	})
}

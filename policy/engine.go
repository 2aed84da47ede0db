package policy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/rules"
)

// Options say which rules run and how they are set.
type Options struct {
	// RuleDirs are folders with rules of the user's own, in the layout of
	// rules/: <category>/<name>/<name>.rego.
	RuleDirs []string
	// Config is the parsed .plimsoll.yaml; nil means defaults.
	Config *Config
	// Strict makes a rule that fails while it runs (a builtin that gets what it
	// cannot take) an error of the run. Otherwise that rule says nothing there,
	// and all the others still do.
	Strict bool
	// Without leaves one rule out, for the test that an example needs its rule.
	Without string
}

// Engine is the compiled set of rules. It is safe for concurrent use.
type Engine struct {
	compiler *ast.Compiler
	rules    map[string]*ruleSource // by id
	keys     map[kafka.Role][]string
	config   *Config
	strict   bool
}

// ruleSource is one rule's text; its METADATA is read when it is needed.
type ruleSource struct {
	id     string
	file   string
	text   string
	fsys   fs.FS
	custom bool
	meta   func() (metadata, error)
}

// New reads and compiles the rules. An error names the file and place of what
// does not compile, or the unknown rule that the configuration sets.
func New(opt Options) (*Engine, error) {
	e := &Engine{rules: map[string]*ruleSource{}, config: opt.Config, strict: opt.Strict}
	if e.config == nil {
		e.config = &Config{}
	}
	modules := map[string]*ast.Module{}
	if err := e.read(rules.FS, "rules", false, opt.Without, modules); err != nil {
		return nil, err
	}
	for _, dir := range opt.RuleDirs {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("--rules %s: no such folder: check the path", dir)
		}
		if err := e.read(os.DirFS(dir), dir, true, opt.Without, modules); err != nil {
			return nil, err
		}
	}
	if err := e.config.check(e.rules); err != nil {
		return nil, err
	}
	e.compiler = ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true)
	if len(opt.RuleDirs) == 0 {
		e.compiler.WithSkipStages(tested...)
	}
	e.compiler.Compile(modules)
	if e.compiler.Failed() {
		return nil, fmt.Errorf("rules do not compile: %w", e.compiler.Errors)
	}
	e.keys = keysOf(modules)
	return e, nil
}

// tested are the compiler's checks that a test of Plimsoll's own rules makes
// (TestRegoSchema): a run makes them for the user's rules only.
var tested = []ast.StageID{
	ast.StageCheckUnusedImports, ast.StageCheckDuplicateImports, ast.StageCheckTypes, ast.StageCheckDeprecatedBuiltins,
	ast.StageParseMetadataBlocks, ast.StageSetAnnotationSet, ast.StageBuildRequiredCapabilities,
}

// regoFile is a module on its way in.
type regoFile struct {
	name, path, text string
	module           *ast.Module
	err              error
}

// read parses the modules of one file system; tests are never compiled in.
func (e *Engine) read(fsys fs.FS, label string, custom bool, without string, modules map[string]*ast.Module) error {
	files, err := regoFiles(fsys, label)
	if err != nil {
		return err
	}
	parseAll(files)
	for _, f := range files {
		if f.err != nil {
			return fmt.Errorf("rules do not parse: %w", f.err)
		}
		if id, ok := ruleID(f.module); ok {
			if id == without {
				continue
			}
			if e.rules[id] != nil {
				return fmt.Errorf("%s: rule %s exists already in %s: ids are never reused", f.name, id, e.rules[id].file)
			}
			r := &ruleSource{id: id, file: f.name, text: f.text, fsys: subFS(fsys, path.Dir(f.path)), custom: custom}
			r.meta = sync.OnceValues(func() (metadata, error) { return parseMetadata(r.text, r.file) })
			e.rules[id] = r
		}
		modules[f.name] = f.module
	}
	return nil
}

func regoFiles(fsys fs.FS, label string) (files []*regoFile, err error) {
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".rego" || strings.HasSuffix(p, "_test.rego") {
			return err
		}
		data, err := fs.ReadFile(fsys, p)
		files = append(files, &regoFile{name: path.Join(label, p), path: p, text: string(data)})
		return err
	})
	return files, err
}

// parseAll parses the files on all processors: it is a third of a short run.
func parseAll(files []*regoFile) {
	opt := ast.ParserOptions{RegoVersion: ast.RegoV1, Capabilities: capabilities()}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(files); i = next.Add(1) - 1 {
				f := files[i]
				f.module, f.err = ast.ParseModuleWithOpts(f.name, f.text, opt)
			}
		})
	}
	wg.Wait()
}

func subFS(fsys fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return fsys
	}
	return sub
}

// ruleID is category/name for a package plimsoll.rules.<category>.<name>.
func ruleID(m *ast.Module) (string, bool) {
	parts := make([]string, 0, 5)
	for _, t := range m.Package.Path[1:] {
		s, ok := t.Value.(ast.String)
		if !ok {
			return "", false
		}
		parts = append(parts, string(s))
	}
	if len(parts) != 4 || parts[0] != "plimsoll" || parts[1] != "rules" {
		return "", false
	}
	return parts[2] + "/" + parts[3], true
}

// hermetic lists the builtins that reach outside of the input or differ between
// two runs; rules cannot call them.
var hermetic = []string{
	"http.send", "net.lookup_ip_addr", "opa.runtime", "time.now_ns", "rand.intn", "uuid.rfc4122", "trace",
	"rego.metadata.chain", "rego.metadata.rule", "rego.parse_module", "providers.aws.sign_req",
}

var capabilities = sync.OnceValue(func() *ast.Capabilities {
	c := ast.CapabilitiesForThisVersion()
	c.Builtins = slices.DeleteFunc(slices.Clone(c.Builtins), func(b *ast.Builtin) bool { return slices.Contains(hermetic, b.Name) })
	c.AllowNet = []string{}
	return c
})

// keysOf collects the Kafka keys that the rules name, by role: only their
// defaults are worth looking up.
func keysOf(modules map[string]*ast.Module) map[kafka.Role][]string {
	seen := map[kafka.Role]map[string]bool{}
	for _, m := range modules {
		ast.WalkTerms(m, func(t *ast.Term) bool {
			if s, ok := t.Value.(ast.String); ok {
				for _, role := range kafka.RolesOf(string(s)) {
					if seen[role] == nil {
						seen[role] = map[string]bool{}
					}
					seen[role][string(s)] = true
				}
			}
			return false
		})
	}
	out := map[kafka.Role][]string{}
	for role, names := range seen {
		out[role] = slices.Sorted(maps.Keys(names))
	}
	return out
}

// RuleIDs returns the ids of the rules in order.
func (e *Engine) RuleIDs() []string { return slices.Sorted(maps.Keys(e.rules)) }

// Lint runs every rule over the workspace with that many workers (0: one per
// CPU). The report is the same for any number of them.
func (e *Engine) Lint(w *model.Workspace, workers int) (*Report, error) {
	subjects := make([]*subject, len(w.Deployments))
	problems := problemsByDeployment(w)
	for i, d := range w.Deployments {
		facts := append(slices.Clone(problems[i]), d.Problems...)
		subjects[i] = newSubject(d, slices.Concat(facts, d.Spec.KeyProblems(), d.Spec.PlacementProblems()), e.keys)
	}
	answers, err := e.evaluate(subjects, workers)
	if err != nil {
		return nil, err
	}
	return e.report(w, subjects, answers)
}

// job is one slice of one subject.
type job struct{ subject, slice int }

// evaluate runs the query over all slices. answers[i] are those of subject i in
// slice order.
func (e *Engine) evaluate(subjects []*subject, workers int) ([][]answer, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var jobs []job
	queries := make([]rego.PreparedEvalQuery, len(subjects))
	for i, s := range subjects {
		q, err := e.prepare(s)
		if err != nil {
			return nil, err
		}
		queries[i] = q
		for k := range s.slices {
			jobs = append(jobs, job{i, k})
		}
	}
	results := make([][]answer, len(jobs))
	errs := make([]error, len(jobs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, len(jobs)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				j := jobs[i]
				results[i], errs[i] = ask(queries[j.subject], subjects[j.subject].slices[j.slice])
			}
		}()
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	wg.Wait()
	answers := make([][]answer, len(subjects))
	for i, j := range jobs {
		answers[j.subject] = append(answers[j.subject], results[i]...)
	}
	return answers, errors.Join(errs...)
}

// prepare binds the compiled rules to one deployment's spec.
func (e *Engine) prepare(s *subject) (rego.PreparedEvalQuery, error) {
	store := inmem.NewFromObjectWithOpts(
		map[string]any{"spec": s.spec, "options": e.config.options()},
		inmem.OptReturnASTValuesOnRead(true), inmem.OptRoundTripOnWrite(false))
	return rego.New(
		rego.Query("data.plimsoll.main.report"), rego.Compiler(e.compiler), rego.Store(store), rego.StrictBuiltinErrors(e.strict),
	).PrepareForEval(context.Background())
}

// answer is one element of a rule's report.
type answer struct {
	Rule, Msg, Level, Cap, Means string
	At                           []string
	Related                      []relatedAnswer
	Fix                          *fixAnswer
	Topics                       []string
}

type relatedAnswer struct {
	At  []string
	Msg string
}

type fixAnswer struct {
	Text, Value string
	At          []string
	HasValue    bool
}

func ask(q rego.PreparedEvalQuery, input ast.Value) ([]answer, error) {
	rs, err := q.Eval(context.Background(), rego.EvalParsedInput(input))
	if err != nil {
		return nil, fmt.Errorf("a rule failed: %w", err)
	}
	if len(rs) == 0 {
		return nil, nil
	}
	list, _ := rs[0].Expressions[0].Value.([]any)
	out := make([]answer, 0, len(list))
	for _, item := range list {
		m, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("a rule answered %v: a report holds objects made by lib.finding", item)
		}
		out = append(out, readAnswer(m))
	}
	return out, nil
}

func readAnswer(m map[string]any) answer {
	a := answer{
		Rule: text(m["rule"]), Msg: text(m["msg"]), Level: text(m["level"]), Cap: text(m["cap"]), Means: text(m["means"]),
		At: texts(m["at"]), Topics: texts(m["topics"]),
	}
	list, _ := m["related"].([]any)
	for _, item := range list {
		if r, ok := item.(map[string]any); ok {
			a.Related = append(a.Related, relatedAnswer{At: texts(r["at"]), Msg: text(r["msg"])})
		}
	}
	if f, ok := m["fix"].(map[string]any); ok {
		_, has := f["value"]
		a.Fix = &fixAnswer{Text: text(f["text"]), Value: text(f["value"]), At: texts(f["at"]), HasValue: has}
	}
	return a
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return fmt.Sprint(v)
}

func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		out = append(out, text(item))
	}
	return out
}

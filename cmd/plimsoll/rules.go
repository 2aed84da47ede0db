package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/cmd/internal/render"
	"github.com/plimsoll-kafka/plimsoll/model/load"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

func (c *Command) rules() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List rules, test them, start one of your own",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.rulesList(), c.rulesTest(), c.rulesNew())
	return cmd
}

// readRules compiles the rules and describes them.
func readRules(dirs []string) (*policy.Engine, []policy.RuleInfo, error) {
	engine, err := policy.New(policy.Options{RuleDirs: dirs, Strict: true})
	if err != nil {
		return nil, nil, err
	}
	rules, err := engine.Rules()
	return engine, rules, err
}

func (c *Command) rulesList() *cobra.Command {
	var dirs []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the rules with their levels",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, rules, err := readRules(dirs)
			if err != nil {
				return err
			}
			return c.page(asJSON, render.RulesJSON(rules), func() error { return render.RuleTable(c.Stdout, rules) })
		},
	}
	cmd.Flags().StringArrayVar(&dirs, "rules", nil, "a folder with rules of your own (repeatable)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *Command) rulesTest() *cobra.Command {
	var dirs []string
	cmd := &cobra.Command{
		Use:   "test [RULE...]",
		Short: "Run the examples of rules",
		Long: "Runs the examples of the rules in --rules folders (of all rules without one, or of those named): what\n" +
			"must fire has to fire at the places that examples.txtar names, what must stay quiet has to.",
		RunE: func(_ *cobra.Command, args []string) error { return c.runRulesTest(dirs, args) },
	}
	cmd.Flags().StringArrayVar(&dirs, "rules", nil, "a folder with rules of your own (repeatable)")
	return cmd
}

func (c *Command) runRulesTest(dirs, ids []string) error {
	engine, rules, err := readRules(dirs)
	if err != nil {
		return err
	}
	picked, err := pickRules(rules, ids, len(dirs) > 0)
	if err != nil {
		return err
	}
	failed := 0
	for _, r := range picked {
		problems, err := testRule(engine, r)
		if err != nil {
			return couldNotRun(err)
		}
		word := "ok  "
		if len(problems) > 0 {
			word = "FAIL"
			failed++
		}
		fmt.Fprintf(c.Stdout, "%s  %s   %d examples\n", word, r.ID, len(r.Examples))
		for _, p := range problems {
			fmt.Fprintf(c.Stdout, "      %s\n", p)
		}
	}
	if failed > 0 {
		return &exitError{code: exitFindings}
	}
	return nil
}

// pickRules returns the named rules, else the user's own, else all.
func pickRules(rules []policy.RuleInfo, ids []string, own bool) ([]policy.RuleInfo, error) {
	var picked []policy.RuleInfo
	for _, id := range ids {
		r, err := findRule(rules, id)
		if err != nil {
			return nil, err
		}
		picked = append(picked, r)
	}
	if len(ids) > 0 {
		return picked, nil
	}
	for _, r := range rules {
		if r.Custom || !own {
			picked = append(picked, r)
		}
	}
	if len(picked) == 0 {
		return nil, fmt.Errorf("there is no rule in the --rules folders: plimsoll rules new starts one")
	}
	return picked, nil
}

// testRule runs a rule's examples and says what is wrong.
func testRule(engine *policy.Engine, r policy.RuleInfo) ([]string, error) {
	var problems []string
	fires, quiets := 0, 0
	for _, e := range r.Examples {
		found, err := runExample(engine, e)
		if err != nil {
			return nil, err
		}
		if e.Fire {
			fires++
		} else {
			quiets++
		}
		if problem := judge(e, r.ID, found); problem != "" {
			problems = append(problems, e.Name+": "+problem)
		}
	}
	if fires == 0 || quiets == 0 {
		problems = append(problems, "examples.txtar needs an example that fires (fire-1/…) and one that stays quiet (quiet-1/…)")
	}
	return problems, nil
}

// runExample lints an example as a run in its own folder would.
func runExample(engine *policy.Engine, e policy.Example) (report *policy.Report, err error) {
	dir, err := os.MkdirTemp("", "plimsoll-rules-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, f := range e.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return nil, err
		}
	}
	back, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, err
	}
	defer func() { err = firstError(err, os.Chdir(back)) }()
	workspace, err := load.Load(load.Options{})
	if err != nil {
		return nil, err
	}
	return engine.Lint(workspace, 0)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// judge compares what a rule said with what the example wants, "" if that is
// the same.
func judge(e policy.Example, rule string, report *policy.Report) string {
	var got, want []string
	for _, f := range report.Findings {
		if f.Rule == rule && !f.Span.IsZero() {
			got = append(got, fmt.Sprintf("%s:%d %s", f.Span.File.Name, f.Span.Begin().Line, f.Severity))
		}
	}
	for _, w := range e.Want {
		want = append(want, fmt.Sprintf("%s:%d %s", w.File, w.Line, w.Severity))
	}
	slices.Sort(got)
	slices.Sort(want)
	switch {
	case !e.Fire && len(got) > 0:
		return "must stay quiet, but fires at " + strings.Join(got, ", ")
	case e.Fire && len(got) == 0:
		return "must fire, but stays quiet"
	case e.Fire && len(want) > 0 && !slices.Equal(got, want):
		return "fires at " + strings.Join(got, ", ") + ", not at " + strings.Join(want, ", ")
	}
	return ""
}

func (c *Command) rulesNew() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "new CATEGORY/NAME",
		Short: "Start a rule of your own, with examples",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !ruleID.MatchString(args[0]) {
				return fmt.Errorf("rules new wants category/name in lower case, for example: plimsoll rules new topic/no-endless-retention")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.runRulesNew(dir, args[0]) },
	}
	cmd.Flags().StringVar(&dir, "rules", "rules", "the folder to write to")
	return cmd
}

var ruleID = regexp.MustCompile(`^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$`)

func (c *Command) runRulesNew(dir, id string) error {
	engine, err := policy.New(policy.Options{})
	if err != nil {
		return couldNotRun(err)
	}
	if slices.Contains(engine.RuleIDs(), id) {
		return fmt.Errorf("%s is a rule of Plimsoll's: take another name", id)
	}
	category, name, _ := strings.Cut(id, "/")
	folder := filepath.Join(dir, category, name)
	if _, err := os.Stat(folder); err == nil {
		return fmt.Errorf("%s exists already: take another name, or remove it", filepath.ToSlash(folder))
	}
	files := map[string]string{
		strings.ReplaceAll(name, "-", "_") + ".rego": strings.NewReplacer("CATEGORY", category, "NAME", name).Replace(newRule),
		"examples.txtar": newExamples,
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return couldNotRun(err)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		full := filepath.Join(folder, file)
		if err := os.WriteFile(full, []byte(files[file]), 0o644); err != nil {
			return couldNotRun(err)
		}
		fmt.Fprintln(c.Stdout, filepath.ToSlash(full))
	}
	c.note("try it: plimsoll rules test --rules %s; use it: plimsoll lint --rules %[1]s", filepath.ToSlash(dir))
	return nil
}

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/cmd/internal/render"
	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/load"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// defaultBaseline is the baseline's file unless --baseline names another.
const defaultBaseline = ".plimsoll-baseline.json"

// The words of flags that have few.
var (
	severityWords = []string{"error", "warning", "info"}
	colorWords    = []string{"auto", "always", "never"}
)

// lintFlags are the flags of lint as the user gave them.
type lintFlags struct {
	formats                    []string
	json, strict, all          bool
	minSeverity, failOn, color string
	environment, assumeKafka   string
	ruleDirs                   []string
	config, baseline           string
	writeBaseline              bool
	stdinName, deployment      string
	workers                    int
}

func (c *Command) lint() *cobra.Command {
	var f lintFlags
	cmd := &cobra.Command{
		Use:   "lint [PATHS]",
		Short: "Check Kafka configuration in files",
		Long: "Reads files, folders and globs (the working directory if none is given; - is standard input), finds\n" +
			"the Kafka configuration in them and checks it. People see warnings and errors, JSON and SARIF hold\n" +
			"everything; --min-severity decides for both.\n\n" + exitHelp,
		Example: "  plimsoll lint\n  plimsoll lint k8s 'apps/*/src/main/resources/*' --format text --format sarif:plimsoll.sarif\n" +
			"  helm template ./chart | plimsoll lint - --stdin-filename chart.yaml",
		RunE: func(_ *cobra.Command, args []string) error { return c.runLint(f, args) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.formats, "format", nil, "output: text, table, json, sarif or github; format:path writes a file (repeatable)")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
	flags.StringVar(&f.minSeverity, "min-severity", "", "show findings from this severity on: error, warning or info")
	flags.StringVar(&f.failOn, "fail-on", "error", "exit 1 from this severity on: error, warning, info or never")
	flags.BoolVar(&f.all, "all", false, "show every finding of a rule that has many")
	flags.StringVar(&f.environment, "environment", "", "judge everything as production, staging or development")
	flags.StringVar(&f.assumeKafka, "assume-kafka", "", "the Kafka version where no file says it, for example 4.3")
	flags.StringVar(&f.deployment, "deployment", "", "report only the deployment with this id")
	flags.StringArrayVar(&f.ruleDirs, "rules", nil, "a folder with rules of your own (repeatable)")
	flags.StringVar(&f.config, "config", "", "configuration file (default "+policy.ConfigName+" if it exists)")
	flags.StringVar(&f.baseline, "baseline", "", "findings to leave out (default "+defaultBaseline+" if it exists)")
	flags.BoolVar(&f.writeBaseline, "write-baseline", false, "write the baseline: the first time all findings, later only those still there")
	flags.StringVar(&f.stdinName, "stdin-filename", "", "name of what - reads; it also says how to read it")
	flags.BoolVar(&f.strict, "strict", false, "fail on notes: nothing found to check, a setting that matches nothing")
	flags.IntVar(&f.workers, "workers", 0, "files and rules to work on at once (default one per CPU)")
	flags.StringVar(&f.color, "color", "auto", "auto, always or never; NO_COLOR turns auto off")
	complete(cmd, "format", render.Formats...)
	complete(cmd, "min-severity", severityWords...)
	complete(cmd, "fail-on", append(slices.Clone(severityWords), "never")...)
	complete(cmd, "environment", model.Production, model.Staging, model.Development)
	complete(cmd, "color", colorWords...)
	return cmd
}

// lintRun is a checked lintFlags.
type lintRun struct {
	lintFlags
	outputs        []output
	least, failing policy.Severity
}

// check refuses what the flags cannot mean.
func (f lintFlags) check(paths []string) (run lintRun, err error) {
	run = lintRun{lintFlags: f}
	if run.outputs, err = parseOutputs(f.formats, f.json); err != nil {
		return run, err
	}
	switch {
	case f.minSeverity != "" && !slices.Contains(severityWords, f.minSeverity):
		return run, oneOf("min-severity", f.minSeverity, severityWords...)
	case f.environment != "" && model.Environment(f.environment) == "":
		return run, fmt.Errorf("--environment %s: use one of production, staging, development", f.environment)
	case f.assumeKafka != "" && !isVersion(f.assumeKafka):
		return run, fmt.Errorf("--assume-kafka %s: want a version, for example %s", f.assumeKafka, kafka.Newest())
	case f.workers < 0:
		return run, fmt.Errorf("--workers %d: want a number from 1 on, or 0 for one per CPU", f.workers)
	case f.stdinName != "" && !slices.Contains(paths, "-"):
		return run, errors.New("--stdin-filename names standard input: give - as a path too")
	}
	run.least, _ = policy.ParseSeverity(f.minSeverity)
	run.failing, _ = policy.ParseSeverity(f.failOn)
	return run, errors.Join(oneOf("fail-on", f.failOn, append(slices.Clone(severityWords), "never")...), oneOf("color", f.color, colorWords...))
}

func isVersion(s string) bool {
	_, ok := kafka.ParseVersion(s)
	return ok
}

func (c *Command) runLint(f lintFlags, paths []string) error {
	run, err := f.check(paths)
	if err != nil {
		return err
	}
	engine, report, err := c.analyse(run, paths)
	if err != nil {
		return err
	}
	if err := run.applyBaseline(report); err != nil {
		return err
	}
	if err := run.pickDeployment(report); err != nil {
		return err
	}
	view := run.view(report)
	if slices.ContainsFunc(run.outputs, func(o output) bool { return o.format == "sarif" }) {
		if view.Rules, err = engine.Rules(); err != nil {
			return couldNotRun(err)
		}
	}
	if err := c.write(run.outputs, run.color, view); err != nil {
		return err
	}
	c.remarks(run, view, relative(paths))
	if view.Exit != exitClean {
		return &exitError{code: view.Exit}
	}
	return nil
}

// analyse reads the files and runs the rules over them.
func (c *Command) analyse(run lintRun, paths []string) (*policy.Engine, *policy.Report, error) {
	config, err := readConfig(run.config, paths)
	if err != nil {
		return nil, nil, err
	}
	engine, err := policy.New(policy.Options{RuleDirs: run.ruleDirs, Config: config})
	if err != nil {
		return nil, nil, err
	}
	workspace, err := c.load(run, config, paths)
	if err != nil {
		return nil, nil, err
	}
	report, err := engine.Lint(workspace, run.workers)
	if err != nil {
		return nil, nil, couldNotRun(err)
	}
	return engine, report, nil
}

// load reads the workspace.
func (c *Command) load(run lintRun, config *policy.Config, paths []string) (*model.Workspace, error) {
	return load.Load(load.Options{
		Paths: relative(paths), Stdin: c.Stdin, StdinName: run.stdinName, Exclude: config.Exclude, Workers: run.workers,
		Model: model.Options{Rules: config.Deployments, Environment: model.Environment(run.environment), AssumeKafka: run.assumeKafka},
	})
}

// relative makes absolute paths below the working directory relative to it, as
// reports print them.
func relative(paths []string) []string {
	here, err := os.Getwd()
	if err != nil {
		return paths
	}
	out := slices.Clone(paths)
	for i, p := range out {
		if rel, err := filepath.Rel(here, p); err == nil && filepath.IsAbs(p) && filepath.IsLocal(rel) {
			out[i] = rel
		}
	}
	return out
}

// applyBaseline writes the baseline if asked and takes its findings out.
func (run lintRun) applyBaseline(report *policy.Report) error {
	name := run.baseline
	if name == "" {
		name = defaultBaseline
	}
	baseline, err := policy.ReadBaseline(name)
	if err != nil {
		return err
	}
	if baseline == nil && run.baseline != "" && !run.writeBaseline {
		return fmt.Errorf("--baseline %s: no such file: --write-baseline makes it", name)
	}
	if run.writeBaseline {
		baseline = baseline.Next(report.Findings)
		if err := baseline.Write(name); err != nil {
			return couldNotRun(fmt.Errorf("writing the baseline: %w", err))
		}
	}
	if baseline != nil {
		baseline.Apply(report)
	}
	return nil
}

// pickDeployment leaves one deployment in the report, with the findings about
// files that belong to none.
func (run lintRun) pickDeployment(report *policy.Report) error {
	if run.deployment == "" {
		return nil
	}
	var ids []string
	var picked []policy.DeploymentSummary
	for _, d := range report.Summary.Deployments {
		ids = append(ids, d.ID)
		if d.ID == run.deployment {
			picked = append(picked, d)
		}
	}
	if picked == nil {
		known := strings.Join(ids, ", ")
		if len(ids) <= 1 {
			known = "only one, and it has no id"
		}
		return fmt.Errorf("--deployment %s: no such deployment: there is %s", run.deployment, known)
	}
	report.Summary.Deployments = picked
	elsewhere := func(f policy.Finding) bool {
		return len(f.Deployments) > 0 && !slices.Contains(f.Deployments, run.deployment)
	}
	report.Findings = slices.DeleteFunc(report.Findings, elsewhere)
	report.Known = slices.DeleteFunc(report.Known, elsewhere)
	return nil
}

// view decides the exit code: 2 comes before 1.
func (run lintRun) view(report *policy.Report) render.View {
	v := render.View{
		Command: "lint", Report: report, Version: buildVersion(), MinSeverity: run.least, FailOn: run.failing, All: run.all,
	}
	if run.failing != policy.Off && report.Count(run.failing) > 0 {
		v.Exit = exitFindings
	}
	notes := report.Summary.Notes
	switch {
	case report.Unreadable():
		v.Exit, v.ExitWhy = exitUsage, "an input could not be read"
	case run.strict && len(notes) > 0:
		v.Exit, v.ExitWhy = exitUsage, "--strict accepts no notes"
	case run.strict && nothingFound(report):
		v.Exit, v.ExitWhy = exitUsage, "--strict: no Kafka configuration found"
	}
	return v
}

func nothingFound(report *policy.Report) bool {
	for _, n := range report.Summary.Entities {
		if n > 0 {
			return false
		}
	}
	return true
}

// remarks tells the user on standard error what the report alone does not make
// plain.
func (c *Command) remarks(run lintRun, v render.View, paths []string) {
	for _, s := range v.Report.Summary.Skipped {
		if slices.Contains(paths, s.What) && !strings.HasPrefix(s.Why, "no ") {
			c.note("%s was not checked: %s", s.What, s.Why)
		}
	}
	if nothingFound(v.Report) && len(v.Report.Findings) == 0 {
		c.note("no Kafka configuration found: check the paths, and .gitignore")
	}
	if run.failing != policy.Off && v.Report.Count(run.failing) > v.Report.Count(max(run.failing, run.least)) {
		c.note("--fail-on %s counts findings that --min-severity %s hides", run.failing, run.least)
	}
	if run.writeBaseline {
		c.note("the baseline holds %d findings now", v.Report.Summary.Baseline.Known)
	}
}

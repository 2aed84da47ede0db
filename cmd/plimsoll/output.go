package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/cmd/internal/render"
)

// output is one --format: its name and where it goes, "" for standard output.
type output struct{ format, path string }

// parseOutputs reads the values of --format. Standard output takes one report;
// GitHub's annotations may stand beside text, since they are lines of their own
// in a job's log.
func parseOutputs(values []string, asJSON bool) ([]output, error) {
	if asJSON && !slices.Contains(values, "json") {
		values = append(values, "json")
	}
	if len(values) == 0 {
		values = []string{"text"}
	}
	var outputs []output
	for _, v := range values {
		format, path, _ := strings.Cut(v, ":")
		if !slices.Contains(render.Formats, format) {
			return nil, fmt.Errorf("--format %s: unknown format: use one of %s", v, strings.Join(render.Formats, ", "))
		}
		if path == "-" {
			path = ""
		}
		outputs = append(outputs, output{format, path})
	}
	return outputs, onStdout(outputs)
}

// onStdout refuses what would mix two reports on standard output.
func onStdout(outputs []output) error {
	reports, annotations := 0, 0
	for _, o := range outputs {
		switch {
		case o.path != "":
		case o.format == "github":
			annotations = 1
		case o.format == "json" || o.format == "sarif":
			reports, annotations = reports+1, annotations+1
		default:
			reports++
		}
	}
	if reports > 1 || annotations > 1 {
		return errors.New("two reports go to standard output: give one a file, for example --format sarif:plimsoll.sarif")
	}
	return nil
}

// write writes every output. Files get no colour and no terminal's width.
func (c *Command) write(outputs []output, color string, v render.View) error {
	for _, o := range outputs {
		var b bytes.Buffer
		out := v
		if o.path == "" {
			out.Width, out.Color = c.screen(color)
		}
		err := render.Write(&b, o.format, out)
		if err == nil && o.path == "" {
			_, err = c.Stdout.Write(b.Bytes())
		} else if err == nil {
			err = os.WriteFile(o.path, b.Bytes(), 0o644)
		}
		if err != nil {
			return couldNotRun(fmt.Errorf("writing --format %s: %w", o.format, err))
		}
	}
	return c.jobSummary(outputs, v)
}

// jobSummary appends Markdown to the summary of the GitHub job, if --format
// github runs in one.
func (c *Command) jobSummary(outputs []output, v render.View) error {
	path := c.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" || !slices.ContainsFunc(outputs, func(o output) bool { return o.format == "github" }) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		err = errors.Join(render.GitHubSummary(f, v), f.Close())
	}
	if err != nil {
		return couldNotRun(fmt.Errorf("writing the job's summary: %w", err))
	}
	return nil
}

// screen returns the width of standard output, 0 if it is no terminal, and
// whether to colour it. NO_COLOR (any value, see no-color.org) counts unless the
// flag says always.
func (c *Command) screen(color string) (width int, colored bool) {
	terminal := false
	if f, ok := c.Stdout.(*os.File); ok && term.IsTerminal(f.Fd()) {
		terminal = true
		if w, _, err := term.GetSize(f.Fd()); err == nil {
			width = w
		}
	}
	switch color {
	case "always":
		return width, true
	case "never":
		return width, false
	}
	return width, terminal && c.Getenv("NO_COLOR") == "" && c.Getenv("TERM") != "dumb"
}

// oneOf checks the value of a flag that has few.
func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("--%s %s: use one of %s", flag, value, strings.Join(allowed, ", "))
}

// complete lets the shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist: a programmer's error
	}
}

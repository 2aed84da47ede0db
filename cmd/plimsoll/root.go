package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// The exit codes of every command. Where several apply the highest counts.
const (
	exitClean    = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings at or above --fail-on
	exitUsage    = 2 // usage, configuration, or an input that could not be read
	exitFailed   = 3 // could not run
)

const exitHelp = `Exit codes:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on
  2  usage, configuration, or an input that could not be read
  3  could not run`

// Command is the plimsoll command with its surroundings, so that tests run it in
// process. Results go to Stdout, everything else to Stderr.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(name string) string
}

// Main runs the command and returns its exit code.
func (c *Command) Main(args []string) (code int) {
	defer runtime.KeepAlive(ballast)
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(c.Stderr, "plimsoll: internal error: %v: please report it with this trace\n%s", r, debug.Stack())
			code = exitFailed
		}
	}()
	root := c.root()
	root.SetArgs(args)
	return c.exitCode(root.Execute())
}

// exitError gives an error its exit code. Errors without one are cobra's: usage.
type exitError struct {
	code int
	err  error // nil: everything was said already
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// couldNotRun marks an error that is neither the user's nor the input's.
func couldNotRun(err error) error { return &exitError{exitFailed, err} }

// exitCode prints an error that was not shown yet and returns its code.
func (c *Command) exitCode(err error) int {
	if err == nil {
		return exitClean
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{exitUsage, err}
	}
	if e.err != nil {
		fmt.Fprintf(c.Stderr, "plimsoll: %v\n", err)
	}
	return e.code
}

func (c *Command) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "plimsoll",
		Short: "Lint the Kafka configuration you already have",
		Long: "Plimsoll reads the Kafka configuration that a team already has (Kubernetes, Terraform, Spring,\n" +
			"properties, Compose and more) and says which combinations are unsafe.\n\n" + exitHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q: see plimsoll --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(c.lint(), c.explain(), c.rules(), c.show(), c.schema(), c.initCommand(), c.version())
	return root
}

// noArgs refuses arguments with a hint; cobra's own error has none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s takes no arguments, not %q: see %[1]s --help", cmd.CommandPath(), args[0])
}

// note tells the user something that is no result.
func (c *Command) note(format string, args ...any) {
	fmt.Fprintf(c.Stderr, "plimsoll: note: "+format+"\n", args...)
}

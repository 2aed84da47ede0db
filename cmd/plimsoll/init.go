package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/model"
)

// nativeName is the file that init writes.
const nativeName = "plimsoll.cue"

func (c *Command) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [PATHS]",
		Short: "Write a commented plimsoll.cue of what was found, to fill in",
		Long: "Reads the files as lint does and writes plimsoll.cue into the working directory: the topics, producers\n" +
			"and groups found, with the rates and intents that no file can say as comments to fill in. It never\n" +
			"overwrites a file.\n\n" + exitHelp,
		Example: "  plimsoll init\n  plimsoll init k8s apps",
		RunE:    func(_ *cobra.Command, args []string) error { return c.runInit(args) },
	}
}

func (c *Command) runInit(paths []string) error {
	run, err := lintFlags{failOn: "never", color: "never"}.check(paths)
	if err != nil {
		return err
	}
	config, err := readConfig("", paths)
	if err != nil {
		return err
	}
	w, err := c.load(run, config, paths)
	if err != nil {
		return err
	}
	text := initText(w)
	file, err := os.OpenFile(nativeName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: move it away, or add to it by hand (plimsoll schema shows what it may say)", nativeName)
	}
	if err != nil {
		return couldNotRun(err)
	}
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return couldNotRun(fmt.Errorf("writing %s: %w", nativeName, err))
	}
	c.note("wrote %s: fill in what you know and run plimsoll lint", nativeName)
	return c.unreadable(w)
}

// initHints are the comments of an entry, by kind: what no file of Kafka's
// says.
var initHints = []struct {
	kind    model.Kind
	comment string
	hints   []string
}{
	{model.Topic, "What must hold for each topic, and what its records look like.", []string{
		`intent: {loss: "never", order: "key", duplicates: "tolerated", survive: brokers: 1, catchUp: "15m"}`,
		`record: {key: {cardinality: 50_000, skew: 1.0}, value: size: "1KiB"}`,
		`owner: "team"`,
	}},
	{model.Producer, "What each application writes.", []string{
		`topics: ["orders.v1"]`, `rate: {mean: "2000/s", peak: "6000/s"}`, `send: "async"`, `onFailure: "retry"`,
	}},
	{model.Group, "What each group reads, and how.", []string{
		`topics: ["orders.v1"]`, `instances: 2`, `processing: {mean: "5ms", p99: "50ms"}`, `commit: "after-batch"`,
		`retry: {kind: "blocking", attempts: 3, backoff: "500ms"}`, `deadLetter: topic: "orders.v1-dlt"`, `sink: "orders-db"`,
	}},
	{model.Streams, "The Kafka Streams applications.", []string{`instances: 2`, `state: size: "10GiB"`, `standbys: 1`}},
}

// initText is the file: every entity that is found once, in the order of the
// reports.
func initText(w *model.Workspace) string {
	var b strings.Builder
	b.WriteString("// What Kafka's own files do not say: rates, intents, what the code does. Every field is\n" +
		"// optional; remove the marks of a comment to say it. plimsoll schema lists all fields.\n" +
		"plimsoll: \"v1\"\n\n" +
		"// What runs the brokers, where no file here says it.\n" +
		"// kafka: {version: \"4.3\", platform: \"apache\"}\n" +
		"// environment: \"production\"\n" +
		"// cluster: {brokers: 3, racks: [\"a\", \"b\", \"c\"]}\n")
	for _, h := range initHints {
		initSection(&b, w, h.kind, h.comment, h.hints)
	}
	return b.String()
}

func initSection(b *strings.Builder, w *model.Workspace, kind model.Kind, comment string, hints []string) {
	seen := map[string]bool{}
	for _, d := range w.Deployments {
		for _, e := range d.Spec.Of(kind) {
			if e.Internal || seen[e.Name] || e.Name == "" {
				continue
			}
			if len(seen) == 0 {
				fmt.Fprintf(b, "\n// %s\n%s: {\n", comment, sectionOf(kind))
			}
			seen[e.Name] = true
			fmt.Fprintf(b, "\t%s: {\n\t\t// %s\n", strconv.QuoteToGraphic(e.Name), place(e.Span.String()))
			for _, h := range hints {
				fmt.Fprintf(b, "\t\t// %s\n", h)
			}
			b.WriteString("\t}\n")
		}
	}
	if len(seen) > 0 {
		b.WriteString("}\n")
	}
}

package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/model"
)

// showFlags are the flags of show.
type showFlags struct {
	origin                                                  bool
	deployment, config, environment, assumeKafka, stdinName string
}

func (c *Command) show() *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:   "show [PATHS]",
		Short: "Print what Plimsoll understood: the effective configuration and where it is from",
		Long: "Prints every deployment with its entities: what the files say, and for the keys that decide most the\n" +
			"default that holds where they say nothing. With --origin each value has its file or default behind it.\n\n" + exitHelp,
		Example: "  plimsoll show --origin k8s apps\n  plimsoll show --deployment prod/main",
		RunE:    func(_ *cobra.Command, args []string) error { return c.runShow(f, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.origin, "origin", false, "print the file or default behind each value")
	flags.StringVar(&f.deployment, "deployment", "", "print only the deployment with this id")
	flags.StringVar(&f.environment, "environment", "", "take everything as production, staging or development")
	flags.StringVar(&f.assumeKafka, "assume-kafka", "", "the Kafka version where no file says it, for example 4.3")
	flags.StringVar(&f.config, "config", "", "configuration file")
	flags.StringVar(&f.stdinName, "stdin-filename", "", "name of what - reads")
	complete(cmd, "environment", model.Production, model.Staging, model.Development)
	return cmd
}

func (c *Command) runShow(f showFlags, paths []string) error {
	run, err := lintFlags{
		failOn: "never", color: "never", config: f.config, environment: f.environment, assumeKafka: f.assumeKafka, stdinName: f.stdinName,
	}.check(paths)
	if err != nil {
		return err
	}
	config, err := readConfig(f.config, paths)
	if err != nil {
		return err
	}
	w, err := c.load(run, config, paths)
	if err != nil {
		return err
	}
	shown, known := 0, []string{}
	for _, d := range w.Deployments {
		known = append(known, strconv.Quote(d.ID))
		if f.deployment != "" && f.deployment != d.ID {
			continue
		}
		if shown > 0 {
			fmt.Fprintln(c.Stdout, "---")
		}
		shown++
		newShower(c.Stdout, d, f.origin).deployment()
	}
	if shown == 0 {
		return fmt.Errorf("--deployment %s: no such deployment: there is %s", f.deployment, strings.Join(known, ", "))
	}
	return c.unreadable(w)
}

// unreadable names the inputs that could not be read.
func (c *Command) unreadable(w *model.Workspace) error {
	code := exitClean
	for _, p := range w.Problems {
		if p.Unreadable {
			c.note("%s: %s", p.Span, p.Why)
			code = exitUsage
		}
	}
	if code != exitClean {
		return &exitError{code: code}
	}
	return nil
}

// shower prints one deployment in a form like YAML.
type shower struct {
	out    io.Writer
	d      *model.Deployment
	facts  model.Facts
	origin bool
}

func newShower(out io.Writer, d *model.Deployment, origin bool) *shower {
	return &shower{out: out, d: d, facts: d.Spec.Facts(), origin: origin}
}

func (s *shower) deployment() {
	if s.d.ID != "" {
		fmt.Fprintf(s.out, "deployment: %s\n", plainText(s.d.ID))
	}
	if s.d.Environment != "" {
		fmt.Fprintf(s.out, "environment: %s\n", s.d.Environment)
	}
	for _, kind := range model.Kinds {
		entities := s.d.Spec.Of(kind)
		if len(entities) == 0 {
			continue
		}
		fmt.Fprintf(s.out, "%s:\n", sectionOf(kind))
		for _, e := range entities {
			s.entity(e)
		}
	}
}

// sectionOf is the field of a spec that holds entities of a kind.
func sectionOf(k model.Kind) string {
	for _, s := range model.Sections {
		if s.Kind == k {
			return s.Field
		}
	}
	return "clusters"
}

// line is one value to print.
type line struct {
	path  model.Path
	value model.Value
}

func (s *shower) entity(e *model.Entity) {
	head := "  " + plainText(e.Name) + ":"
	if s.origin && !e.Span.IsZero() {
		head += "  # " + e.Format + ", " + place(e.Span.String())
	}
	fmt.Fprintln(s.out, head)
	var open []string // the parts of the path that are printed
	for _, l := range s.lines(e) {
		parts := splitPath(l.path)
		same := 0
		for same < len(parts)-1 && same < len(open) && open[same] == parts[same] {
			same++
		}
		open = append(open[:same], parts[same:len(parts)-1]...)
		for i := same; i < len(parts)-1; i++ {
			fmt.Fprintf(s.out, "%s%s:\n", strings.Repeat("  ", i+2), plainText(parts[i]))
		}
		text := strings.Repeat("  ", len(parts)+1) + plainText(parts[len(parts)-1]) + ": " + s.show(l.value)
		if s.origin {
			text += "  # " + originOf(l.value)
		}
		fmt.Fprintln(s.out, text)
	}
}

// splitPath cuts a path; a Kafka key keeps its slashes.
func splitPath(p model.Path) []string {
	if key, ok := model.ConfigKey(p); ok {
		return []string{"config", key}
	}
	return strings.Split(p, "/")
}

// lines are the values of an entity by path: what the files say and, for the
// keys that decide most, the defaults.
func (s *shower) lines(e *model.Entity) []line {
	var out []line
	for _, p := range e.Paths() {
		out = append(out, line{p, e.Fields[p]})
	}
	for _, key := range tellingKeys[e.Kind] {
		p := model.Config(key)
		if e.Has(p) {
			continue
		}
		if v, known := s.d.Spec.Effective(&s.facts, e, key); known {
			out = append(out, line{p, v})
		}
	}
	slices.SortFunc(out, func(a, b line) int { return strings.Compare(a.path, b.path) })
	return out
}

// tellingKeys are the keys whose effective values show shows though no file
// says them.
var tellingKeys = map[model.Kind][]string{
	model.Topic: {"cleanup.policy", "max.message.bytes", "min.insync.replicas", "retention.bytes", "retention.ms", "unclean.leader.election.enable"},
	model.Producer: {"acks", "compression.type", "delivery.timeout.ms", "enable.idempotence", "linger.ms", "max.in.flight.requests.per.connection",
		"request.timeout.ms", "retries"},
	model.Group: {"auto.offset.reset", "enable.auto.commit", "isolation.level", "max.poll.interval.ms", "max.poll.records", "partition.assignment.strategy",
		"session.timeout.ms"},
	model.Streams: {"num.standby.replicas", "processing.guarantee", "replication.factor"},
	model.Worker:  {"config.storage.replication.factor", "offset.storage.replication.factor", "status.storage.replication.factor"},
	model.Cluster: {"auto.create.topics.enable", "default.replication.factor", "min.insync.replicas", "num.partitions", "offsets.topic.replication.factor",
		"transaction.state.log.min.isr", "transaction.state.log.replication.factor", "unclean.leader.election.enable"},
}

func (s *shower) show(v model.Value) string {
	switch {
	case v.Secret:
		return "(secret)"
	case v.Unknown || v.Data == nil:
		return "unknown"
	}
	if items, ok := v.Data.([]any); ok {
		parts := make([]string, len(items))
		for i, item := range items {
			parts[i] = plainText(model.MaskURL(fmt.Sprint(item)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if text, ok := v.Data.(string); ok {
		text = model.MaskURL(text)
		if quoted := strconv.Quote(text); looksTyped(text) {
			return quoted
		}
		return plainText(text)
	}
	if f, ok := v.Data.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(v.Data)
}

// looksTyped reports whether YAML would not read a text as text.
func looksTyped(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "unknown", "~"}, strings.ToLower(s))
}

var bare = regexp.MustCompile(`^[\p{L}\p{N}_/][\p{L}\p{N}_./*+@=-]*(:[\p{L}\p{N}_./*+@=-]+)*$`)

// plainText is a text as YAML writes it; quotes escape what a terminal would
// obey.
func plainText(s string) string {
	if bare.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}

// place is a file's place for a comment: names of files may hold anything.
func place(s string) string {
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// originOf says where a value is from: its places, or the default's source.
func originOf(v model.Value) string {
	parts := []string{origin(v.Origin)}
	for _, also := range v.Also {
		parts = append(parts, "also "+origin(also))
	}
	for _, hidden := range v.Hides {
		parts = append(parts, "over "+hidden.Show()+" at "+origin(hidden.Origin))
	}
	return place(strings.Join(parts, ", "))
}

func origin(o model.Origin) string {
	switch {
	case o.Span.IsZero() && o.Note != "":
		return o.Note
	case o.Span.IsZero():
		return string(o.Kind)
	case o.Note != "":
		return o.Span.String() + " (" + o.Note + ")"
	}
	return o.Span.String()
}

package load

import (
	"bytes"
	"errors"
	"path"
	"regexp"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model/formats"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// syntaxOf tells the syntax of a document by its name; templates count by what
// they are a template of ("server.properties.erb"). ok is false for files that
// Plimsoll does not read.
func syntaxOf(name string) (syntax source.Syntax, template, ok bool) {
	base := strings.ToLower(path.Base(name))
	for _, suffix := range []string{".erb", ".j2", ".jinja", ".jinja2", ".tpl", ".gotmpl", ".tmpl", ".template"} {
		if trimmed, found := strings.CutSuffix(base, suffix); found {
			base, template = trimmed, true
		}
	}
	switch path.Ext(base) {
	case ".yaml", ".yml":
		return source.YAML, template, true
	case ".json":
		return source.JSON, template, true
	case ".properties", ".conf", ".config", ".cfg", ".ini":
		return source.Properties, template, true
	case ".env":
		return source.Env, template, true
	case ".tf", ".tfvars", ".hcl":
		return source.HCL, template, true
	case ".cue":
		return source.CUE, template, true
	}
	if base == ".env" || strings.HasPrefix(base, ".env.") || strings.HasPrefix(base, "env.") {
		return source.Env, template, true
	}
	return source.YAML, template, template
}

var templateMarks = [][]byte{[]byte("{{"), []byte("{%"), []byte("<%")}

// parse reads a document in the syntax of its name. It returns nil for names
// that are no configuration.
func parse(name string, text source.Text) *formats.Document {
	syntax, template, ok := syntaxOf(name)
	if !ok {
		return nil
	}
	doc := &formats.Document{Path: name, Name: path.Base(name), Text: text, Syntax: syntax}
	if syntax != source.HCL && syntax != source.CUE && (template || marked(text)) {
		doc.Text, doc.Templated = source.Template(text), true
	}
	var err error
	switch syntax {
	case source.YAML:
		doc.Roots, err = source.ParseYAML(doc.Text)
	case source.JSON:
		doc.Roots, err = one(source.ParseJSON(doc.Text))
	case source.Properties:
		doc.Syntax, doc.Roots, err = flat(doc.Text)
	case source.Env:
		doc.Roots, err = one(source.ParseEnv(doc.Text))
	case source.HCL:
		doc.Roots, err = one(source.ParseHCL(doc.Text))
	case source.CUE:
		doc.Roots, err = one(source.ParseCUE(doc.Text))
	}
	doc.Err = located(err, doc)
	return doc
}

// flat reads a file of keys and values; one that is JSON under another name
// (librdkafka's configuration of many programs) is read as that.
func flat(text source.Text) (source.Syntax, []*source.Node, error) {
	if strings.HasPrefix(strings.TrimSpace(text.String()), "{") {
		if roots, err := one(source.ParseJSON(text)); err == nil {
			return source.JSON, roots, nil
		}
	}
	roots, err := one(source.ParseProperties(text))
	return source.Properties, roots, err
}

func one(n *source.Node, err error) ([]*source.Node, error) {
	if n == nil {
		return nil, err
	}
	return []*source.Node{n}, err
}

// located makes sure that an error has a place: the file's beginning when the
// parser had none.
func located(err error, doc *formats.Document) *source.Error {
	if err == nil {
		return nil
	}
	var located *source.Error
	if errors.As(err, &located) {
		return located
	}
	return &source.Error{Span: doc.Text.Span(0, 0), Msg: err.Error()}
}

func marked(text source.Text) bool {
	for _, mark := range templateMarks {
		if bytes.Contains([]byte(text.String()), mark) {
			return true
		}
	}
	return false
}

var kafkaMarks = regexp.MustCompile(`(?im)kafka\.strimzi\.io|bootstrap[._-]?servers|"?(aws_msk|kafka|confluent_kafka|aiven_kafka)_\w*topic"?|connector\.class|spring\.kafka|^plimsoll:|min\.insync\.replicas|^mp\.messaging\.|image:\s*\S*(apache|confluentinc|bitnami)/(cp-)?kafka`)

// springMarks are the two keys of an application.yml that say it is Spring's and
// Kafka's.
var springMarks = [2]*regexp.Regexp{regexp.MustCompile(`(?m)^spring:\s*$`), regexp.MustCompile(`(?m)^[ \t]+kafka:\s*$`)}

// recognisable reports whether a document that could not be read is Kafka's by
// its text, so that passing it over in silence would hide something.
func recognisable(doc *formats.Document) bool {
	if doc.Templated {
		return false
	}
	text := doc.Text.String()
	if start := strings.TrimSpace(text); doc.Syntax == source.JSON && !strings.HasPrefix(start, "{") && !strings.HasPrefix(start, "[") {
		return false // a script under a JSON name
	}
	return kafkaMarks.MatchString(text) || springMarks[0].MatchString(text) && springMarks[1].MatchString(text)
}

package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// KeyPage is what is known about one Kafka configuration key.
type KeyPage struct {
	Schema string `json:"schema"`
	Key    string `json:"key"`
	// Note says how the key was found if not by its own name.
	Note  string    `json:"note,omitempty"`
	Roles []KeyRole `json:"roles"`
}

// KeyRole is the key as one kind of configuration has it. Versions are text, ""
// if unknown or open.
type KeyRole struct {
	Role         string       `json:"role"`
	Type         string       `json:"type,omitempty"`
	Unit         string       `json:"unit,omitempty"`
	Accepts      string       `json:"accepts,omitempty"`
	Scope        string       `json:"scope,omitempty"`
	Sensitive    bool         `json:"sensitive,omitempty"`
	Required     bool         `json:"required,omitempty"`
	Since        string       `json:"since,omitempty"`
	Deprecated   string       `json:"deprecated,omitempty"`
	RemovedIn    string       `json:"removedIn,omitempty"`
	AfterRemoval string       `json:"afterRemoval,omitempty"`
	Replacement  string       `json:"replacement,omitempty"`
	Defaults     []KeyDefault `json:"defaults,omitempty"`
	Libraries    []KeyDefault `json:"libraries,omitempty"`
	BrokerKeys   []string     `json:"brokerKeys,omitempty"`
	TopicKey     string       `json:"topicKey,omitempty"`
}

// KeyDefault is a default for the versions in [From, Until).
type KeyDefault struct {
	Library string `json:"library,omitempty"`
	Value   string `json:"value"`
	From    string `json:"from,omitempty"`
	Until   string `json:"until,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Document writes any machine format.
func Document(w io.Writer, document any) error { return writeJSON(w, document) }

// KeyText writes a key's page for people.
func KeyText(w io.Writer, p KeyPage) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", strings.TrimRight(p.Key+"   "+Escape(p.Note), " "))
	for _, r := range p.Roles {
		fmt.Fprintf(&b, "\n%s\n", roleHead(r))
		for _, line := range roleLines(r) {
			b.WriteString("   " + line + "\n")
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func roleHead(r KeyRole) string {
	parts := []string{r.Role + " key"}
	if r.Type != "" {
		kind := r.Type
		if r.Unit != "" {
			kind += " in " + r.Unit
		}
		parts = append(parts, kind)
	}
	if r.Scope != "" {
		parts = append(parts, r.Scope)
	}
	if r.Required {
		parts = append(parts, "required")
	}
	if r.Sensitive {
		parts = append(parts, "never printed")
	}
	return strings.Join(parts, dot)
}

func roleLines(r KeyRole) []string {
	var lines []string
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, fmt.Sprintf("%-20s%s", name, value))
		}
	}
	add("accepts", r.Accepts)
	for i, d := range r.Defaults {
		add(when(i == 0, "default"), keyDefault(d))
	}
	if len(r.Defaults) == 0 && r.Type != "" && !r.Required {
		add("default", "none")
	}
	previous := ""
	for _, d := range r.Libraries {
		add(when(d.Library != previous, d.Library), keyDefault(d))
		previous = d.Library
	}
	add("else from", strings.Join(r.BrokerKeys, ", then "))
	if r.TopicKey != "" {
		add("stands for", r.TopicKey+" of topics that do not set it")
	}
	add("since", r.Since)
	if r.Deprecated != "" {
		add("deprecated", "since "+r.Deprecated)
	}
	if r.RemovedIn != "" {
		add("removed", "in "+r.RemovedIn+when(r.AfterRemoval != "", ", then "+r.AfterRemoval))
	}
	add("use", r.Replacement)
	return lines
}

// when is the text if the condition holds.
func when(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

func keyDefault(d KeyDefault) string {
	value := d.Value
	if value == "" {
		value = `""`
	}
	switch {
	case d.From != "" && d.Until != "":
		return fmt.Sprintf("%s   from %s, before %s", value, d.From, d.Until)
	case d.From != "":
		return fmt.Sprintf("%s   from %s", value, d.From)
	case d.Until != "":
		return fmt.Sprintf("%s   before %s", value, d.Until)
	}
	return value
}

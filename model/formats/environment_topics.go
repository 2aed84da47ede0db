package formats

import (
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// shellWord is a part of a scalar's text with its own place.
type shellWord struct {
	text string
	at   source.Span
	node *source.Node
}

// wordAt is the part [start, end) of a scalar.
func wordAt(n *source.Node, start, end int) shellWord {
	w := shellWord{text: n.Value[start:end], at: n.Span}
	inner := &source.Node{Kind: source.String, Syntax: n.Syntax, Value: w.text}
	if n.Text.Len() == len(n.Value) {
		w.at = n.Text.Span(start, end)
		inner.Text = n.Text.Slice(start, end)
	}
	inner.Span, inner.NameSpan = w.at, w.at
	w.node = inner
	return w
}

// createdTopics are the topics of KAFKA_CREATE_TOPICS: name:partitions:replicas,
// with a cleanup policy behind it.
func (c *workload) createdTopics() []model.Fragment {
	var out []model.Fragment
	for _, n := range c.vars {
		if n.Name != "KAFKA_CREATE_TOPICS" || n.Kind != source.String {
			continue
		}
		at := 0
		for _, item := range strings.SplitAfter(n.Value, ",") {
			if f, ok := c.createdTopic(n, at, at+len(strings.TrimSuffix(item, ","))); ok {
				out = append(out, f)
			}
			at += len(item)
		}
	}
	return out
}

func (c *workload) createdTopic(n *source.Node, start, end int) (model.Fragment, bool) {
	var parts []shellWord
	for at := start; at <= end; {
		stop := end
		if i := strings.IndexByte(n.Value[at:end], ':'); i >= 0 {
			stop = at + i
		}
		from, to := at, stop
		for from < to && strings.ContainsRune(" \t\r\n", rune(n.Value[from])) {
			from++
		}
		for to > from && strings.ContainsRune(" \t\r\n", rune(n.Value[to-1])) {
			to--
		}
		parts = append(parts, wordAt(n, from, to))
		at = stop + 1
	}
	if len(parts) < 3 || parts[0].text == "" || strings.ContainsAny(parts[0].text, " ${}") {
		return model.Fragment{}, false
	}
	e := c.topic(parts[0])
	setField(e, "partitions", parts[1].node, c.dialect)
	setField(e, "replicationFactor", parts[2].node, c.dialect)
	if len(parts) > 3 && parts[3].text != "" {
		setConfig(e, "cleanup.policy", parts[3].node, c.dialect)
	}
	return c.fragment(e), true
}

func (c *workload) topic(name shellWord) *model.Entity {
	e := model.New(model.Topic, name.text, name.at)
	e.Format, e.Source = c.format, c.source
	e.Places[""] = model.Place{Anchor: name.at}
	return e
}

// commandTopics are the topics that a command creates with kafka-topics.
func (c *workload) commandTopics(nodes ...*source.Node) []model.Fragment {
	var out []model.Fragment
	for _, n := range nodes {
		var list []shellWord
		for _, item := range n.Items() {
			if item.Kind != source.String {
				continue
			}
			if strings.ContainsAny(item.Value, " \n") {
				out = append(out, c.scriptTopics(item)...)
				list = append(list, shellWord{})
				continue
			}
			list = append(list, wordAt(item, 0, len(item.Value)))
		}
		out = append(out, c.topicCommands(list)...)
		if n != nil && n.Kind == source.String {
			out = append(out, c.scriptTopics(n)...)
		}
	}
	return out
}

// scriptTopics reads a shell text.
func (c *workload) scriptTopics(n *source.Node) []model.Fragment {
	if !strings.Contains(n.Value, "kafka-topics") {
		return nil
	}
	return c.topicCommands(shellWords(n))
}

// shellWords cuts a script into words; an empty word ends a command.
func shellWords(n *source.Node) []shellWord {
	var out []shellWord
	s := n.Value
	for p := 0; p < len(s); {
		switch c := s[p]; {
		case c == '\\' && p+1 < len(s) && (s[p+1] == '\n' || s[p+1] == '\r'):
			p += 2
		case c == ' ' || c == '\t' || c == '\r':
			p++
		case strings.IndexByte("\n;&|()", c) >= 0:
			out = append(out, shellWord{})
			p++
		case c == '\'' || c == '"':
			end := strings.IndexByte(s[p+1:], c)
			if end < 0 || strings.Contains(s[p+1:p+1+end], "kafka-topics") { // a script inside of quotes
				p++
				continue
			}
			out = append(out, wordAt(n, p+1, p+1+end))
			p += end + 2
		default:
			end := p
			for end < len(s) && strings.IndexByte(" \t\r\n;&|()'\"", s[end]) < 0 {
				end++
			}
			out = append(out, wordAt(n, p, end))
			p = end
		}
	}
	return out
}

// topicCommands finds kafka-topics --create among words.
func (c *workload) topicCommands(words []shellWord) []model.Fragment {
	var out []model.Fragment
	for i := 0; i < len(words); i++ {
		name := words[i].text[strings.LastIndexByte(words[i].text, '/')+1:]
		if name != "kafka-topics" && name != "kafka-topics.sh" {
			continue
		}
		end := i + 1
		for end < len(words) && words[end].text != "" {
			end++
		}
		if f, ok := c.topicCommand(words[i+1 : end]); ok {
			out = append(out, f)
		}
		i = end
	}
	return out
}

// topicCommand reads the options of one kafka-topics.
func (c *workload) topicCommand(words []shellWord) (model.Fragment, bool) {
	options := map[string]shellWord{}
	var configs []shellWord
	create := false
	for i := 0; i < len(words); i++ {
		name := words[i].text
		value := shellWord{}
		if before, _, ok := strings.Cut(name, "="); ok && strings.HasPrefix(name, "--") {
			value = wordAt(words[i].node, len(before)+1, len(name))
			name = before
		} else if name != "--create" && name != "--if-not-exists" && strings.HasPrefix(name, "--") && i+1 < len(words) {
			i++
			value = words[i]
		}
		switch name {
		case "--create":
			create = true
		case "--config":
			configs = append(configs, value)
		default:
			options[name] = value
		}
	}
	name := options["--topic"]
	if !create || name.text == "" || strings.ContainsAny(name.text, "${}`%*") {
		return model.Fragment{}, false
	}
	e := c.topic(name)
	for option, p := range map[string]model.Path{"--partitions": "partitions", "--replication-factor": "replicationFactor"} {
		if v := options[option]; v.text != "" {
			setField(e, p, v.node, c.dialect)
		}
	}
	for _, w := range configs {
		if f := assignment(w.node); f != nil {
			setConfig(e, f.Name, f, c.dialect)
		}
	}
	return c.fragment(e), true
}

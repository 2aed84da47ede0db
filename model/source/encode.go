package source

import (
	"encoding/json"
	"regexp"
	"strings"
)

// encodeValue writes value as the syntax of n needs it, in the style of n's old
// value.
func encodeValue(n *Node, value string) string {
	old := string(n.written().Bytes())
	switch n.Syntax {
	case YAML:
		return encodeYAML(value, old, n.Kind == String)
	case Properties:
		return encodeProperty(value, false)
	case Env:
		return encodeEnv(value, old)
	default:
		text := n.Kind == String || strings.HasPrefix(old, `"`)
		return encodeLiteral(n.Syntax, value, text)
	}
}

// encodeLiteral writes a JSON, CUE or HCL literal; text asks for a string
// whatever the value looks like.
func encodeLiteral(s Syntax, value string, text bool) string {
	if !text && (isJSONNumber(value) || value == "true" || value == "false" || value == "null") {
		return value
	}
	quoted := quoteJSON(value)
	if s == HCL {
		quoted = strings.NewReplacer("${", "$${", "%{", "%%{").Replace(quoted)
	}
	return quoted
}

func quoteJSON(value string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return `""`
	}
	// HCL has no short form of these two.
	return strings.NewReplacer(`\\`, `\\`, `\b`, `\u0008`, `\f`, `\u000c`).Replace(strings.TrimSuffix(b.String(), "\n"))
}

// encodeYAML writes a YAML scalar. A string that was plain stays one, in quotes
// if it would turn into something else.
func encodeYAML(value, old string, text bool) string {
	if strings.HasPrefix(old, "'") && !strings.ContainsFunc(value, isControl) {
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	if !strings.HasPrefix(old, `"`) {
		kind, plain := plainYAML(value)
		if plain && (!text || kind == String) {
			return value
		}
	}
	return quoteJSON(value)
}

func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// plainYAML reports what a value would be without quotes, in block and in flow
// style.
func plainYAML(value string) (Kind, bool) {
	if value == "" || strings.ContainsFunc(value, isControl) {
		return Null, false
	}
	docs, err := ParseYAML(Whole(NewFile("", []byte("k: "+value+"\nl: ["+value+"]\n"))))
	if err != nil || len(docs) != 1 || len(docs[0].Children) != 2 || len(docs[0].Get("l").Items()) != 1 {
		return Null, false
	}
	block, flow := docs[0].Get("k"), docs[0].Get("l").Items()[0]
	ok := block.IsScalar() && flow.IsScalar() && block.Value == value && flow.Value == value && !block.Quoted && block.Kind == flow.Kind
	return block.Kind, ok && block.Comment == ""
}

// encodeProperty escapes a name or value of a properties file.
func encodeProperty(s string, name bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\f':
			b.WriteString(`\f`)
		case c == '\\',
			(name || i == 0) && strings.IndexByte(" =:", c) >= 0,
			name && i == 0 && (c == '#' || c == '!'):
			b.WriteString(`\` + string(rune(c)))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

var envPlain = regexp.MustCompile(`^[^\s"'#\\][^\s"'\\]*$`)

func encodeEnv(value, old string) string {
	switch {
	case strings.HasPrefix(old, "'") && !strings.ContainsAny(value, "'\n\r"):
		return "'" + value + "'"
	case !strings.HasPrefix(old, `"`) && (value == "" || envPlain.MatchString(value)):
		return value
	default:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(value) + `"`
	}
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// encodeField writes a whole field as its siblings are written.
func encodeField(parent *Node, name, value string) (string, bool) {
	text := parent.quotesAll()
	switch parent.Syntax {
	case YAML:
		key := name
		if kind, plain := plainYAML(name); !plain || kind != String || name == "<<" {
			key = quoteJSON(name)
		}
		old := ""
		if text {
			old = `"`
		}
		return key + ": " + encodeYAML(value, old, false), true
	case JSON:
		return quoteJSON(name) + ": " + encodeLiteral(JSON, value, text), true
	case CUE:
		key := name
		if !identifier.MatchString(name) || strings.HasPrefix(name, "_") || isCUEWord(name) {
			key = quoteJSON(name)
		}
		return key + ": " + encodeLiteral(CUE, value, text), true
	case HCL:
		return encodeHCLField(parent, name, encodeLiteral(HCL, value, text))
	case Env:
		return name + "=" + encodeEnv(value, ""), envName.MatchString(name+"=") && !strings.ContainsAny(name, " \t\r\n")
	default:
		return encodeProperty(name, true) + parent.propertySeparator() + encodeProperty(value, false), true
	}
}

// isCUEWord reports whether an identifier has a meaning of its own as a label's
// start.
func isCUEWord(name string) bool {
	switch name {
	case "let", "for", "if", "true", "false", "null", "import", "package", "in", "try":
		return true
	}
	return false
}

// encodeHCLField writes an attribute; a block takes identifiers only.
func encodeHCLField(parent *Node, name, value string) (string, bool) {
	if !identifier.MatchString(name) {
		if parent.Native == nil { // a body
			return "", false
		}
		name = encodeLiteral(HCL, name, true)
	}
	return name + " = " + value, true
}

// quotesAll reports whether every scalar of a map is in quotes, as Kubernetes
// demands of ConfigMaps and some operators of their configuration.
func (n *Node) quotesAll() bool {
	quoted := 0
	for _, c := range n.Children {
		if c.IsScalar() && !c.Quoted {
			return false
		}
		if c.IsScalar() {
			quoted++
		}
	}
	return quoted > 0
}

// propertySeparator is what stands between name and value in the last field.
func (n *Node) propertySeparator() string {
	last := n.last()
	if last == nil || last.NameSpan.End > last.Span.Start {
		return "="
	}
	between := string(last.Span.File.Data[last.NameSpan.End:last.Span.Start])
	if trimmed := strings.Trim(between, " "); trimmed != "=" && trimmed != ":" {
		return "="
	}
	return between
}

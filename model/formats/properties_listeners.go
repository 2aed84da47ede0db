package formats

import (
	"net"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// listener is one entry of listeners or advertised.listeners.
type listener struct {
	name, host, port string
	at               source.Span
}

// listenersOf cuts the value of listeners or advertised.listeners.
func listenersOf(n *source.Node) []listener {
	if v := scalar(n, dollar); v.Unknown || n.Conditional {
		return nil
	}
	var out []listener
	for _, part := range commaParts(n) {
		name, address, ok := strings.Cut(part.text, "://")
		if !ok {
			continue
		}
		l := listener{name: name, at: part.span}
		if host, port, err := net.SplitHostPort(address); err == nil {
			l.host, l.port = host, port
		}
		out = append(out, l)
	}
	return out
}

// part is one item of a comma-separated value with its own place.
type part struct {
	text string
	span source.Span
}

// commaParts cuts a scalar at commas; each part keeps its bytes.
func commaParts(n *source.Node) []part {
	var out []part
	start := 0
	for _, piece := range strings.Split(n.Value, ",") {
		text := strings.TrimSpace(piece)
		if text != "" {
			from := start + strings.Index(piece, text)
			span := n.Span
			if n.Text.Len() == len(n.Value) {
				span = n.Text.Span(from, from+len(text))
			}
			out = append(out, part{text, span})
		}
		start += len(piece) + 1
	}
	return out
}

// protocols gives the security protocol of each listener name that
// listener.security.protocol.map lists.
func protocols(n *source.Node) map[string]part {
	out := map[string]part{}
	if v := scalar(n, dollar); v.Unknown || n.Conditional {
		return out
	}
	for _, p := range commaParts(n) {
		if name, protocol, ok := strings.Cut(p.text, ":"); ok {
			out[strings.ToUpper(name)] = part{strings.ToUpper(strings.TrimSpace(protocol)), p.span}
		}
	}
	return out
}

func isProtocol(s string) bool {
	switch s {
	case "PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL":
		return true
	}
	return false
}

// setListeners reads what a server listens on. Without a value that can be read
// there are no listeners.
func setListeners(e *model.Entity, root *source.Node) {
	bound := listenersOf(root.Field("listeners"))
	advertised := listenersOf(root.Field("advertised.listeners"))
	if len(bound) == 0 && root.Field("listeners") == nil {
		bound = advertised
	}
	mapped := protocols(root.Field("listener.security.protocol.map"))
	mapUnknown := root.Field("listener.security.protocol.map") != nil && len(mapped) == 0
	for _, l := range bound {
		path := "listeners/" + l.name + "/"
		setText(e, path+"type", listenerType(l, advertised, root), l.at, "")
		if port, ok := model.ParseAs(model.Whole, l.port); ok {
			setText(e, path+"port", port, l.at, "")
		}
		setHost(e, path+"host", l)
		for _, a := range advertised {
			if strings.EqualFold(a.name, l.name) {
				setHost(e, path+"advertised", a)
			}
		}
		protocol := part{strings.ToUpper(l.name), l.at}
		if p, ok := mapped[protocol.text]; ok && p.text != protocol.text {
			protocol = p
		}
		if mapUnknown || !isProtocol(protocol.text) {
			continue
		}
		setText(e, path+"tls", strings.HasSuffix(protocol.text, "SSL"), protocol.span, "")
		setAuthentication(e, path+"authentication", root, l.name, protocol)
	}
}

// setHost notes a listener's host; every address of the machine is none.
func setHost(e *model.Entity, path model.Path, l listener) {
	if l.host != "" && l.host != "0.0.0.0" && l.host != "::" {
		setText(e, path, l.host, l.at, "")
	}
}

// listenerType is internal for what only the cluster itself and this machine
// reach, host for what the machine's network reaches.
func listenerType(l listener, advertised []listener, root *source.Node) string {
	for _, name := range strings.Split(root.Field("controller.listener.names").Str(), ",") {
		if strings.EqualFold(strings.TrimSpace(name), l.name) {
			return "internal"
		}
	}
	host := l.host
	for _, a := range advertised {
		if strings.EqualFold(a.name, l.name) {
			host = a.host
		}
	}
	if isLocal(host) {
		return "internal"
	}
	return "host"
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// setAuthentication says how clients prove who they are: none, tls, or the SASL
// mechanism in lower case.
func setAuthentication(e *model.Entity, path model.Path, root *source.Node, name string, protocol part) {
	own := "listener.name." + strings.ToLower(name) + "."
	if strings.HasPrefix(protocol.text, "SASL") {
		n := first(root.Field(own+"sasl.enabled.mechanisms"), root.Field("sasl.enabled.mechanisms"))
		if n == nil {
			setText(e, path, "gssapi", protocol.span, "Kafka's default mechanism")
			return
		}
		v := scalar(n, dollar)
		if !v.Unknown {
			v.Data = authenticationName(v.resolved)
		}
		e.Set(path, v.Value)
		return
	}
	n := first(root.Field(own+"ssl.client.auth"), root.Field("ssl.client.auth"))
	if protocol.text == "SSL" && n != nil {
		v := scalar(n, dollar)
		if !v.Unknown {
			v.Data = map[bool]string{true: "tls", false: "none"}[v.resolved == "required"]
		}
		e.Set(path, v.Value)
		return
	}
	setText(e, path, "none", protocol.span, "")
}

// authenticationName is what the model calls a SASL mechanism.
func authenticationName(mechanism string) string {
	name := strings.ToLower(strings.ReplaceAll(mechanism, " ", ""))
	switch name {
	case "oauthbearer":
		return "oauth"
	case "aws_msk_iam":
		return "iam"
	}
	return name
}

package formats

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// scalaRole is the role whose Scala client of old had the key; "" for every key
// of today. librdkafka shares many of these names.
func scalaRole(key string) kafka.Role {
	for _, role := range []kafka.Role{kafka.Producer, kafka.Consumer} {
		if _, today := kafka.Lookup(role, key); today {
			return ""
		}
		if _, removed := kafka.Removed(role, key); removed {
			return role
		}
	}
	return ""
}

var javaClientRoles = []kafka.Role{kafka.Producer, kafka.Consumer, kafka.Admin, kafka.Streams}

func isJavaClientKey(key string) bool {
	return slices.ContainsFunc(javaClientRoles, func(r kafka.Role) bool {
		_, ok := kafka.Lookup(r, key)
		return ok
	})
}

func isLibrdkafkaKey(key string) bool {
	_, known := kafka.ClientKey(librdkafka, key)
	return known
}

// isClientKey reports whether some client of Kafka knows the key.
func isClientKey(key string) bool {
	return isJavaClientKey(key) || isLibrdkafkaKey(key) || scalaRole(key) != ""
}

// onlyRole is the role that alone has the key: Producer, Consumer, Streams,
// ConnectWorker or Broker; "" for keys that several share, or nobody has.
func onlyRole(key string) kafka.Role {
	var has = map[kafka.Role]bool{}
	for _, r := range []kafka.Role{kafka.Producer, kafka.Consumer, kafka.Streams, kafka.ConnectWorker, kafka.Broker, kafka.Admin} {
		_, has[r] = kafka.Lookup(r, key)
	}
	switch {
	case has[kafka.Producer] && has[kafka.Consumer]:
		return ""
	case has[kafka.Producer]:
		return kafka.Producer
	case has[kafka.Consumer]:
		return kafka.Consumer
	case has[kafka.Admin]:
		return ""
	case has[kafka.Streams]:
		return kafka.Streams
	case scalaRole(key) != "" && !has[kafka.Broker]:
		return scalaRole(key)
	case has[kafka.ConnectWorker]:
		return kafka.ConnectWorker
	case has[kafka.Broker]:
		return kafka.Broker
	}
	role, _ := kafka.ClientRole(librdkafka, key)
	return role
}

// commonKeys are client keys that other software writes as well: two of them
// under one prefix do not make a Kafka client.
var commonKeys = map[string]bool{
	"client.id": true, "group.id": true, "batch.size": true, "request.timeout.ms": true, "retry.backoff.ms": true,
	"retry.backoff.max.ms": true, "connections.max.idle.ms": true, "receive.buffer.bytes": true, "send.buffer.bytes": true,
	"session.timeout.ms": true, "state.dir": true, "ssl.protocol": true, "ssl.keystore.location": true, "ssl.keystore.password": true,
	"ssl.keystore.type": true, "ssl.key.password": true, "ssl.truststore.location": true, "ssl.truststore.password": true,
	"ssl.truststore.type": true, "ssl.enabled.protocols": true, "ssl.cipher.suites": true, "ssl.provider": true, "application.id": true,
	"poll.ms": true, "buffer.memory": true, "client.rack": true, "log.level": true, "debug": true, "default.timestamp.extractor": true,
	"socket.timeout.ms": true, "commit.interval.ms": true, "compression.type": true, "compression.codec": true, "metrics.num.samples": true,
	"config.providers": true, "topic.blacklist": true, "max.block.ms": true, "reconnect.backoff.ms": true, "ssl.key.location": true,
	"ssl.certificate.location": true, "ssl.ca.location": true,
}

// isDistinctive reports whether a known client key can hardly belong to
// anything but Kafka.
func isDistinctive(key string) bool {
	return strings.Contains(key, ".") && !commonKeys[key] && !isBootstrap(key) && !strings.HasPrefix(key, "zookeeper.")
}

// isBootstrap reports whether the key says which cluster a client connects to.
func isBootstrap(key string) bool { return key == "bootstrap.servers" || key == "metadata.broker.list" }

var roleWords = []struct {
	word string
	role kafka.Role
}{
	{"producer", kafka.Producer}, {"consumer", kafka.Consumer}, {"streams", kafka.Streams},
	{"connect-distributed", kafka.ConnectWorker}, {"connect-standalone", kafka.ConnectWorker}, {"connect-worker", kafka.ConnectWorker}, {"worker", kafka.ConnectWorker},
	{"server", kafka.Broker}, {"broker", kafka.Broker}, {"controller", kafka.Broker}, {"kraft", kafka.Broker},
	{"admin", kafka.Admin}, {"client", kafka.Admin}, {"command", kafka.Admin},
}

// roleOfName is the role that a file's or block's name speaks of, "" if none.
func roleOfName(name string) kafka.Role {
	name = strings.ToLower(name)
	for _, w := range roleWords {
		if strings.Contains(name, w.word) {
			return w.role
		}
	}
	return ""
}

// templateEnds are file name endings of templating tools around the real one.
var templateEnds = regexp.MustCompile(`(?i)\.(erb|epp|tpl|tmpl|j2|jinja2?|template|in|dist|example|sample)$`)

// templateStem is a file's name without the endings that templating adds.
func templateStem(name string) string { return templateEnds.ReplaceAllString(name, "") }

// nameStem is a file's name without its endings and without a word of an
// environment behind it ("producer-prod.properties.erb" → "producer").
func nameStem(name string) string {
	stem := templateStem(name)
	stem = strings.TrimSuffix(stem, path.Ext(stem))
	if i := strings.LastIndexAny(stem, "-_."); i > 0 && model.Environment(stem[i+1:]) != "" {
		stem = stem[:i]
	}
	return stem
}

// confFolders are folders that hold an application's files without naming it.
var confFolders = map[string]bool{
	"config": true, "configs": true, "conf": true, "configuration": true, "etc": true, "resources": true,
	"main": true, "test": true, "src": true, "properties": true, "settings": true, "kraft": true,
}

// applicationFolder is the folder of the application that a file belongs to:
// app/src/main/resources/x.properties is of app.
func applicationFolder(dir string) string {
	for confFolders[path.Base(dir)] && dir != "." {
		dir = path.Dir(dir)
	}
	return dir
}

package kafka

import "strings"

// unitBySuffix reads the unit from the end of a name, which is Kafka's own convention.
var unitBySuffix = []struct{ suffix, unit string }{
	{".ms", "ms"}, {".seconds", "s"}, {".minutes", "min"}, {".hours", "h"}, {".days", "days"},
	{".bytes", "bytes"}, {".ratio", "ratio"}, {".percent", "percent"}, {".percentage", "percent"},
}

// unitByName holds the numbers whose names do not end in their unit (Kafka's documentation says it).
var unitByName = map[string]string{
	"batch.size": "bytes", "buffer.memory": "bytes", "max.request.size": "bytes",
	"log.flush.offset.checkpoint.interval.ms": "ms", "leader.imbalance.per.broker.percentage": "percent",
	"log.cleaner.dedupe.buffer.size": "bytes", "log.cleaner.io.buffer.size": "bytes", "log.cleaner.io.buffer.load.factor": "ratio",
	"log.cleaner.io.max.bytes.per.second": "bytes", "log.cleaner.min.cleanable.ratio": "ratio",
	"leader.replication.throttled.rate": "bytes", "follower.replication.throttled.rate": "bytes",
	"log.index.size.max.bytes": "bytes", "offsets.load.buffer.size": "bytes", "offset.metadata.max.bytes": "bytes",
	"transaction.state.log.load.buffer.size": "bytes", "sasl.server.max.receive.size": "bytes",
	"sasl.login.refresh.window.factor": "ratio", "sasl.login.refresh.window.jitter": "ratio",
	"sasl.kerberos.ticket.renew.window.factor": "ratio", "sasl.kerberos.ticket.renew.jitter": "ratio",
	"sasl.login.refresh.min.period.seconds": "s", "sasl.login.refresh.buffer.seconds": "s",
	"log.retention.check.interval.ms": "ms", "log.segment.delete.delay.ms": "ms", "quota.window.size.seconds": "s",
	"metrics.sample.window.ms": "ms", "cache.max.bytes.buffering": "bytes", "statestore.cache.max.bytes": "bytes",
	"remote.log.index.file.cache.total.size.bytes": "bytes", "controller.quorum.fetch.snapshot.max.bytes": "bytes",
	"metadata.log.max.record.bytes.between.snapshots": "bytes", "message.max.bytes": "bytes", "fetch.max.bytes": "bytes",
	"remote.log.manager.copy.max.bytes.per.second": "bytes", "remote.log.manager.fetch.max.bytes.per.second": "bytes",
}

// unitOf is a number's unit; retry.backoff.jitter-like plain numbers and counts have none.
func unitOf(name string, t Type) string {
	if t != Int && t != Long && t != Short && t != Double {
		return ""
	}
	if u, ok := unitByName[name]; ok {
		return u
	}
	for _, s := range unitBySuffix {
		if strings.HasSuffix(name, s.suffix) {
			return s.unit
		}
	}
	if strings.Contains(name, ".bytes.") {
		return "bytes"
	}
	return ""
}

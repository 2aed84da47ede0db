package policy

import (
	"fmt"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// coupledKeys are what a Java producer reads together (ProducerConfig's
// postProcessParsedConfig).
var coupledKeys = []string{
	"enable.idempotence", "acks", "retries", "max.in.flight.requests.per.connection", "transactional.id",
	"delivery.timeout.ms", "linger.ms", "request.timeout.ms",
}

// coupled adds what a Java producer makes of keys that depend on each other:
// "idempotence" and "deliveryTimeout", each {state, by, why}. Nothing is added
// while one of the keys is written and cannot be read, or the answer depends on
// a version that is not known.
func (s *subject) coupled(e *model.Entity, root branch) {
	if e.Kind != model.Producer || e.Text("client/library") != "java" {
		return
	}
	values, written := map[string]string{}, map[string]bool{}
	for _, key := range coupledKeys {
		v, ok := s.d.Spec.Effective(&s.facts, e, key)
		if e.Has(model.Config(key)) && !ok {
			return
		}
		if key == "transactional.id" && v.Data == "" {
			continue // a profile that takes the prefix away
		}
		if ok && v.Origin.Kind != model.FromLibrary {
			values[key], written[key] = fmt.Sprint(v.Data), true
		}
	}
	version, _ := kafka.ParseVersion(e.Text("client/version"))
	outcome(root, "idempotence", kafka.Idempotence(values, written, version))
	outcome(root, "deliveryTimeout", kafka.DeliveryTimeout(values, written, version))
}

func outcome(root branch, name string, o kafka.Outcome) {
	if o.State == kafka.Unknown {
		return
	}
	root[name] = branch{"state": str(string(o.State)), "by": str(o.By), "why": str(o.Reason)}
}

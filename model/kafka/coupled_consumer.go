package kafka

import (
	"fmt"
	"strings"
)

// ConsumerConflicts are the settings with which a Java consumer does not start, each with the key to change: auto-commit
// without a group, a heartbeat not below the session timeout, and classic settings under group.protocol=consumer
// (ConsumerConfig.postProcessParsedConfig and checkUnsupportedConfigsPostProcess, Heartbeat's constructor).
func ConsumerConflicts(values map[string]string, written map[string]bool, v Version) []Outcome {
	s := Settings{values, written}
	var out []Outcome
	_, hasGroup := s.Values["group.id"]
	if commit, _ := s.text(Consumer, "enable.auto.commit", v); !hasGroup && s.written("enable.auto.commit") && strings.EqualFold(commit, "true") {
		out = append(out, refused("enable.auto.commit", "enable.auto.commit=true is refused without a group.id"))
	}
	protocol, _ := s.text(Consumer, "group.protocol", v)
	if strings.EqualFold(protocol, "consumer") {
		return append(out, s.classicOnly(v)...)
	}
	session, ok1 := s.number(Consumer, "session.timeout.ms", v)
	heartbeat, ok2 := s.number(Consumer, "heartbeat.interval.ms", v)
	if hasGroup && ok1 && ok2 && heartbeat >= session {
		out = append(out, refused("heartbeat.interval.ms", fmt.Sprintf("heartbeat.interval.ms=%d is not below session.timeout.ms=%d", heartbeat, session)))
	}
	return out
}

// classicOnly are the keys that group.protocol=consumer refuses since 4.0, because the broker's group configuration has them
// (ConsumerConfig.CLASSIC_PROTOCOL_UNSUPPORTED_CONFIGS, KIP-848).
func (s Settings) classicOnly(v Version) []Outcome {
	if !v.AtLeast(V(4, 0)) {
		return nil
	}
	var out []Outcome
	for _, key := range []string{"partition.assignment.strategy", "heartbeat.interval.ms", "session.timeout.ms", "group.protocol.consumer.assignor"} {
		if s.written(key) {
			out = append(out, refused(key, key+" cannot be set with group.protocol=consumer: the brokers' group configuration decides"))
		}
	}
	return out
}

// TopicConflicts are the settings that a broker refuses in a topic's configuration together (LogConfig.validateValues and
// validateTopicLogConfigValues): compaction lag bounds crossed, local retention above the whole, tiered storage with compaction.
func TopicConflicts(values map[string]string, v Version) []Outcome {
	s := Settings{values, nil}
	var out []Outcome
	low, ok1 := s.number(Topic, "min.compaction.lag.ms", v)
	high, ok2 := s.number(Topic, "max.compaction.lag.ms", v)
	if ok1 && ok2 && low > high {
		out = append(out, refused("min.compaction.lag.ms", fmt.Sprintf("min.compaction.lag.ms=%d is more than max.compaction.lag.ms=%d", low, high)))
	}
	if remote, _ := s.text(Topic, "remote.storage.enable", v); !strings.EqualFold(remote, "true") {
		return out
	}
	if policy, _ := s.Values["cleanup.policy"]; strings.Contains(policy, "compact") && v.AtLeast(V(3, 6)) {
		out = append(out, refused("cleanup.policy", "remote.storage.enable=true is refused with cleanup.policy=compact"))
	}
	for _, unit := range []string{"ms", "bytes"} {
		out = append(out, s.localRetention(unit, v)...)
	}
	return out
}

// localRetention holds local.retention.ms or .bytes (-2: as the whole) against retention.ms or .bytes (-1: for ever). Only a
// retention that the topic itself writes is compared: the inherited one is the cluster's.
func (s Settings) localRetention(unit string, v Version) []Outcome {
	local, whole := "local.retention."+unit, "retention."+unit
	if _, ok := s.Values[whole]; !ok {
		return nil
	}
	l, ok1 := s.number(Topic, local, v)
	w, ok2 := s.number(Topic, whole, v)
	if !ok1 || !ok2 || l == -2 || w == -1 {
		return nil
	}
	if l == -1 || l > w {
		return []Outcome{refused(local, fmt.Sprintf("%s=%d is more than %s=%d", local, l, whole, w))}
	}
	return nil
}

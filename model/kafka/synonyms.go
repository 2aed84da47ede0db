package kafka

import "slices"

// Synonym is a broker's key that gives a topic key its value where the topic has none of its own.
type Synonym struct {
	Key    string // the broker's key
	Factor int64  // topic value = broker value × Factor: log.retention.hours has 3600000
}

// Synonyms are the broker keys behind a topic key in order of precedence (ServerTopicConfigSynonyms): log.retention.ms, then
// log.retention.minutes, then log.retention.hours. flush.ms also takes log.flush.scheduler.interval.ms. A topic key without
// one (leader.replication.throttled.replicas) gives nil.
func Synonyms(topicKey string) []Synonym {
	return slices.Clone(table().synonyms[topicKey])
}

// TopicKey is the topic key that a broker's key is a synonym of, with its factor; ok is false for the others.
func TopicKey(brokerKey string) (topicKey string, factor int64, ok bool) {
	for topic, list := range table().synonyms {
		for _, s := range list {
			if s.Key == brokerKey {
				return topic, s.Factor, true
			}
		}
	}
	return "", 0, false
}

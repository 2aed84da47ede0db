package kafka

import (
	"slices"
	"testing"
)

// M10 of kafka-lab/measured.md: min.insync.replicas=2, default.replication.factor=3 and num.partitions=6 in the brokers' files
// only, on a new 4.3.1 cluster: an explicit topic gets 1 partition, RF 1, effective min.insync.replicas 1; an auto-created one
// 6 partitions and RF 3.
func TestM10BrokersFilesDoNotDecideExplicitTopics(t *testing.T) {
	v := Version{4, 3, 1}
	isr := Decides("min.insync.replicas", v, true)
	if !isr.Known || isr.Counts(ByBrokerFiles) || isr.Counts(ByBrokerDynamic) || isr.WrittenFrom != ByControllerFiles {
		t.Errorf("min.insync.replicas with ELR: %+v", isr)
	}
	for _, key := range []string{"default.replication.factor", "num.partitions"} {
		d := Decides(key, v, true)
		if !slices.Equal(d.Chain, controllersOnly) || !slices.Equal(d.AutoCreated, brokersOnly) {
			t.Errorf("%s: %+v", key, d)
		}
	}
	without := Decides("min.insync.replicas", v, false)
	if !slices.Equal(without.Chain, []Decider{ByTopic, ByBrokerDynamic, ByClusterLevel, ByBrokerFiles}) || without.WrittenFrom != "" {
		t.Errorf("min.insync.replicas without ELR: %+v", without)
	}
}

// M11: unclean.leader.election.enable=true in the brokers' files only: no unclean election in 40 s, with ELR or without.
func TestM11BrokersFilesDoNotDecideUncleanElection(t *testing.T) {
	for _, elr := range []bool{true, false} {
		d := Decides("unclean.leader.election.enable", Version{4, 3, 1}, elr)
		if !d.Known || d.Counts(ByBrokerFiles) || !d.Counts(ByControllerFiles) || !d.Counts(ByTopic) || !d.Counts(ByClusterLevel) {
			t.Errorf("elr %v: %+v", elr, d)
		}
	}
}

func TestDecidesBefore40IsNotKnownWhereZooKeeperDiffers(t *testing.T) {
	for _, v := range []Version{{}, V(3, 6)} {
		d := Decides("num.partitions", v, false)
		if d.Known || !slices.Equal(d.ZooKeeper, brokersOnly) {
			t.Errorf("%s: %+v", v, d)
		}
	}
}

func TestRetentionIsEachBrokersOwn(t *testing.T) {
	for _, key := range []string{"retention.ms", "log.retention.ms", "log.retention.hours"} {
		d := Decides(key, V(4, 3), true)
		if !d.Known || !d.PerNode || d.Chain[0] != ByTopic || !d.Counts(ByBrokerFiles) || d.Counts(ByControllerFiles) {
			t.Errorf("%s: %+v", key, d)
		}
	}
}

func TestDecidersAreKeys(t *testing.T) {
	for _, r := range deciders {
		if _, ok := Lookup(Broker, r.key); !ok {
			t.Errorf("%s is no broker's key", r.key)
		}
	}
	for key := range bothRoles {
		if _, ok := Lookup(Broker, key); !ok {
			t.Errorf("%s is no broker's key", key)
		}
	}
}

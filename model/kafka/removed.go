package kafka

import "strings"

// Effect is what happens when a removed key is still written.
type Effect string

// Unknown keys of a file are ignored with a warning ("were supplied but are not used yet", AbstractConfig.logUnused); those of
// a topic or group are refused at creation and alteration (LogConfig.validateNames, GroupConfig.validateNames).
const (
	Ignored Effect = "ignored"
	Refused Effect = "refused"
)

// Removal says what became of a key that newer versions do not have.
type Removal struct {
	Name        string
	Since       Version // the first version without it
	Replacement string  // the key that takes its place, or advice in words (it then holds a space); "" when there is none
	Effect      Effect  // what happens when it is still there
}

// Removed tells a key that Kafka had once: those that left since 2.8 (from the jars) and those of the clients of 0.8 that are
// still found in files. ok is false for a key that the newest version has, and for one that Kafka never had.
func Removed(role Role, name string) (Removal, bool) {
	role, name = Strip(role, name)
	if k, ok := Lookup(role, name); ok {
		if k.Last.IsZero() {
			return Removal{}, false
		}
		return Removal{name, k.after(), replacement(name), effectOf(role)}, true
	}
	old, ok := ancient[keyID{definedBy(role), name}]
	if !ok {
		return Removal{}, false
	}
	old.Name, old.Effect = name, effectOf(role)
	return old, true
}

// after is the first version after the key's last one.
func (k Key) after() Version {
	return table().versions[k.defs[len(k.defs)-1].last+1]
}

func replacement(name string) string {
	if strings.HasPrefix(name, "zookeeper.") || strings.HasPrefix(name, "password.encoder.") {
		return zooKeeperAdvice
	}
	return replacements[name]
}

func effectOf(role Role) Effect {
	if role == Topic || role == Group {
		return Refused
	}
	return Ignored
}

// RemovedValue tells a value that is not accepted any more: a class that Kafka no longer has, a processing guarantee that is
// gone. The Removal's Name is the value; Refused, because the process does not start with it.
func RemovedValue(role Role, name, value string) (Removal, bool) {
	role, name = Strip(role, name)
	r, ok := removedValues[[2]string{name, strings.TrimSpace(value)}]
	r.Name, r.Effect = strings.TrimSpace(value), Refused
	return r, ok && (role != Topic)
}

var removedValues = map[[2]string]Removal{
	{"authorizer.class.name", "kafka.security.auth.SimpleAclAuthorizer"}:                    {Since: V(3, 0), Replacement: "org.apache.kafka.metadata.authorizer.StandardAuthorizer"}, // KIP-504
	{"authorizer.class.name", "kafka.security.authorizer.AclAuthorizer"}:                    {Since: V(4, 0), Replacement: "org.apache.kafka.metadata.authorizer.StandardAuthorizer"}, // KIP-801
	{"processing.guarantee", "exactly_once"}:                                                {Since: V(4, 0), Replacement: "exactly_once_v2"},                                         // KIP-732
	{"processing.guarantee", "exactly_once_beta"}:                                           {Since: V(4, 0), Replacement: "exactly_once_v2"},                                         // KIP-732
	{"client.dns.lookup", "default"}:                                                        {Since: V(4, 0), Replacement: "use_all_dns_ips"},                                         // KIP-602
	{"partitioner.class", "org.apache.kafka.clients.producer.internals.DefaultPartitioner"}: {Since: V(4, 0), Replacement: "leave out: the built-in partitioner (KIP-794)"},
	{"partitioner.class", "org.apache.kafka.clients.producer.UniformStickyPartitioner"}:     {Since: V(4, 0), Replacement: "leave out, and set partitioner.ignore.keys=true (KIP-794)"},
}

// ancient are the keys of the Scala producer and consumer (removed in 2.0), of the first Java clients and of old brokers and
// Streams, from the documentation of 0.8 to 2.7.
var ancient = map[keyID]Removal{
	{Producer, "metadata.broker.list"}:                {Since: V(2, 0), Replacement: "bootstrap.servers"},
	{Producer, "broker.list"}:                         {Since: V(2, 0), Replacement: "bootstrap.servers"},
	{Producer, "producer.type"}:                       {Since: V(2, 0), Replacement: "leave out: sends are asynchronous, linger.ms and batch.size decide batches"},
	{Producer, "request.required.acks"}:               {Since: V(2, 0), Replacement: "acks"},
	{Producer, "serializer.class"}:                    {Since: V(2, 0), Replacement: "value.serializer"},
	{Producer, "key.serializer.class"}:                {Since: V(2, 0), Replacement: "key.serializer"},
	{Producer, "compression.codec"}:                   {Since: V(2, 0), Replacement: "compression.type"},
	{Producer, "compressed.topics"}:                   {Since: V(2, 0), Replacement: "leave out: compression.type holds for the producer"},
	{Producer, "message.send.max.retries"}:            {Since: V(2, 0), Replacement: "delivery.timeout.ms"},
	{Producer, "queue.buffering.max.ms"}:              {Since: V(2, 0), Replacement: "linger.ms"},
	{Producer, "queue.buffering.max.messages"}:        {Since: V(2, 0), Replacement: "buffer.memory"},
	{Producer, "queue.enqueue.timeout.ms"}:            {Since: V(2, 0), Replacement: "max.block.ms"},
	{Producer, "batch.num.messages"}:                  {Since: V(2, 0), Replacement: "batch.size"},
	{Producer, "topic.metadata.refresh.interval.ms"}:  {Since: V(2, 0), Replacement: "metadata.max.age.ms"},
	{Producer, "block.on.buffer.full"}:                {Since: V(1, 0), Replacement: "max.block.ms"},
	{Producer, "metadata.fetch.timeout.ms"}:           {Since: V(1, 0), Replacement: "max.block.ms"},
	{Producer, "timeout.ms"}:                          {Since: V(1, 0), Replacement: "request.timeout.ms"},
	{Consumer, "zookeeper.connect"}:                   {Since: V(2, 0), Replacement: "bootstrap.servers"},
	{Consumer, "zookeeper.session.timeout.ms"}:        {Since: V(2, 0), Replacement: "session.timeout.ms"},
	{Consumer, "zookeeper.connection.timeout.ms"}:     {Since: V(2, 0), Replacement: "bootstrap.servers"},
	{Consumer, "zookeeper.sync.time.ms"}:              {Since: V(2, 0), Replacement: "leave out: consumers do not use ZooKeeper"},
	{Consumer, "offsets.storage"}:                     {Since: V(2, 0), Replacement: "leave out: offsets are in Kafka"},
	{Consumer, "dual.commit.enabled"}:                 {Since: V(2, 0), Replacement: "leave out: offsets are in Kafka"},
	{Consumer, "auto.commit.enable"}:                  {Since: V(2, 0), Replacement: "enable.auto.commit"},
	{Consumer, "consumer.id"}:                         {Since: V(2, 0), Replacement: "leave out: the group coordinator names members"},
	{Consumer, "fetch.message.max.bytes"}:             {Since: V(2, 0), Replacement: "max.partition.fetch.bytes"},
	{Consumer, "fetch.wait.max.ms"}:                   {Since: V(2, 0), Replacement: "fetch.max.wait.ms"},
	{Consumer, "socket.receive.buffer.bytes"}:         {Since: V(2, 0), Replacement: "receive.buffer.bytes"},
	{Consumer, "socket.timeout.ms"}:                   {Since: V(2, 0), Replacement: "request.timeout.ms"},
	{Consumer, "refresh.leader.backoff.ms"}:           {Since: V(2, 0), Replacement: "retry.backoff.ms"},
	{Consumer, "rebalance.max.retries"}:               {Since: V(2, 0), Replacement: "leave out: the group coordinator rebalances"},
	{Consumer, "rebalance.backoff.ms"}:                {Since: V(2, 0), Replacement: "leave out: the group coordinator rebalances"},
	{Consumer, "queued.max.message.chunks"}:           {Since: V(2, 0), Replacement: "max.poll.records"},
	{Consumer, "consumer.timeout.ms"}:                 {Since: V(2, 0), Replacement: "leave out: poll(Duration) has its own timeout"},
	{Consumer, "partition.assignment.strategy.class"}: {Since: V(2, 0), Replacement: "partition.assignment.strategy"},
	{Streams, "zookeeper.connect"}:                    {Since: V(1, 0), Replacement: "leave out: Streams uses bootstrap.servers alone"},
	{Streams, "key.serde"}:                            {Since: V(2, 0), Replacement: "default.key.serde"},
	{Streams, "value.serde"}:                          {Since: V(2, 0), Replacement: "default.value.serde"},
	{Streams, "timestamp.extractor"}:                  {Since: V(2, 0), Replacement: "default.timestamp.extractor"},
	{Broker, "enable.zookeeper"}:                      {Since: V(0, 8), Replacement: zooKeeperAdvice},
	{Broker, "zk.connect"}:                            {Since: V(0, 8), Replacement: zooKeeperAdvice},
}

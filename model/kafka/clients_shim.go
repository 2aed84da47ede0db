package kafka

// Delete this file when the real types land.
type Version struct{ Major, Minor, Patch int }
type Role string

const (
	Topic         Role = "topic"
	Broker        Role = "broker"
	Producer      Role = "producer"
	Consumer      Role = "consumer"
	Streams       Role = "streams"
	Admin         Role = "admin"
	ConnectWorker Role = "connect-worker"
)

// Package kafka is what Apache Kafka and its clients know about configuration: every key by role and version with its type,
// default and bounds, the topic keys' broker synonyms, which role's file decides a key, what replaced removed keys, and the
// rules that couple keys. Keys are generated from Kafka's own jars (model/kafka/gen); the rest cites the KIP or source class.
//
// A zero Version means that the version is not known. Then a function answers only what every version from 2.8 on agrees on,
// and says "unknown" otherwise: nothing is guessed.
package kafka

//go:generate go run ./gen

package kafka

import (
	"maps"
	"slices"
	"sync"
)

// SpringNames are the properties of Spring Boot below spring.kafka., sorted: in
// kebab-case, without the keys of its maps.
var SpringNames = sync.OnceValue(func() []string {
	return slices.Sorted(maps.Keys(springProperties()))
})

// SpringCloudNames are the properties of the Spring Cloud Stream Kafka binder
// as [SpringCloudKey] takes them, sorted.
var SpringCloudNames = sync.OnceValue(func() []string {
	return slices.Sorted(maps.Keys(springCloudProperties()))
})

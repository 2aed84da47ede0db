package kafka

import "testing"

func TestIdempotenceWithoutAVersion(t *testing.T) {
	for _, c := range []struct {
		values map[string]string
		want   State
	}{
		{map[string]string{"acks": "1"}, Off},
		{map[string]string{}, Unknown}, // off in 2.8, on since 3.0
		{map[string]string{"enable.idempotence": "false"}, Off},
		{map[string]string{"enable.idempotence": "true"}, On},
		{map[string]string{"enable.idempotence": "true", "acks": "1"}, RefusedTogether},
		{map[string]string{"max.in.flight.requests.per.connection": "6"}, Unknown}, // refused from 4.0
		{map[string]string{"transactional.id": "a"}, On},
	} {
		if got := Idempotence(c.values, nil, Version{}); got.State != c.want {
			t.Errorf("%v: %+v, want %s", c.values, got, c.want)
		}
	}
}

func TestEffectiveMinISR(t *testing.T) {
	for _, c := range []struct {
		minISR, replicas int
		v                Version
		want             int
		known            bool
	}{
		{2, 3, Version{}, 2, true}, {2, 1, Version{}, 0, false}, {2, 1, V(3, 7), 1, true}, {2, 1, V(3, 6), 2, true},
	} {
		if got, known := EffectiveMinISR(c.minISR, c.replicas, c.v); got != c.want || known != c.known {
			t.Errorf("%+v: %d %v", c, got, known)
		}
	}
}

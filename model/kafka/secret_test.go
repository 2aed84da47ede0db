package kafka

import "testing"

func TestSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"sasl.jaas.config": true, "ssl.key.password": true, "basic.auth.user.info": true, "ssl-key-store-password": true, "azure.client.secret": true, "ssl.keystore.key": true,
		"ssl.keystore.location": false, "password.encoder.iterations": false, "basic.auth.credentials.source": false, "key.serializer": false, "client.id": false,
	} {
		if Secret(name) != want {
			t.Errorf("Secret(%q) = %v", name, !want)
		}
	}
}

package kafka

import (
	"regexp"
	"strings"
)

// secretWords are the words that make a setting's name a secret's, in clients
// and in what is plugged into them (basic.auth.user.info of the schema
// registry, azure.client.secret).
var secretWords = []string{"password", "passwd", "secret", "jaas.config", "jaas_config", "user.info", "userinfo", "credentials",
	"private.key", "private_key", "privatekey", "access.key", "access_key", "api.key", "apikey", "api_key", "keystore.key", "sasl.token"}

// notSecret are endings of names that only say where a secret is or how it is
// read.
var notSecret = []string{".location", ".path", ".file", ".class", ".provider", ".type", ".algorithm", ".iterations", ".source", ".ms"}

// Secret says that a setting of this name holds a secret, whatever program
// reads it; keys that Kafka itself knows say so in [Key.Sensitive].
func Secret(name string) bool {
	name = strings.ToLower(strings.ReplaceAll(name, "-", "."))
	for _, end := range notSecret {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return misspeltPassword.MatchString(name)
}

// misspeltPassword matches what people write who mean password: whoever forgot
// a letter did not mean to publish it.
var misspeltPassword = regexp.MustCompile(`pa?s?s+w?[ao]?r?o?r?d\b|passpharse|secert|sercet`)

package render

import "testing"

func TestLikelySecrets(t *testing.T) {
	for line, want := range map[string]string{
		`ssl.key.password=a b c`:                                 `ssl.key.password=***`,
		`password: hunter2 # why`:                                `password: *** # why`,
		`password: "a # b" # c`:                                  `password: *** # c`,
		`{"a.password": "x", "acks": 1}`:                         `{"a.password": ***, "acks": 1}`,
		`{password: x, acks: 1}`:                                 `{password: ***, acks: 1}`,
		`sasl.jaas.config=x.Y required password="p;q" user="u";`: `sasl.jaas.config=***`,
		`  X required username="u" password="hunter2";`:          `  X required username="u" password=***;`,
		`url: https://user:pw@host:9092/x`:                       `url: https://user:***@host:9092/x`,
		`password: ${PASSWORD}`:                                  `password: ${PASSWORD}`,
		`password = var.password`:                                `password = var.password`,
		`KAFKA_SASL_PASSWORD=$SECRET`:                            `KAFKA_SASL_PASSWORD=$SECRET`,
		`bootstrap.servers=a:9092,b:9092`:                        `bootstrap.servers=a:9092,b:9092`,
		`acks=all`:                                               `acks=all`,
		`deleteSecret: true`:                                     `deleteSecret: true`,
	} {
		row := cells(line, secretsIn(line, 0, nil))
		if got := join(row, 0, widthOf(row)); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

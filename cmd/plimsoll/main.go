// Plimsoll lints the Kafka configuration that a team already has.
package main

import "os"

func main() {
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	os.Exit(c.Main(os.Args[1:]))
}

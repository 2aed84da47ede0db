// Package rules holds the rules in Rego, each in rules/<category>/<name>/ with
// its examples, and the library they share. This file is its only Go.
package rules

import "embed"

// FS holds the rules as rules.FS's own folders: <category>/<name>/*.rego with
// examples.txtar, lib/*.rego, main/main.rego.
//
//go:embed */*.rego */*/*.rego */*/examples.txtar
var FS embed.FS

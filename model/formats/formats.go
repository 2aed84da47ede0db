// Package formats holds the importers: one file a format, each turning located
// trees into fragments of the model.
//
// A format claims documents by their content, never by their name alone, and
// imports all the documents of a run that it claimed at once, because the files
// of one source (an application's profiles, a Compose project's overrides, a
// Terraform module) override each other in the order of that source's own tool.
package formats

import (
	"path"
	"slices"

	"github.com/plimsoll-kafka/plimsoll/model"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// Document is one parsed document: a file, or text embedded in another one.
type Document struct {
	// Path is the file's path relative to the working directory, with slashes;
	// of an embedded document the path of the file around it.
	Path string
	// Name is the document's own name: the file's base name, or the key of a
	// ConfigMap's entry.
	Name   string
	Text   source.Text
	Syntax source.Syntax
	// Roots are the documents of a YAML stream, or the one root. They are empty
	// when Err is set and nothing could be read.
	Roots []*source.Node
	// Err is the syntax error that stopped the parser, nil if none.
	Err *source.Error
	// Templated says that template expressions were replaced by placeholders.
	Templated bool
	// Parent describes what an embedded document is part of; nil for files.
	Parent *Parent
}

// Parent is what an embedded document inherits from the document around it.
type Parent struct {
	Env, Cluster, Source, Format string
}

// Dir returns the document's folder ("." for the root).
func (d *Document) Dir() string { return path.Dir(d.Path) }

// Context is what importers share: facts about the folders around a document
// and a way to hand over embedded documents.
type Context struct {
	// Dependencies returns the client libraries that the build manifests of
	// the nearest folder at or above dir name.
	Dependencies func(dir string) []kafka.Dependency
	// Embed queues text found inside a document (a ConfigMap entry, a Terraform
	// heredoc) to be detected and imported as a document of its own.
	Embed func(doc *Document, name string, text source.Text, parent Parent)
	// File returns the bytes of a file of the workspace named by another file
	// (env_file, values file), nil if it is outside or absent.
	File func(path string) *source.File
	// Profiles are those that the user's configuration has deployments for.
	Profiles []string
}

// deployed reports whether the user's configuration has a deployment for a
// profile.
func (c *Context) deployed(profile string) bool {
	return c != nil && slices.Contains(c.Profiles, profile)
}

// Format is one importer.
type Format struct {
	// Name is the format's name in output and documentation.
	Name string
	// Claim reports whether the document holds configuration of this format.
	Claim func(d *Document) bool
	// Import reads every document that was claimed, in path order.
	Import func(docs []*Document, ctx *Context) model.Imported
}

// All lists the formats in the order in which they import. A document may be
// claimed by several: each reads its own part.
func All() []Format {
	return []Format{
		springFormat(),
		quarkusFormat(),
		strimziFormat(),
		terraformFormat(),
		composeFormat(),
		kubernetesFormat(),
		dotenvFormat(),
		propertiesFormat,
		connectFormat,
		mirrorFormat,
		debeziumFormat,
		dotnetFormat,
		appFormat,
		nativeFormat(),
	}
}

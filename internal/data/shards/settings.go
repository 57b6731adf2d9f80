package shards

import "github.com/assayjson/assay/lint"

// Settings say what is found in files of NDJSON. They have no names of files, so that they can be sent to other machines, for
// example as JSON. The zero value is ready to use.
type Settings struct {
	// These are as in [lint.Options].
	Severities             map[string]lint.Severity
	MaxDepth, NestingLimit int
	KeyOrder               string
	AllowEmpty             bool
	Suppressions           []lint.Suppression

	Schema *Schema // what records are checked against; nil for nothing
}

// A Schema is what schema.Compiler needs for a schema.
type Schema struct {
	Name             string            // a path in Files or a URL in Resources
	Files, Resources map[string][]byte // the texts of the schema and of all that it refers to
	Formats          bool              // as AssertFormat there
	MaxSteps         int64
}

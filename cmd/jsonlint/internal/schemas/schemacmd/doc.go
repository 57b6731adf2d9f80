// Package schemacmd implements jsonlint schema, which keeps local copies of schemas beside a settings
// file, checks and tests schemas, and shows how they are checked.
package schemacmd

// The files of the package:
//
// The subcommands are in commands.go.

// Package recordscmd has the subcommand jsonlint records, which turns an array into NDJSON, and NDJSON into an array.
package recordscmd

// The files of the package:
//
// flags.go has the command line, and records.go runs the subcommand by a converter (converter.go). split.go writes the elements of an array as records, which walk.go
// finds; pointer.go has the JSON Pointer. join.go writes records as an array.

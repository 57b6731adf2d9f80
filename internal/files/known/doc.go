// Package known has the table of files that are recognized by their names, or by the JSON Schema
// that they name: the program that reads the file, the dialect that this program accepts, and the
// URL of the schema. Package known does not read files, and never uses the network.
package known

// The files of the package:
//
// table.go has the table of files, and find.go finds a row in it. go test ./internal/files/known -update writes docs/reference/files.md.

// Package indexcmd implements jsonlint index, which writes indexes of the records of NDJSON files, and
// jsonlint get, which prints a value of a document or of a record. Get finds a record by the index of its
// file, if there is one that is current.
package indexcmd

// The files of the package:
//
// file.go writes and opens index files.

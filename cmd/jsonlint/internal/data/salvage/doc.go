// Package salvage implements jsonlint salvage, which recovers the whole records of damaged files, writes
// the list of the pieces, and rebuilds the files from the list.
package salvage

// The files of the package:
//
// source.go reads the files. recognize.go decides which objects in damaged text are records, and mend.go
// makes records of other texts; write.go and list.go write the list of records.

// Package outputs writes output files that appear completely or not at all.
//
// A [File] is the new contents of one file. A [Set] is a group of files, such as the results of one
// run, that appear together. Neither is safe for concurrent use, except for [Set.Abort].
package outputs

// The files of the package:
//
// file.go writes one file, set.go several together, and tree.go writes in a folder that must not be left. unfinished.go removes
// temporary files if the program is interrupted, and guard.go lets a command end in order then. Everything that writes a file
// back uses replace.go: place.go gives the new file its name only if the old one still has the version (version.go) that was
// read. writer.go opens outputs that may be standard output or compressed, stdout.go ends the program if nobody reads standard output,
// and same.go compares names of files.

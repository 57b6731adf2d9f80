// Package progress shows the progress of a long run on a terminal.
package progress

// The files of the package:
//
// part.go counts what has been read, and bar.go draws the progress line.

// Package fmtcmd implements jsonlint fmt, which formats files. Files and settings are found as for
// checking.
package fmtcmd

// The files of the package:
//
// large.go formats files that are too large for memory.

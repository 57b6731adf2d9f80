// Package report writes findings for people, editors and continuous integration.
//
// A [Format] receives the files in order, each with its findings, and writes them as they arrive.
// The memory that a format needs does not grow with the number of files. [Formats] lists all
// formats.
//
// File names and messages are escaped, so that they cannot control a terminal, add a line, or
// change the structure of a document.
package report

// The files of the package:
//
// There is one file for each output format. formats.go is the table of formats, format.go has what they share, and excerpt.go
// draws the source line.

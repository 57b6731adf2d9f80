// Package report writes findings: for people, editors, and the programs of continuous
// integration.
//
// A [Format] gets the files in their order, each with what has been found in it, and writes
// them as they come; what it keeps doesn't grow with them. [Formats] lists what there is.
//
// Whatever stands in a name or a message, it can't command a terminal, end a line or leave
// its place in a document.
package report

// Package report writes findings for people, editors and continuous integration.
//
// A [Format] receives the files in order, each with its findings, and writes them as they arrive.
// The memory that it needs does not grow with their number. [Formats] lists all formats.
//
// No name or message can control a terminal, end a line, or break out of its place in a document.
package report

// Package flaw describes what is wrong with a text: the [ErrorKind], what was [Expected] instead, and a [Report] with everything that
// is known about an error. Package scan finds errors and makes reports; package explain turns them into sentences.
package flaw

// The files of the package:
//
// kind.go has the kinds of errors, expected.go sets of tokens, and report.go the report. reach.go says how much text around an
// error matters.

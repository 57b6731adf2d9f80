// Package scan reads JSON token by token and finds every error. It is the portable scanner for RFC
// 8259, and the reference against which all faster code is tested.
//
// A [Scanner] reads one document according to its [Rules] and stops at the first [Fault].
// [Scanner.Report] turns the fault into a [flaw.Report], from which everything else about the error can
// be computed. Faster code may decide that a text is valid, or move the scanner close to an error:
// see package fastscan. Package streamscan moves the scanner over a stream.
//
// A scanner that reads a stream uses a [place.StreamPositions] to remember positions in text that
// is no longer in memory. Offsets are in bytes and start at 0. A Scanner allocates memory for its
// nesting (one bit per level), for names if they must be unique, and for member counts if members
// are limited. A Scanner must not be used concurrently.
package scan

// The files of the package:
//
// scanner.go and state.go have the state, scan.go the grammar, and string.go, number.go and literal.go the tokens. nesting.go
// remembers brackets, and tally.go counts. rules.go, limits.go and profile.go define what is accepted; fault.go, unexpected.go,
// report.go and report_stream.go describe errors. stopped.go has what callers need after a fault.

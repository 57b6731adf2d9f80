// Package scan decides what is JSON, and finds and names every error. It is the portable
// scanner for RFC 8259, and the oracle for all faster code.
//
// A [Scanner] reads one document by [Rules] and stops at the first [Fault]; [Scanner.Report]
// turns that into a [Report], which holds everything that can be reported of the error. Faster
// code may decide that a text is valid, or move the scanner near an error: a [Replay] passes the
// tokens that a kernel has found, and [Scanner.Approach] moves the scanner to where they end.
//
// A scanner of a stream has a [place.StreamPositions] for what its text no longer holds. Offsets
// begin at 0. A Scanner keeps memory for its nesting, one bit a level, for names if they must
// be unique, and for counts of members if these are limited. It must not be used concurrently.
package scan

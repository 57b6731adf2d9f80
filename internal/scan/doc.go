// Package scan decides what is JSON, and finds and names every error: the portable
// scanner of RFC 8259, which is the oracle of all faster code.
//
// A [Scanner] reads one document by [Rules] and stops at the first [Fault]; [Scanner.Report]
// turns that into a [Report], which is all that there is to say of the error. Faster code
// may answer that a text is valid, or move the scanner near an error: [Replay] passes the
// tokens that a kernel knows, [Scanner.Approach] goes where they end.
//
// A scanner of a stream has a [place.StreamPositions] for what its text no longer holds. Offsets
// begin at 0. A Scanner allocates memory for its nesting, one bit a level, and for names
// if they must be unique. It must not be used concurrently.
package scan

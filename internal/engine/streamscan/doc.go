// Package streamscan moves a scanner over a stream, of which only a part is in memory.
//
// [Advance] scans the part up to the last token whose meaning does not depend on what follows, and [Finish] scans the rest after the
// input has ended. [Settle] computes the positions that a later error may have to report, so that the text before them may be dropped,
// and [Forget] drops it. The positions are in the [place.StreamPositions] of the scanner.
package streamscan

// The files of the package:
//
// advance.go moves the scanner, settle.go computes positions, and short_number.go shortens numbers that are longer than the part in
// memory should be.

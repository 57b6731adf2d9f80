// Package fastscan moves a scanner forward faster than it would move token by token, up to shortly before an error. It knows
// the kernels, which package scan does not; the scanner still finds the error.
//
// [Rest] skims over valid tokens, several times as fast as the scanner. A [Replay] computes the state of a scanner after tokens
// that a kernel has found: [Replay.Retreat] goes back from the error of a kernel to a [Stop], a position up to which the text is
// valid, and [Replay.Approach] moves the scanner there. [StopIn] finds a stop at the end of a text that may continue.
package fastscan

// The files of the package:
//
// skim.go skips valid tokens. replay.go follows tokens by a table of the grammar. stop.go finds stops, and approach.go moves a
// scanner to them.

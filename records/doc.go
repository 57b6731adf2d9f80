// Package records checks and reads many JSON documents in one input: NDJSON and JSON Lines,
// the text sequences of RFC 7464 (see [TextSequence]), and values one after another (see
// [Concatenated]).
//
//   - [Valid] and [Check]: whether all records are valid, and the first that is not.
//   - [All] and [Read]: every record, valid or not. After an invalid one, iteration continues
//     with the next.
//   - [Bad] and [ReadBad]: the invalid ones alone, found by as many goroutines as there are
//     CPUs.
//
// Each record must be what package tokenizer accepts; [Each] passes its options on. Offsets
// are in bytes from the start of the input, lines and columns begin at 1.
//
// Kernels check many lines together, so that the length of lines does not matter. Memory is
// constant, see each function; time is linear in the length of the input.
package records

// Package records checks and reads many JSON documents in one input: NDJSON and JSON Lines,
// the text sequences of RFC 7464 (see [TextSequence]), and values one after another (see
// [Concatenated]).
//
//   - [Valid] and [Check] report whether all records are valid, and Check the first that is not.
//   - [All] and [Read] return every record, valid or not. After an invalid one, iteration
//     continues with the next.
//   - [Bad] and [ReadBad] return only the invalid records, and find them with as many goroutines
//     as there are CPUs.
//
// Each record must be a document that package tokenizer accepts with the options in [Each].
// Offsets are in bytes from the start of the input; lines and columns begin at 1.
//
// Kernels check many lines together, so that short lines are not slower. Memory is bounded, as
// each function documents; time is linear in the length of the input.
package records

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

// How it works
//
// A framer (framer.go) finds where records begin and end in an input that comes piece by piece. What
// it decides never depends on what the pieces happen to be, so memory, readers and chunks give the same records;
// oracle_test.go says which. A recordReader first asks the kernels for a verdict on many lines together, and an
// inspector if there are limits or names to check. It looks at single lines if the verdict is no.
//
// Bad and ReadBad have one goroutine that cuts the input into chunks, or reads them; workers, which check the chunks;
// and the goroutine that iterates, which reports the invalid records in order.

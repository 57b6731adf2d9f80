// Package records checks and reads many JSON documents in one input: NDJSON and JSON Lines, the
// text sequences of RFC 7464 (see [TextSequence]), and concatenated values (see [Concatenated]).
//
//   - [Valid] reports whether all records are valid, and [Check] also reports the first invalid one.
//   - [All] and [Read] return every record, valid or not. Iteration continues after an invalid
//     record.
//   - [Bad] and [ReadBad] return only the invalid records, and use as many goroutines as there are
//     CPUs to find them.
//   - [Split] finds them in the same way, and writes the valid and the invalid records to two
//     outputs, byte for byte.
//   - [Salvage] and [ReadSalvage] recover the whole records of damaged NDJSON, such as lines in which
//     one record breaks off and another one follows.
//
// To get Go values such as structs, pass [Record].Data to package [github.com/assayjson/assay/decode].
//
// Each record must be a document that package tokenizer accepts with the options in [Each]. An
// input without records is valid. Offsets are in bytes from the start of the input; lines and
// columns start at 1.
//
// Kernels check many lines together, so that short lines are not slower than long ones. Memory is
// bounded, as the documentation of each function states. Time is linear in the length of the input.
package records

// How it works
//
// A framer (framer.go) finds where records begin and end in an input that arrives piece by piece.
// Its decisions never depend on how the input is divided into pieces. An input therefore gives the
// same records whether it is in memory, comes from a reader or is cut into chunks. oracle_test.go
// defines which records are correct. A recordReader first checks many lines together with the
// kernels, and with an inspector if there are limits or names to check. If these lines are not all
// valid, a checker (checker.go) checks single lines, or finds those with equal names. It usually
// determines only whether a record is valid. The error is found when it is asked for, and from then
// on, errors are found at once, because those of the next records will probably be needed as well.
//
// Bad and ReadBad use several goroutines. One goroutine reads the input, if it comes from a reader,
// and cuts it into chunks. The workers check the chunks, and the iterating goroutine yields the
// invalid records in order.
//
// Split does the same (split.go). The iterating goroutine also writes each chunk, up to the next
// invalid record, in one piece. The readers of the chunks count records for it.
//
// Salvage and ReadSalvage have rules of their own. They are not a package of their own, because they check each value with the
// record reader, whose options, limits, positions and errors a salvaged record has. A salvager (salvage_walk.go) leaves lines that the kernels do not
// accept to a divider (salvage_divide.go). The divider finds the ends of values with a skeleton
// (salvage_skeleton.go), which follows brackets and quotation marks, and then has each value checked.
// salvage_search.go has its searches. salvage_oracle_test.go divides the same inputs in a naive way, and salvage_damage_test.go damages files
// and knows which records should survive; salvage_once_test.go damages them in one place, in all ways.

// The files of the package:
//
// framer.go, framing.go, concatenated.go and value_scan.go find where records begin and end. record_reader.go iterates over
// records in memory, with the help of line_ends.go, and attempts.go determines how many lines are checked together. read.go iterates over records from a reader, and bad.go and chunk.go find
// invalid records in parallel. split.go and split_output.go also write the valid and the invalid records to two outputs.
// salvage*.go recover the whole records of damaged inputs: salvage_divide.go has the rules, salvage_run.go what is
// known about the values that may be a record, salvage_skeleton.go finds the ends of values, and salvage_recognize.go
// the objects that a function recognizes. take.go passes records to package decode.

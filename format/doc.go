// Package format formats JSON and its dialects. It changes white space, and whatever else its
// options ask for, but nothing more: strings and numbers keep their spelling, comments stay with
// the items they belong to, and formatting formatted text again changes nothing.
//
//   - [Append] formats a text in memory; [Write] formats it and writes the result to an
//     [io.Writer].
//   - [Options] set the indentation, width, order of members, escapes, line ends and trailing
//     commas. They can also ask for a single line, or for the canonical form of RFC 8785.
//
// An invalid text yields an error and no output. A byte order mark and more than 10,000 levels of
// nesting are errors, too.
//
// Functions may be called by several goroutines at the same time.
//
// # Cost
//
// Time is linear in the size of the input and output. Memory beyond the input and output is a few
// words for each level of nesting and, with [Options.Width], for each token that fits on one line.
// Ordering members keeps all tokens in memory. Indentation makes the size of the output quadratic
// in the depth.
package format

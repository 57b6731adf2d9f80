// Package format lays out JSON and its dialects: it changes white space, and what it is asked
// to, and nothing else. Strings and numbers are kept as they are written, comments stay with
// what they are about, and formatting twice is as good as once.
//
//   - [Append] formats a text in memory, [Write] writes it to an [io.Writer].
//   - [Options] say how: indentation, width, order of members, escapes, line ends and trailing commas;
//     or all in one line; or the canonical form of RFC 8785.
//
// A text with an error gives that error, and no output.
//
// # Cost
//
// Time is linear in the sizes of input and output. Beyond these, memory is some words for each
// level of nesting and, with [Options.Width], for as many tokens as fit on a line. To order
// members, all tokens are kept. Indentation makes the output quadratic in the depth.
package format

// Package tokenizer checks JSON and reads it token by token. If a text is invalid, it reports
// exactly where and why.
//
//   - [Valid]: the verdict alone.
//   - [Check]: the first error as a [*SyntaxError] with offset, length and [ErrorKind],
//     and on demand line, column, JSON Pointer and a sentence for people.
//   - [CheckReader] and [Checker]: the same for a stream of any size, in constant memory;
//     [ValidReader]: the verdict alone.
//   - [New]: a [Tokenizer] that reads a document [Token] by token, checks all of it, and
//     quickly passes what you don't want. [NewReader]: one for a stream.
//     With [KeepGoing] they go on after an error, for programs that tell all of them.
//
// # What is JSON
//
// JSON is what RFC 8259 says it is, in UTF-8 as its section 8.1 asks. For every b
//
//	Valid(b) == (json.Valid(b) && utf8.Valid(b))
//
// with json and utf8 from the standard library, the depth limit of 10,000
// included. Duplicate names and lone surrogate escapes are allowed by that
// grammar; the profile [IJSON] (RFC 7493) refuses them, and [UniqueNames] the first.
//
// # Limits
//
// An input that is right may still be too much. [ServiceLimits] is for input from strangers;
// [MaxBytes], [MaxDepth], [MaxString], [MaxNumber], [MaxMembers] and [MaxTokens] set one
// limit each. What exceeds one is an error like others, with its place. Only the limit on
// the depth holds without being asked for, and for streams [MaxToken]. For records, all are limits for each record.
//
// # Cost
//
// Every input takes time linear in its length and no recursion. The kernels take some
// 50 KB of memory, which are kept for the next document; the scanner one bit for each
// level of nesting, and for I-JSON the positions of the names in the objects that are
// open. Of a stream, about one MiB is kept at a time to check it, and 64 KiB to read its
// tokens, or the longest one.
package tokenizer

// How it works
//
// Valid, Check and CheckReader leave the work to packages jsonsimd, index and stream, and make errors of reports.
//
// A Tokenizer in memory walks over the marks of an [index.Index], a window of 16 KiB at a time. A window is known to be
// valid when the tokens of the next one have been judged, and is walked over only after that. So the walk checks
// nothing. If a window is invalid, the scanner takes over behind the last token, in the state that the walk has kept.
//
// With KeepGoing, the index first finds out how far the invalid window may still be walked over, so that the scanner
// begins shortly before the error. After an error the scanner recovers, and a new index begins 256 bytes later, with
// small windows at first. The kernels are first given a short text that opens the containers that are open there.
//
// The kernels know neither limits nor equal names. An [index.Inspector] walks over the marks ahead of the Tokenizer
// and looks for these; the scanner names what it finds. In a stream, the inspector takes the Tokenizer along, which
// remembers what an error may have to report.
//
// A Tokenizer of a stream does the same in a buffer of 64 KiB. At the end of what has been read it does not wait for
// more: the scanner judges the last tokens of the kernels, so that the walk goes on to the last whole 512 bytes, and
// reads the complete tokens behind these itself. When there are enough bytes again, the walk goes on behind the
// scanner's last token. When the buffer moves on, package place and path.go keep what errors and pointers may need.

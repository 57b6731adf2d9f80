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

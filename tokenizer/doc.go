// Package tokenizer checks JSON and reads it token by token. If a text is invalid, the package
// reports exactly where and why.
//
//   - [Valid] returns only the verdict.
//   - [Check] returns the first error as a [*SyntaxError] with offset, length and [ErrorKind], and computes
//     line, column, JSON Pointer and a sentence for people on demand.
//   - [CheckReader] and [Checker] do the same for a stream of any size, in constant memory. [ValidReader]
//     returns only the verdict.
//   - [New] returns a [Tokenizer] that reads a document [Token] by token, checks all of it, and quickly
//     skips the values that are not needed. [NewReader] returns a Tokenizer for a stream. With
//     [KeepGoing], a Tokenizer continues after an error, for programs that report all errors.
//
// # What is JSON
//
// JSON is what RFC 8259 defines, in UTF-8 as its section 8.1 requires. Valid agrees with packages
// json and utf8 of the standard library for every b, including the depth limit of 10,000:
//
//	Valid(b) == (json.Valid(b) && utf8.Valid(b))
//
// The grammar of RFC 8259 allows duplicate names and escapes of lone surrogates. The [IJSON]
// profile (RFC 7493) rejects both, and [UniqueNames] rejects duplicate names.
//
// # Limits
//
// A valid input may still be too large. [ServiceLimits] is for untrusted input. [MaxBytes],
// [MaxDepth], [MaxString], [MaxNumber], [MaxMembers] and [MaxTokens] set one limit each. Exceeding
// a limit is an error like any other, with an offset. By default, only the depth is limited, and,
// in streams, the length of each token; see [MaxToken]. For records, each limit applies to each
// record.
//
// # Cost
//
// Functions and options may be used by several goroutines at the same time. A [Tokenizer] or a
// [Checker] may not.
//
// Every input takes time linear in its length, and there is no recursion. The kernels take about 50
// KB of memory, which is kept for the next document, and up to three bytes for each level of nesting
// beyond 10,000. The scanner takes one bit for each level. With [IJSON] or [UniqueNames], it also
// remembers the positions of the names in open objects. Functions that check a stream keep about one
// MiB of it in memory at a time. A Tokenizer of a stream keeps 64 KiB, or the longest token if that
// is longer. For a short stream it needs less: 8 KiB, or half a KiB more than the length of the
// stream if the reader has a method Len, like a [bytes.Reader].
package tokenizer

// How it works
//
// Valid, Check and CheckReader leave the work to packages jsonsimd, index and stream, and convert
// their reports to errors.
//
// A Tokenizer of a document in memory walks over the marks of an [index.Index], a window of 16 KiB
// at a time. A window is known to be valid once the tokens of the next window have been judged, and
// the walk starts only then. The walk therefore checks nothing. If a window is invalid, the scanner
// continues after the last token, in the state that the walk has kept up to date.
//
// With KeepGoing, the index first determines how much of the invalid window can still be walked
// over, so that the scanner starts shortly before the error. After an error the scanner recovers,
// and a new index starts 256 bytes later, at first with small windows. The kernels first get a
// short text with the opening brackets of the containers that are open at the start of the new
// index.
//
// The kernels do not check limits or duplicate names. An [index.Inspector] walks over the marks
// ahead of the Tokenizer and looks for violations, which the scanner then reports. In a stream, the
// Tokenizer moves along with the inspector, and remembers what may be needed to report an error.
//
// A Tokenizer of a stream walks over marks in the same way, in a buffer of 64 KiB. If the first read
// returns a whole document, the kernels judge all of it as if the stream ended there, because
// nothing that follows could change its tokens. Otherwise, the Tokenizer does not wait for more text
// at the end of what has been read. The kernels have found the tokens up to the end of the last
// whole block of 512 bytes. The scanner judges the last of these tokens, so that the walk can
// continue to the end of that block. Then the scanner itself reads the complete tokens after the
// block. As soon as there are enough bytes again, the walk continues after the scanner's last token.
// When old text is removed from the buffer, package place keeps what errors and pointers may need of
// that text.

// The files of the package:
//
// check.go, check_reader.go and checker.go give verdicts. tokenizer.go has the state of a tokenizer, reader.go
// sets it up for a reader, and resume.go lets it begin in the middle of a document. window.go reads more of a stream.
// stream_buffer.go remembers what has already been read. walk.go walks over marks, and marks.go provides them. tokens.go
// and skip.go return or skip tokens, and incomplete_token.go completes tokens that continue in the next part of a stream.
// recover.go continues after an error, and failure.go handles errors after which nothing more can be read. token.go has the
// methods of a token, and option.go has the options. error.go, kind.go, expected.go and position.go define the public error.

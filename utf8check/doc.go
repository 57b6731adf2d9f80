// Package utf8check checks UTF-8. If bytes are not UTF-8, it reports where and in what way.
//
//   - [Valid] and [ValidString] only return the verdict, and do not allocate.
//   - [Check] returns the first error as an [*Error], with its offset, length and [ErrorKind].
//   - [ValidPrefix], [RuneCount] and [IsASCII] answer related questions at the same speed.
//   - [Validator] checks a stream that arrives in parts.
//   - [Decoder] is Höhrmann's automaton, for callers that need the code points.
//   - [AppendValid] repairs text in the same way as web browsers.
//   - [Recognize] and [Form] identify and convert CESU-8, MUTF-8, WTF-8, and the 5- and 6-byte
//     forms of 1992.
//   - [Detect] recognizes byte order marks, UTF-16 and UTF-32 without them, and some 8-bit text.
//
// Functions may be called by several goroutines at the same time. They retain none of their
// arguments, except that the Bytes of a [Legacy] are a part of the slice passed to Recognize.
//
// # Terms
//
// Well-formed sequences are those of table 3-7 of the Unicode standard, which RFC 3629, section 4,
// repeats as a grammar. An ill-formed sequence is reported as its maximal subpart (Unicode, section
// 3.9, definition D93b): the longest prefix that could still have become a well-formed sequence, or
// a single byte if there is none. Offsets are in bytes and start at 0.
//
// # Speed
//
// Verdicts, counts and the search for the first error use the kernels of package asm: AVX-512, AVX2
// or NEON if the CPU supports them. Errors are classified by the same portable code on every
// machine.
package utf8check

// The files of the package:
//
// sequence.go has the rules, and is the only file that determines the kind of an error. check.go gives verdicts, and
// validator.go and decoder.go read streams. repair.go and mend.go repair texts, legacy.go, fssutf.go and convert.go handle
// older forms of UTF-8, and detect.go guesses encodings.

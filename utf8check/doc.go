// Package utf8check checks UTF-8. If bytes are not UTF-8, it reports where and in what way.
//
//   - [Valid], [ValidString]: the verdict alone, without allocation.
//   - [Check]: the first error as an [*Error] with offset, length and [ErrorKind].
//   - [ValidPrefix], [RuneCount], [IsASCII]: what else is asked of a text in the same
//     breath, at the same speed.
//   - [Validator]: the same for a stream that arrives in chunks.
//   - [Decoder]: Höhrmann's automaton, for callers that want the code points.
//   - [AppendValid]: repair, equal to what web browsers do.
//   - [Recognize], [Form]: CESU-8, MUTF-8, WTF-8 and the 5- and 6-byte forms of
//     1992, named and converted.
//   - [Detect]: byte order marks, UTF-16 and UTF-32 without one, and a hint for
//     8-bit text.
//
// # Terms
//
// Well-formed sequences are those of table 3-7 of the Unicode standard, which
// RFC 3629, section 4, repeats as a grammar. An ill-formed sequence is reported
// as its maximal subpart (Unicode, section 3.9, definition D93b): the longest
// prefix that could still have become a well-formed sequence, or one byte where
// there is none. Offsets are in bytes and begin at 0.
//
// # Speed
//
// Verdicts, counts and the search for the first error run on the kernels of package
// asm: AVX-512, AVX2 or NEON where the CPU has them. An error is named by the same
// portable code on every machine.
package utf8check

// Package lint finds everything that is invalid or doubtful in a JSON text, not only the first
// error.
//
// A [Linter] checks a text and returns a [Report] with [Diagnostic] values. Each of them belongs to
// a [Rule], and has a severity, a position in bytes and in lines and columns, a JSON Pointer and a
// message. If they are known, it also has related places, a hint and a [Fix]. [Rules] lists the
// rules, and [Explain] describes a rule or a kind of error.
//
// Offsets are in bytes from 0; lines and columns begin at 1. Texts must be in UTF-8; any other byte
// sequence is a finding.
//
// # Dialects
//
// Texts in [JSONC], [JWCC] and [JSON5] are first converted to JSON (see package dialect). All
// positions, and the edits of fixes, refer to the original text.
//
// # Fixes
//
// A [Fix] does not change the meaning of a text. If a quotation mark seems to be missing or
// superfluous, findings on its line and after it have no fix, because what looks like a trailing
// comma may be part of a string. Findings of the rules bom and encoding are an exception.
// [Linter.Fix] applies all fixes except those of the rule encoding.
//
// # Records
//
// In the dialects [NDJSON] and [JSONSeq], a text consists of many documents. Each document is
// checked separately, even if the one before it is invalid. The documents of a long text are
// checked on all CPUs. Positions refer to the text; pointers refer to the record.
//
// # Cost
//
// A document without findings takes the time for a verdict (see package tokenizer), and for a
// search for bytes that every finding requires. Only the report is allocated. If the search finds
// such bytes, the document takes a walk over its tokens, with memory for the open levels and, if
// names are compared, for the names in open objects. Time is linear in the length of the text, even
// for a report of all findings. The pointers and the excerpts of a document take at most about 16
// MiB each. Beyond that, pointers are omitted and excerpts are shorter. [Linter.CheckReader]
// describes the cost of streams.
package lint

// How it works
//
// A text goes through four steps. Most texts never come to the third.
//
//  1. Verdict: the kernels decide whether the text is valid and, if the rule is on, whether names are unique.
//  2. Suspects: which rules may find anything? Each needs certain bytes: an escape of a surrogate, an e between digits,
//     a character outside ASCII in a name. A kernel reports for each 256 bytes whether there are any, and package
//     suspects looks closer where there are. A valid text without suspects is clean. A fuzz test compares this short
//     cut with the long way.
//  3. Walk: token_walk.go goes over the tokens once and shows strings, numbers and names to the rules that are suspects.
//     In an invalid text it goes on after each error, and shows everything to all rules, unless nothing suggests that
//     they could find something. A rule sees a tokenReport, which makes findings about the last token.
//  4. Findings: a heap keeps the first and most severe ones, up to the limit (findings.go). Positions and excerpts are
//     added in one sweep at the end (source.go). A fixJudge decides which fixes are safe (error_fixes.go).
//
// A stream is first read for its verdict, while suspects are searched for in what is read (cleanPass in stream.go). Only
// if something may be found, or if the reader cannot seek, there is a walk. The tokenizer then reads through a
// lintWindow (window.go), which keeps what the tokenizer has not passed and a few KiB before that.

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

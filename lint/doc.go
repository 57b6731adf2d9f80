// Package lint finds everything that is invalid or doubtful in a JSON text, not only the first
// error.
//
// A [Linter] checks a text and returns a [Report] of [Diagnostic] values. Each belongs to a [Rule]
// and has a severity, a position in bytes and in lines and columns, a JSON Pointer and a message;
// where they are known, it also has related places, a hint and a [Fix]. [Rules] lists the rules,
// and [Explain] describes a rule or a kind of error.
//
// Offsets are bytes from 0; lines and columns begin at 1. Texts are in UTF-8, and anything that is
// not UTF-8 is a finding.
//
// # Dialects
//
// Texts in [JSONC], [JWCC] and [JSON5] are converted to JSON first, see package dialect. All
// positions, and the edits of fixes, are those in the text as it is written.
//
// # Fixes
//
// A [Fix] does not change what a text says. If a quotation mark seems to be missing or superfluous,
// no finding on its line or after it has a fix, except those of the rules bom and encoding: what
// looks like a trailing comma may be part of a string. [Linter.Fix] applies all fixes except those
// of the rule encoding.
//
// # Records
//
// In the dialects [NDJSON] and [JSONSeq], a text consists of many documents. Each is checked by
// itself, even if the one before it is invalid, and those of a long text by all CPUs. Positions are
// those in the text; pointers are those in the record.
//
// # Cost
//
// A document without findings takes the time of a verdict (see package tokenizer) and of a search
// for bytes without which no rule could find anything; only the report is allocated. If something
// may be found, it takes a walk over the tokens, with memory for the open levels, and for the names
// of open objects if those are compared. Every text takes time linear in its length, and so does a
// report of all findings. The pointers and the excerpts of a document take about 16 MiB each at
// most; beyond that, pointers are omitted and excerpts are shorter. [Linter.CheckReader] describes
// the cost of streams.
package lint

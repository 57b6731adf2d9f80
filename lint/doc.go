// Package lint finds what is wrong, or doubtful, in a JSON text: all of it, not the first
// error alone.
//
// A [Linter] goes over a text and makes a [Report] of [Diagnostic] values. Each belongs to a
// [Rule], has a severity, a place in bytes and in lines and columns, a JSON Pointer, a
// sentence, and where they are known a related place, a hint and a [Fix]. [Rules] lists the
// rules and [Explain] tells more about one, or about a kind of errors.
//
// Offsets are bytes from 0; lines and columns begin at 1. Texts are in UTF-8; what is not is
// a finding.
//
// # Dialects
//
// Texts in [JSONC], [JWCC] and [JSON5] are made JSON first, see package dialect. All places,
// and the edits of fixes, are those in the text as it is written.
//
// # Fixes
//
// A [Fix] keeps what a text says. If a quotation mark seems to be missing, or to be too many, no
// finding on its line or behind it has a fix, except those of the rules bom and encoding: what
// looks like a trailing comma may be part of a string. [Linter.Fix] makes all fixes but those of
// the rule encoding.
//
// # Records
//
// In the dialects [NDJSON] and [JSONSeq], a text is many documents. Each is looked at by
// itself, the next one also where one is wrong, and those of a long text by all CPUs. Places
// are those in the text; pointers are those in the record.
//
// # Cost
//
// A document in which nothing is found takes the time of a verdict (see package tokenizer) and
// of a search for bytes without which no rule could find anything; a report is all that is
// allocated. Where something may be found, it takes a walk over the tokens, with memory for
// the levels that are open and for the names of open objects, if those are compared. Every
// text takes time linear in its length, and so does a report of all findings, in which
// pointers and the lines around the places take some MiB at the most and are then left out,
// or shorter. [Linter.CheckReader] says what streams take.
package lint

// Package lint finds everything that is invalid or doubtful in a JSON text, not only the first
// error.
//
// A [Linter] checks a text and returns a [Report] with [Diagnostic] values. Each Diagnostic belongs
// to a [Rule], and has a severity, a message, and a position in bytes and in lines and columns. It
// may also have a JSON Pointer, related places, a hint and a [Fix]. [Rules] lists the rules with
// their names. [Explain] describes a rule or a kind of error; its pages are also in the folder
// rules, in files that are named after the rules.
//
// Offsets are in bytes from 0; lines and columns begin at 1. Texts must be in UTF-8; anything else
// is reported as a finding.
//
// # Dialects
//
// Texts in [JSONC], [JWCC] and [JSON5] are first converted to JSON (see package dialect). All
// positions, and the edits of fixes, refer to the original text.
//
// # Fixes
//
// A [Fix] does not change the meaning of a text. If a quotation mark seems to be missing or
// superfluous, findings on that line and on later lines have no fix, because what looks like a
// trailing comma may be part of a string. Findings of the bom and encoding rules keep their fixes
// even then. [Linter.Fix] applies all fixes except those of the encoding rule.
//
// # Suppressions
//
// A finding can be suppressed if the author of the text has decided that it is not a mistake. With
// [Options.SuppressInComments], comments that begin with one of these words suppress the findings of
// the rules that they name:
//
//	// jsonlint-disable-next-line RULE, RULE -- reason
//	// jsonlint-disable-line RULE -- reason
//	// jsonlint-disable-file RULE -- reason
//
// They apply to findings that begin on the next line that has anything except white space and
// comments, on the line on which the comment begins, or anywhere in the text. Block comments work in the
// same way. With [Options.Suppressions], the caller suppresses findings by JSON Pointer.
//
// Suppressed findings are in [Report.Suppressed] instead of [Report.Diagnostics]. Comments that
// suppress nothing, or that are invalid, are findings of the rule unused-suppression. A comment is not
// reported as unused if its rule is off, or if the text has errors or could not be read to its end,
// because rules may then have missed something. Findings of the rules syntax, encoding and
// unused-suppression cannot be suppressed.
//
// A text with suppressions has at most 100,000 findings, or MaxProblems if that is more; the suppressions
// do not apply to the others, which are only counted. Only the first 10,000 rules that the comments of a
// text name take effect.
//
// # Records
//
// In the dialects [NDJSON] and [JSONSeq], a text consists of many documents. Each document is
// checked separately, even if the one before it is invalid. The documents of a long text are
// checked on all CPUs. Positions refer to the text; pointers refer to the record.
//
// In all other dialects, a second document is an error. Findings in the documents after it are reported, too, up
// to about 1 MiB after its beginning; only bytes that are not UTF-8 are reported in the whole text.
//
// # Cost
//
// A document without findings takes the time for a verdict (see package tokenizer) and for a search
// for certain bytes. If these bytes do not occur, no rule can find anything. Only the report is
// allocated. If the search finds such bytes, the Linter walks over all tokens of the document. The
// walk needs memory for the open levels and, if names are compared, for the names in open objects.
// Time is linear in the length of the text, even for a report of all findings. The pointers and the
// excerpts of a document take at most about 16 MiB each. Beyond that, pointers are omitted and
// excerpts are shorter. [Linter.CheckReader] describes the cost of streams.
package lint

// How it works
//
// A text passes through up to four steps. Most texts do not reach the third.
//
//  1. Verdict: the kernels decide whether the text is valid and, if the rule duplicate-keys is on,
//     whether names are unique. By default, they decide whether the text is I-JSON, because what
//     I-JSON excludes is what most of the rules look for.
//     It also excludes that two names of an object look alike or differ only in case: instead of the
//     names, it compares their forms (package names).
//  2. Suspects: this step determines which rules may find anything. A rule can find something only
//     if the text has certain bytes, such as an escape of a surrogate or an e between digits. A kernel reports, for every 256 bytes, whether they include
//     such bytes. Package suspects examines such parts more closely. The kernels can also show
//     that deep-nesting finds nothing, and a pass over the names can show the same of key-order. A
//     valid text without suspects is clean. A fuzz test checks that this shortcut gives the same
//     result as a full walk.
//  3. Walk: token_walk.go visits the tokens once, and passes strings, numbers and names to the rules
//     that are suspects. If a text is valid except for equal names, or names that look alike, rules find these names. In an
//     invalid text, the tokenizer reports them, and the walk continues after each error; the rules
//     that may find something receive everything that can be read. If nothing can be found before
//     the first error, the walk begins shortly before it, with an outline of the text before (see
//     below). A rule receives a tokenReport, which adds findings about the last token.
//  4. Findings: a heap keeps the most severe findings, up to the limit (findings.go). Among equally
//     severe findings it keeps the first. With [Options.SkipOmitted], the walk drops the rules whose
//     findings can no longer be kept, and ends if no rule is left. Positions and excerpts are added in one pass at the end
//     (source.go). A fixJudge decides which fixes are safe (error_fixes.go).
//
// A long document from a reader is checked in pieces (pieces.go), which end with commas. A long string
// without suspects is divided into pieces, too. As soon as a piece is known to be valid, it is searched
// for suspects. The walk visits only pieces with suspects, and everything from the first error on. Another
// goroutine reads ahead and checks whether the text is valid. A walk can begin at any piece, because an outline holds what it must know of the text before: the open
// containers and the names of their members ([place.Outline]). Rules that have to see every token need
// a walk over the whole document.
//
// If the reader can seek, the document is first read once to find out whether it is clean (cleanPass
// in input.go), which is faster. If that pass finds an error, the pieces before the error are not
// searched for suspects again, and the text after it is searched for signs of anything but errors, so
// that the document is read twice in all, or three times if equal names are its only errors. Pieces and walks read the document through a lintWindow (window.go),
// which keeps what has not been passed yet, and the text shortly before it.

// The files of the package:
//
// rule.go is the table of rules, and rules has a page for each. check.go has the verdict and the suspects, token_walk.go has
// the walk, and rule_*.go have the rules. findings.go and report.go keep the most severe findings, and source.go adds positions
// and excerpts. error_groups.go combines errors with the same cause into one finding. error_fixes.go and edits.go make fixes,
// and fix.go applies them. suppression.go removes findings that the author of a text or the caller has suppressed. lower.go
// handles dialects, records.go handles records and decides which of them are bad, and input.go, stream.go, window.go and
// pieces.go handle readers.

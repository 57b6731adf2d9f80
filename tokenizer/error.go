package tokenizer

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/hidden"
)

// A SyntaxError is the first violation of the grammar, a profile or a limit in an input. Its fields
// state the facts, and its methods compute more from the input on demand, each in time linear in
// Offset. What an error reports depends on the text before Offset and on the next few kilobytes,
// never on later text.
//
// If an error was not made by this package, or if its fields have been changed, its methods have no
// access to an input. Position, Pointer and Related then return zero values, and Message returns
// the name of the ErrorKind.
type SyntaxError struct {
	// Offset is where the input must change, in bytes from the start of the input. If the input
	// ends too early, Offset is where its last token ends, or in a string the length of the input or where a cut character begins. Each
	// [ErrorKind] documents what is at its offset.
	Offset int64

	// Length is how many bytes at Offset the error covers: 0 at the end of the input or of its last token, otherwise at
	// least 1. An error about an unexpected token covers at most 4096 bytes of the token. If the
	// token is a string that is longer than that, the error covers only its opening quotation mark.
	Length int

	Kind ErrorKind

	// Expected is what the grammar allows at Offset. It is 0 if the error is inside a token.
	Expected Expected

	report
}

// report is the report that an error was made from, or nil. See package syntaxerror.
type report = hidden.Part[*flaw.Report]

// errorOf returns the error for a report, or nil if r is nil.
func errorOf(r *flaw.Report) *SyntaxError {
	if r == nil {
		return nil
	}
	e := new(SyntaxError)
	e.setReport(r)
	return e
}

// setReport sets all fields of e.
func (e *SyntaxError) setReport(r *flaw.Report) {
	*e = SyntaxError{Offset: r.Offset, Length: r.Length, Kind: ErrorKind(r.Kind), Expected: Expected(r.Expected)}
	*hidden.Of(&e.report) = r
}

// asError is like errorOf, but its result is an interface, which is nil if r is nil.
func asError(r *flaw.Report) error {
	if r == nil {
		return nil
	}
	return errorOf(r)
}

// genuine returns the report of e, or nil if e has been changed since it was made. The report may then be about another text.
func (e *SyntaxError) genuine() *flaw.Report {
	if r := *hidden.Of(&e.report); r.Describes(e.Offset, e.Length, flaw.ErrorKind(e.Kind)) {
		return r
	}
	return nil
}

// Error returns the position and the message, in one line. The text may change between versions.
func (e *SyntaxError) Error() string {
	if e.genuine() == nil {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message())
	}
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.Offset, e.Message())
}

// Unwrap returns a [*utf8check.Error] for invalid UTF-8, [io.ErrUnexpectedEOF] if the input is
// valid up to its end but incomplete, and nil otherwise. A caller can therefore distinguish
// incomplete input from invalid input.
func (e *SyntaxError) Unwrap() error {
	return (&flaw.Report{Offset: e.Offset, Length: e.Length, Kind: flaw.ErrorKind(e.Kind)}).Unwrap()
}

// Position returns the line of Offset, and its column in bytes, code points and UTF-16 code units.
func (e *SyntaxError) Position() Position {
	r := e.genuine()
	if r == nil {
		return Position{}
	}
	return Position(r.Position())
}

// Pointer returns the JSON Pointer (RFC 6901) of the error, and whether it is known. The pointer
// refers to the value that is invalid or missing. If the error is in a name, or between members or
// elements, the pointer refers to the object or array around the error. The pointer of the whole
// document is "". The pointer is always known if the whole input is in memory, and for the first
// 1,000 errors of a Tokenizer made by [NewReader]. [CheckReader] and [Checker] know it for
// errors near the start of a stream, and mostly with limits; see CheckReader.
func (e *SyntaxError) Pointer() (pointer string, ok bool) {
	r := e.genuine()
	if r == nil || !r.HasPointer() {
		return "", false
	}
	return r.Pointer(), true
}

// A Span is a part of an input.
type Span struct {
	Offset     int64 // in bytes from the start of the input
	Length     int   // in bytes
	Start, End Position
}

// Related returns a second place that helps to explain the error, and whether there is one. For a
// [MismatchedBracket], the second place is the opening bracket. For a [Truncated] input, it is the
// opening bracket of the innermost container that is not closed. For an [UnterminatedString], and
// for a string with a line end in it, it is the opening quotation mark. For a [DuplicateName] or a [CaseCollision], it
// is the first of the two equal names, with its quotation marks.
func (e *SyntaxError) Related() (related Span, ok bool) {
	r := e.genuine()
	if r == nil {
		return Span{}, false
	}
	begin, end, ok := r.RelatedSpan()
	if !ok {
		return Span{}, false
	}
	return Span{begin.Offset, int(end.Offset - begin.Offset), Position(begin.Position), Position(end.Position)}, true
}

// Message returns one sentence that states what is wrong, without the position. If the cause is
// known, the sentence continues after a semicolon with how to fix the error. The text may change
// between versions.
func (e *SyntaxError) Message() string {
	r := e.genuine()
	if r == nil {
		return e.Kind.String()
	}
	text, _ := explain.Explainer{Report: r}.Message()
	return text.Words
}

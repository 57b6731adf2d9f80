package tokenizer

import (
	"fmt"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/scan"
)

// A SyntaxError is the first place where an input is not JSON. Its fields are the
// facts; its methods compute more from the input when they are asked, each in time
// linear in Offset. What an error tells depends on what stands before Offset and on the
// next few kilobytes, never on what comes later.
//
// The methods of an error that was not made by this package, or whose fields have been changed, know
// nothing of an input: there is no Position, Pointer or Related place, and the Message is that of
// the ErrorKind.
type SyntaxError struct {
	// Offset is where the input needs mending, in bytes from its start. It is the
	// length of the input where the input ends too early. Each [ErrorKind] says what
	// stands at its offset.
	Offset int64

	// Length is how many bytes at Offset are concerned: 0 at the end of the
	// input, 1 or more elsewhere. Of tokens that should not be there, no more than 4096
	// bytes count; of a string that is longer, only its quotation mark.
	Length int

	Kind ErrorKind

	// Expected is what the grammar allows at Offset. It is 0 where the fault is
	// inside a token.
	Expected Expected

	report *scan.Report
}

func init() {
	bridge.ErrorOf = func(r *scan.Report) error { return errorOf(r) }
	bridge.ReportOf = func(err error) *scan.Report {
		if e, ok := err.(*SyntaxError); ok && e != nil && e.isGenuine() {
			return e.report
		}
		return nil
	}
}

// errorOf returns the error that r reports, or nil if r is nil.
func errorOf(r *scan.Report) *SyntaxError {
	if r == nil {
		return nil
	}
	return &SyntaxError{Offset: r.Offset, Length: r.Length, Kind: ErrorKind(r.Kind), Expected: Expected(r.Expected), report: r}
}

// asError is errorOf for an interface, which is nil if r is.
func asError(r *scan.Report) error {
	if r == nil {
		return nil
	}
	return errorOf(r)
}

// isGenuine reports whether e is as this package has made it. Otherwise its methods must not look at
// the report, which is about other bytes.
func (e *SyntaxError) isGenuine() bool {
	r := e.report
	return r != nil && r.Offset == e.Offset && r.Length == e.Length && r.Kind == scan.ErrorKind(e.Kind)
}

// Error tells where and what, in one line. The text may change between versions.
func (e *SyntaxError) Error() string {
	if !e.isGenuine() {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message())
	}
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.Offset, e.Message())
}

// Unwrap returns the [*utf8check.Error] of invalid UTF-8, and [io.ErrUnexpectedEOF]
// where the input is right so far and ends too early, so that a caller can tell
// "more may come" from "wrong".
func (e *SyntaxError) Unwrap() error {
	return (&scan.Report{Offset: e.Offset, Length: e.Length, Kind: scan.ErrorKind(e.Kind)}).Unwrap()
}

// Position returns the line of Offset and its column in bytes, code points and
// UTF-16 code units.
func (e *SyntaxError) Position() Position {
	if !e.isGenuine() {
		return Position{}
	}
	return Position(e.report.Position())
}

// Pointer returns the JSON Pointer (RFC 6901) of the place: of the value that is at
// fault or missing, or of the array or object where the fault lies between its
// members or in a name. The whole document is "". ok reports whether the pointer is known.
// It always is where the whole input is in memory, and of the first 1,000 errors of
// [NewReader]; [CheckReader] and [Checker] know it of errors in the beginning of a stream.
func (e *SyntaxError) Pointer() (pointer string, ok bool) {
	if !e.isGenuine() || !e.report.HasPointer() {
		return "", false
	}
	return e.report.Pointer(), true
}

// A Span is a part of an input.
type Span struct {
	Offset     int64 // in bytes from the start of the input
	Length     int   // in bytes
	Start, End Position
}

// Related returns a second place that explains the first, if there is one: the opening
// bracket of a [MismatchedBracket] or of what a [Truncated] input leaves open, the opening
// quote of an [UnterminatedString] or of a string with the end of a line in it, the first of
// two equal names, with its quotes.
func (e *SyntaxError) Related() (related Span, ok bool) {
	if !e.isGenuine() {
		return Span{}, false
	}
	begin, end, ok := e.report.RelatedSpan()
	if !ok {
		return Span{}, false
	}
	return Span{begin.Offset, int(end.Offset - begin.Offset), Position(begin.Position), Position(end.Position)}, true
}

// Message returns one sentence about what is wrong, without the place, and after a
// semicolon how to mend it where the cause is known. The text may change between
// versions.
func (e *SyntaxError) Message() string {
	if !e.isGenuine() {
		return e.Kind.String()
	}
	x := explain.Explainer{Report: e.report}
	text := x.Sentence()
	if hint, _ := x.Hint(); hint != "" {
		text += "; " + hint
	}
	return text
}

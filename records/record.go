package records

import (
	"bytes"
	"fmt"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// A Record is one of many JSON texts, valid or not.
type Record struct {
	// Data is the text without its separator or line end. If the record is too long, Data is only
	// the beginning of the text, up to the limit.
	Data []byte

	Offset int64 // offset of Data, in bytes from the start of the input
	Line   int   // the line on which Data begins, from 1; lines end with LF or CR LF

	// Err is the error in Data, or nil. The offset and position in Err count from the start of
	// Data. To print the error with its position in the input, use [Record.AsError]. Err keeps a
	// reference to Data, and may share its memory with the errors of up to 15 other records. A copy
	// of at most 512 bytes in Data may also share its memory with those of other records.
	Err *tokenizer.SyntaxError

	start columns // of the start of Data; with four words here, a Record would be too large to be passed in registers
}

// columns are the columns of a [place.Position], from 1. The zero value means that they are not known.
type columns struct{ bytes, runes, utf16 int }

// lineStart holds the columns of the first byte of a line.
var lineStart = columns{1, 1, 1}

// setStart sets the position of the start of Data.
func (r *Record) setStart(p place.Position) {
	r.Line, r.start = p.Line, columns{p.Column, p.Rune, p.UTF16}
}

// begin returns the position of the start of Data.
func (r *Record) begin() place.Position {
	if c := r.start; c.bytes > 0 {
		return place.Position{Line: r.Line, Column: c.bytes, Rune: c.runes, UTF16: c.utf16}
	}
	return place.Position{Line: max(r.Line, 1), Column: 1, Rune: 1, UTF16: 1} // the Record was not made by this package
}

// ErrorOffset returns the offset of Err in bytes from the start of the input, or the offset of Data
// if there is no error.
func (r *Record) ErrorOffset() int64 {
	if r.Err == nil {
		return r.Offset
	}
	return r.Offset + r.Err.Offset
}

// Position returns the position in the input of the error, not of the record. If there is no error,
// it returns the position of the start of Data. The offset of that position is [Record.ErrorOffset].
// A byte order mark at the start of the input does not count.
func (r *Record) Position() tokenizer.Position {
	begin := r.begin()
	if r.Err == nil {
		return tokenizer.Position(begin)
	}
	return tokenizer.Position(locateByLF(r.Data, int(min(max(r.Err.Offset, 0), int64(len(r.Data))))).In(begin))
}

// AsError returns r as a [*RecordError], or nil if there is no error.
func (r *Record) AsError() error {
	if r.Err == nil {
		return nil
	}
	return &RecordError{*r}
}

// locateByLF returns the position of b[end]. Only LF counts as a line end.
func locateByLF(b []byte, end int) place.Position {
	return place.Columns(b, 1+bytes.Count(b[:end], newline), 1+bytes.LastIndexByte(b[:end], '\n'), end)
}

var newline = []byte("\n")

// A RecordError is the error of an invalid record. If Err is nil, its message is "no error".
type RecordError struct{ Record }

// Error returns the position in the input and the message, in one line. The text may change between
// versions.
func (e *RecordError) Error() string {
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.ErrorOffset(), e.Message())
}

// Message returns the message of e.Err with two differences. Positions count from the start of the
// input, and the message for a record that ends too early says "the record" instead of "the input".
func (e *RecordError) Message() string {
	if e.Err == nil {
		return "no error"
	}
	report := bridge.ReportOf(e.Err)
	if report == nil {
		return e.Err.Message()
	}
	x := explain.Explainer{Report: report, Wording: explain.Wording{Whole: "the record"}}
	if e.start.bytes > 0 {
		x.Origin = e.begin()
	}
	if hint, _ := x.Hint(); hint != "" {
		return x.Sentence() + "; " + hint
	}
	return x.Sentence()
}

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error {
	if e.Err == nil {
		return nil
	}
	return e.Err
}

// syntaxError returns the error that the report r describes. The error has a copy of r.
func syntaxError(r *scan.Report) *tokenizer.SyntaxError {
	return bridge.CopyErrorOf(r).(*tokenizer.SyntaxError)
}

// trim removes the white space around Data, which must be on a single line.
func (r *Record) trim() {
	n := syntax.Spaces(r.Data)
	r.Data = r.Data[n:]
	r.Offset += int64(n)
	r.start.bytes += n
	r.start.runes += n
	r.start.utf16 += n
	for syntax.IsSpace(r.Data[len(r.Data)-1]) {
		r.Data = r.Data[:len(r.Data)-1]
	}
}

// clone returns a copy of r that does not refer to the input.
func (r Record) clone() Record {
	r.Data = bytes.Clone(r.Data)
	if r.Err != nil {
		copied := *bridge.ReportOf(r.Err)
		copied.Text = r.Data
		r.Err = syntaxError(&copied)
	}
	return r
}

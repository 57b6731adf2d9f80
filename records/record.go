package records

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// A Record is one of many JSON texts, valid or not.
type Record struct {
	// Data is the text without its separator or line end. If the record is too long, Data is only
	// the beginning of the text, up to the limit. Records in memory refer to the input. For records
	// from a reader, Data is valid until the next record is yielded.
	Data []byte

	Offset int64 // offset of Data, in bytes from the start of the input
	Line   int   // the line on which Data begins, from 1; lines end with LF or CR LF

	column   int // the column of the first byte of Data in bytes, from 1; 0 if this package has not made the record
	*details     // nil for nearly all valid records: only an error, or a character outside ASCII before the record in its line, needs any
}

// details are what few records have. They do not change, so many records can share them.
type details struct {
	// If the record is invalid, one of these fields is not nil.
	rules *violated              // the rules that Data violates; the error is found on demand
	err   *tokenizer.SyntaxError // the error, which is already known

	equal        // whether the only errors are equal names
	reused  bool // the memory of Data is reused, so that errors need a copy of it
	oneLine bool // the record must be on one line

	runes, utf16 int // by how much the columns of the first byte of Data in code points and UTF-16 code units are smaller than in bytes
}

// equal is what package lint may know of an invalid record.
type equal = hidden.Part[bool]

// violated are the rules that records violate.
type violated struct {
	scan.Rules
	asked atomic.Bool // the error of such a record has been asked for, so it is worthwhile to find those of the next records at once
}

// setStart sets the position of the start of Data.
func (r *Record) setStart(p place.Position) {
	r.Line, r.column = p.Line, p.Column
	var d details
	if r.details != nil {
		d = *r.details
	}
	runes, utf16 := p.Column-p.Rune, p.Column-p.UTF16
	if d.runes != runes || d.utf16 != utf16 {
		d.runes, d.utf16 = runes, utf16
		r.details = d.clone()
	}
}

func (d details) clone() *details { return &d }

// begin returns the position of the start of Data.
func (r *Record) begin() place.Position {
	column := max(r.column, 1)
	p := place.Position{Line: max(r.Line, 1), Column: column, Rune: column, UTF16: column}
	if d := r.details; d != nil {
		p.Rune -= d.runes
		p.UTF16 -= d.utf16
	}
	return p
}

// Valid reports whether r has no error.
func (r *Record) Valid() bool {
	return r.details == nil || r.details.rules == nil && r.details.err == nil
}

// Err returns the error in Data, or nil. The offset and position in the error count from the start
// of Data. To print the error with its position in the input, use [Record.AsError].
//
// Usually, Err has to find the error, which takes time linear in the length of Data. Each call may find
// it anew. The error keeps a reference to Data, or to a copy of Data if the memory of Data is reused.
func (r *Record) Err() *tokenizer.SyntaxError {
	if r.Valid() {
		return nil
	}
	return r.details.errorIn(r.Data)
}

// sharing is the maximum number of errors, or of details, that share a piece of memory.
const sharing = 16

// An errorMaker makes errors.
type errorMaker struct{ errors syntaxerror.Maker }

// errorOf returns the error for the fault that s has found. To save time, the errors of a few short records
// share a piece of memory.
func (m *errorMaker) errorOf(s *scan.Scanner) *tokenizer.SyntaxError {
	const most = 512 // so that little more memory than that of an error remains in use with it
	return m.errors.Of(s, len(s.Src) > most)
}

// short is the maximum length of a text in which the scanner finds errors, and equal names, sooner than the
// kernels do.
const short = 256

// A finder finds the errors of records.
type finder struct {
	scan.Scanner
	errorMaker
}

var finders = sync.Pool{New: func() any { return new(finder) }}

// errorIn returns the error in data, or nil if data has been changed and is valid now.
func (d *details) errorIn(data []byte) (err *tokenizer.SyntaxError) {
	if d.err != nil {
		return d.err
	}
	if !d.rules.asked.Load() {
		d.rules.asked.Store(true)
	}
	if d.reused {
		data = bytes.Clone(data)
	}
	f := finders.Get().(*finder)
	f.Reset(data)
	f.Rules = d.rules.Rules
	if !(len(data) > short && index.Passes(&f.Rules, data, &f.Scanner) || fastscan.Rest(&f.Scanner)) {
		err = f.errorOf(&f.Scanner)
	}
	f.Reset(nil)
	finders.Put(f)
	return err
}

// Start returns the position of the start of Data in the input. A byte order mark at the start of
// the input does not count.
func (r *Record) Start() tokenizer.Position { return tokenizer.Position(r.begin()) }

// ErrorOffset returns the offset of the error in bytes from the start of the input, or the offset of
// Data if there is no error.
func (r *Record) ErrorOffset() int64 { return r.offsetOf(r.Err()) }

func (r *Record) offsetOf(err *tokenizer.SyntaxError) int64 {
	if err == nil {
		return r.Offset
	}
	return r.Offset + err.Offset
}

// Position returns the position in the input of the error, not of the record. If there is no error,
// it returns the position of the start of Data. The offset of that position is [Record.ErrorOffset].
// A byte order mark at the start of the input does not count.
func (r *Record) Position() tokenizer.Position { return r.positionWith(r.Err()) }

func (r *Record) positionWith(err *tokenizer.SyntaxError) tokenizer.Position {
	begin := r.begin()
	if err == nil {
		return tokenizer.Position(begin)
	}
	return tokenizer.Position(place.LocateByLF(r.Data, int(min(max(err.Offset, 0), int64(len(r.Data))))).In(begin))
}

// AsError returns r as a [*RecordError], or nil if there is no error. What it returns stays valid
// after the iteration has continued.
func (r *Record) AsError() error {
	err := r.Err()
	if err == nil {
		return nil
	}
	e := &RecordError{*r, err}
	if report := syntaxerror.ReportOf(err); r.details.reused && report != nil {
		e.Data = report.Text
	}
	return e
}

var newline = []byte("\n")

// A RecordError is the error of an invalid record. If Err is nil, its message is "no error".
type RecordError struct {
	Record
	Err *tokenizer.SyntaxError // the error in Data; its offset and position count from the start of Data
}

// ErrorOffset returns the offset of e.Err in bytes from the start of the input.
func (e *RecordError) ErrorOffset() int64 { return e.offsetOf(e.Err) }

// Position returns the position of e.Err in the input, as [Record.Position] does.
func (e *RecordError) Position() tokenizer.Position { return e.positionWith(e.Err) }

// Error returns the position in the input and the message, in one line. The text may change between
// versions.
func (e *RecordError) Error() string {
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.ErrorOffset(), e.Message())
}

// Message returns the message of e.Err with two differences. Positions count from the start of the
// input, and a record that ends too early or is too long is called "the record" instead of "the input".
func (e *RecordError) Message() string {
	if e.Err == nil {
		return "no error"
	}
	report := syntaxerror.ReportOf(e.Err)
	if report == nil {
		return e.Err.Message()
	}
	x := explain.Explainer{Report: report, Wording: explain.Wording{Whole: "the record", OneLine: e.details != nil && e.oneLine}}
	if e.column > 0 {
		x.Origin = e.begin()
	}
	text, _ := x.Message()
	return text.Words
}

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error {
	if e.Err == nil {
		return nil
	}
	return e.Err
}

// trim removes the white space around Data, which must be on a single line.
func (r *Record) trim() {
	n := syntax.Spaces(r.Data)
	r.Data = r.Data[n:]
	r.Offset += int64(n)
	r.column += n
	for syntax.IsSpace(r.Data[len(r.Data)-1]) {
		r.Data = r.Data[:len(r.Data)-1]
	}
}

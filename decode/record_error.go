package decode

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A RecordError is the error of a record that has not been decoded.
type RecordError struct {
	Number int64          // of the record in the input, from 1
	Record records.Record // its Data refer to the input in memory, or are a copy of what has been read
	Err    error          // an *Error whose offsets and positions are those in the input, or a *records.RecordError
}

// Error returns the error in the record. The text may change between versions.
func (e *RecordError) Error() string {
	if e.Err == nil {
		return "no error"
	}
	return e.Err.Error()
}

// Unwrap returns e.Err.
func (e *RecordError) Unwrap() error { return e.Err }

// A failure is what is known of a record that has not been decoded.
type failure struct {
	record     records.Record
	number     int64
	mismatches *Error                 // offsets and positions count from the start of the record
	err        *tokenizer.SyntaxError // an error that package records does not know
}

// copyText makes f refer to a copy of the text of the record. An error that package records knows has a copy already.
func (f *failure) copyText() {
	if f.record.Valid() {
		f.record.Data = bytes.Clone(f.record.Data)
	}
	if report := syntaxerror.ReportOf(f.err); report != nil {
		report.Text = f.record.Data
	}
}

// error returns the error that is yielded. It must not be called again.
func (f *failure) error() error {
	e := &RecordError{Number: f.number, Record: f.record, Err: f.mismatches}
	switch {
	case f.mismatches != nil:
		begin := place.Position(f.record.Start())
		for i := range f.mismatches.Mismatches {
			m := &f.mismatches.Mismatches[i]
			m.Offset += f.record.Offset
			m.Position = tokenizer.Position(place.Position(m.Position).In(begin))
		}
	case f.err != nil:
		e.Err = &records.RecordError{Record: f.record, Err: f.err}
	default:
		invalid := f.record.AsError().(*records.RecordError)
		e.Record, e.Err = invalid.Record, invalid
	}
	return e
}

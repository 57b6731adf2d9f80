package decode

import "github.com/assayjson/assay/records"

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

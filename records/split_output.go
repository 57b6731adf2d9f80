package records

import (
	"bufio"
	"io"
)

// Totals are the results of [Split]. Lengths are in bytes.
type Totals struct {
	Records int64 // number of records, valid or not; blank lines that are skipped do not count
	Bad     int64 // number of records that have been written to bad
	Bytes   int64 // length of the input that has been written to either output

	GoodBytes int64 // length of the output good
	BadBytes  int64 // length of the output bad
	Inserted  int64 // number of newlines in the outputs that are not in the input
}

// A Rejected is a record that [Split] has written to bad.
type Rejected struct {
	Record       // may be valid if the options include Judge
	Number int64 // number of the record in the input, from 1; blank lines that are skipped do not count

	// Start and Length are the offset and the length of what was written to bad, in bytes from the
	// start of the input. Besides Data, it includes the line end or the separator.
	Start, Length int64

	Place    int64 // offset in bad of what was written, in bytes
	Inserted bool  // a newline has been written to good in place of the record
}

// An Output is one of the outputs of [Split].
type Output uint8

// The outputs of [Split].
const (
	GoodOutput Output = iota
	BadOutput
)

// String returns "good" or "bad".
func (o Output) String() string {
	if o == BadOutput {
		return "bad"
	}
	return "good"
}

// A WriteError is the error of a writer that was passed to [Split].
type WriteError struct {
	Output Output
	Err    error
}

// Error returns the name of the output and the error of the writer.
func (e *WriteError) Error() string {
	if e.Err == nil {
		return "cannot write the output " + e.Output.String()
	}
	return "cannot write the output " + e.Output.String() + ": " + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *WriteError) Unwrap() error { return e.Err }

// An output writes to one of the writers of a splitter.
type output struct {
	name    Output
	to      *bufio.Writer // nil if the text is only counted
	written int64
	last    byte // the last byte written
	err     error
}

func (o *output) begin(w io.Writer, name Output) {
	const buffer = 64 << 10
	if o.name = name; w != nil {
		o.to = bufio.NewWriterSize(w, buffer)
	}
}

// write writes b, which is not empty. It does nothing after an error.
func (o *output) write(b []byte) {
	if o.err != nil {
		return
	}
	if o.to != nil {
		_, o.err = o.to.Write(b)
	}
	o.written += int64(len(b))
	o.last = b[len(b)-1]
}

// flush writes what is still in memory. It returns the first error of the output.
func (o *output) flush() error {
	if o.to != nil && o.err == nil {
		o.err = o.to.Flush()
	}
	return o.failure()
}

// failure returns the error of the output, or nil.
func (o *output) failure() error {
	if o.err == nil {
		return nil
	}
	return &WriteError{o.name, o.err}
}

package shards

import "fmt"

// A FormatError is an error in a plan or a part.
type FormatError struct {
	Line   int64  // number of the line, from 1
	Detail string // a sentence without a full stop
	Err    error  // the cause, or nil
}

func (e *FormatError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("line %d: %s: %v", e.Line, e.Detail, e.Err)
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Detail)
}

func (e *FormatError) Unwrap() error { return e.Err }

package passing

import (
	"errors"
	"fmt"
)

// The reasons why a body has not been checked.
var (
	ErrUnfinished = errors.New("the body was not finished")                            // the handler panicked, or the body was closed early
	ErrHijacked   = errors.New("the connection was taken over")                        // by Hijack, or after status 101
	ErrPartial    = errors.New("the body is a part of a document")                     // status 206
	ErrCoding     = errors.New("the content coding is not supported")                  // only gzip, deflate and zstd are
	ErrTooLong    = errors.New("the body, or a record of it, is too long for a check") // see the documentation of the package
)

// An InvalidError is what an invalid response results in, for the handler that writes it or for the client that reads it.
type InvalidError struct {
	Findings []Finding
}

// Error returns the first finding.
func (e *InvalidError) Error() string {
	if len(e.Findings) == 0 {
		return "the response is invalid"
	}
	f := &e.Findings[0]
	text := "the response is invalid: "
	if f.Position.Line > 0 {
		text += fmt.Sprintf("line %d, column %d: ", f.Position.Line, f.Position.Rune)
	}
	return text + f.Message
}

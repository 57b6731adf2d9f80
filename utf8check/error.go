package utf8check

import (
	"fmt"
	"io"
)

// An Error is the first ill-formed sequence of an input.
type Error struct {
	Offset int64 // of the first byte of the sequence, from the start of the input
	Length int   // of the maximal subpart, in bytes: 1 to 3
	Kind   ErrorKind
}

// Error tells kind and offset. The text may change between versions; the fields
// do not.
func (e *Error) Error() string {
	return fmt.Sprintf("invalid UTF-8 at byte %d: %v", e.Offset, e.Kind)
}

// Unwrap returns [io.ErrUnexpectedEOF] for a Truncated error, so that a caller can
// tell "more bytes may help" from "wrong".
func (e *Error) Unwrap() error {
	if e.Kind == Truncated {
		return io.ErrUnexpectedEOF
	}
	return nil
}

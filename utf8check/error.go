package utf8check

import (
	"fmt"
	"io"
)

// An Error describes the first ill-formed sequence of an input.
type Error struct {
	Offset int64 // offset of the first byte of the sequence, in bytes from the start of the input
	Length int   // length of the maximal subpart, in bytes: 1 to 3
	Kind   ErrorKind
}

// Error returns a message with the kind and the offset. The message may change between versions;
// the fields will not.
func (e *Error) Error() string {
	return fmt.Sprintf("invalid UTF-8 at byte %d: %v", e.Offset, e.Kind)
}

// Unwrap returns [io.ErrUnexpectedEOF] if Kind is Truncated, and nil otherwise. Callers can use it to
// distinguish incomplete input from invalid input.
func (e *Error) Unwrap() error {
	if e.Kind == Truncated {
		return io.ErrUnexpectedEOF
	}
	return nil
}

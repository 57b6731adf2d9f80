package leb128

import (
	"fmt"
	"io"
)

// An Error describes an encoding that is not valid.
type Error struct {
	Kind   ErrorKind
	Start  int64 // offset of the first byte of the integer, in bytes from 0
	Offset int64 // offset of the byte at which the encoding is found to be invalid; for Truncated, of the end of the input
}

func (e *Error) Error() string {
	return fmt.Sprintf("leb128: %v at offset %d, in the integer at offset %d", e.Kind, e.Offset, e.Start)
}

// Unwrap returns [io.ErrUnexpectedEOF] for a truncated integer, and otherwise nil.
func (e *Error) Unwrap() error {
	if e.Kind == Truncated {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// An ErrorKind is the reason why an encoding is not valid.
type ErrorKind uint8

const (
	// Truncated means that the input ends before the last byte of an integer.
	Truncated ErrorKind = iota + 1
	// Overlong means that there are more bytes than the form permits. If the form is [Strict], the error is at the
	// last byte of an encoding that a shorter one could replace. In the forms [Strict] and [WebAssembly], it is at
	// the fifth byte of a 32-bit integer, or the tenth byte of a 64-bit integer, if yet another byte follows.
	Overlong
	// Overflow means that the integer does not fit into 32 or 64 bits. The error is at the first byte with a bit that
	// does not fit.
	Overflow
)

func (k ErrorKind) String() string {
	switch k {
	case Truncated:
		return "truncated integer"
	case Overlong:
		return "overlong encoding"
	case Overflow:
		return "integer overflow"
	}
	return "no error"
}

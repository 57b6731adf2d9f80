package escape

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/utf8check"
)

// An Error describes the first position at which an input cannot be quoted or unquoted.
type Error struct {
	Fault Fault

	// Offset is where the fault begins, in bytes from the start of the input: at the first byte of
	// ill-formed UTF-8, at the backslash of an invalid escape, at any other character that is not
	// allowed, or at the end of an input that ends too early.
	Offset int64

	// Length is the number of bytes at Offset that are part of the fault: the maximal subpart of
	// ill-formed UTF-8, the valid part of an escape, 1 for any other character, or 0 at the end of
	// the input.
	Length int

	// Byte is the byte that revealed the fault, and ByteOffset is its offset in the input. This byte
	// either was rejected, or is the last byte of an input that ends too early. For ill-formed UTF-8,
	// these are the values in nlohmann::json's type_error.316, which reports the last byte if the input
	// ends within a character, and otherwise the rejected byte. For an empty input, both are 0.
	Byte       byte
	ByteOffset int64

	// Kind is the way in which UTF-8 is ill-formed. Kind is set if Fault is [InvalidUTF8].
	Kind utf8check.ErrorKind
}

// Error returns a message with the fault and its position. The message may change between versions;
// the fields will not.
func (e *Error) Error() string {
	at := fmt.Sprintf("at byte %d", e.Offset)
	switch {
	case e.Fault == InvalidUTF8 && e.Kind == utf8check.Truncated:
		return fmt.Sprintf("incomplete UTF-8 %s: the input ends with %02X, inside a character", at, e.Byte)
	case e.Fault == InvalidUTF8 && e.ByteOffset == e.Offset:
		return fmt.Sprintf("invalid UTF-8 %s: %02X, %v", at, e.Byte, e.Kind)
	case e.Fault == InvalidUTF8:
		return fmt.Sprintf("invalid UTF-8 %s: %v, byte %d is %02X", at, e.Kind, e.ByteOffset, e.Byte)
	case e.Fault == BadCharacter, e.Fault == BadHex, e.Fault == ControlCharacter, e.Fault == MissingQuote && e.Length > 0, e.Fault == AfterString:
		return fmt.Sprintf("%v %s: %s", e.Fault, at, describe(e.Byte))
	}
	return fmt.Sprintf("%v %s", e.Fault, at)
}

// describe names the byte c in a message.
func describe(c byte) string {
	if 0x20 < c && c < 0x7F {
		return fmt.Sprintf("%q", rune(c))
	}
	return fmt.Sprintf("byte %02X", c)
}

// Unwrap returns [io.ErrUnexpectedEOF] if the input ends too early, and nil otherwise. Callers can use
// it to distinguish incomplete input from invalid input.
func (e *Error) Unwrap() error {
	if e.Fault == Truncated || e.Fault == InvalidUTF8 && e.Kind == utf8check.Truncated {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// firstInvalidUTF8 returns the error for the first ill-formed sequence of src. There must be such a
// sequence.
func firstInvalidUTF8(src string) *Error {
	return invalidUTF8(src, utf8check.ValidPrefix(bytesOf(src)))
}

// invalidUTF8 returns the error for the ill-formed sequence at the beginning of src[at:].
func invalidUTF8(src string, at int) *Error {
	length, kind := utf8check.Sequence(bytesOf(src[at:]))
	e := &Error{Fault: InvalidUTF8, Offset: int64(at), Length: length, Kind: kind}
	switch {
	case kind == utf8check.Truncated:
		e.setByte(src, at+length-1)
	case beginsSequence(src[at]):
		e.setByte(src, at+length)
	default:
		e.setByte(src, at)
	}
	return e
}

// beginsSequence reports whether c is the lead byte of a sequence of more than one byte.
func beginsSequence(c byte) bool {
	_, kind := utf8check.Sequence([]byte{c})
	return kind == utf8check.Truncated
}

// setByte records that the byte at offset i has revealed the fault.
func (e *Error) setByte(src string, i int) { e.Byte, e.ByteOffset = src[i], int64(i) }

package escape

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/utf8check"
)

// An Error is the first place where an input can't be quoted or unquoted.
type Error struct {
	Fault Fault

	// Offset is where the fault begins, in bytes from the start of the input: the first
	// byte of ill-formed UTF-8, the backslash of a bad escape, the length of the input
	// where it ends too early.
	Offset int64

	// Length is how many bytes at Offset are concerned: the maximal subpart of ill-formed
	// UTF-8, the part of an escape that is right, 1 for any other character, 0 at the end.
	Length int

	// Byte is the byte that gave it away, and ByteOffset where it stands. It was rejected
	// there, or it is the last byte of an input that ends too early. With ill-formed UTF-8
	// these are the facts of nlohmann::json's type_error.316: where the input ends within
	// a character the one, and elsewhere the other. An empty input has no such byte.
	Byte       byte
	ByteOffset int64

	// Kind says in what way UTF-8 is ill-formed, where Fault is [InvalidUTF8].
	Kind utf8check.ErrorKind
}

// Error tells the fault and its place. The text may change between versions; the fields
// do not.
func (e *Error) Error() string {
	at := fmt.Sprintf("at byte %d", e.Offset)
	switch {
	case e.Fault == InvalidUTF8 && e.Kind == utf8check.Truncated:
		return fmt.Sprintf("incomplete UTF-8 %s: the input ends with %02X, within a character", at, e.Byte)
	case e.Fault == InvalidUTF8 && e.ByteOffset == e.Offset:
		return fmt.Sprintf("invalid UTF-8 %s: %02X, %v", at, e.Byte, e.Kind)
	case e.Fault == InvalidUTF8:
		return fmt.Sprintf("invalid UTF-8 %s: %v, byte %d is %02X", at, e.Kind, e.ByteOffset, e.Byte)
	case e.Fault == BadCharacter, e.Fault == BadHex, e.Fault == ControlCharacter, e.Fault == MissingQuote && e.Length > 0, e.Fault == AfterString:
		return fmt.Sprintf("%v %s: %s", e.Fault, at, describe(e.Byte))
	}
	return fmt.Sprintf("%v %s", e.Fault, at)
}

// describe names a byte for a message.
func describe(c byte) string {
	if 0x20 < c && c < 0x7F {
		return fmt.Sprintf("%q", rune(c))
	}
	return fmt.Sprintf("byte %02X", c)
}

// Unwrap returns [io.ErrUnexpectedEOF] where the input ends too early, so that a caller
// can tell "more bytes may help" from "wrong".
func (e *Error) Unwrap() error {
	if e.Fault == Truncated || e.Fault == InvalidUTF8 && e.Kind == utf8check.Truncated {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// firstInvalidUTF8 returns the error for the first ill-formed sequence of src, which must
// have one.
func firstInvalidUTF8(src string) *Error {
	return invalidUTF8(src, utf8check.ValidPrefix(bytesOf(src)))
}

// invalidUTF8 returns the error for the ill-formed sequence that src[at:] begins with.
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

// beginsSequence reports whether c is the first byte of a sequence of several.
func beginsSequence(c byte) bool {
	_, kind := utf8check.Sequence([]byte{c})
	return kind == utf8check.Truncated
}

// setByte makes the byte at i the one that gave the fault away.
func (e *Error) setByte(src string, i int) { e.Byte, e.ByteOffset = src[i], int64(i) }

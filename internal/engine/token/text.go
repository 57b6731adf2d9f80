package token

import (
	"unsafe"

	"github.com/assayjson/assay/escape"
)

// A Text is a token, or a whole value, as it is written in the input.
type Text struct {
	Raw     string // part of the input
	Kind    Kind
	Escaped bool // whether the token is a string or name that contains a backslash
}

// bytesOf returns the bytes of s without copying them. The caller must not change them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Bytes returns the token as it is written, without copying it. The caller must not change the
// bytes.
func (t Text) Bytes() []byte { return bytesOf(t.Raw) }

// isString reports whether t is a string or a name.
func (t Text) isString() bool { return t.Kind == String || t.Kind == Name }

// Body returns the part of Raw between the quotation marks of a string or name, with escapes as
// they are written, or all of Raw for any other token. It copies nothing. The caller must not
// change the bytes.
func (t Text) Body() []byte {
	if t.isString() {
		return bytesOf(t.Raw[1 : len(t.Raw)-1])
	}
	return bytesOf(t.Raw)
}

// AppendString appends Body to dst, with escapes decoded, and returns the extended buffer. Lone
// surrogates become U+FFFD.
func (t Text) AppendString(dst []byte) []byte {
	if t.Escaped {
		return escape.AppendUnescaped(dst, t.Body())
	}
	return append(dst, t.Body()...)
}

// String returns Body with escapes decoded, as a new string. Lone surrogates become U+FFFD.
func (t Text) String() string {
	if t.Escaped {
		return string(t.AppendString(nil))
	}
	return string(t.Body())
}

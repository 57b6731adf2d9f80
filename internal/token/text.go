package token

import (
	"unsafe"

	"github.com/assayjson/assay/escape"
)

// A Text is a token, or a whole value, as it is written.
type Text struct {
	Raw     string // part of the input
	Kind    Kind
	Escaped bool // whether it is a string or name with a backslash in it
}

// bytesOf returns the bytes of s without copying them. They must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Bytes returns the text as it is written, without copying it. The bytes must not be changed.
func (t Text) Bytes() []byte { return bytesOf(t.Raw) }

// isString reports whether t is a string or a name.
func (t Text) isString() bool { return t.Kind == String || t.Kind == Name }

// Body returns the part of Raw between the quotation marks of a string or name, with escapes
// as they are written, and all of any other token. Nothing is copied.
func (t Text) Body() []byte {
	if t.isString() {
		return bytesOf(t.Raw[1 : len(t.Raw)-1])
	}
	return bytesOf(t.Raw)
}

// AppendString appends Body to dst, with escapes decoded; a lone surrogate becomes U+FFFD.
func (t Text) AppendString(dst []byte) []byte {
	if t.Escaped {
		return escape.AppendUnescaped(dst, t.Body())
	}
	return append(dst, t.Body()...)
}

// String returns what AppendString appends, as a string of its own.
func (t Text) String() string {
	if t.Escaped {
		return string(t.AppendString(nil))
	}
	return string(t.Body())
}

package token

import (
	"unsafe"

	"github.com/assayjson/assay/escape"
)

// A Text is a token, or a whole value, as it is written.
type Text struct {
	Raw     string // part of the input
	Kind    Kind
	Escaped bool // it is a string with a backslash in it
}

// bytesOf returns s as bytes, in place. They must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// Bytes returns the text as it is written. It must not be changed.
func (t Text) Bytes() []byte { return bytesOf(t.Raw) }

// isString reports whether it is a string or a name.
func (t Text) isString() bool { return t.Kind == String || t.Kind == Name }

// Body returns what stands between the quotes of a string or name, with escapes as they
// are, and all of any other token. It is a part of Raw. Where there are no escapes, it is
// the text, and nothing has been copied.
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

// String returns what AppendString appends, as a string of its own. Nothing else here
// allocates but errors.
func (t Text) String() string {
	if t.Escaped {
		return string(t.AppendString(nil))
	}
	return string(t.Body())
}

package utf8check

import (
	"fmt"
	"unicode/utf8"
)

// A Form is an encoding similar to UTF-8.
type Form uint8

const (
	// CESU8 encodes a code point above U+FFFF as its two UTF-16 surrogates, of three bytes each
	// (Unicode technical report 26). Such text is found in Oracle's UTF8 and MySQL's utf8.
	CESU8 Form = iota + 1

	// MUTF8 is CESU-8 with U+0000 encoded as C0 80: the "modified UTF-8" of Java's class files, JNI
	// and DataInput.
	MUTF8

	// WTF8 is UTF-8 that may also contain lone surrogates, of three bytes each (Simon Sapin, "The
	// WTF-8 encoding"). It can represent any Windows file name and JavaScript string.
	WTF8

	// FSSUTF is the encoding by Ken Thompson and Rob Pike of September 1992, whose sequences have
	// up to six bytes and represent numbers of up to 31 bits (RFC 2279).
	FSSUTF

	// NonShortest is UTF-8 in which a sequence may be longer than its code point needs. Old
	// decoders accept such sequences, which have been used to bypass filters (RFC 3629, section
	// 10).
	NonShortest
)

// String returns the usual name of f.
func (f Form) String() string {
	switch f {
	case CESU8:
		return "CESU-8"
	case MUTF8:
		return "MUTF-8"
	case WTF8:
		return "WTF-8"
	case FSSUTF:
		return "FSS-UTF"
	case NonShortest:
		return "non-shortest form"
	}
	return fmt.Sprintf("Form(%d)", uint8(f))
}

// A Legacy is a sequence that is ill-formed UTF-8 but has a meaning in an older or less strict
// form.
type Legacy struct {
	Form  Form
	Bytes []byte // the sequence, a part of the slice passed to Recognize
	Value uint32 // the number that it represents, of up to 31 bits
}

// Recognize reports whether b begins with a sequence of a [Form], and returns that sequence. It is
// meant to be called at the offset of an error: well-formed UTF-8 is never recognized. It does not
// allocate.
func Recognize(b []byte) (Legacy, bool) {
	value, n := DecodeFSSUTF(b)
	if n == 0 {
		return Legacy{}, false
	}
	shortest := sizeFSSUTF(value)
	switch {
	case n == shortest && isSurrogate(value):
		return recognizeSurrogate(b, value), true
	case n == 2 && value == 0:
		return Legacy{MUTF8, b[:2], 0}, true
	case n > shortest:
		return Legacy{NonShortest, b[:n], value}, true
	case value > utf8.MaxRune:
		return Legacy{FSSUTF, b[:n], value}, true
	}
	return Legacy{}, false
}

// recognizeSurrogate distinguishes a CESU-8 pair from a lone surrogate. b begins with the three
// bytes of the surrogate value.
func recognizeSurrogate(b []byte, value uint32) Legacy {
	low, n := DecodeFSSUTF(b[3:])
	if n == 3 && isHighSurrogate(value) && isLowSurrogate(low) {
		return Legacy{CESU8, b[:6], 0x10000 + (value-0xD800)<<10 + (low - 0xDC00)}
	}
	return Legacy{WTF8, b[:3], value}
}

func isSurrogate(v uint32) bool     { return v&^0x7FF == 0xD800 }
func isHighSurrogate(v uint32) bool { return v&^0x3FF == 0xD800 }
func isLowSurrogate(v uint32) bool  { return v&^0x3FF == 0xDC00 }

// String explains the sequence in one clause, such as "ED A0 BD ED B8 80 is CESU-8 for U+1F600; in
// UTF-8 it is F0 9F 98 80".
func (l Legacy) String() string {
	switch {
	case isSurrogate(l.Value):
		return fmt.Sprintf("% X is %v for the lone surrogate U+%04X, which UTF-8 cannot encode", l.Bytes, l.Form, l.Value)
	case l.Value > utf8.MaxRune:
		return fmt.Sprintf("% X is the obsolete %d-byte form of 0x%X; UTF-8 ends at U+10FFFF", l.Bytes, len(l.Bytes), l.Value)
	}
	name := l.Form.String() + " for"
	if l.Form == NonShortest {
		name = "an overlong form of"
	}
	return fmt.Sprintf("% X is %s U+%04X; in UTF-8 it is % X", l.Bytes, name, l.Value, utf8.AppendRune(nil, rune(l.Value)))
}

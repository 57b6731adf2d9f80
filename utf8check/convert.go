package utf8check

import "unicode/utf8"

// AppendDecode converts src, a text in form f, to UTF-8, appends the result to dst, and returns the
// extended buffer. UTF-8 in src is copied unchanged, so src may be a mixture of UTF-8 and form f. A
// number that UTF-8 cannot represent, which is possible in [WTF8] and [FSSUTF], becomes one U+FFFD.
//
// If src contains bytes that are neither UTF-8 nor of form f, AppendDecode returns dst unchanged
// and an [*Error] with their offset in src.
func (f Form) AppendDecode(dst, src []byte) ([]byte, error) {
	out := dst
	for rest := src; ; {
		good, length, kind := first(rest)
		out = append(out, rest[:good]...)
		if kind == WellFormed {
			return out, nil
		}
		value, n := f.decode(rest[good:])
		if n == 0 {
			return dst, &Error{int64(len(src) - len(rest) + good), length, kind}
		}
		out = utf8.AppendRune(out, toRune(value))
		rest = rest[good+n:]
	}
}

// decode returns the number that the ill-formed sequence at the beginning of b stands for in form
// f, and the length of the sequence in bytes. If the sequence is not of that form, n is 0.
func (f Form) decode(b []byte) (value uint32, n int) {
	if f == FSSUTF { // this form is older than surrogates, so each half of a pair is a number of its own
		if value, n = DecodeFSSUTF(b); n > 0 && n > sizeFSSUTF(value) {
			n = 0
		}
		return value, n
	}
	legacy, ok := Recognize(b)
	if !ok || !f.includes(legacy.Form) {
		return 0, 0
	}
	return legacy.Value, len(legacy.Bytes)
}

// includes reports whether text of form f may contain sequences of form g.
func (f Form) includes(g Form) bool {
	return f == g || g == MUTF8 && f == NonShortest || g == CESU8 && f == MUTF8
}

// toRune returns value if UTF-8 can represent it as a code point, and U+FFFD otherwise.
func toRune(value uint32) rune {
	if value > utf8.MaxRune || isSurrogate(value) {
		return utf8.RuneError
	}
	return rune(value)
}

// AppendEncode converts src, which must be UTF-8, to form f, appends the result to dst, and returns
// the extended buffer. UTF-8 is valid text of the forms [WTF8], [FSSUTF] and [NonShortest], so for
// these forms AppendEncode only copies src. If src is not UTF-8, AppendEncode returns dst unchanged
// and an [*Error].
func (f Form) AppendEncode(dst, src []byte) ([]byte, error) {
	if err := Check(src); err != nil {
		return dst, err
	}
	if f != CESU8 && f != MUTF8 {
		return append(dst, src...), nil
	}
	for len(src) > 0 {
		r, n := utf8.DecodeRune(src)
		switch {
		case r == 0 && f == MUTF8:
			dst = append(dst, 0xC0, 0x80)
		case r > 0xFFFF:
			dst = appendSurrogates(dst, r)
		default:
			dst = append(dst, src[:n]...)
		}
		src = src[n:]
	}
	return dst, nil
}

// appendSurrogates appends r, which must be above U+FFFF, as two sequences of three bytes.
func appendSurrogates(dst []byte, r rune) []byte {
	high := 0xD800 + (r-0x10000)>>10
	low := 0xDC00 + (r-0x10000)&0x3FF
	for _, s := range [2]rune{high, low} {
		dst = append(dst, 0xE0|byte(s>>12), 0x80|byte(s>>6)&0x3F, 0x80|byte(s)&0x3F)
	}
	return dst
}

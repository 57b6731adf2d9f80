package escape

import (
	"slices"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/utf8check"
)

// AppendQuote appends src to dst as a JSON string, with quotation marks, and returns the extended
// buffer. It only escapes the characters that RFC 8259, section 7, requires: it writes \b, \f, \n,
// \r, \t, \" and \\, and other characters below U+0020 in the form \u001f, with lower-case digits.
//
// If src is not UTF-8, AppendQuote returns dst unchanged and an [*Error].
//
// It does not allocate if dst has room for the result and, if there are escapes, for about 300
// bytes more. dst and src must not overlap.
func AppendQuote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	text, begin := textOf(&src), len(dst)
	if cap(dst)-begin < len(text)+2 {
		return appendQuote(dst, text)
	}
	// For most strings, a single call of the kernel is enough.
	out := dst[:cap(dst)]
	written, read, valid := quoting.Quote(out[begin+1:len(out)-1], text, plainTable)
	end := begin + 1 + written
	out[begin] = '"'
	if read < len(text) || !valid {
		return finishQuote(dst, out[:end], text, read, valid)
	}
	out[end] = '"'
	return out[:end+1], nil
}

// Append is like [AppendQuote] with options. With [Replace], [Ignore] or [Keep], the error is
// always nil. With ASCII, Append may overwrite all of the spare capacity of dst, even if the result
// is shorter.
func Append[Bytes ~[]byte | ~string](dst []byte, src Bytes, opts Options) ([]byte, error) {
	q := quoter{opts, tableFor(opts)}
	text, begin := textOf(&src), len(dst)
	if cap(dst)-begin < len(text)+2 {
		return q.appendString(dst, text)
	}
	out := dst[:cap(dst)] // from here on, Append is like AppendQuote
	written, read, valid := quoting.Quote(out[begin+1:len(out)-1], text, q.table)
	end := begin + 1 + written
	out[begin] = '"'
	if read < len(text) || !valid {
		return q.finish(dst, out[:end], text, read, valid)
	}
	out[end] = '"'
	return out[:end+1], nil
}

// appendQuote is AppendQuote without the fast path.
func appendQuote(dst []byte, src string) ([]byte, error) {
	q := quoter{Options{}, plainTable}
	return q.appendString(dst, src)
}

// finishQuote completes AppendQuote.
func finishQuote(dst, out []byte, src string, read int, valid bool) ([]byte, error) {
	q := quoter{Options{}, plainTable}
	return q.finish(dst, out, src, read, valid)
}

// finish completes a string. The quotation mark and the first bytes of src have already been appended to
// out: read is the number of these bytes, and valid reports whether they are UTF-8.
func (q *quoter) finish(dst, out []byte, src string, read int, valid bool) ([]byte, error) {
	if !valid && q.Invalid == Keep {
		return q.appendString(dst, src)
	}
	if valid {
		out, valid = q.appendText(out, src[read:])
	}
	switch {
	case valid || q.Invalid == Keep:
	case q.Invalid == Strict:
		return dst, firstInvalidUTF8(src)
	default:
		out = q.appendMended(out[:len(dst)+1], src)
	}
	return append(out, '"'), nil
}

// grow makes room for n more bytes. If it has to allocate, it adds some room for escapes.
func grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		return slices.Grow(dst, n+n/8)
	}
	return dst
}

// appendString appends src with quotation marks.
func (q *quoter) appendString(dst []byte, src string) ([]byte, error) {
	out, e := q.appendBody(append(grow(dst, len(src)+2), '"'), src)
	if e != nil {
		return dst, e
	}
	return append(out, '"'), nil
}

// appendBody appends src as the contents of a string. It assumes that src is UTF-8, and starts
// again if that is wrong.
func (q *quoter) appendBody(dst []byte, src string) ([]byte, *Error) {
	out, valid := q.appendText(dst, src)
	switch {
	case valid || q.Invalid == Keep:
		return out, nil
	case q.Invalid == Strict:
		return dst, firstInvalidUTF8(src)
	}
	return q.appendMended(out[:len(dst)], src), nil
}

// appendText appends src and reports whether it is UTF-8. It copies ill-formed bytes unchanged if
// they are to be kept; otherwise it stops somewhere after the first of them.
func (q *quoter) appendText(dst []byte, src string) (out []byte, valid bool) {
	valid = true
	for len(src) > 0 {
		dst = grow(dst, len(src)+1) // one more byte, for a closing quotation mark
		room := dst[len(dst) : cap(dst)-1]
		written, read, ok := quoting.Quote(room, src, q.table)
		dst, src, valid = dst[:len(dst)+written], src[read:], valid && ok
		switch {
		case !ok && q.Invalid != Keep || src == "":
			return dst, valid
		case !ok && read > 0:
			continue // the kernel may have stopped only because of the ill-formed bytes
		}
		before := len(src)
		if q.ASCII {
			dst, src, ok = q.appendUnits(dst, src)
		} else {
			dst, src, ok = q.appendSpecial(dst, src)
		}
		if valid = valid && ok; len(src) == before {
			dst = slices.Grow(dst, q.likely(len(src)))
		}
	}
	return dst, valid
}

// likely returns how much room to make for n bytes of text if there was not enough room for an
// escape.
func (q *quoter) likely(n int) int {
	if q.ASCII {
		n *= 3 // as for letters of two bytes
	}
	return n + quoting.Room + 1
}

// appendSpecial appends those characters at the beginning of src that the kernel leaves to its
// caller, if any, and returns the rest of src.
func (q *quoter) appendSpecial(dst []byte, src string) (out []byte, rest string, valid bool) {
	valid = true
	for src != "" && src[0] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(src)
		switch {
		case r == utf8.RuneError && size == 1:
			valid = false
			dst = append(dst, src[0])
		case q.JS && isSeparator(r):
			dst = appendUnit(dst, r)
		default:
			return dst, src, valid
		}
		src = src[size:]
	}
	return dst, src, valid
}

// isSeparator reports whether r is U+2028, LINE SEPARATOR, or U+2029, PARAGRAPH SEPARATOR.
func isSeparator(r rune) bool { return r&^1 == 0x2028 }

// appendMended appends src, which is not UTF-8, according to the policy.
func (q *quoter) appendMended(dst []byte, src string) []byte {
	const replaced = len("\uFFFD")
	if len(src) <= 64 {
		var room [64 * replaced]byte
		return q.appendMendedBy(dst, src, room[:])
	}
	var room [8 << 10 * replaced]byte
	return q.appendMendedBy(dst, src, room[:])
}

// appendMendedBy is appendMended with a buffer in the parameter room. It mends as much of src at a
// time as is certain to fit into that buffer.
func (q *quoter) appendMendedBy(dst []byte, src string, room []byte) []byte {
	size := len(room) / len("\uFFFD")
	policy := utf8check.Replace
	if q.Invalid == Ignore {
		policy = utf8check.Ignore
	}
	for src != "" {
		part := bytesOf(src)
		if len(part) > size {
			part = part[:size-utf8check.Unfinished(part[:size])]
		}
		mended, _ := utf8check.AppendValid(room[:0], part, policy) // these policies never fail
		dst, _ = q.appendText(dst, textOf(&mended))
		src = src[len(part):]
	}
	return dst
}

func appendUnit(dst []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12], hex[unit>>8&0xF], hex[unit>>4&0xF], hex[unit&0xF])
}

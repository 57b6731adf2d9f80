package escape

import (
	"slices"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/utf8check"
)

// AppendQuote appends src to dst as a JSON string, in quotes, and returns the extended
// slice. Of all characters, it escapes those that RFC 8259, section 7, asks for: as \b,
// \f, \n, \r, \t, \" and \\, and the other ones below U+0020 as \u001f, with digits in
// lower case.
//
// For ill-formed UTF-8 it returns dst unchanged, with an [*Error].
//
// It allocates nothing if dst has room for the result, and, where there are escapes, for some
// 300 bytes more. dst and src must not overlap.
func AppendQuote[Bytes ~[]byte | ~string](dst []byte, src Bytes) ([]byte, error) {
	text, begin := textOf(&src), len(dst)
	if cap(dst)-begin < len(text)+2 {
		return appendQuote(dst, text)
	}
	// The way of most strings: one call of the kernel does it all.
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

// Append is [AppendQuote] with options. With a policy other than [Strict] it never
// fails.
func Append[Bytes ~[]byte | ~string](dst []byte, src Bytes, opts Options) ([]byte, error) {
	q := quoter{opts, tableFor(opts)}
	return q.appendString(dst, textOf(&src))
}

// textOf returns the bytes of src as a string, which is valid as long as they are not
// changed. Strings and slices both begin with address and length.
func textOf[Bytes ~[]byte | ~string](src *Bytes) string { return *(*string)(unsafe.Pointer(src)) }

// bytesOf returns the bytes of s, which must not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

var plainTable = quoting.NewTable(0)

// appendQuote is AppendQuote for any string.
func appendQuote(dst []byte, src string) ([]byte, error) {
	q := quoter{Options{}, plainTable}
	return q.appendString(dst, src)
}

// finishQuote goes on where there is so much of src in out, behind dst, and all of it is valid
// so far, or not.
func finishQuote(dst, out []byte, src string, read int, valid bool) ([]byte, error) {
	if valid {
		q := quoter{Options{}, plainTable}
		out, valid = q.appendText(out, src[read:])
	}
	if !valid {
		return dst, firstInvalidUTF8(src)
	}
	return append(out, '"'), nil
}

// grow makes room for n more bytes. If it must, it makes some for escapes too.
func grow(dst []byte, n int) []byte {
	if cap(dst)-len(dst) < n {
		return slices.Grow(dst, n+n/8)
	}
	return dst
}

// tables holds a table for each combination of rules, made when it is first asked for.
var tables [quoting.ASCII | quoting.HTML | quoting.JS + 1]struct {
	once  sync.Once
	table *quoting.Table
}

func tableFor(opts Options) *quoting.Table {
	var rules quoting.Rules
	if opts.ASCII {
		rules |= quoting.ASCII
	}
	if opts.HTML {
		rules |= quoting.HTML
	}
	if opts.JS {
		rules |= quoting.JS
	}
	t := &tables[rules]
	t.once.Do(func() { t.table = quoting.NewTable(rules) })
	return t.table
}

// A quoter writes strings by its options.
type quoter struct {
	Options
	table *quoting.Table
}

// appendString appends src in quotes.
func (q *quoter) appendString(dst []byte, src string) ([]byte, error) {
	out, e := q.appendBody(append(grow(dst, len(src)+2), '"'), src)
	if e != nil {
		return dst, e
	}
	return append(out, '"'), nil
}

// appendBody appends src as it stands between quotes. It hopes that src is UTF-8, and
// begins anew if not.
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

// appendText appends src and reports whether it is UTF-8. What is not stays as it is.
func (q *quoter) appendText(dst []byte, src string) (out []byte, valid bool) {
	valid = true
	for len(src) > 0 {
		dst = grow(dst, len(src)+1) // with the quote that may follow
		room := dst[len(dst) : cap(dst)-1]
		written, read, ok := quoting.Quote(room, src, q.table)
		dst, src, valid = dst[:len(dst)+written], src[read:], valid && ok
		if src == "" {
			break
		}
		before := len(src)
		if dst, src, ok = q.appendSpecial(dst, src); !ok {
			valid = false
		}
		if len(src) == before {
			dst = slices.Grow(dst, len(src)+quoting.Room+1)
		}
	}
	return dst, valid
}

// appendSpecial appends the characters at the beginning of src that the kernel leaves to
// it, and returns the rest of src. There may be none.
func (q *quoter) appendSpecial(dst []byte, src string) (out []byte, rest string, valid bool) {
	valid = true
	for src != "" && src[0] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(src)
		switch {
		case r == utf8.RuneError && size == 1:
			valid = false
			dst = append(dst, src[0])
		case q.ASCII, q.JS && isSeparator(r):
			dst = appendUnits(dst, r)
		default:
			return dst, src, valid
		}
		src = src[size:]
	}
	return dst, src, valid
}

// isSeparator reports whether r is U+2028, LINE SEPARATOR, or U+2029, PARAGRAPH SEPARATOR.
func isSeparator(r rune) bool { return r&^1 == 0x2028 }

// appendMended appends src, of which some is not UTF-8, by the policy.
func (q *quoter) appendMended(dst []byte, src string) []byte {
	for {
		good := utf8check.ValidPrefix(bytesOf(src))
		dst, _ = q.appendText(dst, src[:good])
		if src = src[good:]; src == "" {
			return dst
		}
		length, _ := utf8check.Sequence(bytesOf(src))
		if src = src[length:]; q.Invalid == Replace {
			dst = q.appendReplacement(dst)
		}
	}
}

func (q *quoter) appendReplacement(dst []byte) []byte {
	if q.ASCII {
		return appendUnits(dst, utf8.RuneError)
	}
	return utf8.AppendRune(dst, utf8.RuneError)
}

// appendUnits appends the UTF-16 code units of r, one or two, as \u escapes.
func appendUnits(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		return appendUnit(appendUnit(dst, high), low)
	}
	return appendUnit(dst, r)
}

func appendUnit(dst []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12], hex[unit>>8&0xF], hex[unit>>4&0xF], hex[unit&0xF])
}

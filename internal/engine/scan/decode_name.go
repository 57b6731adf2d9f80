package scan

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/escape"
)

// shortName is a length in bytes. Longer names are decoded by a kernel, which is slower to start.
const shortName = 64

// AppendName appends the decoded form of a name to dst and returns the extended buffer. Names are
// compared in this form. body is the text between the quotation marks. Each lone surrogate is
// encoded as three bytes, because names that differ only in lone surrogates are different.
func AppendName(dst, body []byte) []byte { return AppendText(dst, body, escape.KeepSurrogates) }

// AppendFoldedName is like AppendName, but names that differ only in case get the same form; see [fold].
func AppendFoldedName(dst, body []byte) []byte {
	dst, _ = appendFoldedName(dst, body)
	return dst
}

// appendFoldedName is like AppendFoldedName. The result plain reports whether body had to be changed in no other way than by
// capitals for the letters from a to z.
func appendFoldedName(dst, body []byte) (folded []byte, plain bool) {
	begin := len(dst)
	dst = AppendName(dst, body)
	n, isASCII := fold(dst[begin:])
	return dst[:begin+n], isASCII && n == len(body)
}

// fold replaces each character of a decoded name with the smallest one that differs from it only in case. It returns the new
// length, and whether all characters are ASCII. This is how encoding/json compares a name with the names of fields
// (https://pkg.go.dev/encoding/json#Unmarshal), except that lone surrogates stay as they are.
func fold(name []byte) (n int, isASCII bool) {
	for n < len(name) && name[n] < utf8.RuneSelf {
		name[n] = capital(name[n])
		n++
	}
	if n == len(name) {
		return n, true
	}
	twoBytes := smallestFolds()
	for at := n; at < len(name); {
		if c := name[at]; 0xC2 <= c && c < 0xE0 && at+1 < len(name) && name[at+1]&0xC0 == 0x80 {
			r := twoBytes[int(c&0x1F)<<6|int(name[at+1]&0x3F)]
			at += 2
			if r < utf8.RuneSelf {
				name[n] = byte(r)
				n++
			} else {
				name[n], name[n+1] = 0xC0|byte(r>>6), 0x80|byte(r)&0x3F
				n += 2
			}
			continue
		}
		r, size := utf8.DecodeRune(name[at:])
		if folded := smallestFold(r); folded != r {
			n += utf8.EncodeRune(name[n:at+size], folded) // never longer, because the character is smaller
		} else { // possibly a part of a surrogate
			n += copy(name[n:], name[at:at+size])
		}
		at += size
	}
	return n, false
}

func capital(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// smallestFold returns the smallest of all characters that differ from r only in case.
func smallestFold(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return rune(capital(byte(r)))
	case r < threeBytes:
		return rune(smallestFolds()[r])
	case 0x2D2E <= r && r <= 0xA63F || 0xABC0 <= r && r <= 0xFF20: // Chinese, Japanese, Korean, and others without case
		return r
	}
	return smallestOf(r)
}

const threeBytes = 0x800 // the first character whose form in UTF-8 has three bytes

// smallestFolds returns a table of smallestFold for the characters before threeBytes. Names in Latin, Greek or Cyrillic letters
// would take several times as long without it.
var smallestFolds = sync.OnceValue(func() *[threeBytes]uint16 {
	var t [threeBytes]uint16
	for r := range t {
		t[r] = uint16(smallestOf(rune(r)))
	}
	return &t
})

// smallestOf is smallestFold without a table.
func smallestOf(r rune) rune {
	for {
		next := unicode.SimpleFold(r) // the next larger one, or the smallest one
		if next <= r {
			return next
		}
		r = next
	}
}

// IsName reports whether a name that is written as body, between its quotation marks, is the given one. If escaped is false,
// body must have no escapes.
func IsName(body []byte, escaped bool, name string) bool {
	if !escaped {
		return string(body) == name
	}
	// The names can be equal only if body is longer than name, and at most six times as long: an
	// escape has at most six bytes, and is longer than the text that it represents.
	if len(name) >= len(body) || len(body) > 6*len(name) {
		return false
	}
	var buf [shortName + quoting.UnquoteShortRoom]byte
	return string(AppendName(buf[:0], body)) == name
}

// AppendText is like [escape.AppendUnescapedAs], but faster if body is short. It may overwrite all of
// the capacity of dst.
func AppendText(dst, body []byte, lone escape.Surrogates) []byte {
	if len(body) <= shortName {
		dst = slices.Grow(dst, len(body)+quoting.UnquoteShortRoom)
		n, read := quoting.UnquoteShort(dst[len(dst):cap(dst)], unsafe.String(unsafe.SliceData(body), len(body)))
		if read == len(body) {
			return dst[:len(dst)+n]
		}
	}
	return escape.AppendUnescapedAs(dst, body, lone)
}

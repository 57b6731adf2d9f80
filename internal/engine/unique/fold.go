package unique

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// AppendComparable is like [AppendName], but if fold is set, names that differ only in case get the same form.
func AppendComparable(dst, body []byte, fold bool) []byte {
	if fold {
		dst, _ = appendFoldedName(dst, body)
		return dst
	}
	return AppendName(dst, body)
}

// appendFoldedName is AppendComparable for names whose case does not matter. The result plain reports whether body had to be changed in no other way than by
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

package unique

import (
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/lazy"
)

// A Form is what is compared of names, after their escapes have been decoded: names of the same form count as equal. A pointer to a Form is
// nil if names are compared as they are.
type Form struct {
	// Kernels is what kernels compare of names in ASCII. It is not [names.Exact].
	Kernels names.Form

	// Fold replaces the decoded name b[begin:] with its form. The result isASCII reports whether kernels compare the name in the same
	// way. If isSure is false, the name counts as one that its object already has.
	Fold func(b []byte, begin int) (folded []byte, isASCII, isSure bool)
}

// AnyCase is the form of names that differ only in case.
var AnyCase = &Form{names.Capitals, func(b []byte, begin int) (folded []byte, isASCII, isSure bool) {
	n, isASCII := fold(b[begin:])
	return b[:begin+n], isASCII, true
}}

// AppendForm is like [AppendName], but appends a form of the name.
func AppendForm(dst, body []byte, f *Form) []byte {
	begin := len(dst)
	if dst = AppendName(dst, body); f != nil {
		dst, _, _ = f.Fold(dst, begin)
	}
	return dst
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
	twoBytes := smallestFolds.Get()
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
		return rune(smallestFolds.Get()[r])
	case 0x2D2E <= r && r <= 0xA63F || 0xABC0 <= r && r <= 0xFF20: // Chinese, Japanese, Korean, and others without case
		return r
	}
	return smallestOf(r)
}

const threeBytes = 0x800 // the first character whose form in UTF-8 has three bytes

// smallestFolds returns a table of smallestFold for the characters before threeBytes. Names in Latin, Greek or Cyrillic letters
// would take several times as long without it.
var smallestFolds = lazy.Value[*[threeBytes]uint16]{Make: func() *[threeBytes]uint16 {
	var t [threeBytes]uint16
	for r := range t {
		t[r] = uint16(smallestOf(rune(r)))
	}
	return &t
}}

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

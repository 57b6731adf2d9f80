package plain

import (
	"bytes"
	"unsafe"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/utf8check"
)

// Len returns the length of the longest prefix of b that has only printable ASCII, without quotation marks and backslashes.
func Len(b []byte) int { return quoting.PlainLen(b) }

// IsText reports whether b is obviously the contents of a valid string: UTF-8, and if b is short, escapes without lone surrogates.
func IsText(b []byte) bool {
	const short = 128
	if len(b) > short && bytes.IndexByte(b, '\\') >= 0 {
		return false
	}
	for len(b) > short {
		n, _ := Skip(b, 0)
		if n == 0 {
			return false
		}
		b = b[n:]
	}
	if Len(b) == len(b) {
		return true
	}
	var decoded [short]byte
	_, read, valid := quoting.Unquote(decoded[:], unsafe.String(unsafe.SliceData(b), len(b)))
	return valid && read == len(b)
}

// Skip skips valid text of a string at src[i], which may have escapes, but not necessarily all of it. It returns the offset after
// that text, and the offset from which Skip should be called next. That offset is greater if Skip has found invalid text before it.
func Skip(src []byte, i int) (end, next int) {
	var decoded [2048]byte // what the text stands for, which is not needed here
	for {
		part := src[i:min(len(src), i+len(decoded))]
		part = part[:len(part)-utf8check.Unfinished(part)]
		_, n, valid := quoting.Unquote(decoded[:], unsafe.String(unsafe.SliceData(part), len(part)))
		if !valid {
			return i, i + len(part)
		}
		i += n
		if n < len(part) || n == 0 {
			return i, i
		}
	}
}

package unique

import (
	"slices"
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

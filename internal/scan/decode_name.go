package scan

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

package suspects

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// beginOfEscapes returns the index of the first of the backslashes directly before src[i], or i if
// there is no backslash before src[i].
func beginOfEscapes(src []byte, i int) int {
	for i > 0 && src[i-1] == '\\' {
		i--
	}
	return i
}

// restOfString returns the end of the string around src[i], and whether the string is a name. The
// byte src[i] may begin an escape, but must not be inside one. The result closed is false if src
// ends too early to decide.
func restOfString(src []byte, i int) (end int, isName, closed bool) {
	for end = i; ; end++ {
		n := indexQuote(src[end:])
		if n < 0 {
			return len(src), false, false
		}
		if end += n; !isEscaped(src[i:end]) {
			break
		}
	}
	for _, c := range src[end+1:] {
		if !syntax.IsSpace(c) {
			return end, c == ':', true
		}
	}
	return end, false, false
}

// indexQuote is like [bytes.IndexByte] for a quotation mark, which is usually near.
func indexQuote(b []byte) int {
	if len(b) >= 2*word {
		for i := 0; i < 2*word; i += word {
			if quotes := equalBytes(binary.LittleEndian.Uint64(b[i:]), '"'); quotes != 0 {
				return i + bits.TrailingZeros64(quotes)/8
			}
		}
	}
	return bytes.IndexByte(b, '"')
}

// isEscaped reports whether the byte after b belongs to an escape that begins at the end of b.
func isEscaped(b []byte) bool {
	return (len(b)-beginOfEscapes(b, len(b)))%2 == 1
}

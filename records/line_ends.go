package records

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/internal/syntax"
)

// word is the number of bytes that are searched at a time.
const word = 8

// lineEnds finds the next newlines of b at b[from] or later. The newlines of b[:next] have been
// found. In found, bit 7 is set in each byte that is one of these newlines. The last byte of found
// stands for b[next-1]. The end of b counts as a newline.
func lineEnds(b []byte, from int) (found uint64, next int) {
	if rest := b[from:]; len(rest) >= word {
		from += word
		if found = newlinesIn(binary.LittleEndian.Uint64(rest)); found != 0 {
			return found, from
		}
	}
	i := bytes.IndexByte(b[from:], '\n')
	if i < 0 {
		i = len(b) - from
	}
	return 1 << 63, from + i + 1
}

// newlinesIn returns a word that has bit 7 set in each byte in which w has a newline.
func newlinesIn(w uint64) uint64 {
	const newlines, low = 0x0A0A0A0A0A0A0A0A, 0x7F7F7F7F7F7F7F7F
	w ^= newlines
	return ^((w&low + low) | w | low)
}

// blankLinesIn returns the number of blank lines in text, whose other lines are valid JSON. It looks
// for the lines that begin with white space, 8 bytes at a time.
func blankLinesIn(text []byte) (n int) {
	const word, low, visible = 8, 0x7F7F7F7F7F7F7F7F, 0x5F5F5F5F5F5F5F5F // 0x80 - 0x21, the first character that is not white space
	i, begins := 0, uint64(1<<7)                                         // bit 7 of each byte in begins is set if a line begins with that byte
	for ; i+word <= len(text); i += word {
		w := binary.LittleEndian.Uint64(text[i:])
		ends := newlinesIn(w)
		begins |= ends << word
		for spaces := begins &^ (w&low + visible | w); spaces != 0; spaces &= spaces - 1 {
			n += blankLine(text[i+bits.TrailingZeros64(spaces)/word:])
		}
		begins = ends >> (64 - word)
	}
	for ; i < len(text); i++ {
		if begins != 0 {
			n += blankLine(text[i:])
		}
		begins = 0
		if text[i] == '\n' {
			begins = 1
		}
	}
	return n
}

// blankLine returns 1 if text begins with a blank line, and 0 otherwise.
func blankLine(text []byte) int {
	for _, c := range text {
		switch {
		case c == '\n':
			return 1
		case !syntax.IsSpace(c):
			return 0
		}
	}
	return 1
}

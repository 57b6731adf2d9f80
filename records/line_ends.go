package records

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// word is the number of bytes that are searched at a time.
const word = 8

// lineEnds finds the next newlines of b at b[from] or later. The newlines of b[:next] have been
// found. In found, bit 7 is set in each byte that is one of these newlines. The last byte of found
// stands for b[next-1]. The end of b counts as a newline.
func lineEnds(b []byte, from int) (found uint64, next int) {
	if rest := b[from:]; len(rest) >= word {
		from += word
		if found = syntax.BytesEqual(binary.LittleEndian.Uint64(rest), '\n'); found != 0 {
			return found, from
		}
	}
	i := bytes.IndexByte(b[from:], '\n')
	if i < 0 {
		i = len(b) - from
	}
	return 1 << 63, from + i + 1
}

// linesIn returns the number of lines in text, whose lines are blank or valid JSON. Blank lines count
// only if withBlank is set.
func linesIn(text []byte, withBlank bool) (n int) {
	for begin, searched := 0, 0; begin < len(text); {
		var found uint64
		found, searched = lineEnds(text, searched)
		for ; found != 0; found &= found - 1 {
			if text[begin] > ' ' || withBlank || !beginsBlank(text[begin:]) {
				n++
			}
			begin = searched - word + bits.TrailingZeros64(found)/8 + 1
		}
	}
	return n
}

// beginsBlank reports whether the first line of text is blank.
func beginsBlank(text []byte) bool {
	for _, c := range text {
		if c == '\n' || !syntax.IsSpace(c) {
			return c == '\n'
		}
	}
	return true
}

package tape

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
)

// wordBytes is the number of bytes that a mask stands for.
const wordBytes = 64

// positionsBytes appends the positions of the marks in a text that begins at the given offset, and the byte at each of them.
func positionsBytes(marks []uint32, bytes []byte, begin uint32, text []byte, masks []uint64) ([]uint32, []byte) {
	whole := len(text) / wordBytes
	marks, bytes = jsonsimd.PositionsBytes(marks, bytes, begin, text, masks[:whole])
	var rest [wordBytes]byte
	copy(rest[:], text[whole*wordBytes:])
	return jsonsimd.PositionsBytes(marks, bytes, begin+uint32(whole*wordBytes), rest[:], masks[whole:])
}

// foldEscapes removes the marks of escapes from the masks of a valid text. For each string with
// escapes, it appends the index of the mark of the opening quotation mark to dst. It also returns the
// number of marks left.
func foldEscapes(dst []uint32, masks []uint64, text []byte) (escaped []uint32, marks int) {
	var (
		found [8]search.BracketMasks
		last  [wordBytes]byte
		carry uint64
	)
	for word := 0; word < len(masks); {
		if carry == 0 {
			next := bytes.IndexByte(text[word*wordBytes:], '\\')
			if next < 0 {
				return dst, marks + countMarks(masks[word:])
			}
			calm := next / wordBytes
			marks += countMarks(masks[word : word+calm])
			word += calm
		}
		some := text[word*wordBytes : min((word+len(found))*wordBytes, len(text)/wordBytes*wordBytes)]
		if len(some) == 0 {
			copy(last[:], text[word*wordBytes:])
			some = last[:]
		}
		n := len(some) / wordBytes
		search.FindBrackets(found[:n], some)
		for i := range found[:n] {
			backslashes := found[i].Backslashes
			if backslashes|carry != 0 {
				var escapes uint64
				escapes, carry = search.Escaped(backslashes, carry)
				masks[word] &^= escapes
				dst = appendOpening(dst, escapes, masks[word], marks)
			}
			marks += bits.OnesCount64(masks[word])
			word++
		}
	}
	return dst, marks
}

// appendOpening appends the index of the mark before each of the given escapes, once for each string.
// The parameter mask has the marks in the same word, and before is the number of marks before it.
func appendOpening(dst []uint32, escapes, mask uint64, before int) []uint32 {
	for escapes != 0 {
		at := escapes & -escapes
		opening := uint32(before + bits.OnesCount64(mask&(at-1)) - 1)
		if n := len(dst); n == 0 || dst[n-1] != opening { // otherwise, the string has an escape in an earlier word
			dst = append(dst, opening)
		}
		after := mask & -at
		escapes &^= after&-after - 1 // those before the closing quotation mark, which is the next mark
	}
	return dst
}

func countMarks(masks []uint64) (n int) {
	for _, mask := range masks {
		n += bits.OnesCount64(mask)
	}
	return n
}

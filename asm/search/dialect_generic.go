package search

import (
	"encoding/binary"

	"github.com/assayjson/assay/asm/internal/swar"
)

const caseBit = swar.EachByte * ('a' ^ 'A') // turns letters into small letters, and square brackets into braces

// findCommentsGeneric is [FindComments] in portable Go, one word at a time.
func findCommentsGeneric(masks []CommentMasks, b []byte) {
	for i := range masks {
		var m CommentMasks
		for j := range block / swar.WordSize {
			w, at := swar.Load(b[i*block+j*swar.WordSize:]), j*swar.WordSize
			m.Quotes |= swar.LanesMask(swar.LanesExactly(w, '"')) << at
			m.Backslashes |= swar.LanesMask(swar.LanesExactly(w, '\\')) << at
			m.Slashes |= swar.LanesMask(swar.LanesExactly(w, '/')) << at
			m.Stars |= swar.LanesMask(swar.LanesExactly(w, '*')) << at
			m.Closes |= swar.LanesMask(swar.LanesExactly(w|caseBit, '}')) << at
			m.NonASCII |= swar.LanesMask(w&swar.HighBits) << at
		}
		masks[i] = m
	}
}

// findJSON5Generic is [FindJSON5] in portable Go, one word at a time.
func findJSON5Generic(masks []JSON5Masks, b []byte) {
	for i := range masks {
		var m JSON5Masks
		for j := range block / swar.WordSize {
			w, at := swar.Load(b[i*block+j*swar.WordSize:]), j*swar.WordSize
			letters := lanesUpTo(w|caseBit, 'z') &^ lanesUpTo(w|caseBit, 'a'-1)
			others := swar.LanesExactly(w, '$') | swar.LanesExactly(w, '_') | w&swar.HighBits
			lines := swar.LanesExactly(w, '\n') | swar.LanesExactly(w, '\r')
			m.Quotes |= swar.LanesMask(swar.LanesExactly(w, '\'')) << at
			m.Words |= swar.LanesMask(letters|others) << at
			m.Points |= swar.LanesMask(swar.LanesExactly(w, '.')|swar.LanesExactly(w, '+')) << at
			m.Controls |= swar.LanesMask(lanesUpTo(w, ' '-1)&^lines) << at
		}
		masks[i] = m
	}
}

// lanesUpTo returns the top bits of all lanes of w that hold at most c, which must be less than 0x80.
func lanesUpTo(w uint64, c byte) uint64 {
	const low = swar.HighBits - swar.EachByte // 0x7F in each lane
	return ^(w&low + swar.EachByte*uint64(0x7F-c) | w) & swar.HighBits
}

// blankGeneric is [Blank] in portable Go, one word at a time.
func blankGeneric(b []byte, masks []uint64) {
	for i, mask := range masks {
		for at := i * block; mask != 0; at, mask = at+swar.WordSize, mask>>swar.WordSize {
			if mask&0xFF == 0 {
				continue
			}
			w := swar.Load(b[at:])
			kept := swar.LanesExactly(w, '\t') | swar.LanesExactly(w, '\n') | swar.LanesExactly(w, '\r')
			blanks := lanesOf(byte(mask)) &^ kept >> 7 * 0xFF
			binary.LittleEndian.PutUint64(b[at:], w&^blanks|swar.EachByte*' '&blanks)
		}
	}
}

// lanesOf returns a word in which the top bit of lane i is bit i of mask.
func lanesOf(mask byte) uint64 {
	const bits = 0x8040201008040201 // bit i of lane i
	return (uint64(mask)*swar.EachByte&bits + (swar.HighBits - bits)) & swar.HighBits
}

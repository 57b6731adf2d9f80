package tape

import (
	"encoding/binary"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// linkLong does the same as Link, but is faster if the bytes at the marks have already been gathered:
// firsts[i] is the byte at marks[i].
//
// linkLong looks at eight of these bytes at a time, and lists the opening brackets and the closing
// brackets among several hundred marks. The loop over the brackets then has fewer variables than the
// loop in Link, reads neither marks nor text, and takes about two thirds of the time.
//
// The parameter memory has longMemory elements, which are overwritten.
func (t *Tape) linkLong(firsts []byte, memory []uint32) {
	const half = longMemory / 2
	const together = half - 64 // Positions is faster if there is room for 64 more positions
	var opening, closing [together / 64]uint64
	t.Links = slices.Grow(t.Links[:0], len(t.Marks))[:len(t.Marks)]
	l := linker{links: t.Links, open: t.open}
	for done := 0; done < len(firsts); done += together {
		n := 0
		for i := done; i < min(done+together, len(firsts)); i += 64 {
			opening[n], closing[n] = bracketsAmong(firsts[i:min(i+64, len(firsts))])
			n++
		}
		l.link(
			jsonsimd.Positions(memory[:0:half], uint32(done), opening[:n]),
			jsonsimd.Positions(memory[half:half:longMemory], uint32(done), closing[:n]),
		)
	}
	t.open = l.open
}

const longMemory = 1024

// bracketsAmong returns bit masks of the opening and of the closing brackets among at most 64 bytes
// at marks.
func bracketsAmong(firsts []byte) (opening, closing uint64) {
	for i := 0; i < len(firsts); i += 8 {
		var word uint64
		if rest := firsts[i:]; len(rest) >= 8 {
			word = binary.LittleEndian.Uint64(rest)
		} else {
			for j, c := range rest {
				word |= uint64(c) << (8 * j)
			}
		}
		brackets := word & (word >> bracketBit) & lowBits
		opens := brackets & (word >> openingBit)
		opening |= gather(opens) << (i & 63)
		closing |= gather(brackets&^opens) << (i & 63)
	}
	return opening, closing
}

// At marks, the only bytes in which both bit 0 and bit bracketBit are set are brackets. In opening
// brackets, bit openingBit is set, too.
//
//	[ 0101_1011   { 0111_1011   t 0111_0100   n 0110_1110
//	] 0101_1101   } 0111_1101   f 0110_0110
//
// All other bytes at marks are quotation marks, digits, and bytes below them, in which bit bracketBit
// is not set.
const (
	bracketBit = 6
	openingBit = 1
)

// lowBits has bit 0 of each byte.
const lowBits = 0x0101_0101_0101_0101

// gather returns bit 0 of each byte of a word that has no other bits.
func gather(word uint64) uint64 {
	const toTop = 0x0102_0408_1020_4080 // moves bit 8i to bit 56+i, and to bits that do not matter
	return word * toTop >> 56
}

// A linker links the brackets of a document, some at a time.
type linker struct {
	links []uint32
	open  []container // the containers around the innermost one, outermost first
	depth int         // the number of these
	here  container   // the innermost container
}

// link links the next brackets. The indices of their marks are in ascending order.
//
// In this loop, the lower 32 bits of a container count marks instead of values: they are the index of
// the opening bracket, plus the number of marks between the brackets of each container inside that
// has been closed. If they are subtracted from the index of the closing bracket, each value in the
// container counts as two, because its two marks, or its two brackets, remain. If the last value
// shares its second mark with the closing bracket, that bracket makes up for it; otherwise, the
// difference is odd, and the division rounds down.
func (l *linker) link(opening, closing []uint32) {
	open := slices.Grow(l.open[:l.depth], len(opening))
	links, open, depth, here := l.links, open[:cap(open)], l.depth, l.here
	next := 0
	for _, c := range closing {
		for next < len(opening) && opening[next] < c {
			open[depth] = here
			depth++
			here = container(opening[next]) * (1<<32 | 1)
			next++
		}
		o := uint32(here >> 32)
		links[o] = c
		links[c] = (c - uint32(here)) / 2
		depth--
		here = open[depth] + container(c-o-1)
	}
	for _, o := range opening[next:] {
		open[depth] = here
		depth++
		here = container(o) * (1<<32 | 1)
	}
	l.open, l.depth, l.here = open, depth, here
}

package tape

import (
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/asm/search"
)

// linkLong does the same as Link, but is faster if the bytes at the marks have already been gathered:
// firsts[i] is the byte at marks[i].
//
// linkLong lists the opening brackets and the closing brackets among several hundred marks. The loop over
// the brackets then has fewer variables than the loop in Link, reads neither marks nor text, and takes
// about two thirds of the time.
//
// The parameter memory has longMemory elements, which are overwritten.
func (t *Tape) linkLong(firsts []byte, memory []uint32) {
	t.Links = slices.Grow(t.Links[:0], len(t.Marks))[:len(t.Marks)]
	l := linker{links: t.Links, open: t.open}
	l.linkAll(0, firsts, memory)
	t.open = l.open
}

// linkAll links the brackets among the next marks, the first of which has the given index.
func (l *linker) linkAll(first uint32, firsts []byte, memory []uint32) {
	const half = longMemory / 2
	const words = half/64 - 1 // Positions is faster if there is room for 64 more positions
	var brackets [words]search.BracketMasks
	var opening, closing [words]uint64
	var last [64]byte
	for done := 0; done < len(firsts); {
		some := firsts[done:min(done+64*words, len(firsts)&^63)]
		if len(some) == 0 {
			copy(last[:], firsts[done:])
			some = last[:]
		}
		n := len(some) / 64
		search.FindBrackets(brackets[:n], some)
		for i, b := range brackets[:n] {
			opening[i], closing[i] = b.Opens, b.Closes
		}
		l.link(
			jsonsimd.Positions(memory[:0:half], first+uint32(done), opening[:n]),
			jsonsimd.Positions(memory[half:half:longMemory], first+uint32(done), closing[:n]),
		)
		done += len(some)
	}
}

const longMemory = 1024

// A linker links the brackets of a document, some at a time.
type linker struct {
	links []uint32
	open  []container // the containers around the innermost one, outermost first
	depth int         // the number of these
	here  container   // the innermost container

	closed []closedBefore // by the marks so far; see join
}

// A closedBefore is a bracket that closes a container that was opened before the first mark of a linker.
type closedBefore struct {
	mark uint32
	here container // the marks between brackets, as for a container that begins with the linker or after the last such bracket
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
		if depth == 0 {
			l.closed, here = append(l.closed, closedBefore{c, here}), 0
			continue
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

// join links the brackets whose containers begin before the first mark of next, which has linked the marks after those of l. The first
// container of l stands for everything around the document.
func (l *linker) join(next *linker) {
	for _, closed := range next.closed {
		o, inside := uint32(l.here>>32), uint32(l.here+closed.here)
		l.links[o], l.links[closed.mark] = closed.mark, (closed.mark-inside)/2
		l.depth--
		l.here = l.open[l.depth] + container(closed.mark-o-1)
	}
	inner := append(next.open[:next.depth], next.here)
	l.open = append(append(l.open[:l.depth], l.here+inner[0]), inner[1:]...)
	l.depth = len(l.open) - 1
	l.here = l.open[l.depth]
}

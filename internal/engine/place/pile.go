package place

import "slices"

// A pile is a sequence of pieces of text. It may have millions of bytes, so they are stored in blocks,
// which need not be copied when there are more. A piece is never split between two blocks.
type pile struct {
	top   []byte   // the last block; empty only if the pile is empty
	full  [][]byte // the blocks before it
	below int      // number of bytes in full
	spare []byte   // an empty block, for reuse
}

const pileBlock = 64 << 10 // the usual size of a block in bytes; the first block may be smaller

// size returns the number of bytes.
func (p *pile) size() int { return p.below + len(p.top) }

// reserve makes room at the end of top for a piece of n bytes.
func (p *pile) reserve(n int) {
	if cap(p.top)-len(p.top) < n {
		p.grow(n)
	}
}

func (p *pile) grow(n int) {
	if len(p.top)+n <= pileBlock || len(p.top) == 0 {
		p.top = slices.Grow(p.top, n)
		return
	}
	p.below += len(p.top)
	p.full = append(p.full, p.top)
	if p.top, p.spare = p.spare, nil; cap(p.top) < n {
		p.top = make([]byte, 0, max(pileBlock, n))
	}
}

// push adds a piece, and returns the copy in the pile.
func (p *pile) push(piece []byte) []byte {
	p.reserve(len(piece))
	begin := len(p.top)
	p.top = append(p.top, piece...)
	return slices.Clip(p.top[begin:])
}

// truncate removes the last pieces, so that n bytes are left. A copy of p does not change.
func (p *pile) truncate(n int) {
	for n <= p.below && len(p.full) > 0 {
		last := len(p.full) - 1
		p.spare = p.top[:0]
		p.top, p.full = p.full[last], p.full[:last]
		p.below -= len(p.top)
	}
	p.top = p.top[:n-p.below]
}

// reset removes everything, and keeps the memory of one block.
func (p *pile) reset() { *p = pile{top: p.top[:0]} }

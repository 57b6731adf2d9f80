package search

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// passClosedGeneric is [PassClosed] in portable Go for the given number of blocks at the end of b.
// It returns the number of blocks that it has not passed.
func passClosedGeneric(b []byte, blocks int, s *Closed) (left int) {
	for at := len(b) - block; blocks > 0; at, blocks = at-block, blocks-1 {
		var m [1]BracketMasks
		findBracketsGeneric(m[:], b[at:at+block])
		escaped := m[0].Backslashes << 1
		if m[0].Backslashes&escaped != 0 || (m[0].Quotes|m[0].Backslashes)&1 != 0 && b[at-1] == '\\' {
			break
		}
		quotes := m[0].Quotes &^ escaped
		inside := swar.Parities(quotes)
		if inside>>63 != 0 != s.InString {
			inside = ^inside
		}
		opens, closes := m[0].Opens&^inside, m[0].Closes&^inside
		if leavesOpen(opens, closes, s.Containers) {
			break
		}
		s.Containers += bits.OnesCount64(closes) - bits.OnesCount64(opens)
		s.InString = (inside^quotes)&1 != 0
	}
	return blocks
}

// leavesOpen reports whether the block has an opening bracket that is never closed, later in the
// block or after it. closed is the number of containers that are closed after the block, but opened
// in the block or before it.
//
// Not all opening brackets need to be checked. If the bracket after an opening one closes it, the
// two form a pair, and the brackets after the pair decide. So it is enough to check the last
// opening bracket, and every opening bracket whose next bracket is another opening one. An addition
// finds the next bracket after each opening bracket: it carries a bit there, through all bytes that
// are not brackets.
func leavesOpen(opens, closes uint64, closed int) bool {
	if bits.OnesCount64(opens) <= closed {
		return false
	}
	if closed == 0 && opens > closes {
		return true
	}
	nested := opens & (opens<<1 + ^(opens | closes))
	for ; nested != 0; nested &= nested - 1 {
		i := bits.TrailingZeros64(nested)
		if 1+bits.OnesCount64(opens>>i) > closed+bits.OnesCount64(closes>>i) {
			return true
		}
	}
	return false
}

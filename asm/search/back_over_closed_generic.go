package search

import (
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// passClosedGeneric is [PassClosed] in portable Go, for so many blocks at the end of b. It returns how
// many are left.
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

// leavesOpen reports whether one of the brackets that open is closed neither by a later one nor
// behind them, where so many are closed. It need not ask that of each: one that the next bracket
// closes leaves open what comes after that, or nothing. So it asks of those after which another one
// opens, and of the last one. An addition finds these others: it carries a bit from each one that
// opens through all that is no bracket.
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

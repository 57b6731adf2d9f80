package tokenizer

import (
	"math/bits"
	"slices"

	"github.com/assayjson/assay/asm"
)

// openersIn appends the offsets of the brackets in b[from:end] that are not closed there, in
// rising order, but of the innermost most ones only. If a string begins before from, it
// ends before end; what is there is right.
func openersIn(dst []int, b []byte, from, end, most int) []int {
	begin := len(dst)
	s := openerSearch{b: b, from: from, openers: dst, most: begin + most}
	var masks [16]asm.BracketMasks
	for n := 1; !s.isDone() && end-from >= maskBlock; n = min(4*n, len(masks)) {
		n = min(n, (end-from)/maskBlock)
		asm.FindBrackets(masks[:n], b[end-n*maskBlock:])
		for i := n - 1; i >= 0 && !s.isDone(); i-- {
			end -= maskBlock
			s.block(end, &masks[i])
		}
	}
	if !s.isDone() && from < end {
		var first [maskBlock]byte
		copy(first[maskBlock-(end-from):], b[from:end])
		asm.FindBrackets(masks[:1], first[:])
		s.block(end-maskBlock, &masks[0])
	}
	slices.Reverse(s.openers[begin:])
	return s.openers
}

const maskBlock = 64 // bytes that a mask is of

// An openerSearch goes back block by block from a place that is in no string.
type openerSearch struct {
	b        []byte
	from     int   // where it ends
	openers  []int // found, the last one first
	most     int   // that they may be
	inString bool  // whether what comes after the block is in a string
	closed   int   // containers that are closed there and opened before
}

func (s *openerSearch) isDone() bool { return len(s.openers) >= s.most }

// block looks at the 64 bytes at the offset.
func (s *openerSearch) block(at int, m *asm.BracketMasks) {
	quotes := m.Quotes
	if doubtful := quotes & (m.Backslashes<<1 | 1); doubtful != 0 {
		quotes &^= s.escaped(at, doubtful)
	}
	inside := parities(quotes)
	if inside>>63 != 0 != s.inString {
		inside = ^inside
	}
	s.inString = (inside^quotes)&1 != 0
	opens, closes := m.Opens&^inside, m.Closes&^inside
	if s.leavesOpen(opens, closes) {
		opens, closes = s.unclosed(at, opens, closes)
	}
	s.closed += bits.OnesCount64(closes) - bits.OnesCount64(opens)
}

// leavesOpen reports whether a bracket of the block is closed neither there nor behind it. It
// need not ask that of each: one that the next bracket closes leaves open what comes after
// that, or nothing. So it asks of those after which another one opens, and of the last one.
// An addition finds these others: it carries a bit from each one that opens through all that
// is no bracket.
func (s *openerSearch) leavesOpen(opens, closes uint64) bool {
	if bits.OnesCount64(opens) <= s.closed {
		return false
	}
	if s.closed == 0 && opens > closes {
		return true
	}
	nested := opens & (opens<<1 + ^(opens | closes))
	for ; nested != 0; nested &= nested - 1 {
		i := bits.TrailingZeros64(nested)
		if 1+bits.OnesCount64(opens>>i) > s.closed+bits.OnesCount64(closes>>i) {
			return true
		}
	}
	return false
}

// unclosed finds brackets that are not closed, and returns what is left before them.
func (s *openerSearch) unclosed(at int, opens, closes uint64) (opensLeft, closesLeft uint64) {
	opened := 0
	for rest := opens; rest != 0; {
		i := bits.Len64(rest) - 1
		rest &^= 1 << i
		if opened++; opened <= s.closed+bits.OnesCount64(closes>>i) {
			continue
		}
		s.openers = append(s.openers, at+i)
		if s.isDone() {
			break
		}
		opens, closes, opened, s.closed = rest, closes&(1<<i-1), 0, 0
	}
	return opens, closes
}

// escaped returns which of the quotation marks a backslash escapes.
func (s *openerSearch) escaped(at int, quotes uint64) (escaped uint64) {
	for ; quotes != 0; quotes &= quotes - 1 {
		if i := bits.TrailingZeros64(quotes); isEscaped(s.b, s.from, at+i) {
			escaped |= 1 << i
		}
	}
	return escaped
}

// parities returns, for each bit, whether the number of bits that are set up to it is odd.
func parities(x uint64) uint64 {
	for n := 1; n < 64; n *= 2 {
		x ^= x << n
	}
	return x
}

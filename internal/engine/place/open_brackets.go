package place

import (
	"math/bits"
	"slices"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// OpenersIn appends the offsets of the opening brackets in b[from:end] that are not closed before
// b[end], in increasing order, and returns the extended slice. The parameter most limits the number
// of offsets. If there are more, only the last ones are appended, which belong to the innermost
// containers. The text must be valid, and a string that begins before b[from] must end before
// b[end].
func OpenersIn(dst []int, b []byte, from, end, most int) []int {
	begin := len(dst)
	s := openerSearch{b: b, from: from, openers: dst, most: begin + most}
	for !s.isDone() && from < end {
		end = from + search.PassClosed(b[from:end], &s.after)
		var masks [1]search.BracketMasks
		if begin := end - MaskBlock; begin >= from {
			search.FindBrackets(masks[:], b[begin:end])
		} else {
			var first [MaskBlock]byte
			copy(first[from-begin:], b[from:end])
			search.FindBrackets(masks[:], first[:])
		}
		end -= MaskBlock
		s.block(end, &masks[0])
	}
	slices.Reverse(s.openers[begin:])
	return s.openers
}

// An openerSearch goes backwards block by block, starting outside of strings.
type openerSearch struct {
	b       []byte
	from    int   // where the search ends
	openers []int // the offsets found so far, in decreasing order
	most    int   // the search ends when this many offsets have been found
	after   search.Closed
}

func (s *openerSearch) isDone() bool { return len(s.openers) >= s.most }

// block processes the block of 64 bytes at the given offset.
func (s *openerSearch) block(at int, m *search.BracketMasks) {
	quotes := unescapedQuotes(s.b, s.from, at, m)
	inside := search.Parities(quotes)
	if inside>>63 != 0 != s.after.InString {
		inside = ^inside
	}
	s.after.InString = (inside^quotes)&1 != 0
	s.brackets(at, m.Opens&^inside, m.Closes&^inside)
}

// brackets finds the brackets of a block that are not closed.
func (s *openerSearch) brackets(at int, opens, closes uint64) {
	for opens != 0 && !s.isDone() {
		i := bits.Len64(opens) - 1
		closed := s.after.Containers + bits.OnesCount64(closes>>i)
		closes &= 1<<i - 1
		opens &^= 1 << i
		if closed == 0 {
			s.openers = append(s.openers, at+i)
		}
		s.after.Containers = max(closed-1, 0)
	}
	s.after.Containers += bits.OnesCount64(closes)
}

// unescapedQuotes returns the bits of the quotation marks that are not escaped in the block that
// begins at b[at] and has the given masks. It does not read b before b[from].
func unescapedQuotes(b []byte, from, at int, m *search.BracketMasks) (quotes uint64) {
	follow := m.Backslashes << 1
	if m.Backslashes&follow == 0 && (at <= from || b[at-1] != '\\') {
		return m.Quotes &^ follow
	}
	quotes = m.Quotes
	for doubtful := quotes & (follow | 1); doubtful != 0; doubtful &= doubtful - 1 {
		if i := bits.TrailingZeros64(doubtful); syntax.IsEscaped(b, from, at+i) {
			quotes &^= 1 << i
		}
	}
	return quotes
}

// InnermostOpener returns the offset of the innermost bracket that is open at the end of src, and
// whether there is one. src must be the valid beginning of a document and must not end in a string.
func InnermostOpener(src []byte) (opener int, ok bool) {
	const near = 64 << 10 // searching further back would be slow in strings with many escapes
	var found [1]int
	if openers := OpenersIn(found[:0], src, max(len(src)-near, 0), len(src), 1); len(openers) > 0 {
		return openers[0], true
	}
	if len(src) <= near {
		return 0, false
	}
	frames := Trace(src)
	if len(frames) == 0 {
		return 0, false
	}
	return frames[len(frames)-1].Opener, true
}

package index

import (
	"math/bits"

	"github.com/assayjson/assay/asm/search"
)

const maskBlock = 64 // number of bytes that a mask covers

// masksAt returns the masks of the block of src that begins at the given offset. The block may
// extend beyond src.
func masksAt(src []byte, at int) *search.BracketMasks {
	var masks [1]search.BracketMasks
	if len(src)-at >= maskBlock {
		search.FindBrackets(masks[:], src[at:at+maskBlock])
	} else {
		var last [maskBlock]byte
		copy(last[:], src[at:])
		search.FindBrackets(masks[:], last[:])
	}
	return &masks[0]
}

// A stringState describes the place between two blocks of a text.
type stringState struct {
	inString bool // the next byte is inside a string
	escaped  bool // the next byte is escaped by a backslash
}

// inside returns which bytes of the next block are inside strings, and moves s past that block. An
// opening quotation mark counts as inside, a closing quotation mark does not.
func (s *stringState) inside(m *search.BracketMasks) (inside uint64) {
	quotes := m.Quotes
	if m.Backslashes != 0 || s.escaped {
		backslashes := m.Backslashes
		if s.escaped {
			quotes &^= 1
			backslashes &^= 1
		}
		s.escaped = false
		for backslashes != 0 {
			at := bits.TrailingZeros64(backslashes)
			s.escaped = at == maskBlock-1
			quotes &^= 2 << at
			backslashes &^= 3 << at
		}
	}
	if inside = quotes; quotes != 0 {
		for shift := 1; shift < maskBlock; shift *= 2 {
			inside ^= inside << shift
		}
	}
	if s.inString {
		inside = ^inside
	}
	s.inString = inside>>(maskBlock-1) != 0
	return inside
}

// A stringTracker finds out which bytes of a text are in strings.
type stringTracker struct {
	known int // offset of the first block that has not been examined
	state stringState
}

// isInString reports whether src[i] is in a string. i must not be less than in earlier calls.
func (s *stringTracker) isInString(src []byte, i int) bool {
	for ; s.known+maskBlock <= i; s.known += maskBlock {
		s.state.inside(masksAt(src, s.known))
	}
	state := s.state
	return state.inside(masksAt(src, s.known))>>(i-s.known)&1 != 0
}

package place

import (
	"github.com/assayjson/assay/asm/search"
)

const MaskBlock = 64 // number of bytes that a mask covers

// A StringMask finds the strings in a text, block by block.
type StringMask struct {
	inString bool
	escaped  uint64 // 1 if the first byte of the next block is escaped, otherwise 0
}

// Next returns the bits of the bytes inside strings in the next block. Closing quotation marks do
// not count.
func (s *StringMask) Next(m *search.BracketMasks) (inside uint64) {
	quotes := m.Quotes
	if m.Backslashes != 0 || s.escaped != 0 {
		var escaped uint64
		escaped, s.escaped = search.Escaped(m.Backslashes, s.escaped)
		quotes &^= escaped
	}
	inside = search.Parities(quotes)
	if s.inString {
		inside = ^inside
	}
	s.inString = inside>>63 != 0
	return inside
}

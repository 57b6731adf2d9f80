package place

import (
	"github.com/assayjson/assay/asm/search"
)

const MaskBlock = 64 // number of bytes that a mask covers

// A StringMask finds the strings in a text, block by block.
type StringMask struct {
	InString bool   // the next block begins inside a string
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
	if s.InString {
		inside = ^inside
	}
	s.InString = inside>>63 != 0
	return inside
}

// MasksOf returns the masks of the first block of text. The block may extend beyond the text.
func MasksOf(text []byte) (m search.BracketMasks) {
	var masks [1]search.BracketMasks
	if len(text) < MaskBlock {
		var last [MaskBlock]byte
		copy(last[:], text)
		text = last[:]
	}
	search.FindBrackets(masks[:], text[:MaskBlock])
	return masks[0]
}

// Blocks finds the brackets and commas outside strings in a text, block by block. The last block may extend beyond the text.
type Blocks struct {
	Text []byte // what has not been searched; it must begin outside of strings

	strings StringMask
	masks   [16]search.BracketMasks
	at, end int // masks[at:end] are those of the next blocks
}

// A Block has a bit for each byte of a block, for the first byte the lowest one.
type Block struct {
	Opens, Closes, Commas uint64 // outside strings
	Outside               uint64 // all bytes outside strings; closing quotation marks count
}

// Next returns the next block, and false after the last one.
func (b *Blocks) Next() (next Block, ok bool) {
	if b.at == b.end && !b.search() {
		return Block{}, false
	}
	m := &b.masks[b.at%len(b.masks)]
	b.at++
	outside := ^b.strings.Next(m)
	return Block{m.Opens & outside, m.Closes & outside, m.Commas & outside, outside}, true
}

// search finds the masks of the next blocks.
func (b *Blocks) search() (found bool) {
	n := min(len(b.Text)/MaskBlock, len(b.masks))
	switch {
	case n > 0:
		search.FindBrackets(b.masks[:n], b.Text)
	case len(b.Text) > 0:
		b.masks[0], n = MasksOf(b.Text), 1
	}
	b.Text = b.Text[min(n*MaskBlock, len(b.Text)):]
	b.at, b.end = 0, n
	return n > 0
}

package dialect

import (
	"math/bits"
	"sync"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

const (
	blockSize  = 64 // number of bytes that a mask describes
	windowSize = 64 // number of blocks
)

// A blanker replaces comments and trailing commas with spaces, window by window.
type blanker struct {
	json     []byte // the source, or, if changed is set, memory in which it may be changed
	memory   []byte // this memory
	changed  bool
	commas   bool   // whether trailing commas are replaced
	lexer    Lexer  // finds the ends of comments; its position is the end of the last comment that it has read
	goesOn   bool   // the source continues after lexer.src
	open     int    // if block has returned false: where a comment begins that ends after lexer.src, or -1
	inString uint64 // all bits are set if the next block begins inside a string
	escaped  uint64 // 1 if the first byte of the next block is escaped

	*windowMasks
}

// windowMasks are what has been found in the blocks of a window.
type windowMasks struct {
	masks  [windowSize]search.CommentMasks
	blanks [windowSize]uint64 // the bytes of comments
	closes [windowSize]uint64 // the closing brackets outside strings and comments
}

// windowMasksPool keeps memory for the next text.
var windowMasksPool = sync.Pool{New: func() any { return new(windowMasks) }}

// block finds comments and closing brackets in the block that begins at src[at], and sets b.blanks[i]
// and b.closes[i]. It returns false if the text is invalid, or if a comment begins in the block but does
// not end in the source so far.
func (b *blanker) block(at int, i int) bool {
	m, blanks, closes := &b.masks[i], &b.blanks[i], &b.closes[i]
	*blanks, *closes = bitsBelow(b.lexer.pos-at), 0
	if *blanks|m.Slashes|m.Backslashes|b.escaped == 0 && (m.Closes == 0 || !b.commas) {
		b.inString ^= -uint64(bits.OnesCount64(m.Quotes) & 1)
		return true
	}
	for rest := ^*blanks; rest != 0; rest = ^bitsBelow(b.lexer.pos - at) {
		m.Quotes, m.Backslashes, m.Slashes, m.Closes = m.Quotes&rest, m.Backslashes&rest, m.Slashes&rest, m.Closes&rest
		if m.Backslashes|b.escaped != 0 {
			var escaped uint64
			escaped, b.escaped = search.Escaped(m.Backslashes, b.escaped)
			m.Quotes &^= escaped
		}
		inside := search.Parities(m.Quotes) ^ b.inString
		slashes, brackets := m.Slashes&^inside, m.Closes&^inside
		if slashes != 0 {
			simple := simpleComments(m, slashes)
			*blanks |= simple
			slashes, brackets = slashes&^simple, brackets&^simple
		}
		if slashes == 0 {
			*closes |= brackets
			b.inString = uint64(int64(inside) >> 63)
			return true
		}
		begin := bits.TrailingZeros64(slashes)
		*closes |= brackets & bitsBelow(begin)
		if !b.comment(at + begin) {
			return false
		}
		*blanks |= bitsBelow(b.lexer.pos-at) &^ bitsBelow(begin)
		b.inString, b.escaped = 0, 0
	}
	return true
}

// bitsBelow returns a word in which the lowest n bits are set: none if n is negative, and all if n is 64
// or more.
func bitsBelow(n int) uint64 { return 1<<max(n, 0) - 1 }

// simpleComments returns the bytes of block comments in a block if they can be found without looking at
// one comment after the other: if the comments have only ASCII, no slashes, and no bytes that have a
// meaning in strings, and if there are no line comments. The last comment may end after the block and is
// then not included. slashes are the slashes outside strings. If the comments are not simple,
// simpleComments returns 0.
func simpleComments(m *search.CommentMasks, slashes uint64) (comments uint64) {
	begins, ends := slashes&(m.Stars>>1), slashes&(m.Stars<<1)
	if begins|ends != slashes {
		return 0
	}
	comments = search.Parities(begins ^ ends<<1) // from each slash that begins a comment to the one that ends it
	if begins&(comments<<1|ends>>2)|ends&^comments|comments&(m.Quotes|m.Backslashes|m.NonASCII) != 0 {
		return 0
	}
	if int64(comments&^ends) < 0 {
		comments &= bitsBelow(63 - bits.LeadingZeros64(begins))
	}
	return comments
}

// comment reads the comment that begins at src[begin]. It returns false if there is none, if the comment is
// not closed, or if it is not valid UTF-8.
func (b *blanker) comment(begin int) bool {
	l := &b.lexer
	l.pos = begin
	kind := l.comment()
	if b.goesOn && l.pos == len(l.src) {
		b.open = begin
		return false
	}
	return kind.IsComment() && l.err == nil && utf8check.Valid(l.src[begin:l.pos])
}

// dropComments replaces comments with spaces, given their bytes in the blocks that begin at src[at].
func (b *blanker) dropComments(at int, blanks []uint64) {
	all := uint64(0)
	for _, mask := range blanks {
		all |= mask
	}
	if all == 0 {
		return
	}
	b.change()
	text := b.json[at:]
	if len(text) >= blockSize {
		search.Blank(text, blanks)
		return
	}
	var last [blockSize]byte
	copy(last[:], text)
	search.Blank(last[:], blanks)
	copy(text, last[:])
}

// dropComma replaces the comma before the closing bracket at src[at] with a space, if there is one.
// The comments before it must have been replaced.
func (b *blanker) dropComma(at int) {
	comma := lastToken(b.json[:at])
	if comma < 0 || b.json[comma] != ',' {
		return
	}
	if before := lastToken(b.json[:comma]); before < 0 || b.json[before] == '[' || b.json[before] == '{' {
		return // a comma must come after a value; the kernels find any other error of this kind
	}
	b.change()
	b.json[comma] = ' '
}

// lastToken returns the offset of the last byte of b that is not white space, or -1.
func lastToken(b []byte) int {
	i := len(b) - 1
	for i >= 0 && syntax.IsSpace(b[i]) {
		i--
	}
	return i
}

// change makes b.json a copy of the source, unless it is one already.
func (b *blanker) change() {
	if !b.changed {
		b.changed = true
		b.memory = append(b.memory[:0], b.json...)
		b.json = b.memory
	}
}

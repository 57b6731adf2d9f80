package dialect

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// blank converts src to JSON if only comments and trailing commas have to be replaced with spaces,
// and if the result is valid. Otherwise it returns nil. It finds comments with masks of 64 bytes
// instead of reading token by token. Whether the parts between comments are as expected is left to
// the kernels, which are much faster: if they find the result valid, each token of it is also a
// token of src, in every dialect.
func blank(src []byte, d Dialect) []byte {
	b := blanker{json: src, lexer: Lexer{src: src, dialect: d}}
	at, ok := b.blocks()
	if !ok || !b.lastBlock(at) || !b.changed || !tokenizer.Valid(b.json) {
		return nil
	}
	return b.json
}

const blockSize = 64 // number of bytes that masks describe

// A blanker replaces comments and trailing commas with spaces, block by block.
type blanker struct {
	json     []byte // the source, or, if changed is set, memory in which it may be changed
	changed  bool
	lexer    Lexer  // finds the ends of comments; its position is the end of the last comment
	goesOn   bool   // the source continues after lexer.src
	open     int    // if block has returned false: where a comment begins that ends after lexer.src, or -1
	inString uint64 // all bits are set if the next block begins inside a string
	escaped  uint64 // 1 if the first byte of the next block is escaped
}

// blocks processes all blocks except the last one, which is shorter, and returns where the last one
// begins. It returns false if block has.
func (b *blanker) blocks() (at int, ok bool) {
	src := b.lexer.src
	var masks [64]search.BracketMasks
	for n := 0; len(src)-at >= blockSize; at += n * blockSize {
		n = min(len(masks), (len(src)-at)/blockSize)
		search.FindBrackets(masks[:n], src[at:])
		for i := range masks[:n] {
			if !b.block(at+i*blockSize, &masks[i]) {
				return at, false
			}
		}
	}
	return at, true
}

// lastBlock processes the last block, which begins at src[at].
func (b *blanker) lastBlock(at int) (ok bool) {
	var (
		last  [blockSize]byte
		masks [1]search.BracketMasks
	)
	copy(last[:], b.lexer.src[at:])
	search.FindBrackets(masks[:], last[:])
	return b.block(at, &masks[0])
}

// block processes the block that begins at src[at]. It returns false if the text is invalid, or if a
// comment begins in the block but does not end in the source so far.
func (b *blanker) block(at int, m *search.BracketMasks) bool {
	skipped := b.lexer.pos - at
	for skipped < blockSize {
		if skipped > 0 {
			rest := ^uint64(0) << skipped
			m.Quotes, m.Backslashes, m.Slashes, m.Closes = m.Quotes&rest, m.Backslashes&rest, m.Slashes&rest, m.Closes&rest
		}
		if m.Backslashes|b.escaped != 0 {
			m.Quotes &^= b.escapes(m.Backslashes)
		}
		inside := parities(m.Quotes) ^ b.inString
		slashes, closes := m.Slashes&^inside, m.Closes&^inside
		if b.lexer.dialect.HasTrailingCommas() {
			for closes &= slashes ^ (slashes - 1); closes != 0; closes &= closes - 1 { // the brackets before the first slash
				b.dropComma(at + bits.TrailingZeros64(closes))
			}
		}
		if slashes == 0 {
			b.inString = uint64(int64(inside) >> 63)
			return true
		}
		begin := at + bits.TrailingZeros64(slashes)
		if !b.comment(begin, m.Slashes, at) {
			return false
		}
		b.inString, b.escaped = 0, 0
		skipped = b.lexer.pos - at
	}
	return true
}

// escapes returns the bytes of a block that are escaped, given its backslashes. It sets b.escaped
// for the next block.
func (b *blanker) escapes(backslashes uint64) (escaped uint64) {
	escaped, b.escaped = b.escaped, 0
	for backslashes &^= escaped; backslashes != 0; {
		i := bits.TrailingZeros64(backslashes)
		escaped |= 2 << i
		if i == blockSize-1 {
			b.escaped = 1
		}
		backslashes &^= 3 << i
	}
	return escaped
}

// parities returns a word in which bit i is set if the number of bits set in x from bit 0 to bit i
// is odd.
func parities(x uint64) uint64 {
	for n := 1; n < blockSize; n *= 2 {
		x ^= x << n
	}
	return x
}

// comment replaces the comment that begins at src[begin] with spaces. It returns false if there is
// none, if the comment is not closed, or if it is not valid UTF-8. slashes are all slashes in the block
// that begins at src[at].
func (b *blanker) comment(begin int, slashes uint64, at int) bool {
	l := &b.lexer
	l.pos = begin
	if later := slashes & (^uint64(0) << (begin - at + len("/**"))); later != 0 && l.src[begin+1] == '*' {
		for ; later != 0; later &= later - 1 { // most comments end in the same block
			if end := at + bits.TrailingZeros64(later); l.src[end-1] == '*' {
				l.pos = end + 1
				break
			}
		}
	}
	if l.pos == begin {
		kind := l.comment()
		if b.goesOn && l.pos == len(l.src) {
			b.open = begin
			return false
		}
		if !kind.IsComment() || l.err != nil {
			return false
		}
	}
	if !utf8check.Valid(l.src[begin:l.pos]) {
		return false
	}
	b.change()
	blankText(b.json[begin:l.pos])
	return true
}

// blankText replaces all bytes of b with spaces, except white space that JSON allows.
func blankText(b []byte) {
	const word = 8
	for ; len(b) >= word; b = b[word:] {
		w, kept := binary.LittleEndian.Uint64(b), uint64(0)
		if bytesBelow(w, ' ') != 0 {
			kept = (bytesEqual(w, '\t') | bytesEqual(w, '\n') | bytesEqual(w, '\r')) * 0xFF
		}
		binary.LittleEndian.PutUint64(b, w&kept|' '*eachByte&^kept)
	}
	for i, c := range b {
		if !syntax.IsSpace(c) {
			b[i] = ' '
		}
	}
}

// bytesEqual returns a word that has a 1 in place of each byte of w that equals c, and a 0 in place
// of each other byte.
func bytesEqual(w uint64, c byte) uint64 {
	const low = 0x7F7F7F7F7F7F7F7F
	w ^= eachByte * uint64(c)
	return ^(w&low + low | w) >> 7 & eachByte
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
		b.json, b.changed = bytes.Clone(b.json), true
	}
}

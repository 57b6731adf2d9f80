package dialect

import "hash/maphash"

// pieceSize is the size of a typical piece in bytes. Pieces have at least half this size, except the last one. They end as soon as
// possible after this size, unless a piece that can be reused begins before twice this size.
const pieceSize = 16 << 10

// A piece is a part of a text. It begins at the start of the text, or before a bracket, colon or comma that is not in a string or
// comment, unless there may be a trailing comma before it. Therefore what a piece becomes in JSON depends on the text before it only
// through the field before and the looks of the bracketing, and on the text after it only through the next byte.
type piece struct {
	length  int
	hash    uint64
	next    int       // the byte after the piece, or -1 at the end of the text
	before  TokenKind // the kind of the last token before the piece that is not trivia
	after   TokenKind // and of the last one at its end
	changed bool      // it is different in JSON
	isShort bool      // some errors are left out because there were enough before them
	errs    []pieceError
	bracketing
	extent
}

// A pieceError is an [Error] in a piece, with offsets in the piece.
type pieceError struct {
	offset, length, token, end int
	fault                      Fault
}

// An extent is the length of the results for a part of the text.
type extent struct{ json, steps, groups, rewrites int }

func (e extent) minus(f extent) extent {
	return extent{e.json - f.json, e.steps - f.steps, e.groups - f.groups, e.rewrites - f.rewrites}
}

// A cursor is a place between two pieces of the last text.
type cursor struct {
	index int // of the piece after it
	at    int // the offset in the new text
	oldAt int // the offset in the last text
	extent
}

// pass moves the cursor past a piece.
func (c *cursor) pass(p *piece) {
	c.index++
	c.at += p.length
	c.oldAt += p.length
	c.json += p.json
	c.steps += p.steps
	c.groups += p.groups
	c.rewrites += p.rewrites
}

// nextByte returns the byte of src at an offset, or -1 at the end.
func nextByte(src []byte, at int) int {
	if at == len(src) {
		return -1
	}
	return int(src[at])
}

// kept is what a [Lowerer] keeps of the last text. The lengths of the pieces add up to that of the text, and their extents to those of
// json and rewrites.
type kept struct {
	seed      maphash.Seed
	size      int         // of new pieces, in bytes; 0 before the first use
	pieces    []piece     // of the last text; empty if nothing is kept
	json      []byte      // the last text in JSON; nil if that is the text itself
	rewrites  rewriteList // of the last text
	converted int         // number of bytes that the last call has converted anew
}

func (k *kept) hash(text []byte) uint64 { return maphash.Bytes(k.seed, text) }

package jsonsimd

import (
	"unsafe"

	"github.com/assayjson/assay/asm"
)

// Use switches [Checker] off or on again: after Use(false), [HasKernel] reports false. Like
// [asm.Use], it is for tests, which use it to run the callers of this package without a Checker.
func Use(on bool) {
	if on {
		useJSON()
	} else {
		jsonPlanes = planeShape{}
	}
}

func init() { asm.OnUse(useJSON) }

// Index is like End for a whole document of less than 4 GiB. It also appends to dst, in ascending
// order, the positions that are needed to walk over a valid document, and returns the extended
// slice. A position is a byte offset from 0. The index contains
//
//   - each bracket;
//   - both quotation marks of each string, and between them each byte that follows an escaping
//     backslash: the letter of the escape, not the backslash;
//   - the first byte of each number and literal, and the byte after its last one, which may be a
//     bracket or the end of the document;
//   - with [Records], each newline outside strings, and the end of the document.
//
// With [MarkNames], it contains braces and colons outside strings instead. If the document is
// invalid, the positions are meaningless.
func (j *Checker) Index(dst []uint32, b []byte) (positions []uint32, valid, known bool) {
	return j.EndIndex(dst, 0, b)
}

// IndexUnit is a number of bytes. The length of every indexed part must be a multiple of it, except
// for the last part of a document.
const IndexUnit = mostChunk

// WriteIndex is like Write, but also indexes the part b, whose first byte is at position base. It
// appends the positions to dst, as Index does. The document is valid up to the end of the part if
// ok is true, all tokens have been judged (see Tokens), and AtLimit reports false.
func (j *Checker) WriteIndex(dst []uint32, base uint32, b []byte) (positions []uint32, ok bool) {
	j.index.begin(dst, base)
	ok = j.chunks(b, nil) && j.groups(j.tokens.groups())
	return j.index.end(), ok
}

// EndIndex is like End, but also indexes the part b; see WriteIndex.
func (j *Checker) EndIndex(dst []uint32, base uint32, b []byte) (positions []uint32, valid, known bool) {
	if !j.lexer.begun && j.tailed == 0 && j.lexer.rules == 0 && IsShort(b, j.structure.nesting.limit) {
		var masks ShortMasks
		if valid, known = masksShort(&masks, b); known {
			return Positions(dst, base, masks[:len(b)/block+1]), valid, true
		}
	}
	j.index.begin(dst, base)
	valid, known = j.End(b)
	positions = j.index.end()
	for len(positions) > len(dst) && int(positions[len(positions)-1]-base) > len(b) {
		positions = positions[:len(positions)-1] // marks of newlines with which the last chunk was padded
	}
	return positions, valid, known
}

// Masks is like Index, but appends bit masks instead of positions: bit i of the j-th word that it appends is set
// if Index would append 64*j+i. There are len(b)/64+1 words. If the document is invalid, they are
// meaningless.
func (j *Checker) Masks(dst []uint64, b []byte) (masks []uint64, valid, known bool) {
	j.index.beginMasks(dst)
	valid, known = j.End(b)
	masks = j.index.endMasks()
	if last := len(dst) + len(b)/block; valid {
		masks = masks[:last+1]
		masks[last] &= 2<<(len(b)%block) - 1 // without marks of newlines with which the last chunk was padded
	}
	return masks, valid, known
}

// Write checks the next bytes; b may have any length. It returns false if it has found an error;
// then only Retreat and Reset may be called. Even if it returns true, there may be an error in
// bytes and tokens that it holds back for the next call.
func (j *Checker) Write(b []byte) bool {
	chunk := jsonPlanes.chunk
	if j.tailed > 0 {
		n := copy(j.tail[j.tailed:chunk], b)
		j.tailed += n
		b = b[n:]
		if j.tailed < chunk {
			return true
		}
		j.tailed = 0
		if !j.chunks(nil, &j.tail[0]) {
			return false
		}
	}
	whole := len(b) / chunk * chunk
	j.tailed = copy(j.tail[:], b[whole:])
	return j.chunks(b[:whole], nil)
}

// End checks the last bytes, and reports whether everything that has been written is valid, and
// whether that verdict is certain. b may have any length. The verdict is not certain if an empty
// container may be one level deeper than allowed.
//
// End pads the last chunk with at least one newline, so that any unfinished token is an error.
func (j *Checker) End(b []byte) (valid, known bool) {
	if j.tailed > 0 {
		if !j.Write(b) {
			return false, true
		}
		b = nil
	}
	if !j.lexer.begun && !j.index.on && len(b) >= leastAligned && jsonPlanes.chunk == mostChunk {
		head, ok := j.align(b)
		if !ok {
			return false, true
		}
		b = b[head:]
	}
	tail := j.tail[:jsonPlanes.chunk]
	whole := len(b) / len(tail) * len(tail)
	j.tailed += copy(tail[j.tailed:], b[whole:])
	copy(tail[j.tailed:], newlines)
	valid = j.chunks(b[:whole], &tail[0]) && j.structure.judgeLast(&j.tokens, j.tokens.pad())
	// Empty containers are not among the elements. At the limit, an empty container may be a level
	// too deep.
	return valid, !j.AtLimit()
}

// leastAligned is the number of bytes from which on align saves more time than it takes.
const leastAligned = 16 << 10

// align checks the beginning of a document, so that the chunks after it begin at multiples of 64. If
// they did not, each load would span two cache lines, and would take twice as long. The first chunk
// gets less than a block of spaces before the document. align returns the number of bytes checked.
func (j *Checker) align(b []byte) (head int, ok bool) {
	pad := int(uintptr(unsafe.Pointer(&b[0])) % block)
	if pad == 0 {
		return 0, true
	}
	j.saves.lexed = -pad
	return mostChunk - pad, j.chunks(nil, j.chunkAt(b, -pad))
}

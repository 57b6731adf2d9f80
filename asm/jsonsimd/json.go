package jsonsimd

import "github.com/assayjson/assay/asm"

// Use switches [Checker] off or on again: after Use(false), [HasKernel] reports false. Like
// [asm.Use], it is for tests, which also run callers without a Checker.
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

// IndexUnit is the unit of indexed parts: the length of each, except the last part of a document,
// must be a multiple of it, in bytes.
const IndexUnit = mostChunk

// WriteIndex is like Write for a part that is indexed. base is the position of its first byte; the
// positions are appended to dst as by Index. The document is valid up to the end of the part if ok
// is true, all tokens have been judged (see Tokens), and AtLimit reports false.
func (j *Checker) WriteIndex(dst []uint32, base uint32, b []byte) (positions []uint32, ok bool) {
	j.indexing, j.base, j.index = true, base, dst
	ok = j.chunks(b, nil) && (j.count < jsonPlanes.chunk || j.groups(j.count/jsonPlanes.chunk))
	positions, j.index, j.indexing = j.index, nil, false
	return positions, ok
}

// EndIndex is like End for a part that is indexed; see WriteIndex.
func (j *Checker) EndIndex(dst []uint32, base uint32, b []byte) (positions []uint32, valid, known bool) {
	if len(b) <= mostShort && !j.begun && j.tailed == 0 && j.rules == 0 && j.nesting.limit > mostShort {
		if positions, valid, known = indexShort(dst, base, b); known {
			return positions, valid, true
		}
	}
	j.indexing, j.base, j.index = true, base, dst
	valid, known = j.End(b)
	positions, j.index, j.indexing = j.index, nil, false
	for len(positions) > len(dst) && int(positions[len(positions)-1]-base) > len(b) {
		positions = positions[:len(positions)-1] // newlines that filled up the last chunk
	}
	return positions, valid, known
}

// Write checks the next bytes, of any number. It returns false if it has found an error. After
// true, there may still be an error in bytes and tokens that are held back for the next call. After
// false, only Retreat and Reset may be called.
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

// End checks the last bytes, of any number, and reports whether all that has been written is valid,
// and whether that is known for certain. It is not known if an empty container may be one level
// deeper than allowed.
//
// The last chunk is filled up with at least one newline, so that anything unfinished is an error.
func (j *Checker) End(b []byte) (valid, known bool) {
	if j.tailed > 0 {
		if !j.Write(b) {
			return false, true
		}
		b = nil
	}
	tail := j.tail[:jsonPlanes.chunk]
	whole := len(b) / len(tail) * len(tail)
	j.tailed += copy(tail[j.tailed:], b[whole:])
	copy(tail[j.tailed:], newlines)
	valid = j.chunks(b[:whole], &tail[0]) && j.end()
	// An empty container is not among the elements. At the limit, it may be one level too deep.
	return valid, !j.nesting.AtLimit()
}

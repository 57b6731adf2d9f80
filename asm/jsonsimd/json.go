package jsonsimd

import "github.com/assayjson/assay/asm"

// Use sets whether there is a [Checker] for the kernels in use; there is until Use is called with
// false. Like [asm.Use], it is for tests, which run callers without a Checker as well.
func Use(on bool) {
	if on {
		useJSON()
	} else {
		jsonPlanes = planeShape{}
	}
}

func init() { asm.OnUse(useJSON) }

// Index is End for a document that comes as a whole, of less than 4 GiB. To dst it appends
// the positions of what is needed to walk over a valid document, in rising order:
//
//   - each bracket;
//   - the quotation marks of each string, and in between each byte that a backslash escapes:
//     the letter, that is, not the backslash;
//   - the first byte of each number and literal, and the byte after it, which may be a
//     bracket, or the end of the document;
//   - with [Records], each newline that is in no string, and the end of the document.
//
// They mean nothing if the document is invalid.
func (j *Checker) Index(dst []uint32, b []byte) (positions []uint32, valid, known bool) {
	return j.EndIndex(dst, 0, b)
}

// IndexUnit is what the length of all parts of a document but the last must be a multiple
// of, if they are indexed.
const IndexUnit = mostChunk

// WriteIndex is Write for a part that is indexed: it appends positions, as Index does,
// where the part begins at base. The document is valid up to the end of the part when all
// of its tokens have been judged, see Tokens, and AtLimit is false.
func (j *Checker) WriteIndex(dst []uint32, base uint32, b []byte) (positions []uint32, ok bool) {
	j.indexing, j.base, j.index = true, base, dst
	ok = j.chunks(b, nil) && (j.count < jsonPlanes.chunk || j.groups(j.count/jsonPlanes.chunk))
	positions, j.index, j.indexing = j.index, nil, false
	return positions, ok
}

// EndIndex is End for a part that is indexed.
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
		positions = positions[:len(positions)-1] // newlines that the last chunk was filled up with
	}
	return positions, valid, known
}

// Write takes the next bytes, of any number. It returns false if there is an error in what
// has been looked at so far, which is not yet all: then j is good for nothing but Reset.
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

// End takes the last bytes, of any number, and reports whether all that has been written is
// valid, and whether that is known for sure: it is not if a container that is empty may
// have been one level deeper than is allowed.
//
// The last chunk is filled up with newlines, at least one, so that what is unfinished
// shows as an error.
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
	// An empty container is no element. At the limit, it may be one level too deep.
	return valid, !j.nesting.AtLimit()
}

package tape

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Index makes the tape of t.Data with the kernels. It returns false unless the kernels find that the document
// is valid. The kernels check only the grammar and the depth.
func (t *Tape) Index(c *scan.Rules) bool {
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(t.Data, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	text := t.Data[begin:]
	if index.IsScalar(text) || index.IsString(text) {
		t.Append(uint32(begin), text, text[0] == '"' && bytes.IndexByte(text, '\\') >= 0)
		return true
	}
	if jsonsimd.IsShort(text, c.MaxDepth) {
		if valid, known := t.indexShort(text, uint32(begin)); known {
			return valid
		}
	}
	if parts.Divides(c, t.Data) { // parts stay in the cache, so even one goroutine is faster
		return t.indexParts(c, begin, parts.Workers(c, t.Data))
	}
	x := index.New(t.Data, begin, c.MaxDepth, 0)
	if x == nil {
		return false
	}
	defer x.Free()
	return t.indexWith(x, begin)
}

// indexShort is like Index for a text that begins at the given offset and that [jsonsimd.IsShort] accepts.
func (t *Tape) indexShort(text []byte, begin uint32) (valid, known bool) {
	var short jsonsimd.ShortMasks
	if valid, known = jsonsimd.MasksShort(&short, text); !valid {
		return false, known
	}
	masks := short[:len(text)/wordBytes+1]
	if bytes.IndexByte(text, '\\') < 0 {
		t.makeRoom(countMarks(masks))
		t.Marks = jsonsimd.Positions(t.Marks[:0], begin, masks)
	} else {
		t.setEscaped(text, begin, masks)
	}
	t.Link()
	return true, true
}

// IndexLines makes a tape of t.Data if it consists of whole lines that are blank or documents: the tape has the marks of all
// documents, and one for each newline outside of them, including the last. If a newline directly follows a number or literal, it shares a mark with
// the end of it. IndexLines returns false unless the kernels find that all lines are valid, at most maxDepth levels deep, and not too long for
// a tape.
func (t *Tape) IndexLines(maxDepth int) bool {
	if len(t.Data) > MostBytes {
		return false
	}
	x := index.New(t.Data, 0, maxDepth, jsonsimd.Records)
	if x == nil {
		return false
	}
	defer x.Free()
	return t.indexWith(x, 0)
}

// indexWith makes the tape of t.Data[begin:], which x is an index of.
func (t *Tape) indexWith(x *index.Index, begin int) bool {
	text := t.Data[begin:]
	var valid bool
	if x.Masks, valid = x.WholeMasks(x.Masks[:0], t.Data); !valid {
		return false
	}
	x.Masks[len(text)/wordBytes] &= 1<<(len(text)%wordBytes) - 1 // lines also have a mark where the text ends
	var n int
	x.Marks, n = foldEscapes(x.Marks[:0], x.Masks, text)
	t.makeRoom(n)
	if !jsonsimd.HasPositionsBytes() {
		t.setMarks(jsonsimd.Positions(t.Marks[:0], uint32(begin), x.Masks), x.Marks)
		t.link()
		return true
	}
	var marks []uint32
	marks, x.Bytes = positionsBytes(t.Marks[:0], x.Bytes[:0], uint32(begin), text, x.Masks)
	t.setMarks(marks, x.Marks)
	t.linkLong(x.Bytes, x.Marks[:longMemory]) // the index does not need the memory of its marks
	return true
}

// makeRoom makes room for n marks. If t is reused, it also makes room for a few more, with which the
// kernels are faster.
func (t *Tape) makeRoom(n int) {
	if cap(t.Marks) > 0 {
		n += wordBytes
	}
	t.Marks = slices.Grow(t.Marks[:0], n)
}

// leastEscaped is the length in bytes of the shortest string with an escape.
const leastEscaped = 4

// setEscaped sets the marks of a short text with escapes.
func (t *Tape) setEscaped(text []byte, begin uint32, masks []uint64) {
	var few [len(jsonsimd.ShortMasks{}) * wordBytes / leastEscaped]uint32
	escaped, n := foldEscapes(few[:0], masks, text)
	t.makeRoom(n)
	t.setMarks(jsonsimd.Positions(t.Marks[:0], begin, masks), escaped)
}

// setMarks sets the marks, and HasEscape in those whose indexes are given.
func (t *Tape) setMarks(marks, escaped []uint32) {
	for _, i := range escaped {
		marks[i] |= HasEscape
	}
	t.Marks = marks
}

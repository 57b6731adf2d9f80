package partial

import (
	"strconv"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/tape"
)

// A container is an open array or object: the index of its mark, and the number of its values before
// the latest bracket in it. Names count as values.
type container struct{ at, values uint32 }

// A draft is the document so far: its text, its tape and the containers that are open.
//
// marks and links are the tape of the document, as package tape describes it. A token has its first
// mark as soon as it begins, and its second one when it is complete. The link of an open container is
// unclosed. links is as long as the capacity of marks.
type draft struct {
	buf   []byte
	marks []uint32
	links []uint32

	open   []container // the containers outside here, outermost first; in each, values includes the container inside
	here   container   // the innermost container, if depth is not 0
	last   uint32      // index of the latest bracket's mark
	depth  int
	object bool // the innermost container is an object

	tape  *tape.Tape // refers to the whole capacity of buf, marks and links
	stale bool       // buf, marks or links have moved since tape was made
}

// unclosed is the link of an open container. It is larger than any index of a mark.
const unclosed = 1 << 31

// position returns the offset of the mark with index i.
func (c *draft) position(i uint32) int { return int(c.marks[i] &^ tape.HasEscape) }

// mark appends a mark at offset i.
func (c *draft) mark(i int) {
	if len(c.marks) == cap(c.marks) {
		c.growTape()
	}
	c.marks = append(c.marks, uint32(i))
}

// growTape doubles the memory of the tape.
func (c *draft) growTape() {
	const few = 64
	marks := make([]uint32, len(c.marks), max(2*cap(c.marks), few))
	copy(marks, c.marks)
	links := make([]uint32, cap(marks))
	copy(links, c.links)
	c.marks, c.links, c.stale = marks, links, true
}

// latest returns the index of the latest mark.
func (c *draft) latest() uint32 { return uint32(len(c.marks) - 1) }

// tokenBegins returns where the latest token begins, which must not be complete.
func (c *draft) tokenBegins() int { return c.position(c.latest()) }

// valuesHere returns how many values have begun in the innermost container. Names count as values.
func (c *draft) valuesHere() int {
	return int(c.here.values + (uint32(len(c.marks))-c.last)/2)
}

// membersHere returns how many members or elements have begun in the innermost container.
func (c *draft) membersHere() int {
	if c.object {
		return (c.valuesHere() + 1) / 2
	}
	return c.valuesHere()
}

// isOpen reports whether the value or name that begins at the given mark is incomplete.
func (c *draft) isOpen(at uint32) bool {
	if isOpening(c.buf[c.position(at)]) {
		return c.links[at] == unclosed
	}
	return int(at)+1 >= len(c.marks)
}

// value returns the complete value or name that begins at the given mark.
func (c *draft) value(at uint32, isName bool) document.Value {
	if c.tape == nil || c.stale {
		c.tape = &tape.Tape{Data: c.buf[:cap(c.buf)], Marks: c.marks[:cap(c.marks)], Links: c.links}
		c.stale = false
	}
	if isName {
		return document.Value(c.tape.Name(at))
	}
	return document.Value(c.tape.Value(at))
}

// after returns the index of the first mark after the value that begins at the given mark, or an index
// beyond all marks if the value is incomplete.
func (c *draft) after(at uint32) uint32 {
	if isOpening(c.buf[c.position(at)]) {
		return c.links[at] + 1
	}
	return at + 2
}

// appendClosers appends the closing brackets of all open containers.
func (c *draft) appendClosers(dst []byte) []byte {
	if c.depth == 0 {
		return dst
	}
	dst = append(dst, c.closer(c.here))
	for i := len(c.open) - 1; i >= 0; i-- {
		dst = append(dst, c.closer(c.open[i]))
	}
	return dst
}

// closer returns the closing bracket of an open container.
func (c *draft) closer(open container) byte { return c.buf[c.position(open.at)] + 2 }

// appendStep appends the reference token of the value that begins at the mark inside, and is in the
// container that begins at the mark outer. If that is an array, index is the index of the element.
func (c *draft) appendStep(dst []byte, outer, inside uint32, index int) []byte {
	dst = append(dst, '/')
	if c.buf[c.position(outer)] == '[' {
		return strconv.AppendInt(dst, int64(index), 10)
	}
	return place.AppendToken(dst, c.buf[c.position(inside-2)+1:c.position(inside-1)])
}

func isOpening(b byte) bool { return b == '{' || b == '[' }

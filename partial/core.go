package partial

import (
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
)

// A phase is what the automaton does next. In the first phases, it is between tokens.
type phase uint8

const (
	wantDocument phase = iota
	wantFirstElement
	wantNextElement
	wantFirstName
	wantNextName
	wantColon
	wantMember // the value after a colon
	afterElement
	afterMember
	afterDocument
	inString
	inSurrogates // in a string, after the escape of a high surrogate
	inEscape     // after a backslash
	inHex        // after \u, with at most three digits
	inCharacter  // in a UTF-8 sequence
	inNumber
	inLiteral
	inMark // in a byte order mark
	failed
)

// A container is an open array or object: the index of its mark, and the number of its values before
// the latest bracket in it. Names count as values.
type container struct{ at, values uint32 }

// A core is the automaton and what it has found. It has read all of buf unless the text is invalid.
//
// marks and links are the tape of the document, as package tape describes it. A token has its first
// mark as soon as it begins, and its second one when it is complete. The link of an open container is
// unclosed. links is as long as the capacity of marks.
type core struct {
	scan.Rules
	buf   []byte
	marks []uint32
	links []uint32

	open  []container // the containers outside here, outermost first; in each, values includes the container inside
	here  container   // the innermost container, if depth is not 0
	last  uint32      // index of the latest bracket's mark
	depth int

	phase  phase
	object bool // the innermost container is an object
	name   bool // the string is a name
	part   part // of the number

	digits uint8 // how many hexadecimal digits an escape has so far
	unit   int   // where the latest escape or character outside ASCII begins that was not complete when it was read
	high   int   // where the escape of a high surrogate begins that lacks the other half; noHigh if there is none
	code   rune  // of the escape
	lead   rune  // the high surrogate at high
	word   string

	tokens int64 // if Counting is set
	names  scan.NameSets

	errorAt int // offset of the error, if there is one; the text after it has not been read

	tape  *tape.Tape // refers to the whole capacity of buf, marks and links
	stale bool       // buf, marks or links have moved since tape was made
}

const noHigh = -1

// unclosed is the link of an open container. It is larger than any index of a mark.
const unclosed = 1 << 31

// position returns the offset of the mark with index i.
func (c *core) position(i uint32) int { return int(c.marks[i] &^ tape.HasEscape) }

// reset prepares c for another document. It keeps the memory.
func (c *core) reset() {
	c.names.Reset()
	*c = core{Rules: c.Rules, buf: c.buf[:0], marks: c.marks[:0], links: c.links, open: c.open[:0], names: c.names, stale: true}
}

// mark appends a mark at offset i.
func (c *core) mark(i int) {
	if len(c.marks) == cap(c.marks) {
		c.growTape()
	}
	c.marks = append(c.marks, uint32(i))
}

// growTape doubles the memory of the tape.
func (c *core) growTape() {
	const few = 64
	marks := make([]uint32, len(c.marks), max(2*cap(c.marks), few))
	copy(marks, c.marks)
	links := make([]uint32, cap(marks))
	copy(links, c.links)
	c.marks, c.links, c.stale = marks, links, true
}

// latest returns the index of the latest mark.
func (c *core) latest() uint32 { return uint32(len(c.marks) - 1) }

// tokenBegins returns where the latest token begins, which must not be complete.
func (c *core) tokenBegins() int { return c.position(c.latest()) }

// valuesHere returns how many values have begun in the innermost container. Names count as values.
func (c *core) valuesHere() int {
	return int(c.here.values + (uint32(len(c.marks))-c.last)/2)
}

// membersHere returns how many members or elements have begun in the innermost container.
func (c *core) membersHere() int {
	if c.object {
		return (c.valuesHere() + 1) / 2
	}
	return c.valuesHere()
}

// isOpen reports whether the value or name that begins at the given mark is incomplete.
func (c *core) isOpen(at uint32) bool {
	if isOpening(c.buf[c.position(at)]) {
		return c.links[at] == unclosed
	}
	return int(at)+1 >= len(c.marks)
}

// endValue ends a value before buf[i], and reads the comma if one follows directly. It returns the offset at
// which reading continues.
func (c *core) endValue(i int) int {
	c.valueDone()
	if i < len(c.buf) && c.buf[i] == ',' && c.depth > 0 {
		c.phase = wantNextElement
		if c.object {
			c.phase = wantNextName
		}
		i++
	}
	return i
}

// valueDone enters the phase after a complete value.
func (c *core) valueDone() {
	switch {
	case c.depth == 0:
		c.phase = afterDocument
	case c.object:
		c.phase = afterMember
	default:
		c.phase = afterElement
	}
}

func isOpening(b byte) bool { return b == '{' || b == '[' }

// value returns the complete value or name that begins at the given mark.
func (c *core) value(at uint32, isName bool) document.Value {
	if c.tape == nil || c.stale {
		c.tape = &tape.Tape{Data: c.buf[:cap(c.buf)], Marks: c.marks[:cap(c.marks)], Links: c.links}
		c.stale = false
	}
	if isName {
		return document.Value(c.tape.Name(at))
	}
	return document.Value(c.tape.Value(at))
}

// safeEnd returns the end of the last whole character of a string that is not complete.
func (c *core) safeEnd() int {
	switch c.phase {
	case inEscape, inHex, inSurrogates:
		if c.high != noHigh {
			return c.high
		}
		return c.unit
	case inCharacter:
		return c.unit
	}
	return c.end()
}

// end returns the end of the text that has been read.
func (c *core) end() int {
	if c.phase == failed {
		return max(c.errorAt, c.tokenBegins()+1)
	}
	return len(c.buf)
}

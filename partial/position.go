package partial

import (
	"strconv"

	"github.com/assayjson/assay/internal/engine/place"
)

// points has the point for each phase, except for those that depend on more than the phase.
var points = [...]Point{
	wantDocument: Start, wantFirstElement: AfterBracket, wantNextElement: AfterComma, wantFirstName: AfterBracket, wantNextName: AfterComma,
	wantColon: AfterName, wantMember: AfterColon, afterElement: AfterValue, afterMember: AfterValue, afterDocument: End,
	inString: InString, inSurrogates: InEscape, inEscape: InEscape, inHex: InEscape, inCharacter: InCharacter,
	inNumber: InNumber, inLiteral: InLiteral, inMark: Start, failed: Invalid,
}

// point returns what the text so far ends in.
func (c *core) point() Point {
	if c.phase == inNumber && c.part.mayEnd() {
		return AfterDigit
	}
	return points[c.phase]
}

// offset returns the field Offset of the state.
func (c *core) offset() int {
	switch {
	case c.inToken():
		return c.tokenBegins()
	case c.phase == failed:
		return c.errorAt
	}
	return len(c.buf)
}

// isWhole reports whether the text so far is a valid document.
func (c *core) isWhole() bool {
	return c.phase == afterDocument || c.phase == inNumber && c.depth == 0 && c.part.mayEnd()
}

// inToken reports whether the text ends in a string, a name, a number or a literal.
func (c *core) inToken() bool { return inString <= c.phase && c.phase <= inLiteral }

// inName reports whether the text ends in a name.
func (c *core) inName() bool { return c.name && inString <= c.phase && c.phase <= inCharacter }

// appendPointer appends the JSON Pointer of what is unfinished.
func (c *core) appendPointer(dst []byte) []byte {
	if c.depth == 0 {
		return dst
	}
	for i, outer := range c.open {
		inside := c.here.at
		if i+1 < len(c.open) {
			inside = c.open[i+1].at
		}
		dst = c.appendStep(dst, outer.at, inside, int(outer.values)-1)
	}
	switch n := uint32(len(c.marks)); {
	case c.phase == wantColon || c.phase == wantMember:
		return c.appendStep(dst, c.here.at, n, 0)
	case c.phase == wantNextElement:
		return c.appendStep(dst, c.here.at, n, c.valuesHere())
	case c.inToken() && !c.inName():
		return c.appendStep(dst, c.here.at, n-1, c.valuesHere()-1)
	}
	return dst
}

// appendStep appends the reference token of the value that begins at the mark inside, and is in the
// container that begins at the mark outer. If that is an array, index is the index of the element.
func (c *core) appendStep(dst []byte, outer, inside uint32, index int) []byte {
	dst = append(dst, '/')
	if c.buf[c.position(outer)] == '[' {
		return strconv.AppendInt(dst, int64(index), 10)
	}
	return place.AppendToken(dst, c.buf[c.position(inside-2)+1:c.position(inside-1)])
}

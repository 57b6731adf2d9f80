package partial

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// An unfinished is an escape, a pair of surrogates or a character that is not complete.
type unfinished struct {
	digits uint8 // how many hexadecimal digits an escape has so far
	unit   int   // where the latest escape or character outside ASCII begins that was not complete when it was read
	high   int   // where the escape of a high surrogate begins that lacks the other half; noHigh if there is none
	code   rune  // of the escape
	lead   rune  // the high surrogate at high
}

// mayBeLow reports whether the digits of the escape so far are those of a low surrogate.
func (c *unfinished) mayBeLow() bool {
	missing := 4 * (4 - c.digits)
	first, last := c.code<<missing, c.code<<missing|(1<<missing-1)
	return first <= 0xDFFF && last >= 0xDC00
}

// A core is the automaton and what it has found. It has read all of buf unless the text is invalid.
type core struct {
	scan.Rules
	draft
	spot
	unfinished
	tokens  int64 // if Counting is set
	names   unique.Exact
	errorAt int // offset of the error, if there is one; the text after it has not been read
}

const noHigh = -1

// reset prepares c for another document. It keeps the memory.
func (c *core) reset() {
	c.names.Reset()
	*c = core{Rules: c.Rules, draft: draft{buf: c.buf[:0], marks: c.marks[:0], links: c.links, open: c.open[:0], stale: true}, names: c.names}
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

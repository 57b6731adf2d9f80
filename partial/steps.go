package partial

import (
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/tape"
)

// A textStep is a state of the automaton in moreText, which reads the characters of a string. Its value is the
// place of the state in the rows of the table textSteps. A row of 64 bits has room for ten states, so that there
// are none for escapes such as \u00e9.
type textStep uint8

// stepBits is the number of bits of a state.
const stepBits = 6

const (
	betweenCharacters textStep = stepBits * iota
	afterBackslash
	oneMissing   // one byte of a UTF-8 sequence is missing (RFC 3629, section 4)
	twoMissing   // two bytes are missing
	threeMissing // three bytes are missing
	afterE0      // a small second byte would make the sequence overlong
	afterED      // a large second byte would make it a surrogate
	afterF0      // a small second byte would make it overlong
	afterF4      // a large second byte would make it exceed U+10FFFF
	stopped      // the automaton cannot read the text
)

// Bits of a row after those of the states.
const (
	isBackslash    = 1 << (stopped + stepBits + iota)
	inNoncharacter // the first byte of a noncharacter, and of other characters
)

// textSteps has a row for each byte. The bits of the row from bit s on are the state after state s and this
// byte. Therefore a shift leads from a state to the next one, and no branch depends on the text. The idea is
// Per Vognsen's ("shift-based DFAs", 2020).
var textSteps = lazy.Value[*[256]uint64]{Make: func() *[256]uint64 {
	rows := new([256]uint64)
	for b := range rows {
		for s := betweenCharacters; s <= stopped; s += stepBits {
			rows[b] |= uint64(s.next(byte(b))) << s
		}
		if b == '\\' {
			rows[b] |= isBackslash
		}
		if b >= 0xEF {
			rows[b] |= inNoncharacter
		}
	}
	return rows
}}

// next returns the state after state s and the byte b.
func (s textStep) next(b byte) textStep {
	if s == afterBackslash && isShortEscape[b] {
		return betweenCharacters
	}
	if s == betweenCharacters {
		return firstStep(b)
	}
	if b&0xC0 != 0x80 {
		return stopped // not a continuation byte
	}
	switch {
	case s == oneMissing:
		return betweenCharacters
	case s == twoMissing, s == afterE0 && b >= 0xA0, s == afterED && b < 0xA0:
		return oneMissing
	case s == threeMissing, s == afterF0 && b >= 0x90, s == afterF4 && b < 0x90:
		return twoMissing
	}
	return stopped
}

// firstStep returns the state after the first byte of a character or an escape.
func firstStep(b byte) textStep {
	switch {
	case isPlain(b):
		return betweenCharacters
	case b == '\\':
		return afterBackslash
	case 0xC2 <= b && b <= 0xDF:
		return oneMissing
	case b == 0xE0:
		return afterE0
	case b == 0xED:
		return afterED
	case 0xE1 <= b && b <= 0xEF:
		return twoMissing
	case b == 0xF0:
		return afterF0
	case 0xF1 <= b && b <= 0xF3:
		return threeMissing
	case b == 0xF4:
		return afterF4
	}
	return stopped
}

// moreText reads buf[i:], which must not be empty, and reports whether it continues a string. If the string
// ends, if it is invalid, or if it has escapes of six bytes, moreText returns false and changes nothing. The
// phase must be one for which textUntil is not 0.
func (c *core) moreText(i int) bool {
	if c.phase != inString {
		i = c.unit
	}
	var all uint64
	last := uint64(betweenCharacters)
	steps := textSteps.Get()
	for _, b := range c.buf[i:] {
		row := steps[b]
		all |= row
		last = row >> (last & 63)
	}
	step := textStep(last & (1<<stepBits - 1))
	if step == stopped || c.IJSON && all&inNoncharacter != 0 {
		return false
	}
	if all&isBackslash != 0 {
		c.marks[len(c.marks)-1] |= tape.HasEscape
	}
	switch step {
	case betweenCharacters:
		c.phase = inString
	case afterBackslash:
		c.phase, c.unit = inEscape, len(c.buf)-1
	default:
		c.phase, c.unit = inCharacter, len(c.buf)-1
		for !utf8.RuneStart(c.buf[c.unit]) {
			c.unit--
		}
	}
	return true
}

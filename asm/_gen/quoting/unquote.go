package quoting

import (
	"strings"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/utf8simd"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The letters of two-character escapes (RFC 8259, section 7), and the characters that they stand
// for.
const (
	escapeLetters    = `"\/bfnrt`
	escapeCharacters = "\"\\/\b\f\n\r\t"
)

const backslash = '\\'

// The bits of classes in [unquoteClasses].
const (
	escaper   = 1 << 5 // a backslash
	badEscape = 1 << 6 // a character that does not form a two-character escape with a backslash before it
	notText   = 1 << 7 // not text: a quotation mark or a control character
)

// unquoteClasses returns the class of each ASCII character for Unquote.
func unquoteClasses() []byte {
	classes := make([]byte, 128)
	for c := range classes {
		if c < 0x20 || c == '"' {
			classes[c] |= notText
		}
		if c == backslash {
			classes[c] |= escaper
		}
		if !strings.ContainsRune(escapeLetters, rune(c)) {
			classes[c] |= badEscape
		}
	}
	return classes
}

// unescaped returns a table of the characters that the letters of escapes stand for.
func unescaped() []byte {
	meanings := make([]byte, 128)
	for i := range len(escapeLetters) {
		meanings[escapeLetters[i]] = escapeCharacters[i]
	}
	return meanings
}

const (
	unitEscape = len(`\ud83d`)
	pairEscape = 2 * unitEscape
)

const unquoteSignature = "func(dst []byte, src string) (written int, read int, valid bool)"

// unquoter is the common part of the emitters of Unquote.
//
// Backslashes are found 64 bytes at a time, as a word with one bit for each byte. The escaped bytes
// are computed from this word as in Langdale and Lemire ("Parsing gigabytes of JSON per second",
// 2019). A block that is loaded never begins with the second character of an escape.
type unquoter struct {
	utf8simd.Validator // P is the cursor; N is the number of bytes left, if that is less than a block

	d       reg.GPVirtual // the cursor in dst
	oddBits operand.Mem

	// errors collects UTF-8 errors. The check of UTF-8 also needs the vector before the cursor,
	// which is kept in previous. If no sequence is cut off at the cursor, previous may be any
	// vector that does not end within a sequence, because all such vectors have the same effect on
	// the bytes after the cursor.
	errors, previous isa.Vector
}

func newUnquoter(m isa.Machine) unquoter {
	c := m.Ctx()
	u := unquoter{Validator: utf8simd.Validator{Machine: m, P: c.GP64(), N: c.GP64(), End: c.GP64()}, d: c.GP64()}
	u.errors, u.previous = u.Vec(), u.Vec()
	u.LastLimits = u.Data("lastLimits", utf8simd.LastLimits(u.Width()))
	u.oddBits = u.Data("oddBits", isa.EightTimes(0xAA))
	for i := range u.X {
		u.X[i] = u.Vec()
	}
	return u
}

// enter emits the start of the function, which returns at once if there is nothing to read, or too
// little room to write.
func (u *unquoter) enter() {
	c := u.Ctx()
	c.Load(c.Param("dst").Base(), u.d)
	c.Load(c.Param("src").Base(), u.P)
	c.Load(c.Param("src").Len(), u.N)
	u.Zero(u.errors)
	u.Zero(u.previous)
	c.CMPQ(u.N, isa.Address(c.Param("dst").Len()))
	c.JA(operand.LabelRef("nothing"))
	c.TESTQ(u.N, u.N)
	c.JE(operand.LabelRef("nothing"))
	c.LEAQ(operand.Mem{Base: u.P, Index: u.N, Scale: 1}, u.End)
}

// escapePlaces holds the positions of the backslashes and of the letters of escapes in a block.
type escapePlaces struct{ begin, letter reg.GPVirtual }

// findEscapes finds escapes by a subtraction, like find_escaped of simdjson. In this subtraction, a
// run of backslashes that begins at an even position borrows from the 1s at odd positions. The
// parameter carryIn, if not nil, says whether the block begins with the letter of an escape.
func (u *unquoter) findEscapes(all, carryIn reg.GPVirtual) escapePlaces {
	c := u.Ctx()
	potential, t := c.GP64(), c.GP64()
	e := escapePlaces{c.GP64(), c.GP64()}
	c.MOVQ(all, potential)
	if carryIn != nil {
		c.ANDNQ(all, carryIn, potential)
	}
	c.LEAQ(operand.Mem{Base: potential, Index: potential, Scale: 1}, t)
	c.ORQ(u.oddBits, t)
	c.SUBQ(potential, t)
	c.XORQ(u.oddBits, t)
	c.MOVQ(t, e.begin)
	c.ANDQ(all, e.begin)
	c.MOVQ(t, e.letter)
	if carryIn != nil {
		c.ORQ(carryIn, all)
	}
	c.XORQ(all, e.letter)
	return e
}

// stopBefore converts the positions of invalid characters to positions where reading may have to
// end. If an invalid character is the letter of an escape, reading may end at the backslash of that
// escape. Reading may also end at a backslash that is the last byte of the block, because its
// letter is beyond the block.
func (u *unquoter) stopBefore(stops reg.GPVirtual, e escapePlaces) {
	c, t := u.Ctx(), u.Ctx().GP64()
	c.MOVQ(stops, t)
	c.ANDQ(e.letter, t)
	c.XORQ(t, stops)
	c.SHRQ(operand.U8(1), t)
	c.ORQ(t, stops)
	c.MOVQ(e.begin, t)
	c.SHRQ(operand.U8(63), t)
	c.SHLQ(operand.U8(63), t)
	c.ORQ(t, stops)
}

// leave emits the return.
func (u *unquoter) leave() {
	c := u.Ctx()
	c.Label("nothing")
	c.SUBQ(isa.Address(c.Param("dst").Base()), u.d)
	c.SUBQ(isa.Address(c.Param("src").Base()), u.P)
	c.Store(u.d, c.Return("written"))
	c.Store(u.P, c.Return("read"))
	u.SetIfZero(u.errors, isa.Address(c.Return("valid")))
	isa.Ret(u)
}

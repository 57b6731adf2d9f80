package quoting

import (
	"bytes"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/assayjson/assay/asm/gen/utf8simd"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unitsMachine is what [QuoteUnits] needs of an instruction set, in addition to what
// [utf8simd.ValidUTF8] needs. The letters x, a, b and v stand for vectors.
type unitsMachine interface {
	isa.Machine
	HighNibbles(x, dst isa.Vector)

	keepUnitConstants(u *unitQuoter) // loads what stays in registers all the time
	useUnitConstants(u *unitQuoter)  // loads what is needed for each block
	classTables(u *unitQuoter) (low, high isa.Vector)
	same(b byte) isa.Vector      // returns b in each lane
	table16(b []byte) isa.Vector // returns a table for VPSHUFB

	and(a, b, dst isa.Vector)
	andNot(a, b, dst isa.Vector) // dst = a &^ b
	topMask(x, dst isa.Vector)   // sets all bits of the lanes whose top bit is set
	// spread returns the bytes of x in the order in which makeOutput expects them, and the three
	// vectors of bytes before each of these.
	spread(x isa.Vector) (isa.Vector, [3]isa.Vector)

	jumpUnlessZero(v isa.Vector, label string)
	jumpIfAtLeast(b byte, x isa.Vector, label string) // jumps if a byte of x is at least b
	firstNonZero(v isa.Vector) reg.GPVirtual          // the number of lanes if there is none
	clearUnlessASCII(x isa.Vector, count, zero reg.GPVirtual)

	// lanesEqual returns the lanes in which x & mask is equal to b.
	lanesEqual(x isa.Vector, mask, b byte) lanes
	add(a, dst lanes)       // dst |= a
	dropLast(a lanes) lanes // drops the last lane
	blend(a lanes, x, dst isa.Vector)

	// keepParts stores which bytes of its output each character has, given the classes of ASCII
	// characters and the last bytes of others.
	keepParts(u *unitQuoter, x, class isa.Vector, last lanes)
	// writeOutput writes the kept bytes of the output of half of the characters: four vectors, with
	// unitStep bytes for each character.
	writeOutput(u *unitQuoter, half int, out [4]isa.Vector)
}

// lanes is a set of lanes.
type lanes struct {
	v isa.Vector        // all bits of the lanes are set; only for AVX2
	k reg.OpmaskVirtual // only for AVX-512
}

// Each byte of the text gets a step of eight bytes of output, most of which are dropped. They are
// the escape with four digits, and the character itself or the letter of its escape, twice.
const (
	unitStep    = 8
	stepPlain   = 1 << 6
	stepShort   = 1<<0 | 1<<6
	stepLong    = 1<<6 - 1
	unitExpands = 6 // the most bytes of output for a byte
)

// unitQuoter emits [QuoteUnits].
type unitQuoter struct {
	unitsMachine
	*utf8simd.Validator
	d, s, table reg.GPVirtual
	left        reg.GPVirtual // number of bytes of src from s on
	end         reg.GPVirtual // the end of dst
}

// QuoteUnits emits the kernels of quoting.QuoteUnits for whole blocks.
//
// All characters of a block are written at once, whether they are ASCII or not. Each byte is taken
// as the last one of a character, and its bits and those of the two bytes before are moved to four
// hexadecimal digits:
//
//	110_33322  10_221111             two bytes:   0 3 2 1
//	1110_4444  10_333322  10_221111  three bytes: 4 3 2 1
//
// For four bytes, the second-to-last gets the digits of the first surrogate, where w is uuuuu-1:
//
//	11110_uuu  10_uu4444  10_333322  10_221111   the digits of D800 + wwww_4444_33, and of DC00 + 33_22_1111
//
// The digits are looked up, and interleaved with the other bytes of the steps. Then the bytes are
// dropped that do not belong to the output: all of them for bytes that are not the last ones of
// their characters. A character that is cut off at the end of a block begins the next one.
//
// Clausecker and Lemire ("Transcoding Unicode characters with AVX-512 instructions", 2023) also
// work on the last bytes of characters.
func QuoteUnits(m isa.Machine) {
	isa.Function(m, "quoteUnits", "func(dst []byte, src string, t *Table) (written, read int)",
		"quoteUnits"+m.Name()+" is QuoteUnits for blocks of src while there is room for the longest",
		"output of a block. It stops before a block that contains ill-formed UTF-8.")
	u := newUnitQuoter(m)
	c, w := u.Ctx(), u.Width()
	count, zero := c.GP64(), c.GP64()
	c.XORL(count.As32(), count.As32())
	c.XORL(zero.As32(), zero.As32())
	u.keepUnitConstants(u)

	c.Label("block")
	c.CMPQ(u.left, operand.U32(w))
	c.JB(operand.LabelRef("end"))
	after, x := c.GP64(), u.Vec()
	c.LEAQ(isa.At(u.d, unitsRoom(w)), after)
	c.CMPQ(after, u.end)
	c.JA(operand.LabelRef("end"))
	u.Load(isa.At(u.s, 0), x)
	u.clearUnlessASCII(x, count, zero)
	c.CMPQ(count, operand.U32(calm/w+1))
	c.JAE(operand.LabelRef("end"))

	u.useUnitConstants(u)
	n := u.firstNonZero(u.Unfinished(x))
	later := u.quoteBlock(x)
	c.ADDQ(n, u.s)
	c.SUBQ(n, u.left)
	c.JMP(operand.LabelRef("block"))
	u.finish()
	later()
}

// calm is the constant of package quoting. unitsRoom is the number of bytes that must be left in
// dst: the longest output of a block, and a block.
const calm = 64

func unitsRoom(width int) int { return unitExpands*width + 64 }

func newUnitQuoter(m isa.Machine) *unitQuoter {
	u := &unitQuoter{}
	switch m := m.(type) {
	case *isa.AVX2:
		u.unitsMachine = &units2{AVX2: m}
	case *isa.AVX512:
		u.unitsMachine = &units512{AVX512: m}
	}
	c := m.Ctx()
	u.Validator = &utf8simd.Validator{Machine: m, LastLimits: m.Data("lastLimits", utf8simd.LastLimits(m.Width()))}
	u.d, u.s, u.table, u.left, u.end = c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("dst").Base(), u.d)
	c.Load(c.Param("dst").Len(), u.end)
	c.ADDQ(u.d, u.end)
	c.Load(c.Param("src").Base(), u.s)
	c.Load(c.Param("src").Len(), u.left)
	c.Load(c.Param("t"), u.table)
	return u
}

// alignedLocal returns n bytes of memory that begin with a cache line, for the reasons described at
// quote512.useLongMemory.
func alignedLocal(c *build.Context, n int) operand.Mem {
	const line = 64
	local, base := c.AllocLocal(n+line-8), c.GP64() // the stack is aligned to 8
	c.LEAQ(local.Offset(line-1), base)
	c.ANDQ(operand.I8(-line), base)
	return isa.At(base, 0)
}

func (u *unitQuoter) finish() {
	c, base := u.Ctx(), u.Ctx().GP64()
	c.Label("end")
	c.Load(c.Param("dst").Base(), base)
	c.SUBQ(base, u.d)
	c.Store(u.d, c.Return("written"))
	c.Load(c.Param("src").Base(), base)
	c.SUBQ(base, u.s)
	c.Store(u.s, c.Return("read"))
	isa.Ret(u)
}

// quoteBlock writes the output of a block, or jumps to the end if it is not well-formed. The
// function that it returns emits the rest of the code.
func (u *unitQuoter) quoteBlock(block isa.Vector) (later func()) {
	x, before := u.spread(block)
	errors := u.Vec()
	u.Zero(errors)
	u.AddJudgement(x, before, errors)
	u.jumpUnlessZero(errors, "end")

	top, high := u.Vec(), u.Vec()
	u.topMask(x, top)
	u.and(top, before[0], before[0])
	last := u.lanesEqual(before[0], 0xE0, 0xC0)
	u.add(u.lanesEqual(before[1], 0xF0, 0xE0), last)
	u.HighNibbles(x, high)
	digits := u.digits(x, top, high, before)
	u.jumpIfAtLeast(isa.Lead4, block, "fourBytes")
	u.Ctx().Label("digits")
	u.keepParts(u, x, u.classes(x, high), last)

	hex := u.table16([]byte("0123456789abcdef"))
	for _, d := range digits {
		u.lookUp(hex, d, d)
	}
	u.interleave(digits, u.letters(x))
	return func() {
		u.Ctx().Label("fourBytes")
		u.fourBytes(digits, before, last)
		u.Ctx().JMP(operand.LabelRef("digits"))
	}
}

func (u *unitQuoter) lookUp(table, index, dst isa.Vector) { u.Ctx().VPSHUFB(index, table, dst) }

// shift returns x shifted to the right by n bits, or to the left by -n bits, and masked.
func (u *unitQuoter) shift(x isa.Vector, n int, mask byte) isa.Vector {
	v := u.Vec()
	if n < 0 {
		u.Ctx().VPSLLW(operand.U8(-n), x, v)
	} else {
		u.Ctx().VPSRLW(operand.U8(n), x, v)
	}
	u.and(u.same(mask), v, v)
	return v
}

// digits returns the values of the four digits, the last one first. The digits of lanes that are
// not ASCII are those of a character of two or three bytes. A lead of three bytes loses its upper
// bits in a saturating subtraction, which leaves nothing of other bytes.
func (u *unitQuoter) digits(x, top, high isa.Vector, before [3]isa.Vector) (digits [4]isa.Vector) {
	c, upper := u.Ctx(), u.Vec()
	digits[0] = u.Vec()
	u.and(u.same(0x0F), x, digits[0])
	digits[1] = u.shift(before[0], -2, 0x0C)
	u.and(u.same(0x0C), top, upper)
	u.andNot(high, upper, upper)
	u.Or(upper, digits[1], digits[1])
	digits[2] = u.shift(before[0], 2, 0x0F)
	digits[3] = u.Vec()
	c.VPSUBUSB(u.same(isa.Lead3), before[1], digits[3])
	return digits
}

// fourBytes replaces the digits of characters of four bytes by those of surrogates, and adds the
// positions of these to last. A character cannot end with the block if its third byte is the last
// one.
func (u *unitQuoter) fourBytes(digits [4]isa.Vector, before [3]isa.Vector, last lanes) {
	const upper, lower = 0x0D, 0x0C // the digits that all surrogates, and second ones, begin with
	second, two := u.lanesEqual(before[2], 0xF8, isa.Lead4), u.Vec()
	u.add(second, last)
	u.blend(second, u.same(upper), digits[3])
	u.and(u.same(3), digits[2], two) // 33 or, in first surrogates, 44 as in the picture above
	u.blend(second, u.either(u.same(lower), two), digits[2])

	first := u.dropLast(u.lanesEqual(before[1], 0xF8, isa.Lead4))
	u.add(first, last)
	u.blend(first, u.same(upper), digits[3])
	plane := u.either(u.shift(before[1], -2, 0x0C), u.shift(before[0], 4, 3)) // the lower bits of uuuuu, which are enough
	u.Ctx().VPSUBB(u.same(1), plane, plane)
	u.blend(first, digits[1], digits[0])
	u.blend(first, u.either(u.shift(plane, -2, 0x0C), two), digits[1])
	u.blend(first, u.either(u.shift(plane, 2, 3), u.same(8)), digits[2])
}

// either returns a | b.
func (u *unitQuoter) either(a, b isa.Vector) isa.Vector {
	v := u.Vec()
	u.Or(a, b, v)
	return v
}

// classes looks up which characters are escaped, as in quote2.
func (u *unitQuoter) classes(x, high isa.Vector) isa.Vector {
	class, byHigh := u.Vec(), u.Vec()
	low, upper := u.classTables(u)
	u.lookUp(low, x, class)
	u.lookUp(upper, high, byHigh)
	u.and(byHigh, class, class)
	return class
}

// letters returns the characters themselves, or the letters of their short escapes. Saturation sets
// the top bit of all but the first sixteen characters, so their difference from a letter is zero.
func (u *unitQuoter) letters(x isa.Vector) isa.Vector {
	differences := make([]byte, 16)
	for c, letter := range map[byte]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'} {
		differences[c] = letter - c
	}
	v := u.Vec()
	u.Ctx().VPADDUSB(u.same(0x70), x, v)
	u.lookUp(u.table16(differences), v, v)
	u.Ctx().VPADDB(x, v, v)
	return v
}

// interleave makes the steps of all characters, and writes them.
func (u *unitQuoter) interleave(digits [4]isa.Vector, letters isa.Vector) {
	c := u.Ctx()
	begin := u.Data("unitBegin", bytes.Repeat([]byte(`\u`), u.Width()/2))
	bytePairs, pairs := c.VPUNPCKLBW, c.VPUNPCKLDQ
	for half := range 2 {
		if half == 1 {
			bytePairs = c.VPUNPCKHBW
		}
		upper, lower, letter := u.Vec(), u.Vec(), u.Vec()
		bytePairs(digits[2], digits[3], upper)
		bytePairs(digits[0], digits[1], lower)
		bytePairs(letters, letters, letter)
		var out [4]isa.Vector
		start := u.Vec()
		u.Load(begin, start)
		for i := range 2 {
			wordPairs := c.VPUNPCKLWD
			if i == 1 {
				wordPairs = c.VPUNPCKHWD
			}
			first, rest := u.Vec(), u.Vec()
			wordPairs(upper, start, first)
			wordPairs(letter, lower, rest)
			out[2*i], out[2*i+1] = u.Vec(), u.Vec()
			pairs(rest, first, out[2*i])
			c.VPUNPCKHDQ(rest, first, out[2*i+1])
		}
		u.writeOutput(u, half, out)
	}
}

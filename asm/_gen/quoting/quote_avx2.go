package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quote2 holds the registers of Quote with AVX2. Registers are scarce, so most constants are loaded
// where they are needed.
type quote2 struct {
	*isa.AVX2

	byLow, byHigh isa.Vector // Table.lowNibble and Table.highNibble
	nibble        isa.Vector // 0F in each lane
	long          isa.Vector // not zero if a character needs an escape of six bytes

	scratch operand.Mem // memory in which the rest is written with its escapes
}

func (m *quote2) fewEscapes() int { return 4 }

func (m *quote2) store(v isa.Vector, to operand.Mem) { m.C.VMOVDQU(v, to) }

func (m *quote2) keepQuoteConstants(*quoter) {}

func (m *quote2) keepLongConstants() {}

func (m *quote2) useUTF8Constants() { m.LoadUTF8Constants(false) }

func (m *quote2) useQuoteConstants(q *quoter) {
	m.byLow, m.byHigh = m.Vec(), m.Vec()
	m.C.VBROADCASTI128(isa.At(q.table, tableLowNibble), m.byLow)
	m.C.VBROADCASTI128(isa.At(q.table, tableHighNibble), m.byHigh)
	m.nibble = m.Every(m.Data("lowNibble", isa.EightTimes(0x0F)))
}

// classifyText looks up both nibbles of each character. If the character must be escaped, the two
// entries have a bit in common. For non-ASCII bytes, VPSHUFB looks up zero.
func (m *quote2) classifyText(x, class isa.Vector) {
	high := m.Vec()
	m.highBits(x, high)
	m.C.VPSHUFB(x, m.byLow, class)
	m.C.VPAND(high, class, class)
}

func (m *quote2) classifyBlocks(xs, classes []isa.Vector) {
	m.long = m.Vec()
	for i, x := range xs {
		m.classifyText(x, classes[i])
	}
	m.C.VPAND(m.Data("nibblesLong", isa.Repeat(nibblesLong, 32)), m.anyOf(classes), m.long)
}

// anyOf returns the OR of one or two vectors.
func (m *quote2) anyOf(vs []isa.Vector) isa.Vector {
	if len(vs) == 1 {
		return vs[0]
	}
	any := m.Vec()
	m.Or(vs[0], vs[1], any)
	return any
}

func (m *quote2) highBits(x, dst isa.Vector) {
	m.C.VPSRLW(operand.U8(4), x, dst)
	m.C.VPAND(m.nibble, dst, dst)
	m.C.VPSHUFB(dst, m.byHigh, dst)
}

// jumpUnlessClean leaves the OR of all classes in classes[0], for jumpIfEscapes.
func (m *quote2) jumpUnlessClean(xs, classes []isa.Vector, label string) {
	any := m.Vec()
	m.Or(xs[0], xs[len(xs)-1], any)
	for i := 1; i < len(xs); i++ {
		m.Or(classes[i], classes[0], classes[0])
		if i < len(xs)-1 {
			m.Or(xs[i], any, any)
		}
	}
	m.C.VPAND(m.Data("topBits", isa.Repeat(0x80, 32)), any, any)
	m.Or(classes[0], any, any)
	m.C.VPTEST(any, any)
	m.C.JNE(operand.LabelRef(label))
}

func (m *quote2) jumpIfEscapes(_, classes []isa.Vector, label string) {
	m.C.VPTEST(classes[0], classes[0])
	m.C.JNE(operand.LabelRef(label))
}

func (m *quote2) jumpUnlessShort(xs, _ []isa.Vector, label string) {
	any := m.Vec()
	m.C.VPAND(m.Data("topBits", isa.Repeat(0x80, 32)), m.anyOf(xs), any)
	m.Or(m.long, any, any)
	m.C.VPTEST(any, any)
	m.C.JNE(operand.LabelRef(label))
}

func (m *quote2) escapes(_, classes []isa.Vector) escapes {
	e := escapes{bits: m.C.GP64()}
	m.escapesInASCII(classes, e)
	return e
}

func (m *quote2) escapesInASCII(classes []isa.Vector, e escapes) {
	zero, none := m.Vec(), m.Vec()
	m.Zero(zero)
	m.C.VPCMPEQB(zero, classes[0], none)
	m.C.VPMOVMSKB(none, e.bits.As32())
	if len(classes) == 1 {
		m.C.NOTL(e.bits.As32())
		return
	}
	second := m.C.GP64()
	m.C.VPCMPEQB(zero, classes[1], none)
	m.C.VPMOVMSKB(none, second.As32())
	m.C.SHLQ(operand.U8(m.Width()), second)
	m.C.ORQ(second, e.bits)
	m.C.NOTQ(e.bits)
}

func (m *quote2) testLong([]isa.Vector, escapes) { m.C.VPTEST(m.long, m.long) }

func (m *quote2) expandFew(*quoter, escapes, reg.GPVirtual, string) bool { return false }

func (m *quote2) nonASCII(x isa.Vector) reg.GPVirtual {
	bits := m.C.GP64()
	m.C.VPMOVMSKB(x, bits.As32())
	return bits
}

func (m *quote2) separators(x isa.Vector, before [3]isa.Vector) reg.GPVirtual {
	third, all := m.Vec(), m.Vec()
	m.C.VPOR(m.Data("ones", isa.Repeat(1, 32)), x, third)
	m.C.VPCMPEQB(m.Data("separator3", isa.Repeat(0xA9, 32)), third, third)
	m.C.VPCMPEQB(m.Data("separator2", isa.Repeat(0x80, 32)), before[0], all)
	m.C.VPAND(third, all, all)
	m.C.VPCMPEQB(m.Data("separator1", isa.Repeat(0xE2, 32)), before[1], third)
	m.C.VPAND(third, all, all)
	return m.nonASCII(all)
}

// shortUnit is the number of characters that fit into 16 bytes even if all of them have two-byte
// escapes.
const shortUnit = 8

// shortShuffles returns a table of controls for VPSHUFB, with one control for each subset of eight
// characters. A control inserts the byte at position 8, which is a backslash, before each character
// in the subset.
func shortShuffles() (b []byte) {
	for set := range 256 {
		var control []byte
		for i := range byte(shortUnit) {
			if set>>i&1 != 0 {
				control = append(control, shortUnit)
			}
			control = append(control, i)
		}
		b = append(b, append(control, isa.Repeat(0x80, 16-len(control))...)...)
	}
	return b
}

// letters returns a table of the letters of escapes, indexed by the low nibble of the control
// character.
func letters() (b [16]byte) {
	for c, letter := range map[byte]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'} {
		b[c] = letter
	}
	return b
}

func (m *quote2) shortRoom() int { return m.Width() + shortUnit }

// writeShort writes eight characters at a time. A lookup gives the letters of the escapes. It gives
// zero for all characters except control characters, and these other characters are left unchanged.
// So '"' and '\' are their own letters.
func (m *quote2) writeShort(q *quoter, x isa.Vector, e escapes) {
	c := m.C
	last, shuffles := m.Vec(), c.GP64()
	c.VPADDUSB(m.Data("beyondNibble", isa.Repeat(0x70, 32)), x, last)
	c.VPSHUFB(last, m.Table("letters", letters()), last)
	c.VPMAXUB(x, last, last)
	c.LEAQ(m.Data("shortShuffles", shortShuffles()), shuffles)
	even, odd := m.Vec(), m.Vec()
	backslashes := m.Data("backslashes", isa.Repeat('\\', 32))
	c.VPUNPCKLQDQ(backslashes, last, even)
	c.VPUNPCKHQDQ(backslashes, last, odd)
	for i := range m.Width() / shortUnit {
		unit := []isa.Vector{even, odd}[i%2]
		if i/2 == 1 {
			upper := c.XMM()
			c.VEXTRACTI128(operand.U8(1), unit, upper)
			unit = upper
		}
		m.shortUnit(q, unit, shuffles, e.bits, i)
	}
}

// shortUnit writes the i-th group of eight characters of a block.
func (m *quote2) shortUnit(q *quoter, unit isa.Vector, shuffles, bits reg.GPVirtual, i int) {
	const logOfControl = 4
	c := m.C
	control, v := c.GP64(), c.XMM()
	c.RORXQ(operand.U8((64+shortUnit*i-logOfControl)%64), bits, control)
	c.ANDL(operand.U32(0xFF<<logOfControl), control.As32())
	c.VPSHUFB(operand.Mem{Base: shuffles, Index: control, Scale: 1}, unit.AsX(), v)
	c.VMOVDQU(v, isa.At(q.d, 0))
	c.POPCNTL(control.As32(), control.As32())
	c.LEAQ(operand.Mem{Base: q.d, Index: control, Scale: 1, Disp: shortUnit}, q.d)
}

func (m *quote2) expandLong(*quoter, reg.GPVirtual, string, string) {}

func (m *quote2) longRoom() int { return max(m.Width()+shortUnit-1, 2*m.Width()+8) }

// manyLong is the largest number of escapes in a block that are written one at a time. With more
// escapes, writing all characters one at a time takes no longer.
const manyLong = 12

// writeLong writes one escape at a time. If there are many escapes, it writes one character at a
// time instead, with a store of eight bytes for each character.
func (m *quote2) writeLong(q *quoter, x isa.Vector, e escapes) {
	c, count, begin := m.C, m.C.GP64(), m.C.GP64()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(count, operand.U8(manyLong))
	c.JA(operand.LabelRef("longMany"))
	q.writeFew(q.one(), e.bits, "long")
	c.JMP(operand.LabelRef("longBlockWritten"))

	q.writeMore(q.one(), e.bits, "long")
	c.Label("longMany")
	c.MOVQ(q.d, begin)
	for i := range m.Width() {
		m.writeWhole(q, isa.At(q.s, i), q.d)
	}
	q.settle(begin)
	c.Label("longBlockWritten")
}

// writeWhole writes a character, or its escape if it has one, with a store of eight bytes.
func (m *quote2) writeWhole(q *quoter, from operand.Mem, d reg.GPVirtual) {
	const wholeLength = 56
	c, escape := m.C, m.C.GP64()
	c.MOVBQZX(from, escape)
	c.MOVQ(operand.Mem{Base: q.table, Index: escape, Scale: 8, Disp: tableWhole}, escape)
	c.MOVQ(escape, isa.At(d, 0))
	c.SHRQ(operand.U8(wholeLength), escape)
	c.ADDQ(escape, d)
}

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quote2 is what quote has in registers of AVX2. There are few, so constants are loaded
// where they are needed.
type quote2 struct {
	byLow, byHigh vector // QuoteTable.lowNibble and highNibble
	nibble        vector // 0F in each lane
	long          vector // where an escape of six bytes is needed

	scratch operand.Mem // for the rest with its escapes
}

func (m *avx2) fewEscapes() int { return 4 }

func (m *avx2) store(v vector, to operand.Mem) { m.c.VMOVDQU(v, to) }

func (m *avx2) keepQuoteConstants(*quoter) {}
func (m *avx2) keepLongConstants()         {}
func (m *avx2) useUTF8Constants()          { m.loadUTF8Constants(false) }

func (m *avx2) useQuoteConstants(q *quoter) {
	m.byLow, m.byHigh = m.vec(), m.vec()
	m.c.VBROADCASTI128(at(q.table, tableLowNibble), m.byLow)
	m.c.VBROADCASTI128(at(q.table, tableHighNibble), m.byHigh)
	m.nibble = m.every(m.data("lowNibble", eightTimes(0x0F)))
}

// classifyText looks up both nibbles: those of a character that must be escaped have a bit
// in common. VPSHUFB looks up nothing for bytes outside ASCII.
func (m *avx2) classifyText(x, class vector) {
	high := m.vec()
	m.highBits(x, high)
	m.c.VPSHUFB(x, m.byLow, class)
	m.c.VPAND(high, class, class)
}

func (m *avx2) classifyBlocks(xs, classes []vector) {
	m.long = m.vec()
	for i, x := range xs {
		m.classifyText(x, classes[i])
	}
	m.c.VPAND(m.data("nibblesLong", repeat(nibblesLong, 32)), m.anyOf(classes), m.long)
}

// anyOf returns the OR of one vector or two.
func (m *avx2) anyOf(vs []vector) vector {
	if len(vs) == 1 {
		return vs[0]
	}
	any := m.vec()
	m.or(vs[0], vs[1], any)
	return any
}

func (m *avx2) highBits(x, dst vector) {
	m.c.VPSRLW(operand.U8(4), x, dst)
	m.c.VPAND(m.nibble, dst, dst)
	m.c.VPSHUFB(dst, m.byHigh, dst)
}

// jumpUnlessClean leaves the classes of all blocks in the first.
func (m *avx2) jumpUnlessClean(xs, classes []vector, label string) {
	any := m.vec()
	m.or(xs[0], xs[len(xs)-1], any)
	for i := 1; i < len(xs); i++ {
		m.or(classes[i], classes[0], classes[0])
		if i < len(xs)-1 {
			m.or(xs[i], any, any)
		}
	}
	m.c.VPAND(m.data("topBits", repeat(0x80, 32)), any, any)
	m.or(classes[0], any, any)
	m.c.VPTEST(any, any)
	m.c.JNE(operand.LabelRef(label))
}

func (m *avx2) jumpIfEscapes(_, classes []vector, label string) {
	m.c.VPTEST(classes[0], classes[0])
	m.c.JNE(operand.LabelRef(label))
}

func (m *avx2) jumpUnlessShort(xs, _ []vector, label string) {
	any := m.vec()
	m.c.VPAND(m.data("topBits", repeat(0x80, 32)), m.anyOf(xs), any)
	m.or(m.long, any, any)
	m.c.VPTEST(any, any)
	m.c.JNE(operand.LabelRef(label))
}

func (m *avx2) escapes(_, classes []vector) escapes {
	e := escapes{bits: m.c.GP64()}
	m.escapesInASCII(classes, e)
	return e
}

func (m *avx2) escapesInASCII(classes []vector, e escapes) {
	zero, none := m.vec(), m.vec()
	m.zero(zero)
	m.c.VPCMPEQB(zero, classes[0], none)
	m.c.VPMOVMSKB(none, e.bits.As32())
	if len(classes) == 1 {
		m.c.NOTL(e.bits.As32())
		return
	}
	second := m.c.GP64()
	m.c.VPCMPEQB(zero, classes[1], none)
	m.c.VPMOVMSKB(none, second.As32())
	m.c.SHLQ(operand.U8(m.width()), second)
	m.c.ORQ(second, e.bits)
	m.c.NOTQ(e.bits)
}

func (m *avx2) testLong([]vector, escapes) { m.c.VPTEST(m.long, m.long) }

func (m *avx2) expandFew(*quoter, escapes, reg.GPVirtual, string) bool { return false }

func (m *avx2) nonASCII(x vector) reg.GPVirtual {
	bits := m.c.GP64()
	m.c.VPMOVMSKB(x, bits.As32())
	return bits
}

func (m *avx2) separators(x vector, before [3]vector) reg.GPVirtual {
	third, all := m.vec(), m.vec()
	m.c.VPOR(m.data("ones", repeat(1, 32)), x, third)
	m.c.VPCMPEQB(m.data("separator3", repeat(0xA9, 32)), third, third)
	m.c.VPCMPEQB(m.data("separator2", repeat(0x80, 32)), before[0], all)
	m.c.VPAND(third, all, all)
	m.c.VPCMPEQB(m.data("separator1", repeat(0xE2, 32)), before[1], third)
	m.c.VPAND(third, all, all)
	return m.nonASCII(all)
}

// shortUnit is how many characters have room in 16 bytes with escapes of two bytes.
const shortUnit = 8

// shortShuffles are controls for VPSHUFB, one for each set of characters among eight. They
// put what stands at place 8, the backslash, before each of the set.
func shortShuffles() (b []byte) {
	for set := range 256 {
		var control []byte
		for i := range byte(shortUnit) {
			if set>>i&1 != 0 {
				control = append(control, shortUnit)
			}
			control = append(control, i)
		}
		b = append(b, append(control, repeat(0x80, 16-len(control))...)...)
	}
	return b
}

// letters are those of escapes, by the low nibble of the control character.
func letters() (b [16]byte) {
	for c, letter := range map[byte]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'} {
		b[c] = letter
	}
	return b
}

func (m *avx2) shortRoom() int { return m.width() + shortUnit }

// writeShort writes eight characters at a time. Their letters come of a lookup that gives
// zero but for control characters; '"' and '\' are their own.
func (m *avx2) writeShort(q *quoter, x vector, e escapes) {
	c := m.c
	last, shuffles := m.vec(), c.GP64()
	c.VPADDUSB(m.data("beyondNibble", repeat(0x70, 32)), x, last)
	c.VPSHUFB(last, m.table("letters", letters()), last)
	c.VPMAXUB(x, last, last)
	c.LEAQ(m.data("shortShuffles", shortShuffles()), shuffles)
	even, odd := m.vec(), m.vec()
	backslashes := m.data("backslashes", repeat('\\', 32))
	c.VPUNPCKLQDQ(backslashes, last, even)
	c.VPUNPCKHQDQ(backslashes, last, odd)
	for i := range m.width() / shortUnit {
		unit := []vector{even, odd}[i%2]
		if i/2 == 1 {
			upper := c.XMM()
			c.VEXTRACTI128(operand.U8(1), unit, upper)
			unit = upper
		}
		m.shortUnit(q, unit, shuffles, e.bits, i)
	}
}

// shortUnit writes the i-th eight characters of a block.
func (m *avx2) shortUnit(q *quoter, unit vector, shuffles, bits reg.GPVirtual, i int) {
	const logOfControl = 4
	c := m.c
	control, v := c.GP64(), c.XMM()
	c.RORXQ(operand.U8((64+shortUnit*i-logOfControl)%64), bits, control)
	c.ANDL(operand.U32(0xFF<<logOfControl), control.As32())
	c.VPSHUFB(operand.Mem{Base: shuffles, Index: control, Scale: 1}, unit.AsX(), v)
	c.VMOVDQU(v, at(q.d, 0))
	c.POPCNTL(control.As32(), control.As32())
	c.LEAQ(operand.Mem{Base: q.d, Index: control, Scale: 1, Disp: shortUnit}, q.d)
}

func (m *avx2) expandLong(*quoter, reg.GPVirtual, string, string) {}

func (m *avx2) longRoom() int { return max(m.width()+shortUnit-1, 2*m.width()+8) }

// manyLong is how many escapes are as well written with everything between, a character
// at a time.
const manyLong = 12

// writeLong writes one escape after the other, or, if there are many, a character at a time,
// with a store of eight bytes for each.
func (m *avx2) writeLong(q *quoter, x vector, e escapes) {
	c, count, begin := m.c, m.c.GP64(), m.c.GP64()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(count, operand.U8(manyLong))
	c.JA(operand.LabelRef("longMany"))
	q.writeFew(q.one(), e.bits, "long")
	c.JMP(operand.LabelRef("longBlockWritten"))

	q.writeMore(q.one(), e.bits, "long")
	c.Label("longMany")
	c.MOVQ(q.d, begin)
	for i := range m.width() {
		m.writeWhole(q, at(q.s, i), q.d)
	}
	q.settle(begin)
	c.Label("longBlockWritten")
}

// writeWhole writes the escape of a character, and whatever else fills eight bytes.
func (m *avx2) writeWhole(q *quoter, from operand.Mem, d reg.GPVirtual) {
	const wholeLength = 56
	c, escape := m.c, m.c.GP64()
	c.MOVBQZX(from, escape)
	c.MOVQ(operand.Mem{Base: q.table, Index: escape, Scale: 8, Disp: tableWhole}, escape)
	c.MOVQ(escape, at(d, 0))
	c.SHRQ(operand.U8(wholeLength), escape)
	c.ADDQ(escape, d)
}

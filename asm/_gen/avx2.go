package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 is AVX2 with BMI2, as Intel has it since Haswell. A block is 32 bytes. There
// are half as many registers, and no operation takes a mask.
type avx2 struct {
	file

	high1, low1, high2     vector // the tables of utf8_table.go
	lowNibble              vector // 0F in each lane
	aboveLead3, aboveLead4 vector // subtracted, leave the top bit in those leads
	topBits                operand.Mem

	counts, below vector
	lf, cr, lead4 vector // in each lane

	quotes, slashes, openers, closers vector // in each lane; brackets as braces,
	caseBit                           vector // which have one bit more
	commas                            vector

	nesting2
	quote2
}

func newAVX2() machine { return &avx2{} }

func (m *avx2) name() string     { return "AVX2" }
func (m *avx2) fileName() string { return "avx2" }
func (m *avx2) width() int       { return 32 }
func (m *avx2) vec() vector      { return m.c.YMM() }

func (m *avx2) load(from operand.Mem, v vector) { m.c.VMOVDQU(from, v) }
func (m *avx2) or(a, b, dst vector)             { m.c.VPOR(a, b, dst) }
func (m *avx2) copy(v, dst vector)              { m.c.VMOVDQA(v, dst) }
func (m *avx2) zero(v vector)                   { m.c.VPXOR(v, v, v) }

// loadShort puts the block together from two loads that overlap: one at the input's
// beginning, and one at its end that is shifted to where it belongs.
func (m *avx2) loadShort(p, n reg.GPVirtual, v vector) {
	c := m.c
	end := operand.Mem{Base: p, Index: n, Scale: 1}
	c.CMPQ(n, operand.U8(16))
	c.JAE(operand.LabelRef("load16"))
	bits, last := c.GP64(), c.GP64()
	low, high := v.AsX(), c.XMM()
	c.MOVQ(end.Offset(-8), last)
	c.MOVQ(n, bits)
	c.SHLQ(operand.U8(3), bits)
	c.NEGQ(bits) // a shift by 128 - bits, modulo 64
	c.SHRXQ(bits, last, last)
	c.VMOVQ(last, high)
	c.VMOVQ(at(p, 0), low)
	c.VPUNPCKLQDQ(high, low, low)
	c.JMP(operand.LabelRef("loaded"))

	c.Label("load16")
	control := c.GP64()
	c.LEAQ(m.data("shiftDown", shiftDown()), control)
	c.SUBQ(n, control)
	c.VMOVDQU(end.Offset(-16), high)
	c.VPSHUFB(at(control, 32), high, high)
	c.VMOVDQU(at(p, 0), low)
	c.VINSERTI128(operand.U8(1), high, v, v)
	c.Label("loaded")
}

// shiftDown is a table of controls for VPSHUFB: from entry k on, the one that moves
// bytes down by k places and fills up with zeros.
func shiftDown() []byte {
	b := make([]byte, 32)
	for i := range 16 {
		b[i], b[16+i] = byte(i), 0x80
	}
	return b
}

func (m *avx2) setIfZero(v vector, dst operand.Op) {
	m.c.VPTEST(v, v)
	m.c.SETEQ(dst)
}

func (m *avx2) jumpIfASCII(vs []vector, label string) {
	m.testTopBits(vs)
	m.c.JE(operand.LabelRef(label))
}

func (m *avx2) jumpUnlessASCII(vs []vector, label string) {
	m.testTopBits(vs)
	m.c.JNE(operand.LabelRef(label))
}

func (m *avx2) testTopBits(vs []vector) {
	all := vs[0]
	switch len(vs) {
	case 2:
		all = m.vec()
		m.or(vs[0], vs[1], all)
	case 4:
		all = m.vec()
		half := m.vec()
		m.or(vs[0], vs[1], all)
		m.or(vs[2], vs[3], half)
		m.or(all, half, all)
	}
	mask := m.c.GP32()
	m.c.VPMOVMSKB(all, mask)
	m.c.TESTL(mask, mask)
}

func (m *avx2) loadUTF8Constants(bool) {
	m.high1, m.low1, m.high2 = m.table("byHigh1", byHigh1), m.table("byLow1", byLow1), m.table("byHigh2", byHigh2)
	m.lowNibble = m.every(m.data("lowNibble", eightTimes(0x0F)))
	m.aboveLead3 = m.every(m.data("aboveLead3", eightTimes(lead3-0x80)))
	m.aboveLead4 = m.every(m.data("aboveLead4", eightTimes(lead4-0x80)))
	m.topBits = m.data("topBits", repeat(0x80, 32))
}

func (m *avx2) table(name string, entries [16]byte) vector {
	v := m.vec()
	m.c.VBROADCASTI128(m.data(name, entries[:]), v)
	return v
}

func (m *avx2) every(pattern operand.Mem) vector {
	v := m.vec()
	m.c.VPBROADCASTQ(pattern, v)
	return v
}

func (m *avx2) precede(previous, x vector, before [3]vector) {
	const upperThenLower = 0x21
	lower := m.vec()
	m.c.VPERM2I128(operand.U8(upperThenLower), x, previous, lower)
	for i := range before {
		m.c.VPALIGNR(operand.U8(15-i), lower, x, before[i])
	}
}

func (m *avx2) pairErrors(x, before1, dst vector) {
	nibble := m.vec()
	m.highNibbles(before1, dst)
	m.c.VPSHUFB(dst, m.high1, dst)
	m.c.VPAND(before1, m.lowNibble, nibble)
	m.c.VPSHUFB(nibble, m.low1, nibble)
	m.c.VPAND(nibble, dst, dst)
	m.highNibbles(x, nibble)
	m.c.VPSHUFB(nibble, m.high2, nibble)
	m.c.VPAND(nibble, dst, dst)
}

func (m *avx2) highNibbles(x, dst vector) {
	m.c.VPSRLW(operand.U8(4), x, dst)
	m.c.VPAND(dst, m.lowNibble, dst)
}

// longLeads is that of AVX-512, one operation at a time.
func (m *avx2) longLeads(before2, before3, dst vector) {
	fourth := m.vec()
	m.c.VPSUBUSB(m.aboveLead3, before2, dst)
	m.c.VPSUBUSB(m.aboveLead4, before3, fourth)
	m.c.VPOR(fourth, dst, dst)
	m.c.VPAND(m.topBits, dst, dst)
}

func (m *avx2) xor(a, b, dst vector) { m.c.VPXOR(a, b, dst) }

// orDifference may overwrite b.
func (m *avx2) orDifference(a, b, dst vector) {
	m.c.VPXOR(a, b, b)
	m.c.VPOR(b, dst, dst)
}

func (m *avx2) dropThree(v vector) {
	keep := repeat(0xFF, 32)
	copy(keep, []byte{0, 0, 0})
	m.c.VPAND(m.data("fromThird", keep), v, v)
}

func (m *avx2) subtract(a vector, b operand.Mem, dst vector) { m.c.VPSUBUSB(b, a, dst) }

func (m *avx2) beginCount() {
	m.counts = m.vec()
	m.zero(m.counts)
	m.below = m.every(m.data("firstLead", eightTimes(0xC0)))
}

// count lets each continuation be -1, adds the blocks up, and then the lanes.
func (m *avx2) count(blocks []vector) {
	sum, zero := m.vec(), m.vec()
	for i, x := range blocks {
		m.c.VPCMPGTB(x, m.below, x)
		if i > 0 {
			m.c.VPADDB(x, blocks[0], blocks[0])
		}
	}
	m.zero(zero)
	m.c.VPSUBB(blocks[0], zero, sum)
	m.c.VPSADBW(zero, sum, sum)
	m.c.VPADDQ(sum, m.counts, m.counts)
}

// clearFirst loads its mask from a place among zeros and then ones that n tells.
func (m *avx2) clearFirst(n reg.GPVirtual, v vector) {
	masks := m.c.GP64()
	m.c.LEAQ(m.data("zerosThenOnes", append(repeat(0, 32), repeat(0xFF, 32)...)), masks)
	m.c.SUBQ(n, masks)
	m.c.VPAND(at(masks, 32), v, v)
}

func (m *avx2) total() reg.GPVirtual {
	half, sum := m.c.XMM(), m.c.GP64()
	low := m.counts.AsX()
	m.c.VEXTRACTI128(operand.U8(1), m.counts, half)
	m.c.VPADDQ(half, low, low)
	m.c.VPSHUFD(operand.U8(0xEE), low, half)
	m.c.VPADDQ(half, low, low)
	m.c.VMOVQ(low, sum)
	return sum
}

func (m *avx2) beginLines() {
	m.lf, m.cr = m.every(m.data("lf", eightTimes('\n'))), m.every(m.data("cr", eightTimes('\r')))
}

func (m *avx2) lineBytes(p reg.GPVirtual) (lf, cr reg.GPVirtual) {
	low, high := m.vec(), m.vec()
	m.load(at(p, 0), low)
	m.load(at(p, 32), high)
	return m.equal(low, high, m.lf), m.equal(low, high, m.cr)
}

// equal tells in which lanes of the two vectors that byte is.
func (m *avx2) equal(low, high, to vector) reg.GPVirtual {
	found, lows, highs := m.vec(), m.c.GP64(), m.c.GP64()
	m.c.VPCMPEQB(low, to, found)
	m.c.VPMOVMSKB(found, lows.As32())
	m.c.VPCMPEQB(high, to, found)
	m.c.VPMOVMSKB(found, highs.As32())
	m.c.SHLQ(operand.U8(32), highs)
	m.c.ORQ(highs, lows)
	return lows
}

func (m *avx2) beginPairs() { m.lead4 = m.every(m.data("lead4", eightTimes(0xF0))) }

func (m *avx2) leads4(p reg.GPVirtual) reg.GPVirtual {
	low, high := m.vec(), m.vec()
	m.c.VPMINUB(at(p, 0), m.lead4, low)
	m.c.VPMINUB(at(p, 32), m.lead4, high)
	return m.equal(low, high, m.lead4)
}

func (m *avx2) beginBrackets() {
	m.quotes, m.slashes = m.every(m.data("quote", eightTimes('"'))), m.every(m.data("backslash", eightTimes('\\')))
	m.openers, m.closers = m.every(m.data("open", eightTimes('{'))), m.every(m.data("closing", eightTimes('}')))
	m.caseBit = m.every(m.data("caseBit", eightTimes('['^'{')))
}

func (m *avx2) bracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual) {
	low, high := m.vec(), m.vec()
	m.load(at(p, 0), low)
	m.load(at(p, 32), high)
	quotes, backslashes = m.equal(low, high, m.quotes), m.equal(low, high, m.slashes)
	m.or(low, m.caseBit, low)
	m.or(high, m.caseBit, high)
	return quotes, backslashes, m.equal(low, high, m.openers), m.equal(low, high, m.closers)
}

func (m *avx2) beginCommas() { m.commas = m.every(m.data("comma", eightTimes(','))) }

func (m *avx2) commaBytes(p reg.GPVirtual) reg.GPVirtual {
	low, high := m.vec(), m.vec()
	m.load(at(p, 0), low)
	m.load(at(p, 32), high)
	return m.equal(low, high, m.commas)
}

func (m *avx2) carryIfASCII(v vector) { m.carryIfNone(v) }

func (m *avx2) carryIfNoZero(v vector) {
	zero, found := m.vec(), m.vec()
	m.zero(zero)
	m.c.VPCMPEQB(zero, v, found)
	m.carryIfNone(found)
}

func (m *avx2) carryIfUpTo(v, most vector) {
	found := m.vec()
	m.c.VPCMPGTB(most, v, found)
	m.carryIfNone(found)
}

// carryIfNone sets the carry if no lane has its top bit set.
func (m *avx2) carryIfNone(found vector) {
	mask := m.c.GP32()
	m.c.VPMOVMSKB(found, mask)
	m.c.CMPL(mask, operand.U8(1))
}

func (m *avx2) carryIfEachUpTo(v, most vector) {
	mask, least := m.c.GP32(), m.vec()
	m.c.VPMINUB(most, v, least)
	m.c.VPCMPEQB(least, v, least)
	m.c.VPMOVMSKB(least, mask)
	m.c.ADDL(operand.U8(1), mask)
}

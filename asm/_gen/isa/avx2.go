package isa

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// AVX2 is the machine for AVX2 and BMI2, which Intel CPUs have had since Haswell. A block is 32
// bytes. Compared with AVX-512, there are half as many registers, and operations do not take masks.
type AVX2 struct {
	file

	high1, low1, high2     Vector // the tables of utf8_table.go
	LowNibble              Vector // 0F in each lane
	aboveLead3, aboveLead4 Vector // subtracting aboveLead3 leaves the top bit set only in lead bytes of sequences of 3 or more bytes; aboveLead4, of 4 or more
	topBits                operand.Mem

	counts, below Vector
	lf, cr, lead4 Vector // in each lane: LF, CR or F0, respectively

	quotes, slashes, openers, closers Vector // in each lane: a quotation mark, a backslash, '{' or '}', respectively
	caseBit                           Vector // setting this bit turns a square bracket into a brace
	commas, solidi                    Vector

	space, bits, spread Vector // the constants of Blank: in each lane a space, or the bit of the lane in its byte of a mask, or the index of that byte
}

func NewAVX2() Machine { return &AVX2{} }

func (m *AVX2) Name() string { return "AVX2" }

func (m *AVX2) FileName() string { return "avx2" }

func (m *AVX2) Width() int { return 32 }

func (m *AVX2) Vec() Vector { return m.C.YMM() }

func (m *AVX2) Load(from operand.Mem, v Vector) { m.C.VMOVDQU(from, v) }

func (m *AVX2) Or(a, b, dst Vector) { m.C.VPOR(a, b, dst) }

func (m *AVX2) Copy(v, dst Vector) { m.C.VMOVDQA(v, dst) }

func (m *AVX2) Zero(v Vector) { m.C.VPXOR(v, v, v) }

// LoadShort combines two loads that may overlap: one at the beginning of the input, and one at its
// end. The second is shifted to its position in the block.
func (m *AVX2) LoadShort(p, n reg.GPVirtual, v Vector) {
	c := m.C
	end := operand.Mem{Base: p, Index: n, Scale: 1}
	c.CMPQ(n, operand.U8(16))
	c.JAE(operand.LabelRef("load16"))
	bits, last := c.GP64(), c.GP64()
	low, high := v.AsX(), c.XMM()
	c.MOVQ(end.Offset(-8), last)
	c.MOVQ(n, bits)
	c.SHLQ(operand.U8(3), bits)
	c.NEGQ(bits) // the shift count is 128 - bits, modulo 64
	c.SHRXQ(bits, last, last)
	c.VMOVQ(last, high)
	c.VMOVQ(At(p, 0), low)
	c.VPUNPCKLQDQ(high, low, low)
	c.JMP(operand.LabelRef("loaded"))

	c.Label("load16")
	control := c.GP64()
	c.LEAQ(m.Data("shiftDown", shiftDown()), control)
	c.SUBQ(n, control)
	c.VMOVDQU(end.Offset(-16), high)
	c.VPSHUFB(At(control, 32), high, high)
	c.VMOVDQU(At(p, 0), low)
	c.VINSERTI128(operand.U8(1), high, v, v)
	c.Label("loaded")
}

// shiftDown returns a table of controls for VPSHUFB. The 16 controls that begin at entry k move
// bytes down by k lanes, and put zeros into the lanes that become free.
func shiftDown() []byte {
	b := make([]byte, 32)
	for i := range 16 {
		b[i], b[16+i] = byte(i), 0x80
	}
	return b
}

func (m *AVX2) SetIfZero(v Vector, dst operand.Op) {
	m.C.VPTEST(v, v)
	m.C.SETEQ(dst)
}

func (m *AVX2) JumpIfASCII(vs []Vector, label string) {
	m.testTopBits(vs)
	m.C.JE(operand.LabelRef(label))
}

func (m *AVX2) JumpUnlessASCII(vs []Vector, label string) {
	m.testTopBits(vs)
	m.C.JNE(operand.LabelRef(label))
}

func (m *AVX2) testTopBits(vs []Vector) {
	all := vs[0]
	switch len(vs) {
	case 2:
		all = m.Vec()
		m.Or(vs[0], vs[1], all)
	case 4:
		all = m.Vec()
		half := m.Vec()
		m.Or(vs[0], vs[1], all)
		m.Or(vs[2], vs[3], half)
		m.Or(all, half, all)
	}
	mask := m.C.GP32()
	m.C.VPMOVMSKB(all, mask)
	m.C.TESTL(mask, mask)
}

func (m *AVX2) LoadUTF8Constants(bool) {
	m.high1, m.low1, m.high2 = m.Table("byHigh1", byHigh1), m.Table("byLow1", byLow1), m.Table("byHigh2", byHigh2)
	m.LowNibble = m.Every(m.Data("lowNibble", EightTimes(0x0F)))
	m.aboveLead3 = m.Every(m.Data("aboveLead3", EightTimes(Lead3-0x80)))
	m.aboveLead4 = m.Every(m.Data("aboveLead4", EightTimes(Lead4-0x80)))
	m.topBits = m.Data("topBits", Repeat(0x80, 32))
}

func (m *AVX2) Table(name string, entries [16]byte) Vector {
	v := m.Vec()
	m.C.VBROADCASTI128(m.Data(name, entries[:]), v)
	return v
}

func (m *AVX2) Every(pattern operand.Mem) Vector {
	v := m.Vec()
	m.C.VPBROADCASTQ(pattern, v)
	return v
}

func (m *AVX2) Precede(previous, x Vector, before [3]Vector) {
	const upperThenLower = 0x21
	lower := m.Vec()
	m.C.VPERM2I128(operand.U8(upperThenLower), x, previous, lower)
	for i := range before {
		m.C.VPALIGNR(operand.U8(15-i), lower, x, before[i])
	}
}

func (m *AVX2) PairErrors(x, before1, dst Vector) {
	nibble := m.Vec()
	m.HighNibbles(before1, dst)
	m.C.VPSHUFB(dst, m.high1, dst)
	m.C.VPAND(before1, m.LowNibble, nibble)
	m.C.VPSHUFB(nibble, m.low1, nibble)
	m.C.VPAND(nibble, dst, dst)
	m.HighNibbles(x, nibble)
	m.C.VPSHUFB(nibble, m.high2, nibble)
	m.C.VPAND(nibble, dst, dst)
}

func (m *AVX2) HighNibbles(x, dst Vector) {
	m.C.VPSRLW(operand.U8(4), x, dst)
	m.C.VPAND(dst, m.LowNibble, dst)
}

// LongLeads works as with AVX-512, but with a separate instruction for each operation.
func (m *AVX2) LongLeads(before2, before3, dst Vector) {
	fourth := m.Vec()
	m.C.VPSUBUSB(m.aboveLead3, before2, dst)
	m.C.VPSUBUSB(m.aboveLead4, before3, fourth)
	m.C.VPOR(fourth, dst, dst)
	m.C.VPAND(m.topBits, dst, dst)
}

func (m *AVX2) Xor(a, b, dst Vector) { m.C.VPXOR(a, b, dst) }

// OrDifference may overwrite b.
func (m *AVX2) OrDifference(a, b, dst Vector) {
	m.C.VPXOR(a, b, b)
	m.C.VPOR(b, dst, dst)
}

func (m *AVX2) DropThree(v Vector) {
	keep := Repeat(0xFF, 32)
	copy(keep, []byte{0, 0, 0})
	m.C.VPAND(m.Data("fromThird", keep), v, v)
}

func (m *AVX2) Subtract(a Vector, b operand.Mem, dst Vector) { m.C.VPSUBUSB(b, a, dst) }

func (m *AVX2) BeginCount() {
	m.counts = m.Vec()
	m.Zero(m.counts)
	m.below = m.Every(m.Data("firstLead", EightTimes(0xC0)))
}

// Count represents each continuation byte as -1. It adds up the blocks first, and then the lanes.
func (m *AVX2) Count(blocks []Vector) {
	sum, zero := m.Vec(), m.Vec()
	for i, x := range blocks {
		m.C.VPCMPGTB(x, m.below, x)
		if i > 0 {
			m.C.VPADDB(x, blocks[0], blocks[0])
		}
	}
	m.Zero(zero)
	m.C.VPSUBB(blocks[0], zero, sum)
	m.C.VPSADBW(zero, sum, sum)
	m.C.VPADDQ(sum, m.counts, m.counts)
}

// ClearFirst loads its mask from a table of zeros followed by ones, at an offset that depends on n.
func (m *AVX2) ClearFirst(n reg.GPVirtual, v Vector) {
	masks := m.C.GP64()
	m.C.LEAQ(m.Data("zerosThenOnes", append(Repeat(0, 32), Repeat(0xFF, 32)...)), masks)
	m.C.SUBQ(n, masks)
	m.C.VPAND(At(masks, 32), v, v)
}

func (m *AVX2) Total() reg.GPVirtual {
	half, sum := m.C.XMM(), m.C.GP64()
	low := m.counts.AsX()
	m.C.VEXTRACTI128(operand.U8(1), m.counts, half)
	m.C.VPADDQ(half, low, low)
	m.C.VPSHUFD(operand.U8(0xEE), low, half)
	m.C.VPADDQ(half, low, low)
	m.C.VMOVQ(low, sum)
	return sum
}

// BeginLines loads the constants that LineBytes needs.
func (m *AVX2) BeginLines() {
	m.lf, m.cr = m.Every(m.Data("lf", EightTimes('\n'))), m.Every(m.Data("cr", EightTimes('\r')))
}

// LineBytes returns two masks for the 64 bytes at p: the bytes that are LF, and those that are CR.
func (m *AVX2) LineBytes(p reg.GPVirtual) (lf, cr reg.GPVirtual) {
	low, high := m.Vec(), m.Vec()
	m.Load(At(p, 0), low)
	m.Load(At(p, 32), high)
	return m.equal(low, high, m.lf), m.equal(low, high, m.cr)
}

// equal returns a mask of the 64 lanes of low and high that are equal to the same lane of pattern.
func (m *AVX2) equal(low, high, pattern Vector) reg.GPVirtual {
	found, lows, highs := m.Vec(), m.C.GP64(), m.C.GP64()
	m.C.VPCMPEQB(low, pattern, found)
	m.C.VPMOVMSKB(found, lows.As32())
	m.C.VPCMPEQB(high, pattern, found)
	m.C.VPMOVMSKB(found, highs.As32())
	m.C.SHLQ(operand.U8(32), highs)
	m.C.ORQ(highs, lows)
	return lows
}

func (m *AVX2) BeginPairs() { m.lead4 = m.Every(m.Data("lead4", EightTimes(0xF0))) }

func (m *AVX2) Leads4(p reg.GPVirtual) reg.GPVirtual {
	low, high := m.Vec(), m.Vec()
	m.C.VPMINUB(At(p, 0), m.lead4, low)
	m.C.VPMINUB(At(p, 32), m.lead4, high)
	return m.equal(low, high, m.lead4)
}

func (m *AVX2) BeginBrackets() {
	m.quotes, m.slashes = m.Every(m.Data("quote", EightTimes('"'))), m.Every(m.Data("backslash", EightTimes('\\')))
	m.openers, m.closers = m.Every(m.Data("open", EightTimes('{'))), m.Every(m.Data("closing", EightTimes('}')))
	m.caseBit = m.Every(m.Data("caseBit", EightTimes('['^'{')))
}

func (m *AVX2) BracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual) {
	low, high := m.Vec(), m.Vec()
	m.Load(At(p, 0), low)
	m.Load(At(p, 32), high)
	quotes, backslashes = m.equal(low, high, m.quotes), m.equal(low, high, m.slashes)
	m.Or(low, m.caseBit, low)
	m.Or(high, m.caseBit, high)
	return quotes, backslashes, m.equal(low, high, m.openers), m.equal(low, high, m.closers)
}

func (m *AVX2) BeginSeparators() {
	m.commas, m.solidi = m.Every(m.Data("comma", EightTimes(','))), m.Every(m.Data("solidus", EightTimes('/')))
}

func (m *AVX2) SeparatorBytes(p reg.GPVirtual) (commas, slashes reg.GPVirtual) {
	low, high := m.Vec(), m.Vec()
	m.Load(At(p, 0), low)
	m.Load(At(p, 32), high)
	return m.equal(low, high, m.commas), m.equal(low, high, m.solidi)
}

func (m *AVX2) CarryIfASCII(v Vector) { m.carryIfNone(v) }

func (m *AVX2) CarryIfNoZero(v Vector) {
	zero, found := m.Vec(), m.Vec()
	m.Zero(zero)
	m.C.VPCMPEQB(zero, v, found)
	m.carryIfNone(found)
}

func (m *AVX2) CarryIfUpTo(v, most Vector) {
	found := m.Vec()
	m.C.VPCMPGTB(most, v, found)
	m.carryIfNone(found)
}

// carryIfNone sets the carry flag if no lane has its top bit set.
func (m *AVX2) carryIfNone(found Vector) {
	mask := m.C.GP32()
	m.C.VPMOVMSKB(found, mask)
	m.C.CMPL(mask, operand.U8(1))
}

func (m *AVX2) CarryIfEachUpTo(v, most Vector) {
	mask, least := m.C.GP32(), m.Vec()
	m.C.VPMINUB(most, v, least)
	m.C.VPCMPEQB(least, v, least)
	m.C.VPMOVMSKB(least, mask)
	m.C.ADDL(operand.U8(1), mask)
}

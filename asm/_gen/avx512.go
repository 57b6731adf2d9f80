package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What VPCMPB and its like compare by.
const (
	lessThan    = 1
	notMore     = 2
	notLessThan = 5
)

// avx512 is AVX-512 as Intel's Ice Lake and AMD's Zen 4 have it. A block is 64 bytes.
type avx512 struct {
	file

	high1, low1, high2     vector // the tables of utf8_table.go
	aboveLead3, aboveLead4 vector // subtracted, leave the top bit in those leads

	// What is used once is not loaded into a register but broadcast by its user.
	once      bool
	lowNibble operand.Op // 0F in each lane
	topBits   operand.Op // 80 in each lane
	toLow     operand.Op // the matrix that VGF2P8AFFINEQB takes high nibbles with

	counted reg.GPVirtual
	below   vector // C0 in each lane: bytes below it, as signed numbers, are continuations

	lf, cr, lead4 vector // in each lane

	quotes, slashes, openers, closers vector // in each lane; brackets as braces,
	caseBit                           vector // which have one bit more
	commas                            vector

	nesting512
	quote512
}

func newAVX512() machine { return &avx512{} }

func (m *avx512) name() string     { return "AVX512" }
func (m *avx512) fileName() string { return "avx512" }
func (m *avx512) width() int       { return 64 }
func (m *avx512) vec() vector      { return m.c.ZMM() }

func (m *avx512) load(from operand.Mem, v vector) { m.c.VMOVDQU64(from, v) }
func (m *avx512) or(a, b, dst vector)             { m.c.VPORQ(a, b, dst) }
func (m *avx512) copy(v, dst vector)              { m.c.VMOVDQA64(v, dst) }
func (m *avx512) zero(v vector)                   { m.c.VPXORQ(v, v, v) }

// compress512 moves the bytes of v whose bits in k are set to the front of dst, which is another
// register, and zeros behind them. A Zen 5 waits for the old value of dst, though nothing of it
// stays: five cycles from one such instruction to the next. To be zeroed takes a register no time.
func compress512(c *build.Context, v, k, dst operand.Op) {
	c.VPXORQ(dst, dst, dst)
	c.VPCOMPRESSB_Z(v, k, dst)
}

// loadShort loads under a mask. A lane that is masked out cannot fault, but where the
// page after the input is not mapped, finding that out takes microseconds. So where
// the block would cross the end of a page, it is loaded so that it ends with the
// input, and shifted down.
func (m *avx512) loadShort(p, n reg.GPVirtual, v vector) {
	const page = 4096
	c := m.c
	ones, inPage := c.GP64(), c.GP64()
	lanes := c.K()
	crosses, done := "shortAtPageEnd", "shortLoaded"
	c.MOVQ(operand.I32(-1), ones)
	c.MOVL(p.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-m.width()))
	c.JA(operand.LabelRef(crosses))
	low := c.GP64()
	c.BZHIQ(n, ones, low)
	c.KMOVQ(low, lanes)
	c.VMOVDQU8_Z(at(p, 0), lanes, v)
	c.JMP(operand.LabelRef(done))

	c.Label(crosses)
	m.loadShortAtPageEnd(p, n, ones, v)
	c.Label(done)
}

func (m *avx512) loadShortAtPageEnd(p, n, ones reg.GPVirtual, v vector) {
	c, lanes := m.c, m.c.K()
	missing, index := c.GP64(), m.vec()
	high := c.GP64()
	c.MOVQ(operand.I32(m.width()), missing)
	c.SUBQ(n, missing)
	c.SHLXQ(missing, ones, high)
	c.KMOVQ(high, lanes)
	c.VMOVDQU8_Z(operand.Mem{Base: p, Index: n, Scale: 1, Disp: -m.width()}, lanes, v)
	c.VPBROADCASTB(missing.As32(), index)
	c.VPADDB(m.data("iota", iota64()), index, index)
	c.VPERMB(v, index, v) // indexes from 64 on wrap to the lanes that are zero
}

func iota64() []byte {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

func (m *avx512) setIfZero(v vector, dst operand.Op) {
	k := m.c.K()
	m.c.VPTESTMB(v, v, k)
	m.c.KORTESTQ(k, k)
	m.c.SETEQ(dst)
}

func (m *avx512) jumpIfASCII(vs []vector, label string) {
	m.testTopBits(vs)
	m.c.JE(operand.LabelRef(label))
}

func (m *avx512) jumpUnlessASCII(vs []vector, label string) {
	m.testTopBits(vs)
	m.c.JNE(operand.LabelRef(label))
}

func (m *avx512) testTopBits(vs []vector) {
	const orOfThree = 0xFE
	all := vs[0]
	switch len(vs) {
	case 2:
		all = m.vec()
		m.or(vs[0], vs[1], all)
	case 4:
		all = m.vec()
		m.or(vs[0], vs[1], all)
		m.c.VPTERNLOGQ(operand.U8(orOfThree), vs[2], vs[3], all)
	}
	k := m.c.K()
	m.c.VPMOVB2M(all, k)
	m.c.KORTESTQ(k, k)
}

func (m *avx512) loadUTF8Constants(once bool) {
	m.high1, m.low1, m.high2 = m.table("byHigh1", byHigh1), m.table("byLow1", byLow1), m.table("byHigh2", byHigh2)
	m.aboveLead3 = m.every(m.data("aboveLead3", eightTimes(lead3-0x80)))
	m.aboveLead4 = m.every(m.data("aboveLead4", eightTimes(lead4-0x80)))
	m.once = once
	for _, p := range []struct {
		op   *operand.Op
		name string
		data []byte
	}{
		{&m.lowNibble, "lowNibble", eightTimes(0x0F)},
		{&m.topBits, "topBits", eightTimes(0x80)},
		{&m.toLow, "toLow", highToLow()},
	} {
		*p.op = m.data(p.name, p.data)
		if !once {
			*p.op = m.every(m.data(p.name, p.data))
		}
	}
}

// table loads a table of sixteen entries for VPSHUFB, which looks up within 16 bytes.
func (m *avx512) table(name string, entries [16]byte) vector {
	v := m.vec()
	m.c.VBROADCASTI32X4(m.data(name, entries[:]), v)
	return v
}

// every loads eight bytes again and again.
func (m *avx512) every(pattern operand.Mem) vector {
	v := m.vec()
	m.c.VPBROADCASTQ(pattern, v)
	return v
}

// highToLow is the bit matrix that VGF2P8AFFINEQB multiplies each byte with to leave
// its high nibble in the low bits and zeros above. Row i, counted from the last byte,
// has the input bits that make up bit i.
func highToLow() []byte {
	rows := make([]byte, 8)
	for bit := range 4 {
		rows[7-bit] = 1 << (bit + 4)
	}
	return rows
}

// precede shifts whole 16-byte lanes up once, and then takes from each pair of lanes
// what each distance asks for.
func (m *avx512) precede(previous, x vector, before [3]vector) {
	lower := m.vec()
	m.c.VALIGND(operand.U8(12), previous, x, lower)
	for i := range before {
		m.c.VPALIGNR(operand.U8(15-i), lower, x, before[i])
	}
}

func (m *avx512) pairErrors(x, before1, dst vector) {
	const andOfThree = 0x80
	low, high := m.vec(), m.vec()
	m.highNibbles(before1, dst)
	m.c.VPSHUFB(dst, m.high1, dst)
	if m.once {
		m.c.VPANDQ_BCST(m.lowNibble, before1, low)
	} else {
		m.c.VPANDQ(m.lowNibble, before1, low)
	}
	m.c.VPSHUFB(low, m.low1, low)
	m.highNibbles(x, high)
	m.c.VPSHUFB(high, m.high2, high)
	m.c.VPTERNLOGQ(operand.U8(andOfThree), low, high, dst)
}

func (m *avx512) highNibbles(x, dst vector) {
	if m.once {
		m.c.VGF2P8AFFINEQB_BCST(operand.U8(0), m.toLow, x, dst)
	} else {
		m.c.VGF2P8AFFINEQB(operand.U8(0), m.toLow, x, dst)
	}
}

// longLeads takes leads of 3 and 4 bytes to the top bit by saturating subtraction.
func (m *avx512) longLeads(before2, before3, dst vector) {
	const eitherAndThird = 0xA8 // (dst | b) & a
	fourth := m.vec()
	m.c.VPSUBUSB(m.aboveLead3, before2, dst)
	m.c.VPSUBUSB(m.aboveLead4, before3, fourth)
	if m.once {
		m.c.VPTERNLOGQ_BCST(operand.U8(eitherAndThird), m.topBits, fourth, dst)
	} else {
		m.c.VPTERNLOGQ(operand.U8(eitherAndThird), m.topBits, fourth, dst)
	}
}

func (m *avx512) xor(a, b, dst vector) { m.c.VPXORQ(a, b, dst) }

func (m *avx512) orDifference(a, b, dst vector) {
	const dstOrDifference = 0xF6 // dst | (a ^ b)
	m.c.VPTERNLOGQ(operand.U8(dstOrDifference), a, b, dst)
}

func (m *avx512) dropThree(v vector) {
	mask, k := m.c.GP64(), m.c.K()
	m.c.MOVQ(operand.I32(^7), mask)
	m.c.KMOVQ(mask, k)
	m.c.VMOVDQU8_Z(v, k, v)
}

func (m *avx512) subtract(a vector, b operand.Mem, dst vector) { m.c.VPSUBUSB(b, a, dst) }

func (m *avx512) beginCount() {
	m.counted = m.c.GP64()
	m.c.XORL(m.counted.As32(), m.counted.As32())
	m.below = m.every(m.data("firstLead", eightTimes(0xC0)))
}

func (m *avx512) count(blocks []vector) {
	for _, x := range blocks {
		k, bits := m.c.K(), m.c.GP64()
		m.c.VPCMPB(operand.U8(lessThan), m.below, x, k)
		m.c.KMOVQ(k, bits)
		m.c.POPCNTQ(bits, bits)
		m.c.ADDQ(bits, m.counted)
	}
}

func (m *avx512) clearFirst(n reg.GPVirtual, v vector) {
	lanes, k := m.c.GP64(), m.c.K()
	m.c.MOVQ(operand.I32(-1), lanes)
	m.c.SHLXQ(n, lanes, lanes)
	m.c.KMOVQ(lanes, k)
	m.c.VMOVDQU8_Z(v, k, v)
}

func (m *avx512) total() reg.GPVirtual { return m.counted }

func (m *avx512) beginLines() {
	m.lf, m.cr = m.every(m.data("lf", eightTimes('\n'))), m.every(m.data("cr", eightTimes('\r')))
}

func (m *avx512) lineBytes(p reg.GPVirtual) (lf, cr reg.GPVirtual) {
	x := m.vec()
	m.load(at(p, 0), x)
	return m.equal(x, m.lf), m.equal(x, m.cr)
}

// equal tells in which lanes of the vector that byte is.
func (m *avx512) equal(x, to vector) reg.GPVirtual {
	k, found := m.c.K(), m.c.GP64()
	m.c.VPCMPEQB(to, x, k)
	m.c.KMOVQ(k, found)
	return found
}

func (m *avx512) beginPairs() { m.lead4 = m.every(m.data("lead4", eightTimes(0xF0))) }

func (m *avx512) leads4(p reg.GPVirtual) reg.GPVirtual {
	k, found, x := m.c.K(), m.c.GP64(), m.vec()
	m.load(at(p, 0), x)
	m.c.VPCMPUB(operand.U8(notLessThan), m.lead4, x, k)
	m.c.KMOVQ(k, found)
	return found
}

func (m *avx512) beginBrackets() {
	m.quotes, m.slashes = m.every(m.data("quote", eightTimes('"'))), m.every(m.data("backslash", eightTimes('\\')))
	m.openers, m.closers = m.every(m.data("open", eightTimes('{'))), m.every(m.data("closing", eightTimes('}')))
	m.caseBit = m.every(m.data("caseBit", eightTimes('['^'{')))
}

func (m *avx512) bracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual) {
	x := m.vec()
	m.load(at(p, 0), x)
	quotes, backslashes = m.equal(x, m.quotes), m.equal(x, m.slashes)
	m.or(x, m.caseBit, x)
	return quotes, backslashes, m.equal(x, m.openers), m.equal(x, m.closers)
}

func (m *avx512) beginCommas() { m.commas = m.every(m.data("comma", eightTimes(','))) }

func (m *avx512) commaBytes(p reg.GPVirtual) reg.GPVirtual {
	x := m.vec()
	m.load(at(p, 0), x)
	return m.equal(x, m.commas)
}

func (m *avx512) carryIfASCII(v vector) {
	k := m.c.K()
	m.c.VPMOVB2M(v, k)
	m.c.KNOTQ(k, k)
	m.c.KORTESTQ(k, k)
}

func (m *avx512) carryIfNoZero(v vector) {
	k := m.c.K()
	m.c.VPTESTMB(v, v, k)
	m.c.KORTESTQ(k, k)
}

func (m *avx512) carryIfUpTo(v, most vector) {
	k := m.c.K()
	m.c.VPCMPB(operand.U8(notMore), most, v, k)
	m.c.KORTESTQ(k, k)
}

func (m *avx512) carryIfEachUpTo(v, most vector) {
	k := m.c.K()
	m.c.VPCMPUB(operand.U8(notMore), most, v, k)
	m.c.KORTESTQ(k, k)
}

package isa

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VPCMPB and similar instructions.
const (
	lessThan    = 1
	notMore     = 2
	notLessThan = 5
)

// AVX512 is the machine for AVX-512 as in Intel's Ice Lake and AMD's Zen 4. A block is 64 bytes.
type AVX512 struct {
	file

	high1, low1, high2     Vector // the tables of utf8_table.go
	aboveLead3, aboveLead4 Vector // subtracting aboveLead3 leaves the top bit set only in lead bytes of sequences of 3 or more bytes; aboveLead4, of 4 or more

	// If constants are used only once, they are not loaded into registers but broadcast by the
	// instructions that use them.
	once      bool
	lowNibble operand.Op // 0F in each lane
	topBits   operand.Op // 80 in each lane
	toLow     operand.Op // the matrix with which VGF2P8AFFINEQB extracts high nibbles

	counted reg.GPVirtual
	below   Vector // C0 in each lane; in a signed comparison, only continuation bytes are less than C0

	lead4 Vector // F0 in each lane

	quotes, slashes, openers, closers Vector // in each lane: a quotation mark, a backslash, '{' or '}', respectively
	caseBit                           Vector // setting this bit turns a square bracket into a brace
	commas, solidi                    Vector

	dialect map[byte]Vector // the constants of DialectBytes, by the byte in each lane
}

func NewAVX512() Machine { return &AVX512{} }

func (m *AVX512) Name() string { return "AVX512" }

func (m *AVX512) FileName() string { return "avx512" }

func (m *AVX512) Width() int { return 64 }

func (m *AVX512) Vec() Vector { return m.C.ZMM() }

func (m *AVX512) Load(from operand.Mem, v Vector) { m.C.VMOVDQU64(from, v) }

func (m *AVX512) Or(a, b, dst Vector) { m.C.VPORQ(a, b, dst) }

func (m *AVX512) Copy(v, dst Vector) { m.C.VMOVDQA64(v, dst) }

func (m *AVX512) Zero(v Vector) { m.C.VPXORQ(v, v, v) }

// Compress512 moves the bytes of v whose bits are set in k to the beginning of dst, and sets the
// rest of dst to zeros. dst must be another register. Zen 5 waits for the old value of dst,
// although nothing of that value remains. This takes five cycles from one such instruction to the
// next. Clearing dst first avoids the wait and takes no time.
func Compress512(c *build.Context, v, k, dst operand.Op) {
	c.VPXORQ(dst, dst, dst)
	c.VPCOMPRESSB_Z(v, k, dst)
}

// LoadShort loads under a mask. Lanes that are masked out cannot cause a fault. But if they are in
// a page that is not mapped, the load takes microseconds. Therefore, if the block would cross the
// end of a page, LoadShort loads a block that ends with the input, and shifts it down.
func (m *AVX512) LoadShort(p, n reg.GPVirtual, v Vector) {
	const page = 4096
	c := m.C
	ones, inPage := c.GP64(), c.GP64()
	lanes := c.K()
	crosses, done := "shortAtPageEnd", "shortLoaded"
	c.MOVQ(operand.I32(-1), ones)
	c.MOVL(p.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-m.Width()))
	c.JA(operand.LabelRef(crosses))
	low := c.GP64()
	c.BZHIQ(n, ones, low)
	c.KMOVQ(low, lanes)
	c.VMOVDQU8_Z(At(p, 0), lanes, v)
	c.JMP(operand.LabelRef(done))

	c.Label(crosses)
	m.LoadShortAtPageEnd(p, n, ones, v)
	c.Label(done)
}

func (m *AVX512) LoadShortAtPageEnd(p, n, ones reg.GPVirtual, v Vector) {
	c, lanes := m.C, m.C.K()
	missing, index := c.GP64(), m.Vec()
	high := c.GP64()
	c.MOVQ(operand.I32(m.Width()), missing)
	c.SUBQ(n, missing)
	c.SHLXQ(missing, ones, high)
	c.KMOVQ(high, lanes)
	c.VMOVDQU8_Z(operand.Mem{Base: p, Index: n, Scale: 1, Disp: -m.Width()}, lanes, v)
	c.VPBROADCASTB(missing.As32(), index)
	c.VPADDB(m.Data("iota", Iota64()), index, index)
	c.VPERMB(v, index, v) // indices of 64 or more wrap around to low lanes, which are zero
}

func Iota64() []byte {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

func (m *AVX512) SetIfZero(v Vector, dst operand.Op) {
	k := m.C.K()
	m.C.VPTESTMB(v, v, k)
	m.C.KORTESTQ(k, k)
	m.C.SETEQ(dst)
}

func (m *AVX512) JumpIfASCII(vs []Vector, label string) {
	m.testTopBits(vs)
	m.C.JE(operand.LabelRef(label))
}

func (m *AVX512) JumpUnlessASCII(vs []Vector, label string) {
	m.testTopBits(vs)
	m.C.JNE(operand.LabelRef(label))
}

func (m *AVX512) testTopBits(vs []Vector) {
	const orOfThree = 0xFE
	all := vs[0]
	switch len(vs) {
	case 2:
		all = m.Vec()
		m.Or(vs[0], vs[1], all)
	case 4:
		all = m.Vec()
		m.Or(vs[0], vs[1], all)
		m.C.VPTERNLOGQ(operand.U8(orOfThree), vs[2], vs[3], all)
	}
	k := m.C.K()
	m.C.VPMOVB2M(all, k)
	m.C.KORTESTQ(k, k)
}

func (m *AVX512) LoadUTF8Constants(once bool) {
	m.high1, m.low1, m.high2 = m.Table("byHigh1", byHigh1), m.Table("byLow1", byLow1), m.Table("byHigh2", byHigh2)
	m.aboveLead3 = m.Every(m.Data("aboveLead3", EightTimes(Lead3-0x80)))
	m.aboveLead4 = m.Every(m.Data("aboveLead4", EightTimes(Lead4-0x80)))
	m.once = once
	for _, p := range []struct {
		op   *operand.Op
		name string
		data []byte
	}{
		{&m.lowNibble, "lowNibble", EightTimes(0x0F)},
		{&m.topBits, "topBits", EightTimes(0x80)},
		{&m.toLow, "toLow", highToLow()},
	} {
		*p.op = m.Data(p.name, p.data)
		if !once {
			*p.op = m.Every(m.Data(p.name, p.data))
		}
	}
}

// Table returns a vector that repeats a table of sixteen entries, because VPSHUFB looks up each
// byte within its 16-byte lane.
func (m *AVX512) Table(name string, entries [16]byte) Vector {
	v := m.Vec()
	m.C.VBROADCASTI32X4(m.Data(name, entries[:]), v)
	return v
}

// Every returns a vector that repeats the eight bytes at pattern.
func (m *AVX512) Every(pattern operand.Mem) Vector {
	v := m.Vec()
	m.C.VPBROADCASTQ(pattern, v)
	return v
}

// highToLow returns the bit matrix with which VGF2P8AFFINEQB moves the high nibble of each byte to
// the low bits and clears the other bits. Row i, counted from the last byte, selects the input bits
// whose parity is bit i of the result.
func highToLow() []byte {
	rows := make([]byte, 8)
	for bit := range 4 {
		rows[7-bit] = 1 << (bit + 4)
	}
	return rows
}

// Precede shifts whole 16-byte lanes up by one lane. It then combines each 16-byte lane with the
// one before it, once for each distance.
func (m *AVX512) Precede(previous, x Vector, before [3]Vector) {
	lower := m.Vec()
	m.C.VALIGND(operand.U8(12), previous, x, lower)
	for i := range before {
		m.C.VPALIGNR(operand.U8(15-i), lower, x, before[i])
	}
}

func (m *AVX512) PairErrors(x, before1, dst Vector) {
	const andOfThree = 0x80
	low, high := m.Vec(), m.Vec()
	m.HighNibbles(before1, dst)
	m.C.VPSHUFB(dst, m.high1, dst)
	if m.once {
		m.C.VPANDQ_BCST(m.lowNibble, before1, low)
	} else {
		m.C.VPANDQ(m.lowNibble, before1, low)
	}
	m.C.VPSHUFB(low, m.low1, low)
	m.HighNibbles(x, high)
	m.C.VPSHUFB(high, m.high2, high)
	m.C.VPTERNLOGQ(operand.U8(andOfThree), low, high, dst)
}

func (m *AVX512) HighNibbles(x, dst Vector) {
	if m.once {
		m.C.VGF2P8AFFINEQB_BCST(operand.U8(0), m.toLow, x, dst)
	} else {
		m.C.VGF2P8AFFINEQB(operand.U8(0), m.toLow, x, dst)
	}
}

// LongLeads finds the lead bytes of sequences of 3 and 4 bytes by saturating subtraction. The
// results have their top bits set only for these lead bytes.
func (m *AVX512) LongLeads(before2, before3, dst Vector) {
	const eitherAndThird = 0xA8 // (dst | b) & a
	fourth := m.Vec()
	m.C.VPSUBUSB(m.aboveLead3, before2, dst)
	m.C.VPSUBUSB(m.aboveLead4, before3, fourth)
	if m.once {
		m.C.VPTERNLOGQ_BCST(operand.U8(eitherAndThird), m.topBits, fourth, dst)
	} else {
		m.C.VPTERNLOGQ(operand.U8(eitherAndThird), m.topBits, fourth, dst)
	}
}

func (m *AVX512) Xor(a, b, dst Vector) { m.C.VPXORQ(a, b, dst) }

func (m *AVX512) OrDifference(a, b, dst Vector) {
	const dstOrDifference = 0xF6 // dst | (a ^ b)
	m.C.VPTERNLOGQ(operand.U8(dstOrDifference), a, b, dst)
}

func (m *AVX512) DropThree(v Vector) {
	mask, k := m.C.GP64(), m.C.K()
	m.C.MOVQ(operand.I32(^7), mask)
	m.C.KMOVQ(mask, k)
	m.C.VMOVDQU8_Z(v, k, v)
}

func (m *AVX512) Subtract(a Vector, b operand.Mem, dst Vector) { m.C.VPSUBUSB(b, a, dst) }

func (m *AVX512) BeginCount() {
	m.counted = m.C.GP64()
	m.C.XORL(m.counted.As32(), m.counted.As32())
	m.below = m.Every(m.Data("firstLead", EightTimes(0xC0)))
}

func (m *AVX512) Count(blocks []Vector) {
	for _, x := range blocks {
		k, bits := m.C.K(), m.C.GP64()
		m.C.VPCMPB(operand.U8(lessThan), m.below, x, k)
		m.C.KMOVQ(k, bits)
		m.C.POPCNTQ(bits, bits)
		m.C.ADDQ(bits, m.counted)
	}
}

func (m *AVX512) ClearFirst(n reg.GPVirtual, v Vector) {
	lanes, k := m.C.GP64(), m.C.K()
	m.C.MOVQ(operand.I32(-1), lanes)
	m.C.SHLXQ(n, lanes, lanes)
	m.C.KMOVQ(lanes, k)
	m.C.VMOVDQU8_Z(v, k, v)
}

func (m *AVX512) Total() reg.GPVirtual { return m.counted }

// equal returns a mask of the lanes of x that are equal to the same lane of pattern.
func (m *AVX512) equal(x, pattern Vector) reg.GPVirtual {
	k, found := m.C.K(), m.C.GP64()
	m.C.VPCMPEQB(pattern, x, k)
	m.C.KMOVQ(k, found)
	return found
}

func (m *AVX512) BeginPairs() { m.lead4 = m.Every(m.Data("lead4", EightTimes(0xF0))) }

func (m *AVX512) Leads4(p reg.GPVirtual) reg.GPVirtual {
	k, found, x := m.C.K(), m.C.GP64(), m.Vec()
	m.Load(At(p, 0), x)
	m.C.VPCMPUB(operand.U8(notLessThan), m.lead4, x, k)
	m.C.KMOVQ(k, found)
	return found
}

func (m *AVX512) BeginBrackets() {
	m.quotes, m.slashes = m.Every(m.Data("quote", EightTimes('"'))), m.Every(m.Data("backslash", EightTimes('\\')))
	m.openers, m.closers = m.Every(m.Data("open", EightTimes('{'))), m.Every(m.Data("closing", EightTimes('}')))
	m.caseBit = m.Every(m.Data("caseBit", EightTimes('['^'{')))
}

func (m *AVX512) BracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual) {
	x := m.Vec()
	m.Load(At(p, 0), x)
	quotes, backslashes = m.equal(x, m.quotes), m.equal(x, m.slashes)
	m.Or(x, m.caseBit, x)
	return quotes, backslashes, m.equal(x, m.openers), m.equal(x, m.closers)
}

func (m *AVX512) BeginSeparators() {
	m.commas, m.solidi = m.Every(m.Data("comma", EightTimes(','))), m.Every(m.Data("solidus", EightTimes('/')))
}

func (m *AVX512) SeparatorBytes(p reg.GPVirtual) (commas, slashes reg.GPVirtual) {
	x := m.Vec()
	m.Load(At(p, 0), x)
	return m.equal(x, m.commas), m.equal(x, m.solidi)
}

func (m *AVX512) CarryIfASCII(v Vector) {
	k := m.C.K()
	m.C.VPMOVB2M(v, k)
	m.C.KNOTQ(k, k)
	m.C.KORTESTQ(k, k)
}

func (m *AVX512) CarryIfNoZero(v Vector) {
	k := m.C.K()
	m.C.VPTESTMB(v, v, k)
	m.C.KORTESTQ(k, k)
}

func (m *AVX512) CarryIfUpTo(v, most Vector) {
	k := m.C.K()
	m.C.VPCMPB(operand.U8(notMore), most, v, k)
	m.C.KORTESTQ(k, k)
}

func (m *AVX512) CarryIfEachUpTo(v, most Vector) {
	k := m.C.K()
	m.C.VPCMPUB(operand.U8(notMore), most, v, k)
	m.C.KORTESTQ(k, k)
}

package main

import (
	"bytes"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quote512 is what quote has in registers of AVX-512.
type quote512 struct {
	lookup      [2]vector // QuoteTable.class
	lasts       [2]vector // QuoteTable.last
	longBit     vector    // classLong in each lane
	backslashes vector
	even, odd   reg.GPVirtual     // bits, of two for each character
	lanes       reg.OpmaskVirtual // those of the rest

	// Memory for a block with escapes of six bytes: QuoteTable.parts, and what takes the
	// last two places; and what these three are within.
	parts, last, high operand.Mem
	longLocal         operand.Mem
	later             []func() // code for the end

	template vector // longTemplate
	indexes  [half / longStep]vector
	places   reg.OpmaskVirtual // of the last two bytes of a long escape
}

func (m *avx512) fewEscapes() int { return 2 }

func (m *avx512) store(v vector, to operand.Mem) { m.c.VMOVDQU64(v, to) }

func (m *avx512) keepQuoteConstants(q *quoter) {
	m.loadUTF8Constants(false)
	for i := range m.lookup {
		m.lookup[i] = m.vec()
		m.load(at(q.table, tableClass+64*i), m.lookup[i])
		m.lasts[i] = m.vec()
		m.load(at(q.table, tableLast+64*i), m.lasts[i])
	}
	m.longBit = m.every(m.data("classLong", eightTimes(classLong)))
	m.loadShortConstants()
}

func (m *avx512) loadShortConstants() {
	const evenBits, oddBits = 0x5555555555555555, 0xAAAAAAAAAAAAAAAA
	m.even, m.odd = m.c.GP64(), m.c.GP64()
	m.c.MOVQ(operand.U64(evenBits), m.even)
	m.c.MOVQ(operand.U64(oddBits), m.odd)
	m.backslashes = m.every(m.data("backslashes", eightTimes('\\')))
}

func (m *avx512) useQuoteConstants(*quoter) {}
func (m *avx512) useUTF8Constants()         {}

// classifyText looks up the low seven bits. So it says something of bytes that are not
// ASCII too, which means nothing.
func (m *avx512) classifyText(x, class vector) {
	m.copy(x, class)
	m.c.VPERMI2B(m.lookup[1], m.lookup[0], class)
}

func (m *avx512) classifyBlocks(xs, classes []vector) { m.classifyText(xs[0], classes[0]) }

func (m *avx512) jumpUnlessClean(xs, classes []vector, label string) {
	const orOfThree = 0xFE
	any := m.vec()
	m.or(xs[0], classes[0], any)
	for i := 1; i < len(xs); i++ {
		m.c.VPTERNLOGQ(operand.U8(orOfThree), xs[i], classes[i], any)
	}
	m.jumpUnlessASCII([]vector{any}, label)
}

func (m *avx512) jumpIfEscapes(xs, classes []vector, label string) {
	const orBWithoutA = 0xF4 // any | class &^ x
	any := m.vec()
	m.c.VPANDNQ(classes[0], xs[0], any)
	for i := 1; i < len(xs); i++ {
		m.c.VPTERNLOGQ(operand.U8(orBWithoutA), xs[i], classes[i], any)
	}
	m.jumpUnlessASCII([]vector{any}, label)
}

// jumpUnlessShort shifts the bit classLong to the top.
func (m *avx512) jumpUnlessShort(xs, classes []vector, label string) {
	any := m.vec()
	m.c.VPADDB(classes[0], classes[0], any)
	m.or(xs[0], any, any)
	m.jumpUnlessASCII([]vector{any}, label)
}

func (m *avx512) escapes(xs, classes []vector) escapes {
	which, e := m.vec(), escapes{m.c.GP64(), m.c.K()}
	m.c.VPANDNQ(classes[0], xs[0], which)
	m.c.VPMOVB2M(which, e.k)
	m.c.KMOVQ(e.k, e.bits)
	return e
}

func (m *avx512) escapesInASCII(classes []vector, e escapes) {
	m.c.VPMOVB2M(classes[0], e.k)
	m.c.KMOVQ(e.k, e.bits)
}

func (m *avx512) testLong(classes []vector, e escapes) {
	some := m.c.K()
	m.c.VPTESTMB(m.longBit, classes[0], e.k, some)
	m.c.KORTESTQ(some, some)
}

func (m *avx512) nonASCII(x vector) reg.GPVirtual {
	k, bits := m.c.K(), m.c.GP64()
	m.c.VPMOVB2M(x, k)
	m.c.KMOVQ(k, bits)
	return bits
}

func (m *avx512) separators(x vector, before [3]vector) reg.GPVirtual {
	const equal = 0
	third, k, bits := m.vec(), m.c.K(), m.c.GP64()
	m.c.VPORQ_BCST(m.data("ones", eightTimes(1)), x, third)
	m.c.VPCMPUB(operand.U8(equal), m.every(m.data("separator3", eightTimes(0xA9))), third, k)
	m.c.VPCMPUB(operand.U8(equal), m.every(m.data("separator2", eightTimes(0x80))), before[0], k, k)
	m.c.VPCMPUB(operand.U8(equal), m.every(m.data("separator1", eightTimes(0xE2))), before[1], k, k)
	m.c.KMOVQ(k, bits)
	return bits
}

// lookUp looks characters up in one of the tables, those alone that k tells: the others
// stay as they are.
func (m *avx512) lookUp(q *quoter, x vector, table int, k reg.OpmaskVirtual) vector {
	v, low := m.vec(), m.vec()
	m.copy(x, v)
	m.load(at(q.table, table), low)
	m.c.VPERMI2B(at(q.table, table+64), low, k, v)
	return v
}

// lastBytes is lookUp in QuoteTable.last.
func (m *avx512) lastBytes(x vector, e escapes) vector {
	v := m.vec()
	m.copy(x, v)
	m.c.VPERMI2B(m.lasts[1], m.lasts[0], e.k, v)
	return v
}

// half is how many characters have room in a vector with escapes of two bytes.
const half = 32

// shortHalf returns half a block of last bytes with backslashes before those of escapes. The lower
// half of bits tells which. VPEXPANDB leaves a gap before
// each; where the gaps are is found by PEXT, which drops, from two bits for each character,
// the first where no backslash is to be.
func (m *avx512) shortHalf(last vector, bits reg.GPVirtual) vector {
	c := m.c
	v, places, k := m.vec(), c.GP64(), c.K()
	c.PDEPQ(m.even, bits, places)
	c.ORQ(m.odd, places)
	c.PEXTQ(places, m.odd, places)
	c.KMOVQ(places, k)
	m.copy(m.backslashes, v)
	c.VPEXPANDB(last, k, v)
	return v
}

// inHalf returns how many escapes are in the lower half.
func (m *avx512) inHalf(bits reg.GPVirtual) reg.GPVirtual {
	count := m.c.GP64()
	m.c.POPCNTL(bits.As32(), count.As32())
	return count
}

// upperHalf returns the upper half of a block for shortHalf.
func (m *avx512) upperHalf(last vector, bits reg.GPVirtual) (vector, reg.GPVirtual) {
	upper, upperBits := m.vec(), m.c.GP64()
	m.c.VEXTRACTI64X4(operand.U8(1), last, upper.AsY())
	m.c.MOVQ(bits, upperBits)
	m.c.SHRQ(operand.U8(half), upperBits)
	return upper, upperBits
}

// expandFew is for escapes of two bytes that are not among the last characters of the block.
// Then its first 64 bytes come from one VPEXPANDB, and what is beyond from the end of src,
// where the longest that can be is written first. Each backslash is as many places further on
// than its character as there are escapes before it.
func (m *avx512) expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool {
	const last = 4 // characters, more than fewEscapes
	c := m.c
	rest, first, places, end := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(e.bits, rest)
	c.SHRQ(operand.U8(m.width()-m.fewEscapes()), rest)
	c.JNE(operand.LabelRef(label))
	c.MOVL(at(q.s, m.width()-last), end.As32())
	c.MOVL(end.As32(), operand.Mem{Base: q.d, Index: count, Scale: 1, Disp: m.width() - last})

	c.BLSIQ(e.bits, places)
	c.BLSRQ(e.bits, rest)
	c.BLSIQ(rest, first)
	c.BLSRQ(rest, rest)
	c.LEAQ(operand.Mem{Base: places, Index: first, Scale: 2}, places)
	c.LEAQ(operand.Mem{Base: places, Index: rest, Scale: 4}, places)
	c.NOTQ(places)
	k, v := c.K(), m.vec()
	c.KMOVQ(places, k)
	m.copy(m.backslashes, v)
	c.VPEXPANDB(m.lastBytes(q.x, e), k, v)
	m.store(v, at(q.d, 0))
	c.SUBQ(count, q.spare)
	c.LEAQ(operand.Mem{Base: q.d, Index: count, Scale: 1, Disp: m.width()}, q.d)
	return true
}

func (m *avx512) shortRoom() int { return m.width() + half }

func (m *avx512) writeShort(q *quoter, x vector, e escapes) {
	c := m.c
	last := m.lastBytes(x, e)
	m.store(m.shortHalf(last, e.bits), at(q.d, 0))
	c.LEAQ(operand.Mem{Base: q.d, Index: m.inHalf(e.bits), Scale: 1, Disp: half}, q.d)
	last, bits := m.upperHalf(last, e.bits)
	m.store(m.shortHalf(last, bits), at(q.d, 0))
	c.LEAQ(operand.Mem{Base: q.d, Index: m.inHalf(bits), Scale: 1, Disp: half}, q.d)
}

// Escapes of six bytes are made of this, which has eight bytes for each of eight
// characters. VPCOMPRESSB leaves what QuoteTable.parts has a bit for: for each character a
// byte of bits, so that eight characters have an opmask.
const (
	longTemplate = "\\u00    "
	highPlace    = 4
	lastPlace    = 5
	longStep     = 8 // characters
)

func (m *avx512) loadLongTemplate() vector {
	v := m.vec()
	m.load(m.data("longTemplate", bytes.Repeat([]byte(longTemplate), longStep)), v)
	return v
}

// longParts returns QuoteTable.parts of each character.
func (m *avx512) longParts(q *quoter, x vector, e escapes) vector {
	parts, low := m.vec(), m.vec()
	m.copy(x, parts)
	m.load(at(q.table, tableParts), low)
	m.c.VPERMI2B_Z(at(q.table, tableParts+64), low, e.k, parts)
	m.c.VPORQ_BCST(m.data("partsPlain", eightTimes(partsPlain)), parts, parts)
	return parts
}

// useLongMemory lays out memory for a block at lines of the cache. Words are not forwarded as fast
// from a store that crosses from one line to the next: on Zen 5, a loop of writeLong takes twice
// as long, and where the stack is, chance tells.
func (m *avx512) useLongMemory() {
	c, base := m.c, m.c.GP64()
	if m.longLocal.Base == nil {
		m.longLocal = c.AllocLocal(4*block512 - 8) // the stack is aligned to 8
	}
	c.LEAQ(m.longLocal.Offset(block512-1), base)
	c.ANDQ(operand.I8(-block512), base)
	m.parts, m.last, m.high = at(base, 0), at(base, block512), at(base, 2*block512)
}

// longRoom is how far the last store goes.
func (m *avx512) longRoom() int { return m.width() + m.width() - longStep }

func (m *avx512) keepLongConstants() {
	m.template, m.places = m.loadLongTemplate(), m.laneMask(1<<lastPlace|1<<highPlace)
	for i := range m.indexes {
		m.indexes[i] = m.vec()
		m.load(m.data("longIndexes"+string('A'+rune(i)), longIndexes(i*longStep)), m.indexes[i])
	}
}

func (m *avx512) writeLong(q *quoter, x vector, e escapes) {
	c, begin, parts := m.c, m.c.GP64(), m.longParts(q, x, e)
	m.useLongMemory()
	words := m.parts
	m.store(parts, words)
	last, high := m.lookUp(q, x, tableLast, e.k), m.lookUp(q, x, tableHigh, e.k)
	c.MOVQ(q.d, begin)

	const greater = 6
	counts, most, some := m.vec(), m.every(m.data("half", []byte{half, 0, 0, 0, 0, 0, 0, 0})), c.K()
	c.VPOPCNTQ(parts, counts)
	c.VPCMPUQ(operand.U8(greater), most, counts, some)
	c.KORTESTB(some, some)
	c.JNE(operand.LabelRef("longWhole"))
	m.writeSteps(q, last, high, words, m.storeHalf)
	c.Label("longWritten")
	q.settle(begin)
	m.later = append(m.later, func() {
		c.Label("longWhole")
		m.writeSteps(q, last, high, words, m.store)
		c.JMP(operand.LabelRef("longWritten"))
	})
}

// storeHalf stores what a step writes, unless there are very many escapes: a store of 64 bytes
// nearly always crosses a line of the cache, and then takes twice as long.
func (m *avx512) storeHalf(v vector, to operand.Mem) { m.c.VMOVDQU64(v.AsY(), to) }

// writeSteps writes the characters of a block by eight, a word of parts for each step.
func (m *avx512) writeSteps(q *quoter, last, high vector, parts operand.Mem, store func(v vector, to operand.Mem)) {
	c, both := m.c, m.vec()
	for i := range m.width() / longStep {
		switch i {
		case 0:
			c.VINSERTI64X4(operand.U8(1), high.AsY(), last, both)
		case len(m.indexes):
			const upperHalves = 0xEE
			c.VSHUFI64X2(operand.U8(upperHalves), high, last, both)
		}
		v, k, count := m.vec(), c.K(), c.GP64()
		m.copy(m.template, v)
		c.VPERMB(both, m.indexes[i%len(m.indexes)], m.places, v)
		c.KMOVQ(parts.Offset(i*longStep), k)
		c.VPCOMPRESSB_Z(v, k, v)
		store(v, at(q.d, 0))
		c.POPCNTQ(parts.Offset(i*longStep), count)
		c.ADDQ(count, q.d)
	}
}

// longIndexes returns where the characters from first on find their last bytes: half a
// block of them, and half a block of those before.
func longIndexes(first int) []byte {
	b := make([]byte, 64)
	for c := range longStep {
		b[8*c+lastPlace] = byte(first + c)
		b[8*c+highPlace] = byte(half + first + c)
	}
	return b
}

// laneMask returns an opmask with these bits for each eight lanes.
func (m *avx512) laneMask(bits byte) reg.OpmaskVirtual {
	all, k := m.c.GP64(), m.c.K()
	m.c.MOVQ(operand.U64(0x0101010101010101*uint64(bits)), all)
	m.c.KMOVQ(all, k)
	return k
}

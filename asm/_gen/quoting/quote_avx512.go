package quoting

import (
	"bytes"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quote512 holds the registers of Quote with AVX-512.
type quote512 struct {
	*isa.AVX512

	lookup      [2]isa.Vector // Table.class
	lasts       [2]isa.Vector // Table.last
	longBit     isa.Vector    // classLong in each lane
	backslashes isa.Vector
	even, odd   reg.GPVirtual     // masks of the even bits and of the odd bits
	lanes       reg.OpmaskVirtual // the lanes that hold the rest of the input

	// The operands parts, last and high are memory for a block with escapes of six bytes. They hold
	// the entries of Table.parts, the last bytes of the escapes, and their second-to-last bytes. The
	// local variable longLocal contains all three.
	parts, last, high operand.Mem
	longLocal         operand.Mem
	later             []func() // code for the end

	template isa.Vector // longTemplate
	indexes  [half / longStep]isa.Vector
	places   reg.OpmaskVirtual // the positions of the last two bytes of a long escape
}

func (m *quote512) fewEscapes() int { return 2 }

func (m *quote512) store(v isa.Vector, to operand.Mem) { m.C.VMOVDQU64(v, to) }

func (m *quote512) keepQuoteConstants(q *quoter) {
	m.LoadUTF8Constants(false)
	for i := range m.lookup {
		m.lookup[i] = m.Vec()
		m.Load(isa.At(q.table, tableClass+64*i), m.lookup[i])
		m.lasts[i] = m.Vec()
		m.Load(isa.At(q.table, tableLast+64*i), m.lasts[i])
	}
	m.longBit = m.Every(m.Data("classLong", isa.EightTimes(classLong)))
	m.loadShortConstants()
}

func (m *quote512) loadShortConstants() {
	const evenBits, oddBits = 0x5555555555555555, 0xAAAAAAAAAAAAAAAA
	m.even, m.odd = m.C.GP64(), m.C.GP64()
	m.C.MOVQ(operand.U64(evenBits), m.even)
	m.C.MOVQ(operand.U64(oddBits), m.odd)
	m.backslashes = m.Every(m.Data("backslashes", isa.EightTimes('\\')))
}

func (m *quote512) useQuoteConstants(*quoter) {}

func (m *quote512) useUTF8Constants() {}

// classifyText looks up the low seven bits. The result for non-ASCII bytes is meaningless.
func (m *quote512) classifyText(x, class isa.Vector) {
	m.Copy(x, class)
	m.C.VPERMI2B(m.lookup[1], m.lookup[0], class)
}

func (m *quote512) classifyBlocks(xs, classes []isa.Vector) { m.classifyText(xs[0], classes[0]) }

func (m *quote512) jumpUnlessClean(xs, classes []isa.Vector, label string) {
	const orOfThree = 0xFE
	any := m.Vec()
	m.Or(xs[0], classes[0], any)
	for i := 1; i < len(xs); i++ {
		m.C.VPTERNLOGQ(operand.U8(orOfThree), xs[i], classes[i], any)
	}
	m.JumpUnlessASCII([]isa.Vector{any}, label)
}

func (m *quote512) jumpIfEscapes(xs, classes []isa.Vector, label string) {
	const orBWithoutA = 0xF4 // any | class &^ x
	any := m.Vec()
	m.C.VPANDNQ(classes[0], xs[0], any)
	for i := 1; i < len(xs); i++ {
		m.C.VPTERNLOGQ(operand.U8(orBWithoutA), xs[i], classes[i], any)
	}
	m.JumpUnlessASCII([]isa.Vector{any}, label)
}

// jumpUnlessShort shifts the bit classLong to the top.
func (m *quote512) jumpUnlessShort(xs, classes []isa.Vector, label string) {
	any := m.Vec()
	m.C.VPADDB(classes[0], classes[0], any)
	m.Or(xs[0], any, any)
	m.JumpUnlessASCII([]isa.Vector{any}, label)
}

func (m *quote512) escapes(xs, classes []isa.Vector) escapes {
	which, e := m.Vec(), escapes{m.C.GP64(), m.C.K()}
	m.C.VPANDNQ(classes[0], xs[0], which)
	m.C.VPMOVB2M(which, e.k)
	m.C.KMOVQ(e.k, e.bits)
	return e
}

func (m *quote512) escapesInASCII(classes []isa.Vector, e escapes) {
	m.C.VPMOVB2M(classes[0], e.k)
	m.C.KMOVQ(e.k, e.bits)
}

func (m *quote512) testLong(classes []isa.Vector, e escapes) {
	some := m.C.K()
	m.C.VPTESTMB(m.longBit, classes[0], e.k, some)
	m.C.KORTESTQ(some, some)
}

func (m *quote512) nonASCII(x isa.Vector) reg.GPVirtual {
	k, bits := m.C.K(), m.C.GP64()
	m.C.VPMOVB2M(x, k)
	m.C.KMOVQ(k, bits)
	return bits
}

func (m *quote512) separators(x isa.Vector, before [3]isa.Vector) reg.GPVirtual {
	const equal = 0
	third, k, bits := m.Vec(), m.C.K(), m.C.GP64()
	m.C.VPORQ_BCST(m.Data("ones", isa.EightTimes(1)), x, third)
	m.C.VPCMPUB(operand.U8(equal), m.Every(m.Data("separator3", isa.EightTimes(0xA9))), third, k)
	m.C.VPCMPUB(operand.U8(equal), m.Every(m.Data("separator2", isa.EightTimes(0x80))), before[0], k, k)
	m.C.VPCMPUB(operand.U8(equal), m.Every(m.Data("separator1", isa.EightTimes(0xE2))), before[1], k, k)
	m.C.KMOVQ(k, bits)
	return bits
}

// lookUp looks up the characters selected by k in one of the tables. Other characters remain as
// they are.
func (m *quote512) lookUp(q *quoter, x isa.Vector, table int, k reg.OpmaskVirtual) isa.Vector {
	v, low := m.Vec(), m.Vec()
	m.Copy(x, v)
	m.Load(isa.At(q.table, table), low)
	m.C.VPERMI2B(isa.At(q.table, table+64), low, k, v)
	return v
}

// lastBytes is like lookUp in Table.last, but uses the copy of that table in registers.
func (m *quote512) lastBytes(x isa.Vector, e escapes) isa.Vector {
	v := m.Vec()
	m.Copy(x, v)
	m.C.VPERMI2B(m.lasts[1], m.lasts[0], e.k, v)
	return v
}

// half is the number of characters that fit into a vector even if all of them have two-byte
// escapes.
const half = 32

// shortHalf returns half a block with a backslash before the last byte of each escape. The lower
// half of bits says which characters have escapes. VPEXPANDB leaves a gap before each of these.
// PEXT computes the positions of the gaps from two bits for each character: it drops the first of
// the two bits if the character needs no backslash.
func (m *quote512) shortHalf(last isa.Vector, bits reg.GPVirtual) isa.Vector {
	c := m.C
	v, places, k := m.Vec(), c.GP64(), c.K()
	c.PDEPQ(m.even, bits, places)
	c.ORQ(m.odd, places)
	c.PEXTQ(places, m.odd, places)
	c.KMOVQ(places, k)
	m.Copy(m.backslashes, v)
	c.VPEXPANDB(last, k, v)
	return v
}

// inHalf returns the number of escapes in the lower half of a block.
func (m *quote512) inHalf(bits reg.GPVirtual) reg.GPVirtual {
	count := m.C.GP64()
	m.C.POPCNTL(bits.As32(), count.As32())
	return count
}

// upperHalf returns the arguments of shortHalf for the upper half of a block.
func (m *quote512) upperHalf(last isa.Vector, bits reg.GPVirtual) (isa.Vector, reg.GPVirtual) {
	upper, upperBits := m.Vec(), m.C.GP64()
	m.C.VEXTRACTI64X4(operand.U8(1), last, upper.AsY())
	m.C.MOVQ(bits, upperBits)
	m.C.SHRQ(operand.U8(half), upperBits)
	return upper, upperBits
}

// expandFew handles two-byte escapes, but jumps if one of the last characters of the block has an
// escape. Otherwise, a single VPEXPANDB makes the first 64 bytes of the result, and the bytes after
// them are the last characters of the block. The last four characters are stored first, at the end
// of the result. The store of the 64 bytes then overwrites some of them. The position of a
// backslash is that of its character plus the number of earlier escapes.
func (m *quote512) expandFew(q *quoter, e escapes, count reg.GPVirtual, label string) bool {
	const last = 4 // characters, more than fewEscapes
	c := m.C
	rest, first, places, end := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(e.bits, rest)
	c.SHRQ(operand.U8(m.Width()-m.fewEscapes()), rest)
	c.JNE(operand.LabelRef(label))
	c.MOVL(isa.At(q.s, m.Width()-last), end.As32())
	c.MOVL(end.As32(), operand.Mem{Base: q.d, Index: count, Scale: 1, Disp: m.Width() - last})

	c.BLSIQ(e.bits, places)
	c.BLSRQ(e.bits, rest)
	c.BLSIQ(rest, first)
	c.BLSRQ(rest, rest)
	c.LEAQ(operand.Mem{Base: places, Index: first, Scale: 2}, places)
	c.LEAQ(operand.Mem{Base: places, Index: rest, Scale: 4}, places)
	c.NOTQ(places)
	k, v := c.K(), m.Vec()
	c.KMOVQ(places, k)
	m.Copy(m.backslashes, v)
	c.VPEXPANDB(m.lastBytes(q.x, e), k, v)
	m.store(v, isa.At(q.d, 0))
	c.SUBQ(count, q.spare)
	c.LEAQ(operand.Mem{Base: q.d, Index: count, Scale: 1, Disp: m.Width()}, q.d)
	return true
}

func (m *quote512) shortRoom() int { return m.Width() + half }

func (m *quote512) writeShort(q *quoter, x isa.Vector, e escapes) {
	c := m.C
	last := m.lastBytes(x, e)
	m.store(m.shortHalf(last, e.bits), isa.At(q.d, 0))
	c.LEAQ(operand.Mem{Base: q.d, Index: m.inHalf(e.bits), Scale: 1, Disp: half}, q.d)
	last, bits := m.upperHalf(last, e.bits)
	m.store(m.shortHalf(last, bits), isa.At(q.d, 0))
	c.LEAQ(operand.Mem{Base: q.d, Index: m.inHalf(bits), Scale: 1, Disp: half}, q.d)
}

// Six-byte escapes are made from this template of eight bytes, which is repeated for each of eight
// characters. For each character, the bits of a byte from Table.parts say which bytes of the
// template VPCOMPRESSB keeps. So an opmask holds the bits for eight characters.
const (
	longTemplate = "\\u00    "
	highPlace    = 4
	lastPlace    = 5
	longStep     = 8 // characters
)

func (m *quote512) loadLongTemplate() isa.Vector {
	v := m.Vec()
	m.Load(m.Data("longTemplate", bytes.Repeat([]byte(longTemplate), longStep)), v)
	return v
}

// longParts returns the entry of Table.parts for each character.
func (m *quote512) longParts(q *quoter, x isa.Vector, e escapes) isa.Vector {
	parts, low := m.Vec(), m.Vec()
	m.Copy(x, parts)
	m.Load(isa.At(q.table, tableParts), low)
	m.C.VPERMI2B_Z(isa.At(q.table, tableParts+64), low, e.k, parts)
	m.C.VPORQ_BCST(m.Data("partsPlain", isa.EightTimes(partsPlain)), parts, parts)
	return parts
}

// useLongMemory reserves memory for a block and aligns it to cache lines. Without this, a store may
// span two cache lines, and forwarding from such a store is slow: the loop of writeLong then takes
// twice as long on Zen 5. The alignment of the stack to cache lines is a matter of chance.
func (m *quote512) useLongMemory() {
	c, base := m.C, m.C.GP64()
	if m.longLocal.Base == nil {
		m.longLocal = c.AllocLocal(4*isa.Block512 - 8) // the stack is aligned to 8 bytes
	}
	c.LEAQ(m.longLocal.Offset(isa.Block512-1), base)
	c.ANDQ(operand.I8(-isa.Block512), base)
	m.parts, m.last, m.high = isa.At(base, 0), isa.At(base, isa.Block512), isa.At(base, 2*isa.Block512)
}

// longRoom returns the number of bytes up to the end of the last store of writeLong.
func (m *quote512) longRoom() int { return m.Width() + m.Width() - longStep }

func (m *quote512) keepLongConstants() {
	m.template, m.places = m.loadLongTemplate(), m.laneMask(1<<lastPlace|1<<highPlace)
	for i := range m.indexes {
		m.indexes[i] = m.Vec()
		m.Load(m.Data("longIndexes"+string('A'+rune(i)), longIndexes(i*longStep)), m.indexes[i])
	}
}

func (m *quote512) writeLong(q *quoter, x isa.Vector, e escapes) {
	c, begin, parts := m.C, m.C.GP64(), m.longParts(q, x, e)
	m.useLongMemory()
	words := m.parts
	m.store(parts, words)
	last, high := m.lookUp(q, x, tableLast, e.k), m.lookUp(q, x, tableHigh, e.k)
	c.MOVQ(q.d, begin)

	const greater = 6
	counts, most, some := m.Vec(), m.Every(m.Data("half", []byte{half, 0, 0, 0, 0, 0, 0, 0})), c.K()
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

// storeHalf stores the lower half of a vector. That is enough for a step of writeSteps, unless
// there are very many escapes. A store of 64 bytes would nearly always span two cache lines, and
// would then take twice as long.
func (m *quote512) storeHalf(v isa.Vector, to operand.Mem) { m.C.VMOVDQU64(v.AsY(), to) }

// writeSteps writes the characters of a block, eight at a time. Each step uses one word of parts.
func (m *quote512) writeSteps(q *quoter, last, high isa.Vector, parts operand.Mem, store func(v isa.Vector, to operand.Mem)) {
	c, both := m.C, m.Vec()
	for i := range m.Width() / longStep {
		switch i {
		case 0:
			c.VINSERTI64X4(operand.U8(1), high.AsY(), last, both)
		case len(m.indexes):
			const upperHalves = 0xEE
			c.VSHUFI64X2(operand.U8(upperHalves), high, last, both)
		}
		v, k, count := m.Vec(), c.K(), c.GP64()
		m.Copy(m.template, v)
		c.VPERMB(both, m.indexes[i%len(m.indexes)], m.places, v)
		c.KMOVQ(parts.Offset(i*longStep), k)
		c.VPCOMPRESSB_Z(v, k, v)
		store(v, isa.At(q.d, 0))
		c.POPCNTQ(parts.Offset(i*longStep), count)
		c.ADDQ(count, q.d)
	}
}

// longIndexes returns the indices with which VPERMB gathers the last two bytes of the escapes of
// longStep characters, beginning with the character first. The last bytes of the escapes are in the
// lower half of the vector, and the bytes before them are in the upper half.
func longIndexes(first int) []byte {
	b := make([]byte, 64)
	for c := range longStep {
		b[8*c+lastPlace] = byte(first + c)
		b[8*c+highPlace] = byte(half + first + c)
	}
	return b
}

// laneMask returns an opmask that repeats the given bits for each group of eight lanes.
func (m *quote512) laneMask(bits byte) reg.OpmaskVirtual {
	all, k := m.C.GP64(), m.C.K()
	m.C.MOVQ(operand.U64(0x0101010101010101*uint64(bits)), all)
	m.C.KMOVQ(all, k)
	return k
}

package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quoteShort treats all lengths in the same way, because they cannot be predicted.
func (m *quote512) quoteShort(q *quoter) {
	c := m.C
	m.lanes = c.K()
	c.MOVQ(q.left, q.n)
	m.loadRestFrom(q, "short")
	m.jumpUnlessClean([]isa.Vector{q.x}, []isa.Vector{q.class}, "shortNotClean")
	m.storeRest(q)
	q.returns(q.left, q.left)
	isa.Ret(m)

	c.Label("shortNotClean")
	q.Zero(q.errors)
	q.Zero(q.previous)
	c.JMP(operand.LabelRef("restNotClean"))
	m.restAtPageEnd(q, "short")
}

func (m *quote512) loadRest(q *quoter) { m.loadRestFrom(q, "rest") }

func (m *quote512) laterRest(q *quoter) {
	m.restAtPageEnd(q, "rest")
	for _, emit := range m.later {
		emit()
	}
}

func (m *quote512) storeRest(q *quoter) { m.C.VMOVDQU8(q.x, m.lanes, isa.At(q.d, 0)) }

// loadRestFrom loads under a mask, except at the end of a page (see isa.AVX512.LoadShort).
func (m *quote512) loadRestFrom(q *quoter, label string) {
	const page = 4096
	c := m.C
	inPage, low := c.GP64(), m.Vec()
	m.firstLanes(q.n, m.lanes)
	c.VPBROADCASTQ(m.Data("plain", isa.EightTimes(plain)), q.x)
	c.MOVL(q.s.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-m.Width()))
	c.JA(operand.LabelRef(label + "AtPageEnd"))
	c.VMOVDQU8(isa.At(q.s, 0), m.lanes, q.x)
	c.Label(label + "Loaded")
	m.Load(isa.At(q.table, tableClass), low)
	m.Copy(q.x, q.class)
	c.VPERMI2B(isa.At(q.table, tableClass+64), low, q.class)
}

// restAtPageEnd emits the part of loadRestFrom that rarely runs.
func (m *quote512) restAtPageEnd(q *quoter, label string) {
	c := m.C
	missing, lanes, index, v, k := c.GP64(), c.GP64(), m.Vec(), m.Vec(), c.K()
	c.Label(label + "AtPageEnd")
	c.MOVQ(operand.I32(m.Width()), missing)
	c.SUBQ(q.n, missing)
	c.MOVQ(operand.I32(-1), lanes)
	c.SHLXQ(missing, lanes, lanes)
	c.KMOVQ(lanes, k)
	c.VMOVDQU8_Z(operand.Mem{Base: q.s, Index: q.n, Scale: 1, Disp: -m.Width()}, k, v)
	c.VPBROADCASTB(missing.As32(), index)
	c.VPADDB(m.Data("iota", isa.Iota64()), index, index)
	c.VPERMB(v, index, m.lanes, q.x)
	c.JMP(operand.LabelRef(label + "Loaded"))
}

func (m *quote512) firstLanes(n reg.GPVirtual, k reg.OpmaskVirtual) {
	lanes := m.C.GP64()
	m.C.MOVQ(operand.I32(-1), lanes)
	m.C.BZHIQ(n, lanes, lanes)
	m.C.KMOVQ(lanes, k)
}

func (m *quote512) storeFirst(n reg.GPVirtual, v isa.Vector, to operand.Mem) {
	k := m.C.K()
	m.firstLanes(n, k)
	m.C.VMOVDQU8(v, k, to)
}

// writeRest does the same as writeShort or writeLong, but with stores that do not go beyond the end
// of the result.
func (m *quote512) writeRest(q *quoter, e escapes) {
	c := m.C
	m.longBit = m.Every(m.Data("classLong", isa.EightTimes(classLong)))
	m.testLong(q.oneClass(), e)
	c.JNE(operand.LabelRef("restLong"))
	count := c.GP64()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(q.spare, count)
	c.JB(operand.LabelRef("restNoRoom"))
	c.SUBQ(count, q.spare)
	c.ADDQ(q.n, count)
	m.loadShortConstants()
	last := m.lookUp(q, q.x, tableLast, e.k)
	v, first := m.shortHalf(last, e.bits), m.inHalf(e.bits)
	c.ADDQ(operand.U8(half), first)
	c.CMPQ(first, count)
	c.CMOVQHI(count, first)
	m.storeFirst(first, v, isa.At(q.d, 0))
	v = m.shortHalf(m.upperHalf(last, e.bits))
	c.ADDQ(first, q.d)
	c.SUBQ(first, count)
	m.storeFirst(count, v, isa.At(q.d, 0))
	c.ADDQ(count, q.d)
	c.JMP(operand.LabelRef("restNext"))

	c.Label("restLong")
	m.writeLongRest(q, e)
}

func (m *quote512) writeLongRest(q *quoter, e escapes) {
	c := m.C
	q.reserveLong(e, "restNoRoom")
	m.useLongMemory()
	parts := m.longParts(q, q.x, e)
	c.VMOVDQU8_Z(parts, m.lanes, parts)
	m.store(parts, m.parts)
	m.store(m.lookUp(q, q.x, tableLast, e.k), m.last)
	m.store(m.lookUp(q, q.x, tableHigh, e.k), m.high)
	template, shifts, begin, i := m.loadLongTemplate(), m.Vec(), c.GP64(), c.GP64()
	m.Load(m.Data("longShifts", longShifts()), shifts)
	lastLanes, highLanes := m.laneMask(1<<lastPlace), m.laneMask(1<<highPlace)
	c.MOVQ(q.d, begin)
	c.XORL(i.As32(), i.As32())

	c.Label("restStep")
	v, k, count := m.Vec(), c.K(), c.GP64()
	m.Copy(template, v)
	c.VPMULTISHIFTQB_BCST(m.last.Idx(i, 1), shifts, lastLanes, v)
	c.VPMULTISHIFTQB_BCST(m.high.Idx(i, 1), shifts, highLanes, v)
	c.KMOVQ(m.parts.Idx(i, 1), k)
	c.VPCOMPRESSB_Z(v, k, v)
	c.POPCNTQ(m.parts.Idx(i, 1), count)
	m.storeFirst(count, v, isa.At(q.d, 0))
	c.ADDQ(count, q.d)
	c.ADDQ(operand.U8(longStep), i)
	c.CMPQ(i, q.n)
	c.JB(operand.LabelRef("restStep"))

	c.ADDQ(q.n, begin)
	c.SUBQ(q.d, begin)
	c.ADDQ(begin, q.spare)
}

// longShifts returns shifts for VPMULTISHIFTQB. This instruction takes a word with one byte for
// each of eight characters, and moves each byte to the last two positions of that character's
// escape.
func longShifts() []byte {
	b := make([]byte, 64)
	for c := range longStep {
		b[8*c+lastPlace] = byte(8 * c)
		b[8*c+highPlace] = byte(8 * c)
	}
	return b
}

package main

import (
	"bytes"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quote512 is what quote has in registers of AVX-512.
type quote512 struct {
	class       [2]vector // QuoteTable.class
	even, odd reg.GPVirtual
	backslashes vector
	rest        rest512
	longScratch scratch512
}

func (m *avx512) store(v vector, to operand.Mem) { m.c.VMOVDQU64(v, to) }

func (m *avx512) loadQuoteConstants(q *quoter) {
	for i := range m.class {
		m.class[i] = m.vec()
		m.load(at(q.table, tableClass+64*i), m.class[i])
	}
}

// classifyText looks up the low seven bits. So it says something of bytes that are not ASCII
// too, which means nothing.
func (m *avx512) classifyText(x, class vector) {
	m.copy(x, class)
	m.c.VPERMI2B(m.class[1], m.class[0], class)
}

const (
	orOfThree   = 0xFE // dst | b | a
	orBWithoutA = 0xF4 // dst | b &^ a
)

func (m *avx512) jumpUnlessClean(xs, classes []vector, label string) {
	any := m.vec()
	m.or(xs[0], classes[0], any)
	for i := 1; i < len(xs); i++ {
		m.c.VPTERNLOGQ(operand.U8(orOfThree), xs[i], classes[i], any)
	}
	m.jumpUnlessASCII([]vector{any}, label)
}

func (m *avx512) jumpIfEscapes(xs, classes []vector, label string) {
	any := m.vec()
	m.c.VPANDNQ(classes[0], xs[0], any)
	for i := 1; i < len(xs); i++ {
		m.c.VPTERNLOGQ(operand.U8(orBWithoutA), xs[i], classes[i], any)
	}
	m.jumpUnlessASCII([]vector{any}, label)
}

// separators returns where U+2028 and U+2029, which are E2 80 A8 and E2 80 A9, end.
func (m *avx512) separators(x vector, before [3]vector) reg.OpmaskVirtual {
	const equal = 0
	third := m.vec()
	m.c.VPORQ_BCST(m.data("ones", eightTimes(1)), x, third)
	k := m.c.K()
	for i, p := range []struct {
		v    vector
		name string
		c    byte
	}{{third, "separator3", 0xA9}, {before[0], "separator2", 0x80}, {before[1], "separator1", 0xE2}} {
		c := m.every(m.data(p.name, eightTimes(p.c)))
		if i == 0 {
			m.c.VPCMPUB(operand.U8(equal), c, p.v, k)
		} else {
			m.c.VPCMPUB(operand.U8(equal), c, p.v, k, k)
		}
	}
	return k
}

func (m *avx512) jumpIfSeparator(x vector, before [3]vector, label string) {
	k := m.separators(x, before)
	m.c.KORTESTQ(k, k)
	m.c.JNE(operand.LabelRef(label))
}

// rest512 is a block of which only some lanes are text, and the others plain characters.
type rest512 struct {
	n        reg.GPVirtual // how many
	lanes    reg.OpmaskVirtual
	x, class vector
}

// quoteShort has one way for all lengths.
func (m *avx512) quoteShort(q *quoter) {
	c := m.c
	r := &m.rest
	*r = rest512{c.GP64(), c.K(), m.vec(), m.vec()}
	c.MOVQ(q.left, r.n)
	m.loadRest(q, "short")
	m.jumpUnlessClean([]vector{r.x}, []vector{r.class}, "shortNotClean")
	c.VMOVDQU8(r.x, r.lanes, at(q.d, 0))
	q.returns(q.left, q.left)
	ret(m)

	c.Label("shortNotClean")
	q.zero(q.errors)
	q.zero(q.previous)
	c.JMP(operand.LabelRef("restNotClean"))

	m.restAtPageEnd(q, "short")
}

// loadRest loads and classifies the rest. See loadShort for the end of a page.
func (m *avx512) loadRest(q *quoter, label string) {
	const page = 4096
	c, r := m.c, &m.rest
	ones, inPage, low := c.GP64(), c.GP64(), m.vec()
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(r.n, ones, ones)
	c.KMOVQ(ones, r.lanes)
	c.VPBROADCASTQ(m.data("plain", eightTimes(plain)), r.x)
	c.MOVL(q.s.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-m.width()))
	c.JA(operand.LabelRef(label + "AtPageEnd"))
	c.VMOVDQU8(at(q.s, 0), r.lanes, r.x)
	c.Label(label + "Loaded")
	m.load(at(q.table, tableClass), low)
	m.copy(r.x, r.class)
	c.VPERMI2B(at(q.table, tableClass+64), low, r.class)
}

func (m *avx512) restAtPageEnd(q *quoter, label string) {
	c, r := m.c, &m.rest
	missing, lanes, index, v, k := c.GP64(), c.GP64(), m.vec(), m.vec(), c.K()
	c.Label(label + "AtPageEnd")
	c.MOVQ(operand.I32(m.width()), missing)
	c.SUBQ(r.n, missing)
	c.MOVQ(operand.I32(-1), lanes)
	c.SHLXQ(missing, lanes, lanes)
	c.KMOVQ(lanes, k)
	c.VMOVDQU8_Z(operand.Mem{Base: q.s, Index: r.n, Scale: 1, Disp: -m.width()}, k, v)
	c.VPBROADCASTB(missing.As32(), index)
	c.VPADDB(m.data("iota", iota64()), index, index)
	c.VPERMB(v, index, r.lanes, r.x)
	c.JMP(operand.LabelRef(label + "Loaded"))
}

// escapes returns which characters must be escaped, as an opmask and as bits.
func (m *avx512) escapes(x, class vector) (reg.OpmaskVirtual, reg.GPVirtual) {
	which, k, bits := m.vec(), m.c.K(), m.c.GP64()
	m.c.VPANDNQ(class, x, which)
	m.c.VPMOVB2M(which, k)
	m.c.KMOVQ(k, bits)
	return k, bits
}

// jumpIfLong jumps if one of the characters k has an escape of six bytes.
func (m *avx512) jumpIfLong(class vector, k reg.OpmaskVirtual, label string) {
	long, some := m.every(m.data("classLong", eightTimes(classLong))), m.c.K()
	m.c.VPTESTMB(long, class, k, some)
	m.c.KORTESTQ(some, some)
	m.c.JNE(operand.LabelRef(label))
}

// lastBytes returns the block x with the last byte of its escape for each character k.
func (m *avx512) lastBytes(q *quoter, x vector, k reg.OpmaskVirtual) vector {
	y, low := m.vec(), m.vec()
	m.copy(x, y)
	m.load(at(q.table, tableLast), low)
	m.c.VPERMI2B(at(q.table, tableLast+64), low, k, y)
	return y
}

const (
	evenBits = 0x5555555555555555
	oddBits  = 0xAAAAAAAAAAAAAAAA
	half     = 32 // characters, which with escapes of two bytes need a vector
)

// shortEscapes returns half a block of last bytes with backslashes before those of
// escapes, and how many these are. The bits tell in their lower half which. VPEXPANDB leaves
// a gap before each; where the gaps are is found by PEXT, which drops, from two bits for
// each character, the first where no backslash is to be.
func (m *avx512) shortEscapes(last vector, bits reg.GPVirtual) (v vector, count reg.GPVirtual) {
	c := m.c
	even, odd, places, k := m.even, m.odd, c.GP64(), c.K()
	c.PDEPQ(even, bits, places)
	c.ORQ(odd, places)
	c.PEXTQ(places, odd, places)
	c.KMOVQ(places, k)
	v, count = m.vec(), c.GP64()
	m.copy(m.backslashes, v)
	c.VPEXPANDB(last, k, v)
	c.POPCNTL(bits.As32(), count.As32())
	return v, count
}

func (m *avx512) upperHalf(v vector, bits reg.GPVirtual) vector {
	upper := m.vec()
	m.c.VEXTRACTI64X4(operand.U8(1), v, upper.AsY())
	m.c.SHRQ(operand.U8(half), bits)
	return upper
}

// storeFirst stores the first n bytes of a vector.
func (m *avx512) storeFirst(n reg.GPVirtual, v vector, to operand.Mem) {
	lanes, k := m.c.GP64(), m.c.K()
	m.c.MOVQ(operand.I32(-1), lanes)
	m.c.BZHIQ(n, lanes, lanes)
	m.c.KMOVQ(lanes, k)
	m.c.VMOVDQU8(v, k, to)
}

func (m *avx512) loadShortConstants() {
	c := m.c
	m.even, m.odd = c.GP64(), c.GP64()
	c.MOVQ(operand.U64(evenBits), m.even)
	c.MOVQ(operand.U64(oddBits), m.odd)
	m.backslashes = m.every(m.data("backslashes", eightTimes('\\')))
}

// minBlock is how much must be left of src for a block of escapes of two bytes: so far goes
// the second store.
const minBlock = 64 + half

// quoteBlocks emits loops for what is dense in escapes: of two bytes, in ASCII, with no
// branch but to leave; the same with other characters; and of six bytes. What a loop is
// for it is also prepared for where there is none, and leaves after some blocks without.
func (m *avx512) quoteBlocks(q *quoter) {
	c := m.c
	c.Label("blocks")
	c.CMPQ(q.left, operand.U32(minBlock))
	c.JB(operand.LabelRef("rest"))
	m.loadShortConstants()
	long := m.every(m.data("classLong", eightTimes(classLong)))
	x, class := m.vec(), m.vec()
	m.load(at(q.s, 0), x)
	m.jumpUnlessASCII([]vector{x}, "mixedBlocks")
	m.or(q.unfinished(q.previous), q.errors, q.errors)
	m.zero(q.previous)
	m.asciiBlocks(q, x, class, long)
	m.mixedBlocks(q, x, class, long)
	m.longBlocks(q)
}

const roundBlocks = 4

// asciiBlocks is the loop for ASCII.
func (m *avx512) asciiBlocks(q *quoter, x, class, long vector) {
	c := m.c
	const bitsOfC = 0xAC // in ternary logic of a, b, c: where a bit of c is set that of a, else that of b
	_ = bitsOfC
	rounds, seen := c.GP64(), c.GP64()
	c.Label("asciiRounds")
	c.MOVL(operand.U32(roundBlocks), rounds.As32())
	c.XORL(seen.As32(), seen.As32())
	c.Label("asciiBlock")
	m.load(at(q.s, 0), x)
	m.classifyText(x, class)
	either, some, k, bits := m.vec(), c.K(), c.K(), c.GP64()
	c.VPADDB(class, class, either)
	c.VPORQ(x, either, either)
	c.VPMOVB2M(either, some)
	c.KORTESTQ(some, some)
	c.JNE(operand.LabelRef("leaveASCII"))
	c.VPMOVB2M(class, k)
	c.KMOVQ(k, bits)
	c.ORQ(bits, seen)
	m.shortBlock(q, x, k, bits)
	c.CMPQ(q.left, operand.U32(minBlock))
	c.JB(operand.LabelRef("rest"))
	c.DECQ(rounds)
	c.JNE(operand.LabelRef("asciiBlock"))
	c.TESTQ(seen, seen)
	c.JNE(operand.LabelRef("asciiRounds"))
	c.JMP(operand.LabelRef("groups"))

	c.Label("leaveASCII")
	m.jumpIfASCII([]vector{x}, "longBlocks")
}

// mixedBlocks is the loop for text outside ASCII.
func (m *avx512) mixedBlocks(q *quoter, x, class, long vector) {
	c := m.c
	rounds, seen, all := c.GP64(), c.GP64(), m.vec()
	c.Label("mixedBlocks")
	q.jumpIfRule(ruleASCII, "rest")
	c.Label("mixedRounds")
	c.MOVL(operand.U32(roundBlocks), rounds.As32())
	c.XORL(seen.As32(), seen.As32())
	m.zero(all)
	c.Label("mixedBlock")
	m.load(at(q.s, 0), x)
	m.classifyText(x, class)
	before := q.shifted(q.previous, x)
	q.addJudgement(x, before, q.errors)
	q.jumpUnlessRule(ruleJS, "mixedJudged")
	m.jumpIfSeparator(x, before, "rest")
	c.Label("mixedJudged")
	k, bits := m.escapes(x, class)
	some := c.K()
	m.c.VPTESTMB(long, class, k, some)
	m.c.KORTESTQ(some, some)
	m.c.JNE(operand.LabelRef("longBlocks"))
	c.ORQ(bits, seen)
	m.or(x, all, all)
	m.shortBlock(q, x, k, bits)
	m.copy(x, q.previous)
	c.CMPQ(q.left, operand.U32(minBlock))
	c.JB(operand.LabelRef("rest"))
	c.DECQ(rounds)
	c.JNE(operand.LabelRef("mixedBlock"))
	c.TESTQ(seen, seen)
	c.JE(operand.LabelRef("groups"))
	m.jumpUnlessASCII([]vector{all}, "mixedRounds")
	c.JMP(operand.LabelRef("blocks"))
}

// shortBlock writes the block x with the escapes k, or goes to the rest if there is no
// room.
func (m *avx512) shortBlock(q *quoter, x vector, k reg.OpmaskVirtual, bits reg.GPVirtual) {
	c := m.c
	count := c.GP64()
	c.POPCNTQ(bits, count)
	c.CMPQ(q.spare, count)
	c.JB(operand.LabelRef("rest"))
	c.SUBQ(count, q.spare)
	last := m.lastBytes(q, x, k)
	v, lower := m.shortEscapes(last, bits)
	m.store(v, at(q.d, 0))
	c.ADDQ(q.d, lower)
	c.LEAQ(operand.Mem{Base: q.d, Index: count, Scale: 1, Disp: m.width()}, q.d)
	v, _ = m.shortEscapes(m.upperHalf(last, bits), bits)
	m.store(v, at(lower, half))
	c.ADDQ(operand.U8(m.width()), q.s)
	c.SUBQ(operand.U8(m.width()), q.left)
}

// judgeBlock judges the block x; notASCII is the part of it that goes elsewhere.
func (m *avx512) judgeBlock(q *quoter, x vector, label string) {
	m.jumpUnlessASCII([]vector{x}, label+"NotASCII")
	m.or(q.unfinished(q.previous), q.errors, q.errors)
	m.c.Label(label + "Judged")
}

func (m *avx512) notASCII(q *quoter, x vector, label string) {
	c := m.c
	c.Label(label + "NotASCII")
	q.jumpIfRule(ruleASCII, "rest")
	before := q.shifted(q.previous, x)
	q.addJudgement(x, before, q.errors)
	q.jumpUnlessRule(ruleJS, label+"Judged")
	m.jumpIfSeparator(x, before, "rest")
	c.JMP(operand.LabelRef(label + "Judged"))
}

const (
	longStep  = 8 // characters with escapes of six bytes for which a vector has room
	calmAfter = 4 // blocks
)

// scratch is the memory for a block with escapes of six bytes.
type scratch512 struct{ parts, last, high operand.Mem }

// reserveLong jumps if dst might have no room for the escapes.
func (m *avx512) reserveLong(q *quoter, bits reg.GPVirtual, label string) {
	count := m.c.GP64()
	m.c.POPCNTQ(bits, count)
	m.c.LEAQ(operand.Mem{Base: count, Index: count, Scale: escapesExpand - 1}, count)
	m.c.CMPQ(q.spare, count)
	m.c.JB(operand.LabelRef(label))
}

// longParts returns QuoteTable.parts of each character, of which k must be escaped.
func (m *avx512) longParts(q *quoter, x vector, k reg.OpmaskVirtual) vector {
	parts, low := m.vec(), m.vec()
	m.copy(x, parts)
	m.load(at(q.table, tableParts), low)
	m.c.VPERMI2B_Z(at(q.table, tableParts+64), low, k, parts)
	m.c.VPORQ_BCST(m.data("partsPlain", eightTimes(partsPlain)), parts, parts)
	return parts
}

// highBytes returns the last byte but one of the escape of each character that has one.
func (m *avx512) highBytes(q *quoter, x vector) vector {
	high, low := m.vec(), m.vec()
	m.copy(x, high)
	m.load(at(q.table, tableHigh), low)
	m.c.VPERMI2B(at(q.table, tableHigh+64), low, high)
	return high
}

// longTemplate is the escape of any character but for its last two bytes, with eight
// bytes for each.
func longTemplate() []byte { return bytes.Repeat([]byte("\\u00    "), longStep) }

// The last bytes of escapes in longTemplate.
const (
	lastPlace = 5
	highPlace = 4
)

// longIndexes returns where step i of four finds the last bytes of its escapes: among 32
// last bytes that 32 last but one follow.
func longIndexes(i int) []byte {
	b := make([]byte, 64)
	for c := range longStep {
		b[8*c+lastPlace] = byte(8*i + c)
		b[8*c+highPlace] = byte(half + 8*i + c)
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

// longBlocks is the loop for text with escapes of six bytes. It goes without branches, as
// such a character is seldom alone, and is left after some blocks without. Eight characters
// have room in a vector; of the bytes of their escapes VPCOMPRESSB leaves those that parts
// has a bit for.
func (m *avx512) longBlocks(q *quoter) {
	c := m.c
	x, class, calm, begin := m.vec(), m.vec(), c.GP64(), c.GP64()
	parts := c.AllocLocal(64)
	m.longScratch = scratch512{parts: parts, last: c.AllocLocal(64), high: c.AllocLocal(64)}
	c.Label("longBlocks")
	c.MOVL(operand.U32(calmAfter), calm.As32())
	template, places := m.vec(), m.laneMask(1<<lastPlace|1<<highPlace)
	m.load(m.data("longTemplate", longTemplate()), template)
	var indexes [4]vector
	for i := range indexes {
		indexes[i] = m.vec()
		m.load(m.data("longIndexes"+string('0'+rune(i)), longIndexes(i)), indexes[i])
	}

	c.Label("longBlock")
	c.CMPQ(q.left, operand.U32(2*m.width()-longStep)) // so far goes the last store
	c.JB(operand.LabelRef("rest"))
	m.load(at(q.s, 0), x)
	m.classifyText(x, class)
	m.judgeBlock(q, x, "longBlock")
	k, bits := m.escapes(x, class)
	m.reserveLong(q, bits, "rest")
	m.copy(x, q.previous)
	c.MOVQ(q.d, begin)
	m.store(m.longParts(q, x, k), parts)
	last, high := m.lastBytes(q, x, k), m.highBytes(q, x)
	for i := range 8 {
		if i == 0 {
			c.VINSERTI64X4(operand.U8(1), high.AsY(), last, x)
		}
		if i == 4 {
			const uppers = 0xEE
			c.VSHUFI64X2(operand.U8(uppers), high, last, x)
		}
		v, stay, count := m.vec(), c.K(), c.GP64()
		m.copy(template, v)
		c.VPERMB(x, indexes[i%4], places, v)
		c.KMOVQ(parts.Offset(8*i), stay)
		c.VPCOMPRESSB_Z(v, stay, v)
		m.store(v, at(q.d, 0))
		c.POPCNTQ(parts.Offset(8*i), count)
		c.ADDQ(count, q.d)
	}
	c.ADDQ(operand.U8(m.width()), begin)
	c.SUBQ(q.d, begin)
	c.ADDQ(begin, q.spare)
	c.ADDQ(operand.U8(m.width()), q.s)
	c.SUBQ(operand.U8(m.width()), q.left)
	long, some, most := m.every(m.data("classLong", eightTimes(classLong))), c.K(), c.GP64()
	c.MOVL(operand.U32(calmAfter), most.As32())
	c.DECQ(calm)
	c.VPTESTMB(long, class, k, some)
	c.KORTESTQ(some, some)
	c.CMOVQNE(most, calm)
	c.TESTQ(calm, calm)
	c.JNE(operand.LabelRef("longBlock"))
	c.JMP(operand.LabelRef("blocks"))
	m.notASCII(q, x, "longBlock")
}

// quoteRest takes what is left in blocks of which only some lanes are text. Where src must not be
// read to its end, it makes that the end.
func (m *avx512) quoteRest(q *quoter) {
	c, r := m.c, &m.rest
	most := c.GP64()
	c.Label("rest")
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("end"))
	c.MOVL(operand.U32(m.width()), most.As32())
	c.MOVQ(q.left, r.n)
	c.CMPQ(r.n, most)
	c.CMOVQHI(most, r.n)
	m.loadRest(q, "rest")
	m.jumpUnlessClean([]vector{r.x}, []vector{r.class}, "restNotClean")
	m.or(q.unfinished(q.previous), q.errors, q.errors)
	c.Label("restPlain")
	c.VMOVDQU8(r.x, r.lanes, at(q.d, 0))
	c.ADDQ(r.n, q.d)
	c.Label("restNext")
	m.copy(r.x, q.previous)
	c.ADDQ(r.n, q.s)
	c.SUBQ(r.n, q.left)
	c.JMP(operand.LabelRef("rest"))

	c.Label("restNotClean")
	m.jumpUnlessASCII([]vector{r.x}, "restNotASCII")
	m.or(q.unfinished(q.previous), q.errors, q.errors)
	c.Label("restJudged")
	k, bits := m.escapes(r.x, r.class)
	c.TESTQ(bits, bits)
	c.JE(operand.LabelRef("restPlain"))
	m.jumpIfLong(r.class, k, "restLong")
	m.restShort(q, k, bits)
	m.restLong(q, k, bits)

	c.Label("restNoRoom")
	c.TZCNTQ(bits, q.left)
	c.JMP(operand.LabelRef("rest"))
	m.restNotASCII(q)
	m.restAtPageEnd(q, "rest")

	c.Label("end")
	m.end(q)
}

// restShort writes a rest with escapes of two bytes.
func (m *avx512) restShort(q *quoter, k reg.OpmaskVirtual, bits reg.GPVirtual) {
	c, r := m.c, &m.rest
	total, upperBits := c.GP64(), c.GP64()
	c.POPCNTQ(bits, total)
	c.CMPQ(q.spare, total)
	c.JB(operand.LabelRef("restNoRoom"))
	c.SUBQ(total, q.spare)
	m.loadShortConstants()
	c.ADDQ(r.n, total)
	last := m.lastBytes(q, r.x, k)
	v, first := m.shortEscapes(last, bits)
	c.ADDQ(operand.U8(half), first)
	c.CMPQ(first, total)
	c.CMOVQHI(total, first)
	m.storeFirst(first, v, at(q.d, 0))
	c.MOVQ(bits, upperBits)
	v, _ = m.shortEscapes(m.upperHalf(last, upperBits), upperBits)
	c.ADDQ(first, q.d)
	c.SUBQ(first, total)
	m.storeFirst(total, v, at(q.d, 0))
	c.ADDQ(total, q.d)
	c.JMP(operand.LabelRef("restNext"))
}

// restLong is a step of longBlocks again and again.
func (m *avx512) restLong(q *quoter, k reg.OpmaskVirtual, bits reg.GPVirtual) {
	c, r := m.c, &m.rest
	scratch, begin, i := m.longScratch, c.GP64(), c.GP64()
	c.Label("restLong")
	m.reserveLong(q, bits, "restNoRoom")
	parts := m.longParts(q, r.x, k)
	c.VMOVDQU8_Z(parts, r.lanes, parts)
	m.store(parts, scratch.parts)
	m.store(m.lastBytes(q, r.x, k), scratch.last)
	m.store(m.highBytes(q, r.x), scratch.high)
	template, shifts := m.vec(), m.vec()
	m.load(m.data("longTemplate", longTemplate()), template)
	m.load(m.data("longShifts", longShifts()), shifts)
	lastLanes, highLanes := m.laneMask(1<<lastPlace), m.laneMask(1<<highPlace)
	c.MOVQ(q.d, begin)
	c.XORL(i.As32(), i.As32())

	c.Label("restStep")
	indexed := func(a operand.Mem) operand.Mem { return a.Idx(i, 1) }
	v, stay, count := m.vec(), c.K(), c.GP64()
	m.copy(template, v)
	c.VPMULTISHIFTQB_BCST(indexed(scratch.last), shifts, lastLanes, v)
	c.VPMULTISHIFTQB_BCST(indexed(scratch.high), shifts, highLanes, v)
	c.KMOVQ(indexed(scratch.parts), stay)
	c.VPCOMPRESSB_Z(v, stay, v)
	c.POPCNTQ(indexed(scratch.parts), count)
	m.storeFirst(count, v, at(q.d, 0))
	c.ADDQ(count, q.d)
	c.ADDQ(operand.U8(longStep), i)
	c.CMPQ(i, r.n)
	c.JB(operand.LabelRef("restStep"))

	c.ADDQ(r.n, begin)
	c.SUBQ(q.d, begin)
	c.ADDQ(begin, q.spare)
	c.JMP(operand.LabelRef("restNext"))
}

// longShifts takes the last bytes of escapes to their places with VPMULTISHIFTQB, from a
// quadword with those of a longStep.
func longShifts() []byte {
	b := make([]byte, 64)
	for c := range longStep {
		b[8*c+lastPlace] = byte(8 * c)
		b[8*c+highPlace] = byte(8 * c)
	}
	return b
}

// restNotASCII judges the rest, and looks for what the rules leave to the caller.
func (m *avx512) restNotASCII(q *quoter) {
	c, r := m.c, &m.rest
	c.Label("restNotASCII")
	q.jumpIfRule(ruleASCII, "restASCII")
	q.loadUTF8Constants(true)
	before := q.shifted(q.previous, r.x)
	q.addJudgement(r.x, before, q.errors)
	q.jumpUnlessRule(ruleJS, "restJudged")
	bits, firstByte := c.GP64(), c.GP64()
	c.KMOVQ(m.separators(r.x, before), bits)
	c.TESTQ(bits, bits)
	c.JE(operand.LabelRef("restJudged"))
	c.TZCNTQ(bits, firstByte)
	c.SUBQ(operand.U8(2), firstByte)
	c.JS(operand.LabelRef("restBegun"))
	c.MOVQ(firstByte, q.left)
	c.JMP(operand.LabelRef("rest"))

	c.Label("restBegun") // in the block before
	c.ADDQ(firstByte, q.s)
	c.ADDQ(firstByte, q.d)
	c.XORL(q.left.As32(), q.left.As32())
	q.zero(q.previous)
	c.JMP(operand.LabelRef("rest"))

	c.Label("restASCII")
	k := c.K()
	c.VPMOVB2M(r.x, k)
	c.KMOVQ(k, bits)
	c.TZCNTQ(bits, q.left)
	c.JMP(operand.LabelRef("rest"))
}

func (m *avx512) end(q *quoter) {
	c := m.c
	base := c.GP64()
	q.or(q.unfinished(q.previous), q.errors, q.errors)
	c.Load(c.Param("dst").Base(), base)
	c.SUBQ(base, q.d)
	c.Store(q.d, c.Return("written"))
	c.Load(c.Param("src").Base(), base)
	c.SUBQ(base, q.s)
	c.Store(q.s, c.Return("read"))
	valid, err := c.Return("valid").Resolve()
	must(err)
	q.setIfZero(q.errors, valid.Addr)
	ret(m)
}

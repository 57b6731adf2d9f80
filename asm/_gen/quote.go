package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the fields of asm.QuoteTable are. The Go code compares.
const (
	tableClass      = 0
	tableLast       = tableClass + 128
	tableHigh       = tableLast + 128
	tableParts      = tableHigh + 128
	tableLowNibble  = tableParts + 128
	tableHighNibble = tableLowNibble + 16
	tableLongNibble = tableHighNibble + 16
	tableWhole      = tableLongNibble + 16
	tableRules      = tableWhole + 256*8
)

func writeQuoteOffsets() {
	var c constants
	c.define("quoteTableClass", tableClass)
	c.define("quoteTableLast", tableLast)
	c.define("quoteTableHigh", tableHigh)
	c.define("quoteTableParts", tableParts)
	c.define("quoteTableLowNibble", tableLowNibble)
	c.define("quoteTableHighNibble", tableHighNibble)
	c.define("quoteTableLongNibble", tableLongNibble)
	c.define("quoteTableWhole", tableWhole)
	c.define("quoteTableRules", tableRules)
	c.write("zquote_amd64.go", "Where the kernels find the fields of [QuoteTable].")
}

// The rules and other constants of package asm.
const (
	ruleASCII     = 1 << 0
	ruleJS        = 1 << 2
	classEscaped  = 0x80
	classLong     = 0x40
	partsPlain    = 0b100000
	escapesExpand = 5
	plain         = 'a' // a character that no rule escapes
)

// quoteMachine is what [quote] asks of an instruction set beyond what [validUTF8] does.
type quoteMachine interface {
	// keepQuoteConstants loads what there are registers for throughout, keepLongConstants
	// what writeLong needs besides; the next two load the rest of what comes after needs,
	// classifyText or addJudgement.
	keepQuoteConstants(q *quoter)
	keepLongConstants()
	useQuoteConstants(q *quoter)
	useUTF8Constants()

	// classifyText looks up which characters of x must be escaped. What class says of
	// them, and of bytes outside ASCII, is for the operations below. classifyBlock does so
	// for q.x, and also finds out which need six bytes.
	classifyText(x, class vector)
	classifyBlock(q *quoter)
	jumpUnlessClean(xs, classes []vector, label string) // with an escape, or not ASCII
	jumpIfEscapes(xs, classes []vector, label string)
	jumpUnlessShort(x, class vector, label string) // with an escape of six bytes, or not ASCII
	escapes(x, class vector) escapes
	// testLong clears the zero flag if there is an escape of six bytes.
	testLong(class vector, e escapes)

	// nonASCII returns which bytes are outside ASCII, one bit for each; separators where
	// U+2028 and U+2029 end, which are E2 80 A8 and E2 80 A9.
	nonASCII(x vector) reg.GPVirtual
	separators(x vector, before [3]vector) reg.GPVirtual

	store(v vector, to operand.Mem)
	// writeShort writes the block x with escapes of two bytes, for which room is bytes of
	// src are needed; writeLong with any, and it takes from spare what they need.
	writeShort(q *quoter, x vector, e escapes)
	writeLong(q *quoter, x vector, e escapes)
	shortRoom() int
	longRoom() int

	// quoteShort emits the way of up to a block, to "rest" in the end.
	quoteShort(q *quoter)
	// loadRest loads and classifies q.n bytes and fills up with plain characters,
	// storeRest stores them, and writeRest stores them with escapes, or jumps to
	// "restNoRoom".
	loadRest(q *quoter)
	storeRest(q *quoter)
	writeRest(q *quoter, e escapes)
	// laterRest emits what those left for the end.
	laterRest(q *quoter)
}

// escapes tell which characters of a block must be escaped.
type escapes struct {
	bits reg.GPVirtual
	k    reg.OpmaskVirtual // with AVX-512
}

// quoter emits quote.
type quoter struct {
	validator
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // bytes of src from s on
	spare            reg.GPVirtual // by how much dst is longer than that, from d on
	errors, previous vector        // of UTF-8; the block before the one at s, or ASCII

	x, class vector        // the block at hand
	n        reg.GPVirtual // how much of it is text, in the rest
}

// quote emits [Quote] for up to a window. Most text is clean: ASCII of which nothing
// must be escaped. So it goes by groups of four blocks, which are stored as they are, if
// only that is so, or after having been judged by the lookups of Keiser and Lemire (see
// [validUTF8]). With the first escape it changes to blocks, and remains with them until
// there was none in four: in text of one kind, each branch goes one way.
//
// A store of a whole block is within what the result takes, as long as as much of src
// is left: no character becomes shorter.
func quote(m machine) {
	function(m, "quote", "func(dst []byte, src string, t *QuoteTable) (written, read int, valid bool)",
		"quote"+m.name()+" is quoteGeneric, by groups of four blocks, for up to a window.")
	q := newQuoter(m)
	c := q.ctx()
	c.SUBQ(q.left, q.spare)
	c.JB(operand.LabelRef("nothing"))
	c.CMPQ(q.left, operand.U32(q.width()))
	c.JA(operand.LabelRef("long"))
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("nothing"))
	q.quoteShort(q)

	c.Label("nothing")
	zero := c.GP64()
	c.XORL(zero.As32(), zero.As32())
	q.returns(zero, zero)
	ret(q)

	c.Label("long")
	q.zero(q.errors)
	q.zero(q.previous)
	q.keepQuoteConstants(q)
	q.overlapping()
	q.groups()
	q.blocks()
	q.rest()
}

func newQuoter(m machine) *quoter {
	c := m.ctx()
	q := &quoter{
		validator: validator{machine: m, lastLimits: m.data("lastLimits", lastLimits(m.width()))},
		d:         c.GP64(), s: c.GP64(), table: c.GP64(), left: c.GP64(), spare: c.GP64(),
		errors: m.vec(), previous: m.vec(), x: m.vec(), class: m.vec(), n: c.GP64(),
	}
	c.Load(c.Param("dst").Base(), q.d)
	c.Load(c.Param("dst").Len(), q.spare)
	c.Load(c.Param("src").Base(), q.s)
	c.Load(c.Param("src").Len(), q.left)
	c.Load(c.Param("t"), q.table)
	return q
}

// returns stores results for valid text.
func (q *quoter) returns(written, read reg.GPVirtual) {
	c := q.ctx()
	c.Store(written, c.Return("written"))
	c.Store(read, c.Return("read"))
	c.MOVB(operand.U8(1), q.valid())
}

func (q *quoter) valid() operand.Mem {
	valid, err := q.ctx().Return("valid").Resolve()
	must(err)
	return valid.Addr
}

// overlapping emits the way of less than a group, if it is clean: by blocks that overlap.
func (q *quoter) overlapping() {
	c, w := q.ctx(), q.width()
	end, into := c.GP64(), c.GP64()
	x, class := q.fourBlocks()
	last := func(i int) (from, to operand.Mem) { return at(end, -i*w), at(into, -i*w) }
	q.jumpUnlessLeft(4*w, "groups")
	q.useQuoteConstants(q)
	c.LEAQ(operand.Mem{Base: q.s, Index: q.left, Scale: 1}, end)
	c.LEAQ(operand.Mem{Base: q.d, Index: q.left, Scale: 1}, into)
	load := func(i int, from operand.Mem) {
		q.load(from, x[i])
		q.classifyText(x[i], class[i])
	}
	from, to := last(1)
	load(0, at(q.s, 0))
	load(1, from)
	c.CMPQ(q.left, operand.U32(2*w))
	c.JBE(operand.LabelRef("two"))
	from2, to2 := last(2)
	load(2, at(q.s, w))
	load(3, from2)
	q.jumpUnlessClean(x[:], class[:], "blocks")
	q.store(x[2], at(q.d, w))
	q.store(x[3], to2)
	c.Label("storeTwo")
	q.store(x[0], at(q.d, 0))
	q.store(x[1], to)
	q.returns(q.left, q.left)
	ret(q)

	c.Label("two")
	q.jumpUnlessClean(x[:2], class[:2], "blocks")
	c.JMP(operand.LabelRef("storeTwo"))
}

// lastGroup emits the way of what is left after groups, if it is clean: by one that overlaps
// what has been written before. That was clean too, and is where it would be written now.
func (q *quoter) lastGroup() {
	c, group := q.ctx(), 4*q.width()
	from, to := c.GP64(), c.GP64()
	x, class := q.fourBlocks()
	c.Label("lastGroup")
	length, err := c.Param("src").Len().Resolve()
	must(err)
	c.CMPQ(length.Addr, operand.U32(group))
	c.JB(operand.LabelRef("blocks"))
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("end"))
	q.useQuoteConstants(q)
	c.LEAQ(operand.Mem{Base: q.s, Index: q.left, Scale: 1, Disp: -group}, from)
	c.LEAQ(operand.Mem{Base: q.d, Index: q.left, Scale: 1, Disp: -group}, to)
	for i := range x {
		q.load(at(from, i*q.width()), x[i])
		q.classifyText(x[i], class[i])
	}
	q.jumpUnlessClean(x[:], class[:], "blocks")
	for i := range x {
		q.store(x[i], at(to, i*q.width()))
	}
	c.ADDQ(q.left, q.s)
	c.ADDQ(q.left, q.d)
	c.JMP(operand.LabelRef("end"))
}

func (q *quoter) fourBlocks() (x, class [4]vector) {
	for i := range x {
		x[i], class[i] = q.vec(), q.vec()
	}
	return x, class
}

// groups emits the loop over groups that are stored as they are.
func (q *quoter) groups() {
	c, w := q.ctx(), q.width()
	group := 4 * w
	x, class := q.fourBlocks()
	c.Label("groups")
	q.jumpIfLeft(group, "lastGroup")
	c.Label("group")
	q.useQuoteConstants(q)
	for i := range x {
		q.load(at(q.s, i*w), x[i])
		q.classifyText(x[i], class[i])
	}
	q.jumpUnlessClean(x[:], class[:], "groupNotClean")
	q.addUnfinished()
	for i := range x {
		q.store(x[i], at(q.d, i*w))
	}
	q.copy(x[3], q.previous)
	c.Label("groupStored")
	c.ADDQ(operand.U32(group), q.s)
	c.ADDQ(operand.U32(group), q.d)
	c.SUBQ(operand.U32(group), q.left)
	c.CMPQ(q.left, operand.U32(group))
	c.JAE(operand.LabelRef("group"))
	q.lastGroup()

	c.Label("groupNotClean")
	q.jumpIfEscapes(x[:], class[:], "blocks")
	q.jumpIfRule(ruleASCII, "blocks")
	q.useUTF8Constants()
	for i := range x {
		q.judgeInGroup(i)
	}
	q.jumpIfRule(ruleJS, "groupSeparators")
	c.Label("groupJudged")
	for i := range x {
		v := q.vec()
		q.load(at(q.s, i*w), v)
		q.store(v, at(q.d, i*w))
	}
	q.load(at(q.s, 3*w), q.previous)
	c.JMP(operand.LabelRef("groupStored"))

	c.Label("groupSeparators")
	for i := range x {
		x, before := q.inGroup(i)
		q.jumpIfSeparator(x, before, "blocks")
	}
	c.JMP(operand.LabelRef("groupJudged"))
}

// inGroup loads a block of the group at s, and what stands before.
func (q *quoter) inGroup(i int) (x vector, before [3]vector) {
	x = q.vec()
	q.load(at(q.s, i*q.width()), x)
	if i == 0 {
		return x, q.shifted(q.previous, x)
	}
	return x, q.before(at(q.s, i*q.width()))
}

func (q *quoter) judgeInGroup(i int) {
	x, before := q.inGroup(i)
	q.addJudgement(x, before, q.errors)
}

// addUnfinished adds the errors of what is before ASCII.
func (q *quoter) addUnfinished() { q.or(q.unfinished(q.previous), q.errors, q.errors) }

func (q *quoter) jumpIfSeparator(x vector, before [3]vector, label string) {
	bits := q.separators(x, before)
	q.ctx().TESTQ(bits, bits)
	q.ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfRule(rule byte, label string) {
	q.ctx().TESTB(operand.U8(rule), at(q.table, tableRules))
	q.ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfLeft(less int, label string) {
	q.ctx().CMPQ(q.left, operand.U32(less))
	q.ctx().JB(operand.LabelRef(label))
}

func (q *quoter) jumpUnlessLeft(less int, label string) {
	q.ctx().CMPQ(q.left, operand.U32(less))
	q.ctx().JAE(operand.LabelRef(label))
}

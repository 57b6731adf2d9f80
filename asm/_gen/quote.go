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
	tableWhole      = tableHighNibble + 16
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
	// loadQuoteConstants loads what the next three need.
	loadQuoteConstants(q *quoter)
	// classifyText looks up which characters of block x must be escaped; what class says of
	// them, and of those outside ASCII, the other two know.
	classifyText(x, class vector)
	jumpUnlessClean(xs, classes []vector, label string) // with an escape, or not ASCII
	jumpIfEscapes(xs, classes []vector, label string)

	// jumpIfSeparator jumps if U+2028 or U+2029 ends in the block x.
	jumpIfSeparator(x vector, before [3]vector, label string)
	store(v vector, to operand.Mem)

	// quoteShort emits the way of up to a block: to q.dirty, unless it is clean.
	quoteShort(q *quoter)
	// quoteBlocks emits the loop over blocks that may have escapes. It goes on at q.groups
	// after four blocks without, and at q.rest before less than a block, or where src must
	// not be read to the block's end.
	quoteBlocks(q *quoter)
	// quoteRest emits the end of all ways: what is left of src, and stops.
	quoteRest(q *quoter)
}

// quoter emits quote.
type quoter struct {
	validator
	quoteMachine
	d, s, table      reg.GPVirtual
	left             reg.GPVirtual // bytes of src from s on
	spare            reg.GPVirtual // by how much dst is longer than that, from d on
	errors, previous vector        // of UTF-8; the block before the one at s, or zeros
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
	c, w := q.ctx(), q.width()
	c.SUBQ(q.left, q.spare)
	c.JB(operand.LabelRef("nothing"))
	c.CMPQ(q.left, operand.U32(w))
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
	q.loadUTF8Constants(false)
	q.loadQuoteConstants(q)
	q.groups()
	q.quoteBlocks(q)
	q.quoteRest(q)
}

func newQuoter(m machine) *quoter {
	c := m.ctx()
	q := &quoter{
		quoteMachine: m.(quoteMachine),
		validator:    validator{machine: m, lastLimits: m.data("lastLimits", lastLimits(m.width()))},
		d:            c.GP64(), s: c.GP64(), table: c.GP64(), left: c.GP64(), spare: c.GP64(),
		errors: m.vec(), previous: m.vec(),
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
	valid, err := c.Return("valid").Resolve()
	must(err)
	c.MOVB(operand.U8(1), valid.Addr)
}

// groups emits the loop over groups that are stored as they are.
func (q *quoter) groups() {
	c, w := q.ctx(), q.width()
	group := 4 * w
	var x, class [4]vector
	for i := range x {
		x[i], class[i] = q.vec(), q.vec()
	}
	c.Label("groups")
	c.CMPQ(q.left, operand.U32(group))
	c.JB(operand.LabelRef("blocks"))
	c.Label("group")
	for i := range x {
		q.load(at(q.s, i*w), x[i])
		q.classifyText(x[i], class[i])
	}
	q.jumpUnlessClean(x[:], class[:], "groupNotClean")
	q.or(q.unfinished(q.previous), q.errors, q.errors)
	c.Label("groupJudged")
	for i := range x {
		q.store(x[i], at(q.d, i*w))
	}
	q.copy(x[3], q.previous)
	c.ADDQ(operand.U32(group), q.s)
	c.ADDQ(operand.U32(group), q.d)
	c.SUBQ(operand.U32(group), q.left)
	c.CMPQ(q.left, operand.U32(group))
	c.JAE(operand.LabelRef("group"))
	c.JMP(operand.LabelRef("blocks"))

	c.Label("groupNotClean")
	q.jumpIfEscapes(x[:], class[:], "blocks")
	q.jumpIfRule(ruleASCII, "blocks")
	var before [4][3]vector
	before[0] = q.shifted(q.previous, x[0])
	q.addJudgement(x[0], before[0], q.errors)
	for i := 1; i < 4; i++ {
		before[i] = q.before(at(q.s, i*w))
		q.addJudgement(x[i], before[i], q.errors)
	}
	q.jumpUnlessRule(ruleJS, "groupJudged")
	before[0] = q.shifted(q.previous, x[0])
	q.jumpIfSeparator(x[0], before[0], "blocks")
	for i := 1; i < 4; i++ {
		q.jumpIfSeparator(x[i], q.before(at(q.s, i*w)), "blocks")
	}
	c.JMP(operand.LabelRef("groupJudged"))
}

func (q *quoter) jumpIfRule(rule byte, label string) {
	q.ctx().TESTB(operand.U8(rule), at(q.table, tableRules))
	q.ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpUnlessRule(rule byte, label string) {
	q.ctx().TESTB(operand.U8(rule), at(q.table, tableRules))
	q.ctx().JE(operand.LabelRef(label))
}

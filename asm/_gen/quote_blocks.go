package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Loops change for one another by how many escapes there are: to that for many with a block
// of more than fewEscapes, back after roundBlocks of them with no more than that in all, and
// to groups after as many without any.
const (
	roundBlocks = 4
	fewEscapes  = 2
)

// blocks emits the loops for text with escapes: few of them, many, and those of six bytes,
// all but the last for ASCII and for other text. What a loop is for it does with every
// block, for whether one has it or not cannot be foretold.
//
// Where less than a block is left, where there may be no room, and where something is left
// to the caller, they go to the rest.
func (q *quoter) blocks() {
	c := q.ctx()
	c.Label("blocks")
	q.jumpIfLeft(q.roomForFew(), "rest")
	q.load(at(q.s, 0), q.x)
	q.jumpUnlessASCII([]vector{q.x}, "blocksNotASCII")
	q.addUnfinished()
	q.zero(q.previous)
	ascii, mixed := &quoteLoop{quoter: q, name: "ascii"}, &quoteLoop{quoter: q, name: "mixed", mixed: true}
	for _, l := range []*quoteLoop{ascii, mixed} {
		l.rounds, l.seen = c.GP64(), c.GP64()
		l.all = q.vec()
		l.few()
		l.many()
		if l.mixed {
			q.blockSeparators("mixedFew")
			q.blockSeparators("mixedMany")
		}
	}
	q.longBlocks()

	c.Label("blocksNotASCII")
	q.jumpAtBegin("rest")
	q.jumpIfRule(ruleASCII, "rest")
	c.JMP(operand.LabelRef("mixedFewRound"))
}

// jumpAtBegin jumps if no block stands before that at s.
func (q *quoter) jumpAtBegin(label string) {
	begin, err := q.ctx().Param("src").Base().Resolve()
	must(err)
	q.ctx().CMPQ(q.s, begin.Addr)
	q.ctx().JE(operand.LabelRef(label))
}

// quoteLoop is a loop in blocks.
type quoteLoop struct {
	*quoter
	name         string
	mixed        bool
	rounds, seen reg.GPVirtual // blocks until the round's end; escapes in it so far
	all          vector        // its blocks, ORed
}

// few emits the loop for blocks with few escapes, of any length.
func (l *quoteLoop) few() {
	c, name, count := l.ctx(), l.name+"Few", l.ctx().GP64()
	l.begin(name)
	l.classifyBlock(l.quoter)
	e := escapes{c.GP64(), c.K()}
	if l.mixed {
		e = l.escapes(l.x, l.class)
		l.testLong(l.class, e)
		c.JNE(operand.LabelRef(name + "Apart"))
	} else {
		l.jumpUnlessShort(l.x, l.class, name+"Left")
		l.escapesInASCII(l.class, e)
	}
	l.reserveFew(e, count)
	expanded := l.expandFew(l.quoter, e, count, name+"Late")
	if !expanded {
		l.writeFew(e.bits, name)
	}
	c.Label(name + "Written")
	l.next(l.roomForFew())
	c.JNE(operand.LabelRef(name + "Block"))
	l.leave(name)
	c.JMP(operand.LabelRef(name + "Round"))

	if !l.mixed {
		c.Label(name + "Left")
		l.jumpUnlessASCII([]vector{l.x}, "blocks")
	}
	c.Label(name + "Apart")
	if !l.mixed {
		l.escapesInASCII(l.class, e)
	}
	l.reserveFew(e, count)
	c.Label(name + "Late")
	l.writeFew(e.bits, name+"Apart")
	c.JMP(operand.LabelRef(name + "Written"))
	if !expanded {
		l.writeMore(e.bits, name)
	}
	l.writeMore(e.bits, name+"Apart")
}

// reserveFew counts the escapes. It jumps if they are not few, or there may be no room.
func (l *quoteLoop) reserveFew(e escapes, count reg.GPVirtual) {
	c := l.ctx()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(count, operand.U8(fewEscapes))
	c.JA(operand.LabelRef(l.name + "ManyRound"))
	c.CMPQ(l.spare, operand.U8(fewEscapes*escapesExpand))
	c.JB(operand.LabelRef("rest"))
	c.ADDQ(count, l.seen)
}

// many emits the loop for blocks with any number of escapes, of two bytes.
func (l *quoteLoop) many() {
	c, name, count := l.ctx(), l.name+"Many", l.ctx().GP64()
	l.begin(name)
	l.classifyBlock(l.quoter)
	var e escapes
	if l.mixed {
		e = l.escapes(l.x, l.class)
		l.testLong(l.class, e)
		c.JNE(operand.LabelRef("longBlocks"))
	} else {
		l.jumpUnlessShort(l.x, l.class, "asciiLeft")
		e = l.escapes(l.x, l.class)
	}
	c.POPCNTQ(e.bits, count)
	c.CMPQ(l.spare, count)
	c.JB(operand.LabelRef("rest"))
	c.SUBQ(count, l.spare)
	c.ADDQ(count, l.seen)
	l.writeShort(l.quoter, l.x, e)
	l.next(l.shortRoom())
	c.JNE(operand.LabelRef(name + "Block"))
	c.CMPQ(l.seen, operand.U8(fewEscapes))
	c.JA(operand.LabelRef(name + "Round"))
	c.JMP(operand.LabelRef("blocks"))
	if !l.mixed {
		c.Label("asciiLeft")
		l.jumpIfASCII([]vector{l.x}, "longBlocks")
		c.JMP(operand.LabelRef("blocks"))
	}
}

// begin emits the beginning of a loop: a round's, and a block's.
func (l *quoteLoop) begin(name string) {
	c := l.ctx()
	c.Label(name + "Round")
	c.MOVL(operand.U32(roundBlocks), l.rounds.As32())
	c.XORL(l.seen.As32(), l.seen.As32())
	if l.mixed {
		l.zero(l.all)
	} else {
		l.useQuoteConstants(l.quoter)
	}
	c.Label(name + "Block")
	l.load(at(l.s, 0), l.x)
	if l.mixed {
		l.judgeBlock(name)
		c.Label(name + "Judged")
		l.useQuoteConstants(l.quoter)
	}
}

// next goes on to the next block, unless less than room is left, and tells by the zero flag
// whether the round is at its end.
func (l *quoteLoop) next(room int) {
	c := l.ctx()
	c.ADDQ(operand.U8(l.width()), l.s)
	c.SUBQ(operand.U8(l.width()), l.left)
	if l.mixed {
		l.or(l.x, l.all, l.all)
		l.copy(l.x, l.previous)
	}
	l.jumpIfLeft(room, "rest")
	c.DECQ(l.rounds)
}

// leave goes elsewhere after a round that had nothing of what the loop is for.
func (l *quoteLoop) leave(name string) {
	c := l.ctx()
	c.TESTQ(l.seen, l.seen)
	c.JE(operand.LabelRef("groups"))
	if l.mixed {
		l.jumpIfASCII([]vector{l.all}, "blocks")
	}
}

// roomForFew is how far writeFew goes.
func (q *quoter) roomForFew() int { return 2*q.width() + 8 }

// writeFew writes the block as it is, and for each escape that and what follows once more. It
// does so for one at least: if there is none, that is after the block and will be overwritten.
func (q *quoter) writeFew(bits reg.GPVirtual, name string) {
	c, none := q.ctx(), q.ctx().GP64()
	q.store(q.x, at(q.d, 0))
	longer := q.writeEscape(bits)
	c.XORL(none.As32(), none.As32())
	c.TESTQ(bits, bits)
	c.CMOVQEQ(none, longer)
	c.ADDQ(longer, q.d)
	c.SUBQ(longer, q.spare)
	c.BLSRQ(bits, bits)
	c.JNE(operand.LabelRef(name + "More"))
	c.Label(name + "Last")
	c.ADDQ(operand.U8(q.width()), q.d)
}

// writeMore emits the rest of writeFew, for other escapes than the first.
func (q *quoter) writeMore(bits reg.GPVirtual, name string) {
	c := q.ctx()
	c.Label(name + "More")
	longer := q.writeEscape(bits)
	c.ADDQ(longer, q.d)
	c.SUBQ(longer, q.spare)
	c.BLSRQ(bits, bits)
	c.JNE(operand.LabelRef(name + "More"))
	c.JMP(operand.LabelRef(name + "Last"))
}

// writeEscape writes the first of these escapes and a block of what follows, and returns how
// much longer than a character it is.
func (q *quoter) writeEscape(bits reg.GPVirtual) (longer reg.GPVirtual) {
	const wholeLength = 56
	c := q.ctx()
	i, escape, longer, follows := c.GP64(), c.GP64(), c.GP64(), q.vec()
	if q.width() == 32 {
		c.TZCNTL(bits.As32(), i.As32())
	} else {
		c.TZCNTQ(bits, i)
	}
	c.MOVBQZX(operand.Mem{Base: q.s, Index: i, Scale: 1}, escape)
	q.load(operand.Mem{Base: q.s, Index: i, Scale: 1, Disp: 1}, follows)
	c.MOVQ(operand.Mem{Base: q.table, Index: escape, Scale: 8, Disp: tableWhole}, escape)
	c.ADDQ(q.d, i)
	c.MOVQ(escape, at(i, 0))
	c.SHRQ(operand.U8(wholeLength), escape)
	q.store(follows, operand.Mem{Base: i, Index: escape, Scale: 1})
	c.LEAQ(operand.Mem{Base: escape, Disp: -1}, longer)
	return longer
}

// judgeBlock judges the block.
func (q *quoter) judgeBlock(label string) {
	q.useUTF8Constants()
	q.addJudgement(q.x, q.before(at(q.s, 0)), q.errors)
	q.jumpIfRule(ruleJS, label+"Separators")
}

// blockSeparators emits what judgeBlock does not do in passing.
func (q *quoter) blockSeparators(label string) {
	q.ctx().Label(label + "Separators")
	q.jumpIfSeparator(q.x, q.before(at(q.s, 0)), "rest")
	q.ctx().JMP(operand.LabelRef(label + "Judged"))
}

// longBlocks emits the loop for escapes of six bytes.
func (q *quoter) longBlocks() {
	c := q.ctx()
	calm, most := c.GP64(), c.GP64()
	c.Label("longBlocks")
	c.MOVL(operand.U32(roundBlocks), calm.As32())
	q.keepLongConstants()
	c.Label("longBlock")
	q.jumpIfLeft(q.longRoom(), "rest")
	q.load(at(q.s, 0), q.x)
	q.jumpUnlessASCII([]vector{q.x}, "longNotASCII")
	q.addUnfinished()
	c.Label("longJudged")
	q.useQuoteConstants(q)
	q.classifyBlock(q)
	e := q.escapes(q.x, q.class)
	q.reserveLong(e, "rest")
	q.copy(q.x, q.previous)
	q.testLong(q.class, e)
	c.MOVL(operand.U32(roundBlocks+1), most.As32())
	c.CMOVQNE(most, calm)
	q.writeLong(q, q.x, e)
	c.ADDQ(operand.U8(q.width()), q.s)
	c.SUBQ(operand.U8(q.width()), q.left)
	c.DECQ(calm)
	c.JNE(operand.LabelRef("longBlock"))
	c.JMP(operand.LabelRef("blocks"))

	c.Label("longNotASCII")
	q.jumpAtBegin("rest")
	q.jumpIfRule(ruleASCII, "rest")
	q.judgeBlock("long")
	c.JMP(operand.LabelRef("longJudged"))
	q.blockSeparators("long")
}

// reserveLong jumps if dst might have no room for the escapes.
func (q *quoter) reserveLong(e escapes, label string) {
	c, count := q.ctx(), q.ctx().GP64()
	c.POPCNTQ(e.bits, count)
	c.LEAQ(operand.Mem{Base: count, Index: count, Scale: escapesExpand - 1}, count)
	c.CMPQ(q.spare, count)
	c.JB(operand.LabelRef(label))
}

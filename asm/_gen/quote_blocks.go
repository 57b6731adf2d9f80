package main

import "github.com/mmcloughlin/avo/operand"

// calmAfter is how many blocks a loop goes on without what it is for.
const calmAfter = 4

// blocks emits three loops for text with escapes: of two bytes, in ASCII; the same with
// other characters; and of six bytes. What a loop is for it does with every block, for
// whether one has it or not cannot be foretold.
//
// Where less than a block is left, where there may be no room, and where something is left
// to the caller, they go to the rest.
func (q *quoter) blocks() {
	c := q.ctx()
	c.Label("blocks")
	q.jumpIfLeft(q.shortRoom(), "rest")
	q.load(at(q.s, 0), q.x)
	q.jumpUnlessASCII([]vector{q.x}, "mixedRounds")
	q.addUnfinished()
	q.zero(q.previous)
	q.asciiBlocks()
	q.mixedBlocks()
	q.longBlocks()
}

// asciiBlocks emits the loop for ASCII, before which nothing is unfinished.
func (q *quoter) asciiBlocks() {
	c := q.ctx()
	rounds, seen := c.GP64(), c.GP64()
	c.Label("asciiRounds")
	c.MOVL(operand.U32(calmAfter), rounds.As32())
	c.XORL(seen.As32(), seen.As32())
	c.Label("asciiBlock")
	q.useQuoteConstants(q)
	q.load(at(q.s, 0), q.x)
	q.classifyBlock(q.x, q.class)
	q.jumpUnlessShort(q.x, q.class, "asciiLeft")
	e := q.escapes(q.x, q.class)
	c.ORQ(e.bits, seen)
	q.shortBlock(e)
	q.jumpIfLeft(q.shortRoom(), "rest")
	c.DECQ(rounds)
	c.JNE(operand.LabelRef("asciiBlock"))
	c.TESTQ(seen, seen)
	c.JNE(operand.LabelRef("asciiRounds"))
	c.JMP(operand.LabelRef("groups"))

	c.Label("asciiLeft")
	q.jumpIfASCII([]vector{q.x}, "longBlocks")
}

// mixedBlocks emits the loop for other text, which begins with a block that is not ASCII.
func (q *quoter) mixedBlocks() {
	c := q.ctx()
	rounds, seen, all := c.GP64(), c.GP64(), q.vec()
	c.Label("mixedRounds")
	q.jumpIfRule(ruleASCII, "rest")
	c.MOVL(operand.U32(calmAfter), rounds.As32())
	c.XORL(seen.As32(), seen.As32())
	q.zero(all)
	c.Label("mixedBlock")
	q.load(at(q.s, 0), q.x)
	q.judgeBlock("mixed")
	c.Label("mixedJudged")
	q.or(q.x, all, all)
	q.useQuoteConstants(q)
	q.classifyBlock(q.x, q.class)
	e := q.escapes(q.x, q.class)
	q.testLong(q.class, e)
	c.JNE(operand.LabelRef("longBlocks"))
	c.ORQ(e.bits, seen)
	q.shortBlock(e)
	q.copy(q.x, q.previous)
	q.jumpIfLeft(q.shortRoom(), "rest")
	c.DECQ(rounds)
	c.JNE(operand.LabelRef("mixedBlock"))
	c.TESTQ(seen, seen)
	c.JE(operand.LabelRef("groups"))
	q.jumpUnlessASCII([]vector{all}, "mixedRounds")
	c.JMP(operand.LabelRef("blocks"))

	q.blockSeparators("mixed")
}

// judgeBlock judges the block.
func (q *quoter) judgeBlock(label string) {
	q.useUTF8Constants()
	q.addJudgement(q.x, q.shifted(q.previous, q.x), q.errors)
	q.jumpIfRule(ruleJS, label+"Separators")
}

// blockSeparators emits what judgeBlock does not do in passing.
func (q *quoter) blockSeparators(label string) {
	q.ctx().Label(label + "Separators")
	q.jumpIfSeparator(q.x, q.shifted(q.previous, q.x), "rest")
	q.ctx().JMP(operand.LabelRef(label + "Judged"))
}

// shortBlock writes the block.
func (q *quoter) shortBlock(e escapes) {
	c := q.ctx()
	count := c.GP64()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(q.spare, count)
	c.JB(operand.LabelRef("rest"))
	c.SUBQ(count, q.spare)
	q.writeShort(q, q.x, e)
	c.ADDQ(operand.U8(q.width()), q.s)
	c.SUBQ(operand.U8(q.width()), q.left)
}

// longBlocks emits the loop for escapes of six bytes.
func (q *quoter) longBlocks() {
	c := q.ctx()
	calm, begin, most := c.GP64(), c.GP64(), c.GP64()
	c.Label("longBlocks")
	c.MOVL(operand.U32(calmAfter), calm.As32())
	c.Label("longBlock")
	q.jumpIfLeft(q.longRoom(), "rest")
	q.load(at(q.s, 0), q.x)
	q.jumpUnlessASCII([]vector{q.x}, "longNotASCII")
	q.addUnfinished()
	c.Label("longJudged")
	q.useQuoteConstants(q)
	q.classifyBlock(q.x, q.class)
	e := q.escapes(q.x, q.class)
	q.reserveLong(e, "rest")
	q.copy(q.x, q.previous)
	q.testLong(q.class, e)
	c.MOVL(operand.U32(calmAfter+1), most.As32())
	c.CMOVQNE(most, calm)
	c.MOVQ(q.d, begin)
	q.writeLong(q, q.x, e)
	q.settle(begin)
	c.ADDQ(operand.U8(q.width()), q.s)
	c.SUBQ(operand.U8(q.width()), q.left)
	c.DECQ(calm)
	c.JNE(operand.LabelRef("longBlock"))
	c.JMP(operand.LabelRef("blocks"))

	c.Label("longNotASCII")
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

package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rest emits the code for a text of at most a block. It is used at the end of src, at the beginning
// of src if that is not ASCII, and before a position where reading must end. In the last case, it
// shortens src and starts again.
func (q *quoter) rest() {
	c, most := q.Ctx(), q.Ctx().GP64()
	c.Label("rest")
	c.TESTQ(q.left, q.left)
	c.JE(operand.LabelRef("end"))
	c.MOVL(operand.U32(q.Width()), most.As32())
	c.MOVQ(q.left, q.n)
	c.CMPQ(q.n, most)
	c.CMOVQHI(most, q.n)
	q.loadRest(q)
	q.jumpUnlessClean(q.one(), q.oneClass(), "restNotClean")
	q.addUnfinished()
	c.Label("restPlain")
	q.storeRest(q)
	c.ADDQ(q.n, q.d)
	c.Label("restNext")
	q.Copy(q.x, q.previous)
	c.ADDQ(q.n, q.s)
	c.SUBQ(q.n, q.left)
	q.jumpIfLeft(q.roomForFew(), q.shortOfRoom())
	c.JMP(operand.LabelRef("blocks"))

	c.Label("restNotClean")
	q.JumpUnlessASCII(q.one(), "restNotASCII")
	q.addUnfinished()
	c.Label("restJudged")
	e := q.escapes(q.one(), q.oneClass())
	c.TESTQ(e.bits, e.bits)
	c.JE(operand.LabelRef("restPlain"))
	q.writeRest(q, e)
	c.JMP(operand.LabelRef("restNext"))

	c.Label("restNoRoom")
	c.TZCNTQ(e.bits, q.left)
	c.JMP(operand.LabelRef("rest"))
	q.restNotASCII()
	q.laterRest(q)
	q.end()
}

// restNotASCII checks the UTF-8 of the rest, and searches for characters that the rules leave to
// the caller.
func (q *quoter) restNotASCII() {
	c := q.Ctx()
	c.Label("restNotASCII")
	q.jumpIfRule(ruleASCII, "restASCII")
	q.LoadUTF8Constants(true)
	q.AddJudgement(q.x, q.Shifted(q.previous, q.x), q.errors)
	q.jumpIfRule(ruleJS, "restSeparators")
	c.JMP(operand.LabelRef("restJudged"))

	c.Label("restSeparators")
	first := c.GP64()
	bits := q.separators(q.x, q.Shifted(q.previous, q.x))
	c.TESTQ(bits, bits)
	c.JE(operand.LabelRef("restJudged"))
	c.TZCNTQ(bits, first)
	c.SUBQ(operand.U8(2), first)
	c.JS(operand.LabelRef("restBegun"))
	c.MOVQ(first, q.left)
	c.JMP(operand.LabelRef("rest"))

	c.Label("restBegun") // the character begins in the previous block
	c.ADDQ(first, q.s)
	c.ADDQ(first, q.d)
	q.Zero(q.previous)
	c.JMP(operand.LabelRef("end"))

	c.Label("restASCII")
	c.TZCNTQ(q.nonASCII(q.x), q.left)
	c.JMP(operand.LabelRef("rest"))
}

// settle is called after a block has been written at the address begin. It decreases spare by the
// number of bytes that escapes have added to the block.
func (q *quoter) settle(begin reg.GPVirtual) {
	c := q.Ctx()
	c.ADDQ(operand.U8(q.Width()), begin)
	c.SUBQ(q.d, begin)
	c.ADDQ(begin, q.spare)
}

func (q *quoter) end() {
	c, base := q.Ctx(), q.Ctx().GP64()
	c.Label("end")
	q.addUnfinished()
	c.Load(c.Param("dst").Base(), base)
	c.SUBQ(base, q.d)
	c.Store(q.d, c.Return("written"))
	c.Load(c.Param("src").Base(), base)
	c.SUBQ(base, q.s)
	c.Store(q.s, c.Return("read"))
	q.SetIfZero(q.errors, q.valid())
	isa.Ret(q)
}

package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Groups of so many brackets in so few runs take another way, see [CheckNesting]. The
// figures were found by trial on Zen 5. Neither is sharp.
const (
	manyBrackets = 16
	fewRuns      = 8
)

func newNestingMachine(m isa.Machine) nestingMachine {
	switch m := m.(type) {
	case *isa.AVX2:
		return &nesting2{AVX2: m}
	case *isa.AVX512:
		return &nesting512{AVX512: m}
	}
	panic("BUG: unknown machine")
}

// A nester emits CheckNesting.
type nester struct {
	nestingMachine
	p    reg.GPVirtual // the elements after the group
	top  reg.GPVirtual // the level at which the group begins, in the stack
	left reg.GPVirtual // elements of the group that have not been checked

	opens, closes, objects reg.GPVirtual
	delta                  reg.GPVirtual // by how many levels the group rises
	lines                  reg.GPVirtual // the elements that end lines
	errors                 reg.GPVirtual // none if zero
	room                   reg.GPVirtual // how many levels may still be entered
}

// CheckNesting emits the check that elements fit to the brackets that are open, 64 at a
// time. Parsers go bracket by bracket, through a stack in memory or in a register
// (simdjson issue 1102), and wait for each branch that was guessed wrong.
//
// A running sum of +1 and -1 gives each element its level. The elements of one level,
// brought together by PEXT, are containers one after the other, each its opening bracket,
// its commas, its closing bracket. So every element that does not open must have the
// type of the one before it, the first one that of the stack. The type of the last one
// is the stack's from then on.
//
// That takes a step for each level, and some groups have 64. If they have because they
// are but a few runs of brackets that all open or all close, as where somebody sends a
// hundred thousand opening ones (JSONTestSuite, n_structure_100000_opening_arrays), then
// each run goes to the stack or comes from it, eight levels at a time. What else has many
// levels is left to the steps: they are short, and to go on bracket by bracket after the
// first few was not found to be faster.
func CheckNesting(instructions isa.Machine) {
	isa.Function(instructions, "checkNesting", "func(floor *byte, depth, limit int, elements []byte) (after int, atLimit bool)",
		"checkNesting"+instructions.Name()+" is checkNestingGeneric by levels, for at least eight elements. Level",
		"0 of the stack is at floor. The depth after the elements is negative if they are invalid.")
	m := newNestingMachine(instructions)
	c := m.Ctx()
	g := &nester{nestingMachine: m, p: c.GP64(), top: c.GP64(), left: c.GP64(), opens: c.GP64(),
		closes: c.GP64(), objects: c.GP64(), delta: c.GP64(), errors: c.GP64(), room: c.GP64()}
	c.Load(c.Param("floor"), g.top)
	c.ADDQ(g.argument("depth"), g.top)
	c.Load(c.Param("elements").Base(), g.p)
	c.MOVB(operand.U8(0), g.atLimit())
	m.beginNesting()

	c.Label("next")
	g.nextGroup()
	m.classify(g.opens, g.closes, g.objects)
	g.lines = m.lineEnds()
	down, brackets := c.GP64(), c.GP64()
	c.POPCNTQ(g.opens, g.delta)
	c.POPCNTQ(g.closes, down)
	c.LEAQ(operand.Mem{Base: g.delta, Index: down, Scale: 1}, brackets)
	c.SUBQ(down, g.delta)
	c.CMPQ(brackets, operand.U8(manyBrackets))
	c.JAE(operand.LabelRef("manyBrackets"))
	c.Label("byLevels")
	g.levels()

	c.Label("invalid")
	c.MOVQ(operand.I32(-1), isa.Result(m))
	isa.Ret(m)

	g.last()
	g.nearLimit()
	g.runs()
}

// nextGroup loads the next group. Where there is none left, it returns.
func (g *nester) nextGroup() {
	c := g.Ctx()
	c.Load(c.Param("elements").Base(), g.left)
	c.ADDQ(isa.Address(c.Param("elements").Len()), g.left)
	c.SUBQ(g.p, g.left)
	c.JE(operand.LabelRef("end"))
	c.CMPQ(g.left, operand.U8(64))
	c.JB(operand.LabelRef("last"))
	g.loadElements(g.p)
	c.MOVQ(operand.I32(-1), g.left)
	c.Label("group")
	c.ADDQ(operand.U8(64), g.p)
}

// last emits the load of a group of fewer than 64, and the end after it.
func (g *nester) last() {
	c := g.Ctx()
	c.Label("last")
	n := c.GP64()
	g.loadLastElements(g.p, g.left)
	c.LEAQ(operand.Mem{Base: g.p, Index: g.left, Scale: 1, Disp: -64}, g.p) // to be at the end after it
	c.MOVQ(g.left, n)
	c.MOVQ(operand.I32(-1), g.left)
	c.BZHIQ(n, g.left, g.left)
	c.JMP(operand.LabelRef("group"))

	c.Label("end")
	c.SUBQ(g.argument("floor"), g.top)
	c.MOVQ(g.top, isa.Result(g))
	isa.Ret(g)
}

// levels emits the check by levels.
//
// PEXT leaves zeros above the elements that it has brought together, so where it is asked
// for those that do not open, there is nothing to be masked out.
func (g *nester) levels() {
	c := g.Ctx()
	lowest := g.findLevels()
	slot := c.GP64()
	c.LEAQ(operand.Mem{Base: g.top, Index: lowest, Scale: 1, Disp: -groupLevel}, slot)
	c.CMPQ(slot, g.argument("floor"))
	c.JBE(operand.LabelRef("outside"))
	c.TESTQ(g.lines, g.lines)
	c.JNE(operand.LabelRef("invalid"))
	c.Label("inside")
	c.MOVQ(g.argument("floor"), g.room)
	c.ADDQ(g.argument("limit"), g.room)
	c.SUBQ(g.top, g.room)
	c.CMPQ(g.room, operand.U8(64))
	c.JBE(operand.LabelRef("nearLimit"))
	c.Label("withinLimit")
	follow := g.opens
	c.NOTQ(follow)
	c.XORL(g.errors.As32(), g.errors.As32())

	c.Label("level")
	here := g.atLevel()
	g.nextLevel()
	types, checked, mismatch := c.GP64(), c.GP64(), c.GP64()
	c.PEXTQ(here, g.objects, types)
	c.PEXTQ(here, follow, checked)
	c.MOVBQZX(isa.At(slot, 0), mismatch)
	c.LEAQ(operand.Mem{Base: mismatch, Index: types, Scale: 2}, mismatch) // the types before each
	c.XORQ(types, mismatch)
	c.ANDQ(checked, mismatch)
	c.ORQ(mismatch, g.errors)
	count := checked
	c.POPCNTQ(here, count)
	c.DECQ(count)
	c.SHRXQ(count, types, types)
	c.MOVB(types.As8(), isa.At(slot, 0))
	c.INCQ(slot)
	c.XORQ(here, g.left)
	c.JNE(operand.LabelRef("level"))
	c.Label("leveled")
	c.ADDQ(g.delta, g.top)
	c.Label("judge")
	c.TESTQ(g.errors, g.errors)
	c.JE(operand.LabelRef("next"))
	c.JMP(operand.LabelRef("invalid"))

	g.outside(slot)
}

// outside takes the elements outside any container, which must be all the ends of lines.
func (g *nester) outside(slot reg.GPVirtual) {
	c := g.Ctx()
	c.Label("outside")
	c.JB(operand.LabelRef("invalid"))
	here := g.atLevel()
	c.CMPQ(here, g.lines)
	c.JNE(operand.LabelRef("invalid"))
	c.XORL(g.errors.As32(), g.errors.As32())
	g.nextLevel()
	c.INCQ(slot)
	c.XORQ(here, g.left)
	c.JE(operand.LabelRef("leveled"))
	c.JMP(operand.LabelRef("inside"))
}

// nearLimit emits what a group takes in addition that could go beyond the limit.
func (g *nester) nearLimit() {
	c := g.Ctx()
	c.Label("nearLimit")
	c.ADDQ(operand.U32(groupLevel), g.room)
	reached := g.fromLevel(g.room)
	c.ANDQ(g.left, reached)
	c.JE(operand.LabelRef("withinLimit"))
	c.MOVB(operand.U8(1), g.atLimit())
	c.INCQ(g.room)
	exceeded := g.fromLevel(g.room)
	c.TESTQ(g.left, exceeded)
	c.JE(operand.LabelRef("withinLimit"))
	c.JMP(operand.LabelRef("invalid"))
}

// runs emits the way of full groups of many brackets, if they are in few runs. A run is
// of elements that all open, or all close, or are all commas.
func (g *nester) runs() {
	c := g.Ctx()
	c.Label("manyBrackets")
	c.TESTQ(g.lines, g.lines)
	c.JNE(operand.LabelRef("byLevels"))
	starts, of, count := c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(operand.Mem{Base: g.opens, Index: g.opens, Scale: 1}, starts)
	c.XORQ(g.opens, starts)
	c.LEAQ(operand.Mem{Base: g.closes, Index: g.closes, Scale: 1}, of)
	c.XORQ(g.closes, of)
	c.ORQ(of, starts)
	c.ORQ(operand.U8(1), starts)
	c.POPCNTQ(starts, count)
	c.CMPQ(count, operand.U8(fewRuns))
	c.JA(operand.LabelRef("byLevels"))
	end := g.left // the first that is absent; no bit where there is none
	c.INCQ(end)
	c.ORQ(end, starts)
	c.XORL(g.errors.As32(), g.errors.As32())
	lowBits := c.GP64()
	c.MOVQ(operand.U64(0x0101010101010101), lowBits)

	c.Label("run")
	first, n, objects := c.GP64(), c.GP64(), c.GP64()
	c.TZCNTQ(starts, first)
	c.BLSRQ(starts, starts)
	c.TZCNTQ(starts, n) // 64 if it was the last of 64 elements
	c.SUBQ(first, n)
	c.SHRXQ(first, g.objects, objects)
	c.BTQ(first, g.opens)
	c.JCS(operand.LabelRef("opensInRun"))
	c.BTQ(first, g.closes)
	c.JCS(operand.LabelRef("closesInRun"))

	open := c.GP64()
	c.CMPQ(g.top, g.argument("floor"))
	c.JE(operand.LabelRef("invalid"))
	c.MOVBQZX(isa.At(g.top, 0), open)
	c.NEGQ(open)
	c.XORQ(open, objects)
	c.BZHIQ(n, objects, objects)
	c.ORQ(objects, g.errors)
	c.Label("endOfRun")
	c.CMPQ(starts, end)
	c.JNE(operand.LabelRef("run"))
	c.JMP(operand.LabelRef("judge"))

	g.opensInRun(n, objects, lowBits)
	g.closesInRun(n, objects, lowBits)
}

// opensInRun emits the entering of n levels with these types. A byte has room for each
// bit of eight.
func (g *nester) opensInRun(n, objects, lowBits reg.GPVirtual) {
	c := g.Ctx()
	c.Label("opensInRun")
	slot, limit, eight := c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(isa.At(g.top, 1), slot)
	c.ADDQ(n, g.top)
	c.MOVQ(g.argument("floor"), limit)
	c.ADDQ(g.argument("limit"), limit)
	c.CMPQ(g.top, limit)
	c.JA(operand.LabelRef("invalid"))
	c.JB(operand.LabelRef("enter"))
	c.MOVB(operand.U8(1), g.atLimit())
	c.Label("enter")
	c.PDEPQ(lowBits, objects, eight)
	c.MOVQ(eight, isa.At(slot, 0))
	c.SHRQ(operand.U8(8), objects)
	c.ADDQ(operand.U8(8), slot)
	c.CMPQ(slot, g.top)
	c.JBE(operand.LabelRef("enter"))
	c.JMP(operand.LabelRef("endOfRun"))
}

// closesInRun emits the leaving of n levels, which must have these types, the innermost
// first.
func (g *nester) closesInRun(n, objects, lowBits reg.GPVirtual) {
	c := g.Ctx()
	c.Label("closesInRun")
	slot, eight := c.GP64(), c.GP64()
	c.MOVQ(g.top, slot)
	c.SUBQ(n, g.top)
	c.CMPQ(g.top, g.argument("floor"))
	c.JB(operand.LabelRef("invalid"))
	c.Label("leave")
	c.MOVQ(isa.At(slot, -7), eight)
	c.BSWAPQ(eight)
	c.PEXTQ(lowBits, eight, eight)
	c.XORQ(objects, eight)
	c.MOVBQZX(eight.As8(), eight)
	c.BZHIQ(n, eight, eight)
	c.ORQ(eight, g.errors)
	c.SHRQ(operand.U8(8), objects)
	c.SUBQ(operand.U8(8), slot)
	c.SUBQ(operand.U8(8), n)
	c.JG(operand.LabelRef("leave"))
	c.JMP(operand.LabelRef("endOfRun"))
}

func (g *nester) argument(name string) operand.Mem { return isa.Address(g.Ctx().Param(name)) }

func (g *nester) atLimit() operand.Mem { return isa.Address(g.Ctx().Return("atLimit")) }

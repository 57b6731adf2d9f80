package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A group with at least manyBrackets brackets and at most fewRuns runs is checked run by run
// instead of level by level; see [CheckNesting]. The numbers were found by experiments on Zen 5;
// nearby numbers are about as good.
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
	p    reg.GPVirtual // address of the elements after the group
	top  reg.GPVirtual // stack position of the level at which the group begins
	left reg.GPVirtual // mask of the elements that have not been checked

	opens, closes, objects reg.GPVirtual
	delta                  reg.GPVirtual // the level after the group minus the level before it
	lines                  reg.GPVirtual // mask of the elements that are line ends
	errors                 reg.GPVirtual // zero if there are no errors
	room                   reg.GPVirtual // number of levels that may still be entered
	near                   reg.GPVirtual // types of the innermost levels; bit 0 is the type of the level at top
	known                  reg.GPVirtual // number of bits of near that are known, at most 64
}

// CheckNesting emits the kernel that checks whether elements are valid, given the brackets that are
// already open. It checks 64 elements at a time. Parsers usually process brackets one at a time,
// with a stack in memory or in a register (simdjson issue 1102), and lose time on each mispredicted
// branch.
//
// A running sum of +1 for opening brackets and -1 for closing brackets gives the level of each
// element. PEXT gathers the elements of one level. These belong to one container after another:
// each container has its opening bracket, its commas and its closing bracket. So every element that
// does not open a container must have the same type, object or array, as the element before it. The
// first element is compared with the type on the stack. The type of the last element is then stored
// on the stack.
//
// This takes one step for each level, and some groups have 64 levels. An attacker may even send a
// hundred thousand opening brackets (JSONTestSuite, n_structure_100000_opening_arrays). Therefore,
// groups that consist of a few runs are checked differently. The types of a run of opening brackets
// are copied to the stack, and those of a run of closing brackets are compared with the stack. A
// load from the stack would often have to wait for stores that overlap it only in part. Therefore,
// the types of the innermost levels are also kept in a register while groups are checked by runs.
// Other groups with many levels are still checked level by level. These steps are short. Processing
// the brackets one at a time was not found to be faster, even if only the brackets after the first
// few levels are processed in that way.
func CheckNesting(instructions isa.Machine) {
	isa.Function(instructions, "checkNesting", "func(floor *byte, depth, limit int, elements []byte) (after int, atLimit bool)",
		"checkNesting"+instructions.Name()+" is checkNestingGeneric, one level at a time, for at least eight elements.",
		"The parameter floor is the position of level 0 in the stack. The result after is the depth after",
		"the elements, or a negative number if the elements are invalid.")
	m := newNestingMachine(instructions)
	c := m.Ctx()
	g := &nester{nestingMachine: m, p: c.GP64(), top: c.GP64(), left: c.GP64(), opens: c.GP64(),
		closes: c.GP64(), objects: c.GP64(), delta: c.GP64(), errors: c.GP64(), room: c.GP64(),
		near: c.GP64(), known: c.GP64()}
	c.Load(c.Param("floor"), g.top)
	c.ADDQ(g.argument("depth"), g.top)
	c.Load(c.Param("elements").Base(), g.p)
	c.MOVB(operand.U8(0), g.atLimit())
	c.XORL(g.known.As32(), g.known.As32())
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

// nextGroup emits code that loads the next group. The kernel returns if there is no next group.
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

// last emits the code that loads a group of fewer than 64 elements, and the end of the function.
func (g *nester) last() {
	c := g.Ctx()
	c.Label("last")
	n := c.GP64()
	g.loadLastElements(g.p, g.left)
	c.LEAQ(operand.Mem{Base: g.p, Index: g.left, Scale: 1, Disp: -64}, g.p) // adding 64 to p then gives the end of the elements
	c.MOVQ(g.left, n)
	c.MOVQ(operand.I32(-1), g.left)
	c.BZHIQ(n, g.left, g.left)
	c.JMP(operand.LabelRef("group"))

	c.Label("end")
	c.SUBQ(g.argument("floor"), g.top)
	c.MOVQ(g.top, isa.Result(g))
	isa.Ret(g)
}

// levels emits the check level by level.
//
// PEXT leaves zeros above the elements that it has gathered. So the gathered bits of the elements
// that do not open a container can be used as a mask without clearing any bits above them.
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
	c.LEAQ(operand.Mem{Base: mismatch, Index: types, Scale: 2}, mismatch) // the types of the preceding elements
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
	c.XORL(g.known.As32(), g.known.As32())
	c.ADDQ(g.delta, g.top)
	c.Label("judge")
	c.TESTQ(g.errors, g.errors)
	c.JE(operand.LabelRef("next"))
	c.JMP(operand.LabelRef("invalid"))

	g.outside(slot)
}

// outside checks that all elements outside containers are line ends.
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

// nearLimit emits the additional check of groups that may exceed the limit of the depth.
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

// runs emits the check of full groups with many brackets in few runs. In a run, all elements open
// containers, or all close containers, or all are commas.
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
	end := g.left // the bit of the first absent element, or 0 if there is none
	c.INCQ(end)
	c.ORQ(end, starts)
	c.XORL(g.errors.As32(), g.errors.As32())

	c.Label("run")
	first, n, objects := c.GP64(), c.GP64(), c.GP64()
	c.TZCNTQ(starts, first)
	c.BLSRQ(starts, starts)
	c.TZCNTQ(starts, n) // 64 if the run ends with the 64th element
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

	g.opensInRun(n, objects)
	g.closesInRun(n, objects)
}

// opensInRun emits code for a run of n opening brackets, which enters n levels. Bit i of objects is
// the type of bracket i. The levels above these are overwritten, too.
func (g *nester) opensInRun(n, objects reg.GPVirtual) {
	c := g.Ctx()
	c.Label("opensInRun")
	slot, limit := c.GP64(), c.GP64()
	c.LEAQ(isa.At(g.top, 1), slot)
	c.ADDQ(n, g.top)
	c.MOVQ(g.argument("floor"), limit)
	c.ADDQ(g.argument("limit"), limit)
	c.CMPQ(g.top, limit)
	c.JA(operand.LabelRef("invalid"))
	c.JB(operand.LabelRef("enter"))
	c.MOVB(operand.U8(1), g.atLimit())
	c.Label("enter")
	types := g.storeTypes(objects, slot)
	c.ADDQ(n, g.known)
	c.MOVL(operand.U32(64), limit.As32())
	c.CMPQ(g.known, limit)
	c.CMOVQHI(limit, g.known)
	c.DECQ(n)
	c.SHLXQ(n, g.near, g.near) // n may be 64, so one shift is not enough
	c.ADDQ(g.near, g.near)
	c.NOTQ(n) // -n before it was decremented
	c.SHRXQ(n, types, types)
	c.ORQ(types, g.near)
	c.JMP(operand.LabelRef("endOfRun"))
}

// closesInRun emits code for a run of n closing brackets, which leaves n levels. Bit i of objects
// is the type of bracket i, and must be the type of the level that the bracket leaves.
func (g *nester) closesInRun(n, objects reg.GPVirtual) {
	c := g.Ctx()
	c.Label("closesInRun")
	slot := c.GP64()
	c.MOVQ(g.top, slot)
	c.SUBQ(n, g.top)
	c.CMPQ(g.top, g.argument("floor"))
	c.JB(operand.LabelRef("invalid"))
	c.CMPQ(g.known, n)
	c.JAE(operand.LabelRef("leave"))
	c.MOVQ(g.typesBelow(slot), g.near)
	c.MOVL(operand.U32(64), g.known.As32())
	c.Label("leave")
	c.XORQ(g.near, objects)
	c.BZHIQ(n, objects, objects)
	c.ORQ(objects, g.errors)
	c.SHRXQ(n, g.near, g.near)
	c.SUBQ(n, g.known)
	c.JMP(operand.LabelRef("endOfRun"))
}

func (g *nester) argument(name string) operand.Mem { return isa.Address(g.Ctx().Param(name)) }

func (g *nester) atLimit() operand.Mem { return isa.Address(g.Ctx().Return("atLimit")) }

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// utf8Machine is what [validUTF8] asks of an instruction set beyond the common things.
type utf8Machine interface {
	// loadUTF8Constants loads what the next two need; for judging one block only, if
	// that is all that will be asked.
	loadUTF8Constants(once bool)
	// pairErrors looks up the errors of the block x, given the bytes before each.
	pairErrors(x, before1, dst vector)
	// longLeads has in its top bits where one of the bytes two and three places before
	// asks for a third or a fourth byte, and zeros below.
	longLeads(before2, before3, dst vector)

	// precede computes the three vectors that have in each lane the byte one, two and
	// three places before the one in x, where previous stands before x.
	precede(previous, x vector, before [3]vector)
	// dropThree clears the first three lanes.
	dropThree(v vector)
	// subtract subtracts b from a, lane by lane, down to zero and no further.
	subtract(a vector, b operand.Mem, dst vector)
	xor(a, b, dst vector)
	orDifference(a, b, dst vector) // dst |= a ^ b
}

// validator emits validUTF8.
type validator struct {
	machine
	p, end, n  reg.GPVirtual // where the input begins and ends, and its length
	x          [4]vector     // the blocks at hand
	lastLimits operand.Mem   // for each byte of the last block: the largest it may be
}

// validUTF8 emits the validator of Keiser and Lemire, made for neighbours that are
// loaded again from one, two and three bytes before rather than shuffled into place:
// on many machines the shuffles, and not the loads, are what blocks wait for.
//
// Blocks may overlap, since a byte may well be judged twice. So every length above
// a block is covered by blocks that lie within the input, the last one at its end,
// without a loop for the rest: one block, two, four, or a loop over groups of four.
// Less than a block is filled up with zeros.
//
// A block's first three bytes are judged by those before them. Where there are none,
// zeros do. Where there are some but fewer than three, the block begins at the third
// byte instead, or its first three bytes are left to the other block.
func validUTF8(m machine) {
	checkTables()
	function(m, "validUTF8", "func(b []byte) bool",
		"validUTF8"+m.name()+" is validUTF8Generic by the lookups of Keiser and Lemire, for more",
		"than eight bytes.")
	c, w := m.ctx(), m.width()
	v := newValidator(m)
	c.CMPQ(v.n, operand.U32(w))
	c.JB(operand.LabelRef("short"))
	c.JE(operand.LabelRef("one"))
	v.end = c.GP64()
	c.LEAQ(operand.Mem{Base: v.p, Index: v.n, Scale: 1}, v.end)
	c.CMPQ(v.n, operand.U32(w+3))
	c.JB(operand.LabelRef("barelyTwo"))
	c.CMPQ(v.n, operand.U32(2*w))
	c.JBE(operand.LabelRef("two"))
	c.CMPQ(v.n, operand.U32(4*w))
	c.JBE(operand.LabelRef("four"))

	v.groups()
	v.four()
	v.two()
	v.barelyTwo()
	v.one()
	v.short()
}

// validFarUTF8 emits the validator for inputs that are not in the cache. There, loads
// that straddle two lines of it cost most: so each byte is loaded once, and neighbours
// are shuffled into place after all. There is only the way by groups.
func validFarUTF8(m machine) {
	function(m, "validFarUTF8", "func(b []byte) bool",
		"validFarUTF8"+m.name()+" is validUTF8"+m.name()+" for inputs that are not in the cache, of more than",
		fmt.Sprintf("%d bytes.", 4*m.width()))
	c, group := m.ctx(), 4*m.width()
	v := newValidator(m)
	v.end = c.GP64()
	c.LEAQ(operand.Mem{Base: v.p, Index: v.n, Scale: 1}, v.end)
	cursor, lastGroup := c.GP64(), c.GP64()
	c.MOVQ(v.p, cursor)
	c.LEAQ(at(v.end, -group), lastGroup)
	v.loadUTF8Constants(false)
	errors, previous := v.vec(), v.vec()
	v.zero(errors)
	v.zero(previous)

	// ASCII leaves the block judged last in its place: unless that was unfinished, which
	// is an error, it says no more of what comes next than ASCII does.
	c.Label("next")
	v.loadGroup(cursor)
	v.jumpUnlessASCII(v.x[:], "judge")
	v.or(v.unfinished(previous), errors, errors)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("next"))
	c.JMP(operand.LabelRef("rest"))

	c.Label("judge")
	v.addJudgement(v.x[0], v.shifted(previous, v.x[0]), errors)
	for i := 1; i < 4; i++ {
		v.addJudgement(v.x[i], v.shifted(v.x[i-1], v.x[i]), errors)
	}
	v.copy(v.x[3], previous)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("next"))
	v.rest(cursor, lastGroup, errors)
}

func newValidator(m machine) *validator {
	c := m.ctx()
	v := &validator{machine: m, p: c.GP64(), n: c.GP64()}
	v.lastLimits = m.data("lastLimits", lastLimits(m.width()))
	c.Load(c.Param("b").Base(), v.p)
	c.Load(c.Param("b").Len(), v.n)
	for i := range v.x {
		v.x[i] = m.vec()
	}
	return v
}

// lastLimits returns the largest values of the last bytes that a text may have: no
// lead may stand where its sequence would run past the end.
func lastLimits(width int) []byte {
	limits := make([]byte, width)
	for i := range limits {
		limits[i] = 0xFF
	}
	copy(limits[width-3:], []byte{lead4 - 1, lead3 - 1, 0xC0 - 1})
	return limits
}

// judge returns the errors of block x, given the bytes before.
//
// The classes of [class] tell what is invalid about each pair of neighbours, and whether
// both are continuations, which must be so exactly where one of the two bytes before
// asks for a third or fourth byte.
func (v *validator) judge(x vector, before [3]vector) vector {
	pairs, longs := v.vec(), v.vec()
	v.pairErrors(x, before[0], pairs)
	v.longLeads(before[1], before[2], longs)
	v.xor(longs, pairs, pairs)
	return pairs
}

// addJudgement is judge that adds to errors.
func (v *validator) addJudgement(x vector, before [3]vector, errors vector) {
	pairs, longs := v.vec(), v.vec()
	v.pairErrors(x, before[0], pairs)
	v.longLeads(before[1], before[2], longs)
	v.orDifference(longs, pairs, errors)
}

// before loads what stands one, two and three places before the block at address, at
// least three bytes after the beginning of the input.
func (v *validator) before(address operand.Mem) (before [3]vector) {
	for i := range before {
		before[i] = v.vec()
		v.load(address.Offset(-1-i), before[i])
	}
	return before
}

// shifted returns what stands before the block x, made of x and the block before it.
func (v *validator) shifted(previous, x vector) [3]vector {
	before := [3]vector{v.vec(), v.vec(), v.vec()}
	v.precede(previous, x, before)
	return before
}

// nothingBefore returns what stands before the block x at the beginning of the input.
func (v *validator) nothingBefore(x vector) [3]vector {
	zeros := v.vec()
	v.zero(zeros)
	return v.shifted(zeros, x)
}

// unfinished returns an error for a sequence that the block x leaves unfinished, where
// nothing that could finish it comes after.
func (v *validator) unfinished(x vector) vector {
	over := v.vec()
	v.subtract(x, v.lastLimits, over)
	return over
}

// finish returns whether there are no errors.
func (v *validator) finish(errors vector) {
	v.setIfZero(errors, result(v))
	ret(v)
}

// short emits the way of an input of less than a block. Up to four words of ASCII are
// told as such without any vector. The zeros after other inputs stand for ASCII, so an
// unfinished sequence shows like any other.
func (v *validator) short() {
	c := v.ctx()
	c.Label("short")
	begin, end := at(v.p, 0), operand.Mem{Base: v.p, Index: v.n, Scale: 1}
	words, topBits := c.GP64(), c.GP64()
	c.MOVQ(operand.U64(0x8080808080808080), topBits)
	c.MOVQ(begin, words)
	c.ORQ(end.Offset(-8), words)
	c.CMPQ(v.n, operand.U8(16))
	c.JBE(operand.LabelRef("words"))
	c.CMPQ(v.n, operand.U8(32))
	c.JA(operand.LabelRef("vector"))
	c.ORQ(begin.Offset(8), words)
	c.ORQ(end.Offset(-16), words)
	c.Label("words")
	c.TESTQ(topBits, words)
	c.JNE(operand.LabelRef("vector"))
	c.MOVB(operand.U8(1), result(v))
	c.RET()

	c.Label("vector")
	v.loadShort(v.p, v.n, v.x[0])
	v.jumpIfASCII(v.x[:1], "valid")
	v.loadUTF8Constants(true)
	v.finish(v.judge(v.x[0], v.nothingBefore(v.x[0])))
}

// one emits the way of an input of exactly one block. It does not ask whether that is
// ASCII: a wrong guess would cost more than the answer saves.
func (v *validator) one() {
	v.ctx().Label("one")
	x := v.x[0]
	v.load(at(v.p, 0), x)
	v.loadUTF8Constants(true)
	errors := v.unfinished(x)
	v.addJudgement(x, v.nothingBefore(x), errors)
	v.finish(errors)
}

// two emits the way of an input of up to two blocks: one at its beginning and one at
// its end, which begins at the third byte or later.
func (v *validator) two() {
	v.ctx().Label("two")
	last := at(v.end, -v.width())
	v.load(at(v.p, 0), v.x[0])
	v.load(last, v.x[1])
	v.jumpIfASCII(v.x[:2], "valid")
	v.loadUTF8Constants(false)
	errors := v.unfinished(v.x[1])
	v.addJudgement(v.x[0], v.nothingBefore(v.x[0]), errors)
	v.addJudgement(v.x[1], v.before(last), errors)
	v.finish(errors)

	v.ctx().Label("valid")
	v.ctx().MOVB(operand.U8(1), result(v))
	ret(v)
}

// barelyTwo emits the way of an input of a block and one byte or two. The first three
// bytes of the second block have been judged with the first.
func (v *validator) barelyTwo() {
	v.ctx().Label("barelyTwo")
	v.load(at(v.p, 0), v.x[0])
	v.load(at(v.end, -v.width()), v.x[1])
	v.loadUTF8Constants(false)
	errors := v.judge(v.x[1], v.nothingBefore(v.x[1]))
	v.dropThree(errors)
	v.or(v.unfinished(v.x[1]), errors, errors)
	v.addJudgement(v.x[0], v.nothingBefore(v.x[0]), errors)
	v.finish(errors)
}

// four emits the way of an input of up to four blocks: two from its beginning and two
// at its end, of which the first begins at the third byte or later.
func (v *validator) four() {
	c, w := v.ctx(), v.width()
	c.Label("four")
	third, earliest := c.GP64(), c.GP64()
	c.LEAQ(at(v.end, -2*w), third)
	c.LEAQ(at(v.p, 3), earliest)
	c.CMPQ(third, earliest)
	c.CMOVQCS(earliest, third)

	addresses := [4]operand.Mem{at(v.p, 0), at(v.p, w), at(third, 0), at(v.end, -w)}
	for i, x := range v.x {
		v.load(addresses[i], x)
	}
	v.jumpIfASCII(v.x[:], "valid")
	v.loadUTF8Constants(false)
	errors := v.unfinished(v.x[3])
	v.addJudgement(v.x[0], v.nothingBefore(v.x[0]), errors)
	for i := 1; i < 4; i++ {
		v.addJudgement(v.x[i], v.before(addresses[i]), errors)
	}
	v.finish(errors)
}

// groups emits the way of a longer input: groups of four blocks, those of nothing but
// ASCII skipped at once, and a last group that ends with the input.
func (v *validator) groups() {
	c, w := v.ctx(), v.width()
	group := 4 * w
	cursor, lastGroup := c.GP64(), c.GP64()
	c.MOVQ(v.p, cursor)
	c.LEAQ(at(v.end, -group), lastGroup)
	v.loadUTF8Constants(false)
	errors := v.vec()
	v.zero(errors)

	c.Label("ascii")
	v.loadGroup(cursor)
	v.jumpUnlessASCII(v.x[:], "leaveASCII")
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("ascii"))
	c.JMP(operand.LabelRef("rest"))

	c.Label("leaveASCII")
	c.CMPQ(cursor, v.p)
	c.JE(operand.LabelRef("first"))
	c.Label("judge")
	v.addJudgement(v.x[0], v.before(at(cursor, 0)), errors)
	c.Label("judgeThree")
	for i := 1; i < 4; i++ {
		v.addJudgement(v.x[i], v.before(at(cursor, i*w)), errors)
	}
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JA(operand.LabelRef("rest"))
	v.loadGroup(cursor)
	v.jumpUnlessASCII(v.x[:], "judge")
	before := v.vec()
	v.load(at(cursor, -w), before)
	v.or(v.unfinished(before), errors, errors)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("ascii"))

	v.rest(cursor, lastGroup, errors)

	c.Label("first")
	v.addJudgement(v.x[0], v.nothingBefore(v.x[0]), errors)
	c.JMP(operand.LabelRef("judgeThree"))
}

// rest emits the end of the ways by groups, for a cursor from which less than a group
// is left, and returns the verdict. If that is ASCII with the bytes that fill it up to a
// group, then no sequence was open where it began.
func (v *validator) rest(cursor, lastGroup reg.GPVirtual, errors vector) {
	c, w := v.ctx(), v.width()
	c.Label("rest")
	c.CMPQ(cursor, v.end)
	c.JE(operand.LabelRef("end"))
	begin := c.GP64()
	c.LEAQ(at(v.p, 3), begin)
	c.CMPQ(lastGroup, begin)
	c.CMOVQHI(lastGroup, begin)
	v.load(at(begin, 0), v.x[0])
	for i := 1; i < 4; i++ {
		v.load(at(lastGroup, i*w), v.x[i])
	}
	v.jumpIfASCII(v.x[:], "end")
	v.addJudgement(v.x[0], v.before(at(begin, 0)), errors)
	for i := 1; i < 4; i++ {
		v.addJudgement(v.x[i], v.before(at(lastGroup, i*w)), errors)
	}
	c.Label("end")
	v.load(at(v.end, -w), v.x[0])
	v.or(v.unfinished(v.x[0]), errors, errors)
	v.finish(errors)
}

func (v *validator) loadGroup(cursor reg.Register) {
	for i, x := range v.x {
		v.load(at(cursor, i*v.width()), x)
	}
}

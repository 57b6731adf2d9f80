// Package utf8simd emits the kernels of asm/utf8simd.
package utf8simd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Validator emits ValidUTF8 and its parts.
type Validator struct {
	isa.Machine
	P, End, N  reg.GPVirtual // where the input begins and ends, and its length
	X          [4]isa.Vector // the current blocks
	LastLimits operand.Mem   // for each byte of the last block, the largest value allowed
}

// ValidUTF8 emits the validator of Keiser and Lemire. Their validator shuffles the preceding bytes
// into place. This validator loads them again instead, from one, two and three bytes before the
// block. On many machines, shuffles are the bottleneck, and loads are not.
//
// Blocks may overlap, because checking a byte twice does no harm. So every input of at least a
// block is covered by blocks within the input. The last block is at the end of the input, so no
// loop for the remaining bytes is needed. Depending on the length, there are one, two or four
// blocks, or a loop over groups of four blocks. An input shorter than a block is padded with zeros.
//
// The first three bytes of a block are checked together with the three bytes before the block. At
// the beginning of the input, zeros take the place of these three bytes. If there are only one or
// two bytes before a block, the block begins at offset 3 instead, or its first three bytes are
// checked only as part of the other block.
func ValidUTF8(m isa.Machine) {
	isa.CheckTables()
	isa.Function(m, "validUTF8", "func(b []byte) bool",
		"validUTF8"+m.Name()+" is validUTF8Generic for more than eight bytes, using the lookups of",
		"Keiser and Lemire.")
	c, w := m.Ctx(), m.Width()
	v := newValidator(m)
	c.CMPQ(v.N, operand.U32(w))
	c.JB(operand.LabelRef("short"))
	c.JE(operand.LabelRef("one"))
	v.End = c.GP64()
	c.LEAQ(operand.Mem{Base: v.P, Index: v.N, Scale: 1}, v.End)
	c.CMPQ(v.N, operand.U32(w+3))
	c.JB(operand.LabelRef("barelyTwo"))
	c.CMPQ(v.N, operand.U32(2*w))
	c.JBE(operand.LabelRef("two"))
	c.CMPQ(v.N, operand.U32(4*w))
	c.JBE(operand.LabelRef("four"))

	v.groups()
	v.four()
	v.two()
	v.barelyTwo()
	v.one()
	v.short()
}

// ValidFarUTF8 emits the validator for inputs that are not in the cache. For these inputs, loads
// that span two cache lines are the bottleneck. So each byte is loaded only once, and the preceding
// bytes are shuffled into place. The kernel has no code for inputs shorter than a group of four
// blocks.
func ValidFarUTF8(m isa.Machine) {
	isa.Function(m, "validFarUTF8", "func(b []byte) bool",
		"validFarUTF8"+m.Name()+" is validUTF8"+m.Name()+" for inputs of more than "+fmt.Sprint(4*m.Width())+" bytes",
		"that are not in the cache.")
	c, group := m.Ctx(), 4*m.Width()
	v := newValidator(m)
	v.End = c.GP64()
	c.LEAQ(operand.Mem{Base: v.P, Index: v.N, Scale: 1}, v.End)
	cursor, lastGroup := c.GP64(), c.GP64()
	c.MOVQ(v.P, cursor)
	c.LEAQ(isa.At(v.End, -group), lastGroup)
	v.LoadUTF8Constants(false)
	errors, previous := v.Vec(), v.Vec()
	v.Zero(errors)
	v.Zero(previous)

	// A group of ASCII bytes leaves the register previous unchanged. If the block in that register
	// ends within a sequence, there is an error already. Otherwise, the block has the same effect
	// on the following bytes as ASCII.
	c.Label("next")
	v.LoadGroup(cursor)
	v.JumpUnlessASCII(v.X[:], "judge")
	v.Or(v.Unfinished(previous), errors, errors)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("next"))
	c.JMP(operand.LabelRef("rest"))

	c.Label("judge")
	v.AddJudgement(v.X[0], v.Shifted(previous, v.X[0]), errors)
	for i := 1; i < 4; i++ {
		v.AddJudgement(v.X[i], v.Shifted(v.X[i-1], v.X[i]), errors)
	}
	v.Copy(v.X[3], previous)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("next"))
	v.rest(cursor, lastGroup, errors)
}

func newValidator(m isa.Machine) *Validator {
	c := m.Ctx()
	v := &Validator{Machine: m, P: c.GP64(), N: c.GP64()}
	v.LastLimits = m.Data("lastLimits", LastLimits(m.Width()))
	c.Load(c.Param("b").Base(), v.P)
	c.Load(c.Param("b").Len(), v.N)
	for i := range v.X {
		v.X[i] = m.Vec()
	}
	return v
}

// LastLimits returns the largest values that the last bytes of a text may have. They are chosen so
// that no lead byte is so close to the end that its sequence would be cut off.
func LastLimits(width int) []byte {
	limits := make([]byte, width)
	for i := range limits {
		limits[i] = 0xFF
	}
	copy(limits[width-3:], []byte{isa.Lead4 - 1, isa.Lead3 - 1, 0xC0 - 1})
	return limits
}

// judge returns the errors of the block x, given the vectors of preceding bytes.
//
// The classes in isa say what is invalid about each pair of adjacent bytes, and whether both are
// continuations. Both bytes of a pair must be continuations if and only if one of the two bytes
// before the pair requires a third or fourth byte.
func (v *Validator) judge(x isa.Vector, before [3]isa.Vector) isa.Vector {
	pairs, longs := v.Vec(), v.Vec()
	v.PairErrors(x, before[0], pairs)
	v.LongLeads(before[1], before[2], longs)
	v.Xor(longs, pairs, pairs)
	return pairs
}

// AddJudgement is like judge, but adds the errors to the vector errors.
func (v *Validator) AddJudgement(x isa.Vector, before [3]isa.Vector, errors isa.Vector) {
	pairs, longs := v.Vec(), v.Vec()
	v.PairErrors(x, before[0], pairs)
	v.LongLeads(before[1], before[2], longs)
	v.OrDifference(longs, pairs, errors)
}

// Before returns vectors of the bytes that are one, two and three positions before those of the
// block at address. The address must be at least three bytes after the beginning of the input.
func (v *Validator) Before(address operand.Mem) (before [3]isa.Vector) {
	for i := range before {
		before[i] = v.Vec()
		v.Load(address.Offset(-1-i), before[i])
	}
	return before
}

// Shifted returns the same vectors as Before, made from the block x and the previous block.
func (v *Validator) Shifted(previous, x isa.Vector) [3]isa.Vector {
	before := [3]isa.Vector{v.Vec(), v.Vec(), v.Vec()}
	v.Precede(previous, x, before)
	return before
}

// NothingBefore returns the same vectors as Before for the block x at the beginning of the input,
// with zeros for the bytes before the input.
func (v *Validator) NothingBefore(x isa.Vector) [3]isa.Vector {
	zeros := v.Vec()
	v.Zero(zeros)
	return v.Shifted(zeros, x)
}

// Unfinished returns a vector that is not zero if the block x ends within a sequence. It is used if
// x is not followed by bytes that could complete the sequence.
func (v *Validator) Unfinished(x isa.Vector) isa.Vector {
	over := v.Vec()
	v.Subtract(x, v.LastLimits, over)
	return over
}

// finish emits the code that returns whether there are no errors.
func (v *Validator) finish(errors isa.Vector) {
	v.SetIfZero(errors, isa.Result(v))
	isa.Ret(v)
}

// short emits the code for an input shorter than a block. Up to four words of ASCII are recognized
// without vectors. Other inputs are padded with zeros, which are ASCII, so an unfinished sequence
// is found like any other error.
func (v *Validator) short() {
	c := v.Ctx()
	c.Label("short")
	begin, end := isa.At(v.P, 0), operand.Mem{Base: v.P, Index: v.N, Scale: 1}
	words, topBits := c.GP64(), c.GP64()
	c.MOVQ(operand.U64(0x8080808080808080), topBits)
	c.MOVQ(begin, words)
	c.ORQ(end.Offset(-8), words)
	c.CMPQ(v.N, operand.U8(16))
	c.JBE(operand.LabelRef("words"))
	c.CMPQ(v.N, operand.U8(32))
	c.JA(operand.LabelRef("vector"))
	c.ORQ(begin.Offset(8), words)
	c.ORQ(end.Offset(-16), words)
	c.Label("words")
	c.TESTQ(topBits, words)
	c.JNE(operand.LabelRef("vector"))
	c.MOVB(operand.U8(1), isa.Result(v))
	c.RET()

	c.Label("vector")
	v.LoadShort(v.P, v.N, v.X[0])
	v.JumpIfASCII(v.X[:1], "valid")
	v.LoadUTF8Constants(true)
	v.finish(v.judge(v.X[0], v.NothingBefore(v.X[0])))
}

// one emits the code for an input of exactly one block. It does not test for ASCII, because a
// misprediction would cost more than the test could save.
func (v *Validator) one() {
	v.Ctx().Label("one")
	x := v.X[0]
	v.Load(isa.At(v.P, 0), x)
	v.LoadUTF8Constants(true)
	errors := v.Unfinished(x)
	v.AddJudgement(x, v.NothingBefore(x), errors)
	v.finish(errors)
}

// two emits the code for an input of up to two blocks. One block is at the beginning of the input.
// The other is at the end, and begins at offset 3 or later.
func (v *Validator) two() {
	v.Ctx().Label("two")
	last := isa.At(v.End, -v.Width())
	v.Load(isa.At(v.P, 0), v.X[0])
	v.Load(last, v.X[1])
	v.JumpIfASCII(v.X[:2], "valid")
	v.LoadUTF8Constants(false)
	errors := v.Unfinished(v.X[1])
	v.AddJudgement(v.X[0], v.NothingBefore(v.X[0]), errors)
	v.AddJudgement(v.X[1], v.Before(last), errors)
	v.finish(errors)

	v.Ctx().Label("valid")
	v.Ctx().MOVB(operand.U8(1), isa.Result(v))
	isa.Ret(v)
}

// barelyTwo emits the code for an input that is one or two bytes longer than a block. The first
// three bytes of the second block are only checked as part of the first block.
func (v *Validator) barelyTwo() {
	v.Ctx().Label("barelyTwo")
	v.Load(isa.At(v.P, 0), v.X[0])
	v.Load(isa.At(v.End, -v.Width()), v.X[1])
	v.LoadUTF8Constants(false)
	errors := v.judge(v.X[1], v.NothingBefore(v.X[1]))
	v.DropThree(errors)
	v.Or(v.Unfinished(v.X[1]), errors, errors)
	v.AddJudgement(v.X[0], v.NothingBefore(v.X[0]), errors)
	v.finish(errors)
}

// four emits the code for an input of up to four blocks. Two blocks are at the beginning of the
// input, and two are at the end. The third block begins at offset 3 or later.
func (v *Validator) four() {
	c, w := v.Ctx(), v.Width()
	c.Label("four")
	third, earliest := c.GP64(), c.GP64()
	c.LEAQ(isa.At(v.End, -2*w), third)
	c.LEAQ(isa.At(v.P, 3), earliest)
	c.CMPQ(third, earliest)
	c.CMOVQCS(earliest, third)

	addresses := [4]operand.Mem{isa.At(v.P, 0), isa.At(v.P, w), isa.At(third, 0), isa.At(v.End, -w)}
	for i, x := range v.X {
		v.Load(addresses[i], x)
	}
	v.JumpIfASCII(v.X[:], "valid")
	v.LoadUTF8Constants(false)
	errors := v.Unfinished(v.X[3])
	v.AddJudgement(v.X[0], v.NothingBefore(v.X[0]), errors)
	for i := 1; i < 4; i++ {
		v.AddJudgement(v.X[i], v.Before(addresses[i]), errors)
	}
	v.finish(errors)
}

// groups emits the code for a longer input, which processes groups of four blocks. Groups of ASCII
// are skipped without a further check. The last group is at the end of the input.
//
// The blocks after the first group are aligned, because loads that span two cache lines take twice as
// long. The second group then overlaps the first. An input of a few groups would often need one
// more group for that, and is not aligned.
func (v *Validator) groups() {
	c, w := v.Ctx(), v.Width()
	group := 4 * w
	cursor, second, lastGroup := c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(isa.At(v.P, group), second)
	c.MOVQ(second, cursor)
	c.ANDQ(operand.I8(-w), cursor)
	c.CMPQ(v.N, operand.U32(8*group))
	c.CMOVQCC(cursor, second)
	c.LEAQ(isa.At(v.End, -group), lastGroup)
	errors := v.Vec()
	v.Zero(errors)
	c.MOVQ(v.P, cursor)
	v.LoadGroup(cursor)
	v.JumpUnlessASCII(v.X[:], "leaveASCII")
	c.MOVQ(second, cursor)
	c.JMP(operand.LabelRef("afterASCII"))

	// Until the first byte that is not ASCII, no constants are needed.
	c.Label("onlyASCII")
	v.LoadGroup(cursor)
	v.JumpUnlessASCII(v.X[:], "leaveASCII")
	c.ADDQ(operand.U32(group), cursor)
	c.Label("afterASCII")
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("onlyASCII"))
	c.CMPQ(cursor, v.End)
	c.JE(operand.LabelRef("valid"))
	v.LoadGroup(lastGroup)
	v.JumpIfASCII(v.X[:], "valid")

	c.Label("leaveASCII")
	v.LoadUTF8Constants(false)
	c.CMPQ(cursor, lastGroup)
	c.JA(operand.LabelRef("rest"))
	c.CMPQ(cursor, v.P)
	c.JNE(operand.LabelRef("judge"))
	v.AddJudgement(v.X[0], v.NothingBefore(v.X[0]), errors)
	v.judgeThree(cursor, errors)
	c.MOVQ(second, cursor)
	c.JMP(operand.LabelRef("judged"))

	c.Label("ascii")
	v.LoadGroup(cursor)
	v.JumpUnlessASCII(v.X[:], "judge")
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("ascii"))
	c.JMP(operand.LabelRef("rest"))

	c.Label("judge")
	v.AddJudgement(v.X[0], v.Before(isa.At(cursor, 0)), errors)
	v.judgeThree(cursor, errors)
	c.ADDQ(operand.U32(group), cursor)
	c.Label("judged")
	c.CMPQ(cursor, lastGroup)
	c.JA(operand.LabelRef("rest"))
	v.LoadGroup(cursor)
	v.JumpUnlessASCII(v.X[:], "judge")
	before := v.Vec()
	v.Load(isa.At(cursor, -w), before)
	v.Or(v.Unfinished(before), errors, errors)
	c.ADDQ(operand.U32(group), cursor)
	c.CMPQ(cursor, lastGroup)
	c.JBE(operand.LabelRef("ascii"))
	v.rest(cursor, lastGroup, errors)
}

// judgeThree judges the blocks of a group except the first.
func (v *Validator) judgeThree(begin reg.Register, errors isa.Vector) {
	for i := 1; i < 4; i++ {
		v.AddJudgement(v.X[i], v.Before(isa.At(begin, i*v.Width())), errors)
	}
}

// rest emits the end of the code that processes groups. Fewer bytes than a group are left after the
// cursor, so the code checks the last group of the input, and then returns the verdict. If the last
// group is ASCII, no sequence was unfinished at the cursor.
func (v *Validator) rest(cursor, lastGroup reg.GPVirtual, errors isa.Vector) {
	c, w := v.Ctx(), v.Width()
	c.Label("rest")
	c.CMPQ(cursor, v.End)
	c.JE(operand.LabelRef("end"))
	begin := c.GP64()
	c.LEAQ(isa.At(v.P, 3), begin)
	c.CMPQ(lastGroup, begin)
	c.CMOVQHI(lastGroup, begin)
	v.Load(isa.At(begin, 0), v.X[0])
	for i := 1; i < 4; i++ {
		v.Load(isa.At(lastGroup, i*w), v.X[i])
	}
	v.JumpIfASCII(v.X[:], "end")
	v.AddJudgement(v.X[0], v.Before(isa.At(begin, 0)), errors)
	v.judgeThree(lastGroup, errors)
	c.Label("end")
	v.Load(isa.At(v.End, -w), v.X[0])
	v.Or(v.Unfinished(v.X[0]), errors, errors)
	v.finish(errors)
}

func (v *Validator) LoadGroup(cursor reg.Register) {
	for i, x := range v.X {
		v.Load(isa.At(cursor, i*v.Width()), x)
	}
}

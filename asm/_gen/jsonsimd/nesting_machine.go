package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What the brackets have in common, what those that open have beyond, and what the
// elements of objects have.
const (
	elementBracket = 1 << 6
	elementOpens   = 1 << 1
	elementObject  = 1<<5 | 1<<4
)

// nestingMachine is what [CheckNesting] asks of an instruction set beyond the common
// things. It has one group of 64 elements at hand, in one vector or in two. Sets of
// elements are words with a bit for each. Levels are bytes: groupLevel is that of the
// container in which the group begins.
type nestingMachine interface {
	isa.Machine

	beginNesting()
	loadElements(p reg.GPVirtual)
	// loadLastElements loads the n elements at p, fewer than 64. The others are absent.
	// At least eight elements end with these.
	loadLastElements(p, n reg.GPVirtual)

	// classify tells which elements are brackets that open, brackets that close, and
	// of an object, by the bits of nesting_generic.go. Absent elements are commas.
	classify(opens, closes, objects reg.GPVirtual)
	lineEnds() reg.GPVirtual
	// findLevels computes the level of the container that each element belongs to, and
	// returns the lowest, which is the first for atLevel. Absent elements are at 255.
	findLevels() reg.GPVirtual
	atLevel() reg.GPVirtual // which elements are at this level
	nextLevel()
	// fromLevel tells which elements are at that level or above.
	fromLevel(level reg.GPVirtual) reg.GPVirtual
}

// addUp replaces each of the first eight bytes by the sum of those up to it and
// groupLevel.
func addUp(m isa.Machine, bytes reg.Register) {
	c, shifted := m.Ctx(), m.Ctx().XMM()
	for _, bits := range []int{8, 16, 32} {
		c.VPSLLQ(operand.U8(bits), bytes, shifted)
		c.VPADDB(shifted, bytes, bytes)
	}
	c.VPADDB(m.Data("groupLevel", isa.Repeat(groupLevel, 16)), bytes, bytes)
}

// lowest finds the lowest byte, and has every lane of all be it. There is an instruction
// for 16-bit numbers: a byte and a zero above it are one.
func lowest(m isa.Machine, bytes reg.VecVirtual, all isa.Vector) reg.GPVirtual {
	c, half, found := m.Ctx(), m.Ctx().XMM(), m.Ctx().GP64()
	low := bytes.AsX()
	c.VEXTRACTI128(operand.U8(1), bytes.AsY(), half)
	c.VPMINUB(half, low, low)
	c.VPSRLW(operand.U8(8), low, half)
	c.VPMINUB(half, low, low)
	c.VPHMINPOSUW(low, low)
	c.VPBROADCASTB(low, all)
	c.VMOVD(low, found.As32())
	c.MOVBQZX(found.As8(), found)
	return found
}

const groupLevel = 128

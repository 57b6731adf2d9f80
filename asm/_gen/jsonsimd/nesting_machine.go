package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The bits of elements. All brackets have elementBracket, opening brackets also have elementOpens,
// and elements of objects have both bits of elementObject.
const (
	elementBracket = 1 << 6
	elementOpens   = 1 << 1
	elementObject  = 1<<5 | 1<<4
)

// nestingMachine is an [isa.Machine] with the additional methods that [CheckNesting] needs. It
// holds the current group of 64 elements in one or two vectors. Sets of elements are words with one
// bit for each element. Levels are bytes. The group begins in a container of level groupLevel.
type nestingMachine interface {
	isa.Machine

	beginNesting()
	loadElements(p reg.GPVirtual)
	// loadLastElements loads the n elements at p, where n is less than 64. The other elements of
	// the group are absent. At least eight elements must be readable before p+n.
	loadLastElements(p, n reg.GPVirtual)

	// classify puts masks of the opening brackets, the closing brackets and the elements of objects
	// in opens, closes and objects. It tests the same bits as nesting_generic.go. Absent elements
	// count as commas.
	classify(opens, closes, objects reg.GPVirtual)
	lineEnds() reg.GPVirtual
	// findLevels computes the level of the container that each element belongs to. It returns the
	// lowest level, which becomes the current level. The level of absent elements is 255.
	findLevels() reg.GPVirtual
	atLevel() reg.GPVirtual // the elements at the current level
	nextLevel()
	// fromLevel returns the elements at the given level or above.
	fromLevel(level reg.GPVirtual) reg.GPVirtual

	// storeTypes stores the 64 bits of types as bytes, upwards from the address slot, and returns
	// the bits in reverse order. typesBelow returns the types in the 64 bytes from slot downwards.
	storeTypes(types, slot reg.GPVirtual) (reversed reg.GPVirtual)
	typesBelow(slot reg.GPVirtual) (types reg.GPVirtual)
}

// addUp adds to each of the first eight bytes the sum of all bytes before it, and groupLevel.
func addUp(m isa.Machine, bytes reg.Register) {
	c, shifted := m.Ctx(), m.Ctx().XMM()
	for _, bits := range []int{8, 16, 32} {
		c.VPSLLQ(operand.U8(bits), bytes, shifted)
		c.VPADDB(shifted, bytes, bytes)
	}
	c.VPADDB(m.Data("groupLevel", isa.Repeat(groupLevel, 16)), bytes, bytes)
}

// lowest returns the lowest of the given bytes, and sets every lane of copies to that byte. It uses
// an instruction for 16-bit numbers. Each of these numbers is a byte with zeros above it.
func lowest(m isa.Machine, bytes reg.VecVirtual, copies isa.Vector) reg.GPVirtual {
	c, half, found := m.Ctx(), m.Ctx().XMM(), m.Ctx().GP64()
	low := bytes.AsX()
	c.VEXTRACTI128(operand.U8(1), bytes.AsY(), half)
	c.VPMINUB(half, low, low)
	c.VPSRLW(operand.U8(8), low, half)
	c.VPMINUB(half, low, low)
	c.VPHMINPOSUW(low, low)
	c.VPBROADCASTB(low, copies)
	c.VMOVD(low, found.As32())
	c.MOVBQZX(found.As8(), found)
	return found
}

const groupLevel = 128

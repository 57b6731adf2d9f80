package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nesting512 holds the vectors with which [CheckNesting] checks 64 elements, for AVX-512.
type nesting512 struct {
	*isa.AVX512

	elements, levels isa.Vector
	level            isa.Vector // the current level in each lane
	absent           isa.Vector // FF in the lanes of absent elements
	opening, closing reg.OpmaskVirtual
	ones             isa.Vector
	spread           isa.Vector // in each lane: the index of the word that the lane is in
	reversed         isa.Vector // in each lane: the index of the lane, counted from the last one
	bracket, opens   isa.Vector // in each lane: the bit that all brackets have, and the additional bit of opening brackets
	object           [2]isa.Vector
}

func (m *nesting512) beginNesting() {
	*m = nesting512{AVX512: m.AVX512, elements: m.Vec(), levels: m.Vec(), level: m.Vec(), absent: m.Vec(),
		opening: m.C.K(), closing: m.C.K(), spread: m.Vec(), reversed: m.Vec()}
	m.Zero(m.absent)
	m.Load(m.Data("wordOfLane", wordOfLane(64)), m.spread)
	m.Load(m.Data("reversed", descending(64)), m.reversed)
	m.ones = m.Every(m.Data("one", isa.EightTimes(1)))
	m.bracket = m.Every(m.Data("bracket", isa.EightTimes(elementBracket)))
	m.opens = m.Every(m.Data("opens", isa.EightTimes(elementOpens)))
	m.object[0] = m.Every(m.Data("object0", isa.EightTimes(elementObject&(elementObject-1))))
	m.object[1] = m.Every(m.Data("object1", isa.EightTimes(elementObject&-elementObject)))
}

func wordOfLane(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i / 8)
	}
	return b
}

// descending returns the numbers below n in descending order.
func descending(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(n - 1 - i)
	}
	return b
}

func (m *nesting512) loadElements(p reg.GPVirtual) { m.Load(isa.At(p, 0), m.elements) }

// loadLastElements relies on LoadShort for AVX-512, which accepts any number of bytes except zero.
func (m *nesting512) loadLastElements(p, n reg.GPVirtual) {
	c := m.C
	m.LoadShort(p, n, m.elements)
	high, lanes := c.GP64(), c.K()
	c.MOVQ(operand.I32(-1), high)
	c.SHLXQ(n, high, high)
	c.KMOVQ(high, lanes)
	c.VPMOVM2B(lanes, m.absent)
}

func (m *nesting512) classify(opens, closes, objects reg.GPVirtual) {
	c := m.C
	brackets, ofObject := c.K(), c.K()
	c.VPTESTMB(m.bracket, m.elements, brackets)
	c.VPTESTMB(m.opens, m.elements, brackets, m.opening)
	c.VPTESTNMB(m.opens, m.elements, brackets, m.closing)
	c.VPTESTMB(m.object[0], m.elements, ofObject)
	c.VPTESTMB(m.object[1], m.elements, ofObject, ofObject)
	c.KMOVQ(m.opening, opens)
	c.KMOVQ(m.closing, closes)
	c.KMOVQ(ofObject, objects)
}

func (m *nesting512) lineEnds() reg.GPVirtual {
	k, lines, newline := m.C.K(), m.C.GP64(), m.Every(m.Data("newline", isa.EightTimes('\n')))
	m.C.VPCMPEQB(newline, m.elements, k)
	m.C.KMOVQ(k, lines)
	return lines
}

// findLevels computes running sums of lanes. It counts +1 for an element that opens a container,
// and -1 for an element that follows one that closes a container. It adds up the lanes of each word
// first, and then the words.
func (m *nesting512) findLevels() reg.GPVirtual {
	c := m.C
	closed, sums := c.K(), m.Vec()
	c.VMOVDQU8_Z(m.ones, m.opening, m.levels)
	c.KADDQ(m.closing, m.closing, closed)
	c.VPSUBB(m.ones, m.levels, closed, m.levels)
	for _, bits := range []int{8, 16, 32} {
		c.VPSLLQ(operand.U8(bits), m.levels, sums)
		c.VPADDB(sums, m.levels, m.levels)
	}
	before := c.XMM()
	c.VPSRLQ(operand.U8(56), m.levels, sums)
	c.VPMOVQB(sums, before)
	c.VPSLLQ(operand.U8(8), before, before)
	addUp(m, before)
	c.VPERMB(before.AsZ(), m.spread, sums)
	c.VPADDB(sums, m.levels, m.levels)
	m.Or(m.absent, m.levels, m.levels)

	half := c.YMM()
	c.VEXTRACTI64X4(operand.U8(1), m.levels, half)
	c.VPMINUB(m.levels.AsY(), half, half)
	return lowest(m, half, m.level)
}

func (m *nesting512) atLevel() reg.GPVirtual {
	k, here := m.C.K(), m.C.GP64()
	m.C.VPCMPEQB(m.level, m.levels, k)
	m.C.KMOVQ(k, here)
	return here
}

func (m *nesting512) nextLevel() { m.C.VPADDB(m.ones, m.level, m.level) }

func (m *nesting512) fromLevel(level reg.GPVirtual) reg.GPVirtual {
	const notLess = 5
	bound, k, from := m.Vec(), m.C.K(), m.C.GP64()
	m.C.VPBROADCASTB(level.As32(), bound)
	m.C.VPCMPUB(operand.U8(notLess), bound, m.levels, k)
	m.C.KMOVQ(k, from)
	return from
}

func (m *nesting512) storeTypes(types, slot reg.GPVirtual) (reversed reg.GPVirtual) {
	c := m.C
	k, stored := c.K(), m.Vec()
	c.KMOVQ(types, k)
	c.VMOVDQU8_Z(m.ones, k, stored)
	c.VMOVDQU64(stored, isa.At(slot, 0))
	return m.downwards(stored)
}

func (m *nesting512) typesBelow(slot reg.GPVirtual) (types reg.GPVirtual) {
	return m.downwards(isa.At(slot, -63))
}

// downwards returns the types in 64 bytes, in reverse order.
func (m *nesting512) downwards(bytes operand.Op) (types reg.GPVirtual) {
	c := m.C
	ordered, k, types := m.Vec(), c.K(), c.GP64()
	c.VPERMB(bytes, m.reversed, ordered)
	c.VPTESTMB(m.ones, ordered, k)
	c.KMOVQ(k, types)
	return types
}

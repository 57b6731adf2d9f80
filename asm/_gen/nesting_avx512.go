package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nesting512 is what [avx512] knows of a group of [checkNesting].
type nesting512 struct {
	elements, levels vector
	level            vector // the one at hand, in each lane
	absent           vector // FF in the lanes of absent elements
	opening, closing reg.OpmaskVirtual
	ones             vector
	spread           vector // the index of the word in each lane
	bracket, opens   vector // the bits of elements, in each lane
	object           [2]vector
}

func (m *avx512) beginNesting() {
	m.nesting512 = nesting512{elements: m.vec(), levels: m.vec(), level: m.vec(), absent: m.vec(),
		opening: m.c.K(), closing: m.c.K(), spread: m.vec()}
	m.zero(m.absent)
	m.load(m.data("wordOfLane", wordOfLane(64)), m.spread)
	m.ones = m.every(m.data("one", eightTimes(1)))
	m.bracket = m.every(m.data("bracket", eightTimes(elementBracket)))
	m.opens = m.every(m.data("opens", eightTimes(elementOpens)))
	m.object[0] = m.every(m.data("object0", eightTimes(elementObject&(elementObject-1))))
	m.object[1] = m.every(m.data("object1", eightTimes(elementObject&-elementObject)))
}

func wordOfLane(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i / 8)
	}
	return b
}

func (m *avx512) loadElements(p reg.GPVirtual) { m.load(at(p, 0), m.elements) }

// loadLastElements relies on this set's loadShort, which takes any number but zero.
func (m *avx512) loadLastElements(p, n reg.GPVirtual) {
	c := m.c
	m.loadShort(p, n, m.elements)
	high, lanes := c.GP64(), c.K()
	c.MOVQ(operand.I32(-1), high)
	c.SHLXQ(n, high, high)
	c.KMOVQ(high, lanes)
	c.VPMOVM2B(lanes, m.absent)
}

func (m *avx512) classify(opens, closes, objects reg.GPVirtual) {
	c := m.c
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

func (m *avx512) lineEnds() reg.GPVirtual {
	k, lines, newline := m.c.K(), m.c.GP64(), m.every(m.data("newline", eightTimes('\n')))
	m.c.VPCMPEQB(newline, m.elements, k)
	m.c.KMOVQ(k, lines)
	return lines
}

// findLevels lets each lane be +1 where an element opens, -1 where the one before closes,
// and sums up within words and then over them.
func (m *avx512) findLevels() reg.GPVirtual {
	c := m.c
	closed, sums := c.K(), m.vec()
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
	m.or(m.absent, m.levels, m.levels)

	half := c.YMM()
	c.VEXTRACTI64X4(operand.U8(1), m.levels, half)
	c.VPMINUB(m.levels.AsY(), half, half)
	return lowest(m, half, m.level)
}

func (m *avx512) atLevel() reg.GPVirtual {
	k, here := m.c.K(), m.c.GP64()
	m.c.VPCMPEQB(m.level, m.levels, k)
	m.c.KMOVQ(k, here)
	return here
}

func (m *avx512) nextLevel() { m.c.VPADDB(m.ones, m.level, m.level) }

func (m *avx512) fromLevel(level reg.GPVirtual) reg.GPVirtual {
	const notLess = 5
	bound, k, from := m.vec(), m.c.K(), m.c.GP64()
	m.c.VPBROADCASTB(level.As32(), bound)
	m.c.VPCMPUB(operand.U8(notLess), bound, m.levels, k)
	m.c.KMOVQ(k, from)
	return from
}

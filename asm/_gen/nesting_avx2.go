package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nesting2 is what [avx2] knows of a group of [checkNesting]. Of two vectors, the first
// has the first elements.
type nesting2 struct {
	elements, levels [2]vector
	level            vector    // the one at hand, in each lane
	absent           [2]vector // FF in the lanes of absent elements
	opening, closing [2]vector // FF where true
	minusOnes        vector
	opens, bracket   vector // the bits of elements, in each lane
	object           vector
}

func (m *avx2) beginNesting() {
	two := func() [2]vector { return [2]vector{m.vec(), m.vec()} }
	m.nesting2 = nesting2{elements: two(), levels: two(), level: m.vec(), absent: two(),
		opening: two(), closing: two(), minusOnes: m.vec()}
	m.zero(m.absent[0])
	m.zero(m.absent[1])
	m.c.VPCMPEQB(m.minusOnes, m.minusOnes, m.minusOnes)
	m.bracket = m.every(m.data("bracket", eightTimes(elementBracket)))
	m.opens = m.every(m.data("opens", eightTimes(elementBracket|elementOpens)))
	m.object = m.every(m.data("object", eightTimes(elementObject)))
}

func (m *avx2) loadElements(p reg.GPVirtual) {
	m.load(at(p, 0), m.elements[0])
	m.load(at(p, 32), m.elements[1])
}

// loadLastElements leaves something in absent lanes, and then clears them. Up to eight
// elements are shifted out of the last eight.
func (m *avx2) loadLastElements(p, n reg.GPVirtual) {
	c := m.c
	from, rest := c.GP64(), c.GP64()
	c.MOVQ(p, from)
	c.MOVQ(n, rest)
	c.CMPQ(n, operand.U8(32))
	c.JB(operand.LabelRef("upTo32"))
	m.load(at(p, 0), m.elements[0])
	c.ADDQ(operand.U8(32), from)
	c.SUBQ(operand.U8(32), rest)
	c.Label("upTo32")
	c.CMPQ(rest, operand.U8(8))
	c.JA(operand.LabelRef("above8"))
	word, bits := c.GP64(), c.GP64()
	c.MOVQ(operand.Mem{Base: from, Index: rest, Scale: 1, Disp: -8}, word)
	c.MOVQ(rest, bits)
	c.SHLQ(operand.U8(3), bits)
	c.NEGQ(bits) // a shift by 64 - bits, modulo 64
	c.SHRXQ(bits, word, word)
	c.VMOVQ(word, m.elements[1].AsX())
	c.JMP(operand.LabelRef("second"))
	c.Label("above8")
	m.loadShort(from, rest, m.elements[1])
	c.Label("second")
	c.CMPQ(n, operand.U8(32))
	c.JAE(operand.LabelRef("both"))
	m.copy(m.elements[1], m.elements[0])
	c.Label("both")

	masks := c.GP64()
	c.LEAQ(m.data("presentThenAbsent", append(repeat(0, 64), repeat(0xFF, 64)...)), masks)
	c.SUBQ(n, masks)
	for i, x := range m.elements {
		m.load(at(masks, 64+32*i), m.absent[i])
		c.VPANDN(x, m.absent[i], x)
	}
}

func (m *avx2) classify(opens, closes, objects reg.GPVirtual) {
	c := m.c
	var ofObject [2]vector
	for i, x := range m.elements {
		bits := m.vec()
		ofObject[i] = m.vec()
		c.VPAND(m.opens, x, bits)
		c.VPCMPEQB(m.opens, bits, m.opening[i])
		c.VPCMPEQB(m.bracket, bits, m.closing[i])
		c.VPAND(m.object, x, ofObject[i])
		c.VPCMPEQB(m.object, ofObject[i], ofObject[i])
	}
	m.bits(m.opening, opens)
	m.bits(m.closing, closes)
	m.bits(ofObject, objects)
}

// bits collects the top bits of both vectors.
func (m *avx2) bits(v [2]vector, dst reg.GPVirtual) {
	high := m.c.GP64()
	m.c.VPMOVMSKB(v[0], dst.As32())
	m.c.VPMOVMSKB(v[1], high.As32())
	m.c.SHLQ(operand.U8(32), high)
	m.c.ORQ(high, dst)
}

func (m *avx2) lineEnds() reg.GPVirtual {
	newline, lines := m.every(m.data("newline", eightTimes('\n'))), m.c.GP64()
	at := [2]vector{m.vec(), m.vec()}
	for i, x := range m.elements {
		m.c.VPCMPEQB(newline, x, at[i])
	}
	m.bits(at, lines)
	return lines
}

// findLevels lets each lane be +1 where an element opens and -1 where it closes, and sums
// up within words and then over them. An element that closes is still in what it closes.
func (m *avx2) findLevels() reg.GPVirtual {
	c := m.c
	sums := m.vec()
	for i, v := range m.levels {
		c.VPSUBB(m.opening[i], m.closing[i], v)
		for _, bits := range []int{8, 16, 32} {
			c.VPSLLQ(operand.U8(bits), v, sums)
			c.VPADDB(sums, v, v)
		}
	}

	// The top byte of a word is its sum. Sums are packed from doublewords, which come in
	// the order 0, 1, 4, 5; 2, 3, 6, 7, and moved to where the next word's is.
	const oddOnes = 0b11_01_11_01
	order := []byte{0x80, 0, 1, 4, 5, 2, 3, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}
	before, high := sums.AsX(), c.XMM()
	c.VSHUFPS(operand.U8(oddOnes), m.levels[1], m.levels[0], sums)
	c.VPSRAD(operand.U8(24), sums, sums)
	c.VEXTRACTI128(operand.U8(1), sums, high)
	c.VPACKSSDW(high, before, before)
	c.VPACKSSWB(before, before, before)
	c.VPSHUFB(m.data("exclusive", order), before, before)
	addUp(m, before)
	c.VPBROADCASTQ(before, sums)
	for i, v := range m.levels {
		base := m.vec()
		c.VPSHUFB(m.data([]string{"word0to3", "word4to7"}[i], wordOfLane(64)[32*i:32*i+32]), sums, base)
		c.VPADDB(base, v, v)
		c.VPSUBB(m.closing[i], v, v)
		c.VPOR(m.absent[i], v, v)
	}
	c.VPMINUB(m.levels[0], m.levels[1], sums)
	return lowest(m, sums, m.level)
}

func (m *avx2) atLevel() reg.GPVirtual {
	here := m.c.GP64()
	at := [2]vector{m.vec(), m.vec()}
	for i, v := range m.levels {
		m.c.VPCMPEQB(m.level, v, at[i])
	}
	m.bits(at, here)
	return here
}

func (m *avx2) nextLevel() { m.c.VPSUBB(m.minusOnes, m.level, m.level) }

func (m *avx2) fromLevel(level reg.GPVirtual) reg.GPVirtual {
	c := m.c
	bound, from := m.vec(), c.GP64()
	higher := [2]vector{m.vec(), m.vec()}
	c.VMOVD(level.As32(), bound.AsX())
	c.VPBROADCASTB(bound.AsX(), bound)
	for i, v := range m.levels {
		c.VPMAXUB(bound, v, higher[i])
		c.VPCMPEQB(v, higher[i], higher[i])
	}
	m.bits(higher, from)
	return from
}

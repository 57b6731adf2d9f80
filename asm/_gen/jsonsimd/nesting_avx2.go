package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// nesting2 holds the vectors for a group of [CheckNesting] with AVX2. In each array of two vectors,
// the first vector is for the first 32 elements.
type nesting2 struct {
	*isa.AVX2

	elements, levels [2]isa.Vector
	level            isa.Vector    // the current level in each lane
	absent           [2]isa.Vector // FF in the lanes of absent elements
	opening, closing [2]isa.Vector // FF where true
	minusOnes        isa.Vector
	opens, bracket   isa.Vector // in each lane: the bits that opening brackets have, and the bit that all brackets have
	object           isa.Vector
}

func (m *nesting2) beginNesting() {
	two := func() [2]isa.Vector { return [2]isa.Vector{m.Vec(), m.Vec()} }
	*m = nesting2{AVX2: m.AVX2, elements: two(), levels: two(), level: m.Vec(), absent: two(),
		opening: two(), closing: two(), minusOnes: m.Vec()}
	m.Zero(m.absent[0])
	m.Zero(m.absent[1])
	m.C.VPCMPEQB(m.minusOnes, m.minusOnes, m.minusOnes)
	m.bracket = m.Every(m.Data("bracket", isa.EightTimes(elementBracket)))
	m.opens = m.Every(m.Data("opens", isa.EightTimes(elementBracket|elementOpens)))
	m.object = m.Every(m.Data("object", isa.EightTimes(elementObject)))
}

func (m *nesting2) loadElements(p reg.GPVirtual) {
	m.Load(isa.At(p, 0), m.elements[0])
	m.Load(isa.At(p, 32), m.elements[1])
}

// loadLastElements first leaves arbitrary bytes in the lanes of absent elements, and then clears
// these lanes. If a vector has at most eight elements, it loads the eight bytes that end with the
// last element, and shifts the elements down.
func (m *nesting2) loadLastElements(p, n reg.GPVirtual) {
	c := m.C
	from, rest := c.GP64(), c.GP64()
	c.MOVQ(p, from)
	c.MOVQ(n, rest)
	c.CMPQ(n, operand.U8(32))
	c.JB(operand.LabelRef("upTo32"))
	m.Load(isa.At(p, 0), m.elements[0])
	c.ADDQ(operand.U8(32), from)
	c.SUBQ(operand.U8(32), rest)
	c.Label("upTo32")
	c.CMPQ(rest, operand.U8(8))
	c.JA(operand.LabelRef("above8"))
	word, bits := c.GP64(), c.GP64()
	c.MOVQ(operand.Mem{Base: from, Index: rest, Scale: 1, Disp: -8}, word)
	c.MOVQ(rest, bits)
	c.SHLQ(operand.U8(3), bits)
	c.NEGQ(bits) // the shift count is 64 - bits, modulo 64
	c.SHRXQ(bits, word, word)
	c.VMOVQ(word, m.elements[1].AsX())
	c.JMP(operand.LabelRef("second"))
	c.Label("above8")
	m.LoadShort(from, rest, m.elements[1])
	c.Label("second")
	c.CMPQ(n, operand.U8(32))
	c.JAE(operand.LabelRef("both"))
	m.Copy(m.elements[1], m.elements[0])
	c.Label("both")

	masks := c.GP64()
	c.LEAQ(m.Data("presentThenAbsent", append(isa.Repeat(0, 64), isa.Repeat(0xFF, 64)...)), masks)
	c.SUBQ(n, masks)
	for i, x := range m.elements {
		m.Load(isa.At(masks, 64+32*i), m.absent[i])
		c.VPANDN(x, m.absent[i], x)
	}
}

func (m *nesting2) classify(opens, closes, objects reg.GPVirtual) {
	c := m.C
	var ofObject [2]isa.Vector
	for i, x := range m.elements {
		bits := m.Vec()
		ofObject[i] = m.Vec()
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

// bits sets dst to the top bits of all lanes of both vectors.
func (m *nesting2) bits(v [2]isa.Vector, dst reg.GPVirtual) {
	high := m.C.GP64()
	m.C.VPMOVMSKB(v[0], dst.As32())
	m.C.VPMOVMSKB(v[1], high.As32())
	m.C.SHLQ(operand.U8(32), high)
	m.C.ORQ(high, dst)
}

func (m *nesting2) lineEnds() reg.GPVirtual {
	newline, lines := m.Every(m.Data("newline", isa.EightTimes('\n'))), m.C.GP64()
	at := [2]isa.Vector{m.Vec(), m.Vec()}
	for i, x := range m.elements {
		m.C.VPCMPEQB(newline, x, at[i])
	}
	m.bits(at, lines)
	return lines
}

// findLevels computes running sums of lanes that are +1 for elements that open a container and -1
// for elements that close one. It adds up the lanes of each word first, and then the words. An
// element that closes a container still belongs to that container, so its own -1 is not included in
// its level.
func (m *nesting2) findLevels() reg.GPVirtual {
	c := m.C
	sums := m.Vec()
	for i, v := range m.levels {
		c.VPSUBB(m.opening[i], m.closing[i], v)
		for _, bits := range []int{8, 16, 32} {
			c.VPSLLQ(operand.U8(bits), v, sums)
			c.VPADDB(sums, v, v)
		}
	}

	// The top byte of each word is now the sum of all bytes of the word. The sums are packed from
	// doublewords to bytes, in the order 0, 1, 4, 5, 2, 3, 6, 7. A shuffle restores the order and
	// moves each sum to the position of the next word.
	const oddOnes = 0b11_01_11_01
	order := []byte{0x80, 0, 1, 4, 5, 2, 3, 6, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}
	before, high := sums.AsX(), c.XMM()
	c.VSHUFPS(operand.U8(oddOnes), m.levels[1], m.levels[0], sums)
	c.VPSRAD(operand.U8(24), sums, sums)
	c.VEXTRACTI128(operand.U8(1), sums, high)
	c.VPACKSSDW(high, before, before)
	c.VPACKSSWB(before, before, before)
	c.VPSHUFB(m.Data("exclusive", order), before, before)
	addUp(m, before)
	c.VPBROADCASTQ(before, sums)
	for i, v := range m.levels {
		base := m.Vec()
		c.VPSHUFB(m.Data([]string{"word0to3", "word4to7"}[i], wordOfLane(64)[32*i:32*i+32]), sums, base)
		c.VPADDB(base, v, v)
		c.VPSUBB(m.closing[i], v, v)
		c.VPOR(m.absent[i], v, v)
	}
	c.VPMINUB(m.levels[0], m.levels[1], sums)
	return lowest(m, sums, m.level)
}

func (m *nesting2) atLevel() reg.GPVirtual {
	here := m.C.GP64()
	at := [2]isa.Vector{m.Vec(), m.Vec()}
	for i, v := range m.levels {
		m.C.VPCMPEQB(m.level, v, at[i])
	}
	m.bits(at, here)
	return here
}

func (m *nesting2) nextLevel() { m.C.VPSUBB(m.minusOnes, m.level, m.level) }

func (m *nesting2) fromLevel(level reg.GPVirtual) reg.GPVirtual {
	c := m.C
	bound, from := m.Vec(), c.GP64()
	higher := [2]isa.Vector{m.Vec(), m.Vec()}
	c.VMOVD(level.As32(), bound.AsX())
	c.VPBROADCASTB(bound.AsX(), bound)
	for i, v := range m.levels {
		c.VPMAXUB(bound, v, higher[i])
		c.VPCMPEQB(v, higher[i], higher[i])
	}
	m.bits(higher, from)
	return from
}

func (m *nesting2) storeTypes(types, slot reg.GPVirtual) (reversed reg.GPVirtual) {
	c := m.C
	const bits = "\x01\x02\x04\x08\x10\x20\x40\x80"
	bitOfLane := m.Every(m.Data("bitOfLane", []byte(bits)))
	copies := m.Vec()
	c.VMOVQ(types, copies.AsX())
	c.VPBROADCASTQ(copies.AsX(), copies)
	stored := [2]isa.Vector{m.Vec(), m.Vec()}
	for i, v := range stored {
		c.VPSHUFB(m.Data([]string{"word0to3", "word4to7"}[i], wordOfLane(64)[32*i:32*i+32]), copies, v)
		c.VPAND(bitOfLane, v, v)
		c.VPCMPEQB(bitOfLane, v, v)
		c.VPABSB(v, v)
		c.VMOVDQU(v, isa.At(slot, 32*i))
	}
	return m.downwards(stored[1], stored[0])
}

func (m *nesting2) typesBelow(slot reg.GPVirtual) (types reg.GPVirtual) {
	high, low := m.Vec(), m.Vec()
	m.Load(isa.At(slot, -31), high)
	m.Load(isa.At(slot, -63), low)
	return m.downwards(high, low)
}

// downwards returns the types in 64 bytes, in reverse order. It overwrites the vectors.
func (m *nesting2) downwards(high, low isa.Vector) (types reg.GPVirtual) {
	c := m.C
	const swapHalves = 0b01_00_11_10
	types = c.GP64()
	for _, v := range []isa.Vector{high, low} {
		c.VPSHUFB(m.Data("reversed", append(descending(16), descending(16)...)), v, v)
		c.VPERMQ(operand.U8(swapHalves), v, v)
		c.VPSLLW(operand.U8(7), v, v)
	}
	m.bits([2]isa.Vector{high, low}, types)
	return types
}

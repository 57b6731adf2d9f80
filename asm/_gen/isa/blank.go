package isa

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// keptSpace has the white space that Blank keeps. Replacing a space with a space changes nothing.
const keptSpace = "\t\n\r"

func (m *AVX2) BeginBlank() {
	m.space = m.Every(m.Data("space", EightTimes(' ')))
	m.bits = m.Every(m.Data("bits", []byte{1, 2, 4, 8, 16, 32, 64, 128}))
	spread := []byte{}
	for i := range byte(4) {
		spread = append(spread, Repeat(i, 8)...)
	}
	m.spread = m.Vec()
	m.C.VMOVDQU(m.Data("spread", spread), m.spread)
}

// Blank copies each half of the mask to all parts of a vector. From the copies, VPSHUFB takes the byte that has
// the bit of each lane.
func (m *AVX2) Blank(p, mask reg.GPVirtual) {
	for half := range 2 {
		lanes, x, half128 := m.Vec(), m.Vec(), m.C.XMM()
		if half > 0 {
			m.C.SHRQ(operand.U8(32), mask)
		}
		m.C.VMOVD(mask.As32(), half128)
		m.C.VPBROADCASTD(half128, lanes)
		m.C.VPSHUFB(m.spread, lanes, lanes)
		m.C.VPAND(m.bits, lanes, lanes)
		m.C.VPCMPEQB(m.bits, lanes, lanes)
		m.Load(At(p, 32*half), x)
		kept := m.anyOf(x, keptSpace)
		m.C.VPANDN(lanes, kept, lanes)
		m.C.VPBLENDVB(lanes, m.space, x, x)
		m.C.VMOVDQU(x, At(p, 32*half))
	}
}

func (m *AVX512) BeginBlank() { m.BeginDialect([]DialectClass{{bytes: keptSpace + " "}}) }

func (m *AVX512) Blank(p, mask reg.GPVirtual) {
	x, blanks := m.Vec(), m.C.K()
	m.Load(At(p, 0), x)
	m.C.KMOVQ(mask, blanks)
	m.C.KANDNQ(blanks, m.anyOf(x, keptSpace), blanks)
	m.C.VMOVDQU8(m.dialect[' '], blanks, At(p, 0))
}

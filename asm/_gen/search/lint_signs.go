package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// FindSigns emits the search for signs, 256 bytes at a time. Where one begins, no byte differs from
// what it is made of, so the differences, joined by OR, are zero; and so is the least of many such.
func FindSigns(m isa.Machine) {
	const unit = 256
	isa.Function(m, "findSigns", "func(b *byte, units int) (nonASCII, deletes, escapes, exponents, digits uint64)",
		"findSigns"+m.Name()+" is findSignsGeneric for 1 to 64 whole units and four bytes behind them. It counts rows of",
		"as many digits as a vector has lanes.")
	c := m.Ctx()
	p, left := c.GP64(), c.GP64()
	c.Load(c.Param("b"), p)
	c.Load(c.Param("units"), left)
	every := func(name string, b byte) isa.Vector {
		v := m.Vec()
		c.VPBROADCASTQ(m.Data(name, isa.EightTimes(b)), v)
		return v
	}
	slash, u, e, caseBit := every("slash", '\\'), every("u", 'u'), every("e", 'e'), every("caseBit", 'e'^'E')
	zero, nine, delete := every("zero", '0'), every("nine", 9), every("delete", 0x7F-1)
	flags, masks := []string{"nonASCII", "deletes", "escapes", "exponents"}, []reg.GPVirtual{}
	for range flags {
		masks = append(masks, c.GP64())
	}
	digits, shift := c.GP64(), c.GP64()
	c.XORL(digits.As32(), digits.As32())
	c.MOVQ(left, shift)
	c.NEGQ(shift) // 64 - units, modulo 64

	c.Label("unit")
	all, most, escapes, exponents := m.Vec(), m.Vec(), m.Vec(), m.Vec()
	for block := 0; block < unit; block += m.Width() {
		x, escape, number := all, escapes, exponents
		if block > 0 {
			x, escape, number = m.Vec(), m.Vec(), m.Vec()
		}
		// As few registers are in use at a time as AVX2 has.
		m.Load(isa.At(p, block), x)
		m.Xor(x, slash, escape)
		c.VPSUBB(zero, x, number)
		if block == 0 {
			m.Copy(x, most)
		} else {
			m.Or(x, all, all)
			c.VPMAXSB(x, most, most)
		}
		if block%128 == 0 {
			m.CarryIfEachUpTo(number, nine)
			c.ADCQ(operand.U8(0), digits)
		}
		next, letter := m.Vec(), m.Vec()
		m.Load(isa.At(p, block+1), next)
		m.Or(next, caseBit, letter)
		m.OrDifference(u, next, escape)
		fourth := m.Vec()
		m.Load(isa.At(p, block+4), fourth)
		c.VPSUBB(zero, fourth, fourth)
		c.VPMAXUB(fourth, number, number)
		c.VPSUBUSB(nine, number, number)
		m.OrDifference(e, letter, number)
		if block > 0 {
			c.VPMINUB(escape, escapes, escapes)
			c.VPMINUB(number, exponents, exponents)
		}
	}
	for i, carry := range []func(){
		func() { m.CarryIfASCII(all) },
		func() { m.CarryIfUpTo(most, delete) },
		func() { m.CarryIfNoZero(escapes) },
		func() { m.CarryIfNoZero(exponents) },
	} {
		carry()
		c.RCRQ(operand.U8(1), masks[i])
	}
	c.ADDQ(operand.U32(unit), p)
	c.DECQ(left)
	c.JNE(operand.LabelRef("unit"))

	for i, mask := range masks {
		c.NOTQ(mask)
		c.SHRXQ(shift, mask, mask)
		c.Store(mask, c.Return(flags[i]))
	}
	c.Store(digits, c.Return("digits"))
	isa.Ret(m)
}

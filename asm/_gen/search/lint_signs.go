package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// FindSigns emits the search for signs, 256 bytes at a time. At each position, the bytes are
// compared with those of a sign, and the differences are combined by OR. The result is zero if a
// sign begins there. So the minimum of the results for many positions is zero if a sign begins at
// any of them.
func FindSigns(m isa.Machine) {
	isa.Function(m, "findSigns", "func(b *byte, units int) (nonASCII, deletes, escapes, exponents, digits uint64)",
		"findSigns"+m.Name()+" is findSignsGeneric for 1 to 64 whole units and the four bytes after them. At every",
		"multiple of 128 bytes, one vector is searched for digits. The result digits is the number of these",
		"vectors that hold only digits.")
	c := m.Ctx()
	p, left := c.GP64(), c.GP64()
	c.Load(c.Param("b"), p)
	c.Load(c.Param("units"), left)
	every := func(name string, b byte) isa.Vector {
		v := m.Vec()
		c.VPBROADCASTQ(m.Data(name, isa.EightTimes(b)), v)
		return v
	}
	f := &signFinder{Machine: m}
	f.slash, f.u, f.e, f.caseBit = every("slash", '\\'), every("u", 'u'), every("e", 'e'), every("caseBit", 'e'^'E')
	f.zero, f.nine, f.delete = every("zero", '0'), every("nine", 9), every("delete", 0x7F-1)
	flags, masks := []string{"nonASCII", "deletes", "escapes", "exponents"}, []reg.GPVirtual{}
	for range flags {
		masks = append(masks, c.GP64())
	}
	f.digits = c.GP64()
	shift := c.GP64()
	c.XORL(f.digits.As32(), f.digits.As32())
	c.MOVQ(left, shift)
	c.NEGQ(shift) // 64 - units, modulo 64

	c.Label("unit")
	all, most, escapes, exponents := f.unit(p)
	for i, carry := range []func(){
		func() { m.CarryIfASCII(all) },
		func() { m.CarryIfUpTo(most, f.delete) },
		func() { m.CarryIfNoZero(escapes) },
		func() { m.CarryIfNoZero(exponents) },
	} {
		carry()
		c.RCRQ(operand.U8(1), masks[i])
	}
	c.ADDQ(operand.U32(signUnit), p)
	c.DECQ(left)
	c.JNE(operand.LabelRef("unit"))

	for i, mask := range masks {
		c.NOTQ(mask)
		c.SHRXQ(shift, mask, mask)
		c.Store(mask, c.Return(flags[i]))
	}
	c.Store(f.digits, c.Return("digits"))
	isa.Ret(m)
}

// signUnit is the number of bytes that one bit of a result stands for.
const signUnit = 256

// A signFinder holds the registers that FindSigns uses throughout.
type signFinder struct {
	isa.Machine
	slash, u, e, caseBit, zero, nine, delete isa.Vector // each vector has the named value in all lanes
	digits                                   reg.GPVirtual
}

// unit examines one unit. For each lane, it returns the OR of all bytes, the largest byte, and the
// smallest differences from escapes and exponents.
func (f *signFinder) unit(p reg.GPVirtual) (all, most, escapes, exponents isa.Vector) {
	c := f.Ctx()
	all, most, escapes, exponents = f.Vec(), f.Vec(), f.Vec(), f.Vec()
	for block := 0; block < signUnit; block += f.Width() {
		x, escape, number := all, escapes, exponents
		if block > 0 {
			x, escape, number = f.Vec(), f.Vec(), f.Vec()
		}
		// In this order, the code does not need more registers than AVX2 has.
		f.Load(isa.At(p, block), x)
		f.Xor(x, f.slash, escape)
		c.VPSUBB(f.zero, x, number)
		if block == 0 {
			f.Copy(x, most)
		} else {
			f.Or(x, all, all)
			c.VPMAXSB(x, most, most)
		}
		if block%128 == 0 {
			f.CarryIfEachUpTo(number, f.nine)
			c.ADCQ(operand.U8(0), f.digits)
		}
		next, letter := f.Vec(), f.Vec()
		f.Load(isa.At(p, block+1), next)
		f.Or(next, f.caseBit, letter)
		f.OrDifference(f.u, next, escape)
		fourth := f.Vec()
		f.Load(isa.At(p, block+4), fourth)
		c.VPSUBB(f.zero, fourth, fourth)
		c.VPMAXUB(fourth, number, number)
		c.VPSUBUSB(f.nine, number, number)
		f.OrDifference(f.e, letter, number)
		if block > 0 {
			c.VPMINUB(escape, escapes, escapes)
			c.VPMINUB(number, exponents, exponents)
		}
	}
	return all, most, escapes, exponents
}

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// indexExponent emits the search for an e between digits. It goes on by fewer bytes than it looks
// at, so that all that belongs to one e is seen at once.
func indexExponent(m machine) {
	const window, step = 64, 60
	function(m, "indexExponent", "func(b []byte) (at int, found bool)",
		"indexExponent"+m.name()+" is IndexExponent for 64 bytes or more. If there is none, that is known of all up to",
		"one byte behind where it is at, from where on there are less than 64.")
	c := m.ctx()
	begin, p, left := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), begin)
	c.Load(c.Param("b").Len(), left)
	c.MOVQ(begin, p)
	every := func(name string, b byte) reg.VecVirtual {
		v := c.YMM()
		c.VPBROADCASTQ(m.data(name, eightTimes(b)), v)
		return v
	}
	zero, nine, e, caseBit := every("zero", '0'), every("nine", 9), every("e", 'e'), every("caseBit", 0x20)

	c.Label("block")
	digits, es := c.GP64(), c.GP64()
	half := func(offset int, digits, es reg.GPVirtual) {
		x, digit, least := c.YMM(), c.YMM(), c.YMM()
		c.VMOVDQU(at(p, offset), x)
		c.VPSUBB(zero, x, digit)
		c.VPMINUB(nine, digit, least)
		c.VPCMPEQB(least, digit, digit)
		c.VPMOVMSKB(digit, digits.As32())
		c.VPOR(caseBit, x, x)
		c.VPCMPEQB(e, x, x)
		c.VPMOVMSKB(x, es.As32())
	}
	high, highEs := c.GP64(), c.GP64()
	half(0, digits, es)
	half(32, high, highEs)
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, digits)
	c.SHLQ(operand.U8(32), highEs)
	c.ORQ(highEs, es)
	c.LEAQ(operand.Mem{Base: digits, Index: digits, Scale: 1}, high)
	c.ANDQ(high, es)
	c.SHRQ(operand.U8(2), digits)
	c.ANDQ(digits, es)
	c.SHRQ(operand.U8(1), digits)
	c.ANDQ(digits, es)
	c.JNE(operand.LabelRef("found"))
	c.ADDQ(operand.U8(step), p)
	c.SUBQ(operand.U8(step), left)
	c.CMPQ(left, operand.U8(window))
	c.JAE(operand.LabelRef("block"))
	c.XORL(es.As32(), es.As32())
	c.JMP(operand.LabelRef("end"))

	c.Label("found")
	c.TZCNTQ(es, es)
	c.ADDQ(es, p)
	c.MOVL(operand.U32(1), es.As32())
	c.Label("end")
	c.SUBQ(begin, p)
	c.Store(p, c.Return("at"))
	c.Store(es.As8(), c.Return("found"))
	ret(m)
}

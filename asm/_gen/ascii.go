package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// isASCII emits the test that no byte has its top bit set. As in [validUTF8], blocks
// that overlap cover every length without a loop for the rest.
func isASCII(m machine) {
	function(m, "isASCII", "func(b []byte) bool",
		"isASCII"+m.name()+" is isASCIIGeneric, a group of four blocks at a time, for at",
		fmt.Sprintf("least %d bytes.", m.width()))
	c, w := m.ctx(), m.width()
	p, end := c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), end)
	x := [4]vector{m.vec(), m.vec(), m.vec(), m.vec()}

	c.CMPQ(end, operand.U32(4*w))
	c.JA(operand.LabelRef("groups"))
	c.CMPQ(end, operand.U32(2*w))
	c.LEAQ(operand.Mem{Base: p, Index: end, Scale: 1}, end)
	m.load(at(p, 0), x[0])
	m.load(at(end, -w), x[1])
	c.JBE(operand.LabelRef("two"))
	m.load(at(p, w), x[2])
	m.load(at(end, -2*w), x[3])
	m.jumpIfASCII(x[:], "yes")
	c.Label("no")
	c.MOVB(operand.U8(0), result(m))
	ret(m)

	c.Label("two")
	m.jumpUnlessASCII(x[:2], "no")
	c.Label("yes")
	c.MOVB(operand.U8(1), result(m))
	ret(m)

	c.Label("groups")
	lastGroup := c.GP64()
	c.LEAQ(operand.Mem{Base: p, Index: end, Scale: 1, Disp: -4 * w}, lastGroup)
	c.Label("group")
	for i := range x {
		m.load(at(p, i*w), x[i])
	}
	m.jumpUnlessASCII(x[:], "no")
	c.ADDQ(operand.U32(4*w), p)
	c.CMPQ(p, lastGroup)
	c.JBE(operand.LabelRef("group"))
	for i := range x {
		m.load(at(lastGroup, i*w), x[i])
	}
	m.jumpIfASCII(x[:], "yes")
	c.JMP(operand.LabelRef("no"))
}

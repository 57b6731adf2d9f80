package utf8simd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// IsASCII emits the kernel that tests whether no byte has its top bit set. As in [ValidUTF8],
// overlapping blocks cover every length, so no loop for the remaining bytes is needed.
func IsASCII(m isa.Machine) {
	isa.Function(m, "isASCII", "func(b []byte) bool",
		"isASCII"+m.Name()+" is isASCIIGeneric for at least "+fmt.Sprint(m.Width())+" bytes, processing a",
		"group of four blocks at a time.")
	c, w := m.Ctx(), m.Width()
	p, end := c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), end)
	x := [4]isa.Vector{m.Vec(), m.Vec(), m.Vec(), m.Vec()}

	c.CMPQ(end, operand.U32(4*w))
	c.JA(operand.LabelRef("groups"))
	c.CMPQ(end, operand.U32(2*w))
	c.LEAQ(operand.Mem{Base: p, Index: end, Scale: 1}, end)
	m.Load(isa.At(p, 0), x[0])
	m.Load(isa.At(end, -w), x[1])
	c.JBE(operand.LabelRef("two"))
	m.Load(isa.At(p, w), x[2])
	m.Load(isa.At(end, -2*w), x[3])
	m.JumpIfASCII(x[:], "yes")
	c.Label("no")
	c.MOVB(operand.U8(0), isa.Result(m))
	isa.Ret(m)

	c.Label("two")
	m.JumpUnlessASCII(x[:2], "no")
	c.Label("yes")
	c.MOVB(operand.U8(1), isa.Result(m))
	isa.Ret(m)

	c.Label("groups")
	lastGroup := c.GP64()
	c.LEAQ(operand.Mem{Base: p, Index: end, Scale: 1, Disp: -4 * w}, lastGroup)
	for i := range x {
		m.Load(isa.At(p, i*w), x[i])
	}
	m.JumpUnlessASCII(x[:], "no")
	c.ADDQ(operand.U32(4*w), p)
	c.CMPQ(end, operand.U32(32*w))
	c.JB(operand.LabelRef("start"))
	c.ANDQ(operand.I8(-w), p) // aligned loads are faster, but may need one more group
	c.JMP(operand.LabelRef("start"))

	c.Label("group")
	for i := range x {
		m.Load(isa.At(p, i*w), x[i])
	}
	m.JumpUnlessASCII(x[:], "no")
	c.ADDQ(operand.U32(4*w), p)
	c.Label("start")
	c.CMPQ(p, lastGroup)
	c.JBE(operand.LabelRef("group"))
	for i := range x {
		m.Load(isa.At(lastGroup, i*w), x[i])
	}
	m.JumpIfASCII(x[:], "yes")
	c.JMP(operand.LabelRef("no"))
}

package utf8simd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// CountContinuations emits the kernel that counts the bytes from 80 to BF. In UTF-8, all other
// bytes begin a character.
func CountContinuations(m isa.Machine) {
	isa.Function(m, "countContinuations", "func(b []byte) int",
		"countContinuations"+m.Name()+" is countContinuationsGeneric for at least "+fmt.Sprint(m.Width()),
		"bytes, processing a group of four blocks at a time.")
	c, w := m.Ctx(), m.Width()
	p, left := c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	x := []isa.Vector{m.Vec(), m.Vec(), m.Vec(), m.Vec()}
	m.BeginCount()

	c.SUBQ(operand.U32(4*w), left)
	c.JB(operand.LabelRef("rest"))
	c.Label("group")
	for i := range x {
		m.Load(isa.At(p, i*w), x[i])
	}
	m.Count(x)
	c.ADDQ(operand.U32(4*w), p)
	c.SUBQ(operand.U32(4*w), left)
	c.JAE(operand.LabelRef("group"))

	c.Label("rest")
	c.ADDQ(operand.U32(3*w), left)
	c.JLT(operand.LabelRef("last"))
	c.Label("block")
	m.Load(isa.At(p, 0), x[0])
	m.Count(x[:1])
	c.ADDQ(operand.U32(w), p)
	c.SUBQ(operand.U32(w), left)
	c.JAE(operand.LabelRef("block"))

	// The last block ends at the end of the input. The bytes that also belong to the previous block
	// have been counted already.
	c.Label("last")
	counted := c.GP64()
	c.MOVQ(left, counted)
	c.NEGQ(counted)
	c.CMPQ(counted, operand.U32(w))
	c.JE(operand.LabelRef("done"))
	m.Load(operand.Mem{Base: p, Index: left, Scale: 1}, x[0])
	m.ClearFirst(counted, x[0])
	m.Count(x[:1])
	c.Label("done")
	c.Store(m.Total(), c.ReturnIndex(0))
	isa.Ret(m)
}

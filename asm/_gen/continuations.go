package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// countMachine is what [countContinuations] asks of an instruction set beyond the
// common things.
type countMachine interface {
	beginCount()
	// count counts the continuation bytes in the blocks, which it may overwrite.
	count(blocks []vector)
	// clearFirst clears as many lanes as n says, less than all.
	clearFirst(n reg.GPVirtual, v vector)
	// total adds up what has been counted.
	total() reg.GPVirtual
}

// countContinuations emits the count of the bytes 80 to BF. All other bytes of UTF-8
// begin a character.
func countContinuations(m machine) {
	function(m, "countContinuations", "func(b []byte) int",
		"countContinuations"+m.name()+" is countContinuationsGeneric, a group of four blocks at a",
		fmt.Sprintf("time, for at least %d bytes.", m.width()))
	c, w := m.ctx(), m.width()
	p, left := c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	x := []vector{m.vec(), m.vec(), m.vec(), m.vec()}
	m.beginCount()

	c.SUBQ(operand.U32(4*w), left)
	c.JB(operand.LabelRef("rest"))
	c.Label("group")
	for i := range x {
		m.load(at(p, i*w), x[i])
	}
	m.count(x)
	c.ADDQ(operand.U32(4*w), p)
	c.SUBQ(operand.U32(4*w), left)
	c.JAE(operand.LabelRef("group"))

	c.Label("rest")
	c.ADDQ(operand.U32(3*w), left)
	c.JLT(operand.LabelRef("last"))
	c.Label("block")
	m.load(at(p, 0), x[0])
	m.count(x[:1])
	c.ADDQ(operand.U32(w), p)
	c.SUBQ(operand.U32(w), left)
	c.JAE(operand.LabelRef("block"))

	// The last block ends with the input. What it has in common with the one before has
	// been counted.
	c.Label("last")
	counted := c.GP64()
	c.MOVQ(left, counted)
	c.NEGQ(counted)
	c.CMPQ(counted, operand.U32(w))
	c.JE(operand.LabelRef("done"))
	m.load(operand.Mem{Base: p, Index: left, Scale: 1}, x[0])
	m.clearFirst(counted, x[0])
	m.count(x[:1])
	c.Label("done")
	c.Store(m.total(), c.ReturnIndex(0))
	ret(m)
}

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lineMachine is what [countLines] asks of an instruction set beyond the common things.
type lineMachine interface {
	beginLines()
	// lineBytes tells which of the 64 bytes at p are LF, and which are CR.
	lineBytes(p reg.GPVirtual) (lf, cr reg.GPVirtual)
	beginPairs()
	// leads4 tells which are F0 or more.
	leads4(p reg.GPVirtual) reg.GPVirtual
}

// countLines emits the count of CR, and of LF that no CR comes before.
func countLines(m machine) {
	function(m, "countLines", "func(b []byte) int",
		"countLines"+m.name()+" is countLinesGeneric for 64 bytes or a multiple of that.")
	c := m.ctx()
	p, left, lines, afterCR := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	c.XORL(lines.As32(), lines.As32())
	c.XORL(afterCR.As32(), afterCR.As32())
	m.beginLines()

	c.Label("block")
	lf, cr := m.lineBytes(p)
	ends := c.GP64()
	c.LEAQ(operand.Mem{Base: afterCR, Index: cr, Scale: 2}, ends)
	c.MOVQ(cr, afterCR)
	c.SHRQ(operand.U8(63), afterCR)
	c.ANDNQ(lf, ends, ends)
	c.ORQ(cr, ends)
	c.POPCNTQ(ends, ends)
	c.ADDQ(ends, lines)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	c.Store(lines, c.ReturnIndex(0))
	ret(m)
}

// countPairs emits the count of bytes from F0 on.
func countPairs(m machine) {
	function(m, "countPairs", "func(b []byte) int",
		"countPairs"+m.name()+" is countPairsGeneric for 64 bytes or a multiple of that.")
	c := m.ctx()
	p, left, pairs := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	c.XORL(pairs.As32(), pairs.As32())
	m.beginPairs()

	c.Label("block")
	found := m.leads4(p)
	c.POPCNTQ(found, found)
	c.ADDQ(found, pairs)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	c.Store(pairs, c.ReturnIndex(0))
	ret(m)
}

package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// CountLines emits the kernel that counts all CRs, and the LFs that do not follow a CR. Wider
// vectors would gain less than ten per cent.
func CountLines(m *isa.AVX2) {
	isa.Function(m, "countLines", "func(b []byte) int",
		"countLines"+m.Name()+" is countLinesGeneric for a positive multiple of 64 bytes.")
	c := m.Ctx()
	p, left, lines, afterCR := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	c.XORL(lines.As32(), lines.As32())
	c.XORL(afterCR.As32(), afterCR.As32())
	m.BeginLines()

	c.Label("block")
	lf, cr := m.LineBytes(p)
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
	isa.Ret(m)
}

// CountPairs emits the kernel that counts the bytes that are at least F0.
func CountPairs(m isa.Machine) {
	isa.Function(m, "countPairs", "func(b []byte) int",
		"countPairs"+m.Name()+" is countPairsGeneric for a positive multiple of 64 bytes.")
	c := m.Ctx()
	p, left, pairs := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	c.XORL(pairs.As32(), pairs.As32())
	m.BeginPairs()

	c.Label("block")
	found := m.Leads4(p)
	c.POPCNTQ(found, found)
	c.ADDQ(found, pairs)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	c.Store(pairs, c.ReturnIndex(0))
	isa.Ret(m)
}

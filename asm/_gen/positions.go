package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/operand"
)

// positions emits the flattening of masks: VPCOMPRESSB leaves, of the numbers 0 to 63, those
// of the bits that are set (as simdjson's icelake kernel does). They are widened sixteen at
// a time, and most words have no more than that.
func positions(m machine) {
	function(m, "positions", "func(dst, limit *uint32, base uint32, masks []uint64) (end *uint32, left int)",
		"positions"+m.name()+" writes the positions of the bits that are set in the masks, until there are no",
		"more masks or the positions are beyond the limit. From there on 63 must be writable. It returns",
		"the end of the positions, and how many masks are left.")
	c := m.ctx()
	dst, limit, mask, left, count := c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("dst"), dst)
	c.Load(c.Param("limit"), limit)
	c.Load(c.Param("masks").Base(), mask)
	c.Load(c.Param("masks").Len(), left)
	base, iota, step := c.ZMM(), c.ZMM(), c.ZMM()
	first := c.GP32()
	c.Load(c.Param("base"), first)
	c.VPBROADCASTD(first, base)
	c.VMOVDQU64(m.data("iota", iota64()), iota)
	c.VPBROADCASTD(m.data("sixtyFour", binary.LittleEndian.AppendUint64(nil, 64)), step)
	c.TESTQ(left, left)
	c.JE(operand.LabelRef("end"))

	c.Label("mask")
	c.CMPQ(dst, limit)
	c.JA(operand.LabelRef("end"))
	numbers, k := c.ZMM(), c.K()
	c.KMOVQ(at(mask, 0), k)
	c.VPCOMPRESSB_Z(iota, k, numbers)
	c.POPCNTQ(at(mask, 0), count)
	sixteen := func(i int) {
		part, wide := numbers.AsX(), c.ZMM()
		if i > 0 {
			part = c.XMM()
			c.VEXTRACTI32X4(operand.U8(i), numbers, part)
		}
		c.VPMOVZXBD(part, wide)
		c.VPADDD(base, wide, wide)
		c.VMOVDQU32(wide, at(dst, 64*i))
	}
	sixteen(0)
	c.CMPQ(count, operand.U8(16))
	c.JBE(operand.LabelRef("next"))
	sixteen(1)
	c.CMPQ(count, operand.U8(32))
	c.JBE(operand.LabelRef("next"))
	sixteen(2)
	sixteen(3)
	c.Label("next")
	c.LEAQ(operand.Mem{Base: dst, Index: count, Scale: 4}, dst)
	c.VPADDD(step, base, base)
	c.ADDQ(operand.U8(8), mask)
	c.DECQ(left)
	c.JNE(operand.LabelRef("mask"))
	c.Label("end")
	c.Store(dst, c.Return("end"))
	c.Store(left, c.Return("left"))
	ret(m)
}

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// bracketMachine is what [findBrackets] asks of an instruction set beyond the common things.
type bracketMachine interface {
	beginBrackets()
	// bracketBytes tells which of the 64 bytes at p are which.
	bracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual)
	beginCommas()
	commaBytes(p reg.GPVirtual) reg.GPVirtual
}

// findBrackets emits the search for brackets and commas, and for what tells whether they are in strings.
func findBrackets(m machine) {
	function(m, "findBrackets", "func(masks *uint64, b []byte)",
		"findBrackets"+m.name()+" is findBracketsGeneric: five masks for each 64 bytes, of which there is",
		"one block at least.")
	c := m.ctx()
	masks, p, left := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("masks"), masks)
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	m.beginBrackets()
	m.beginCommas()

	c.Label("block")
	quotes, backslashes, opens, closes := m.bracketBytes(p)
	for i, mask := range []reg.GPVirtual{quotes, backslashes, opens, closes, m.commaBytes(p)} {
		c.MOVQ(mask, operand.Mem{Base: masks, Disp: 8 * i})
	}
	c.ADDQ(operand.U8(40), masks)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	ret(m)
}

package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// FindBrackets emits the kernel that searches for brackets, commas and slashes, and for the bytes
// that determine which of them are in strings.
func FindBrackets(m isa.Machine) {
	isa.Function(m, "findBrackets", "func(masks *uint64, b []byte)",
		"findBrackets"+m.Name()+" is findBracketsGeneric, which writes six masks for each 64 bytes. There must",
		"be at least 64 bytes.")
	c := m.Ctx()
	masks, p, left := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("masks"), masks)
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	m.BeginBrackets()
	m.BeginSeparators()

	c.Label("block")
	quotes, backslashes, opens, closes := m.BracketBytes(p)
	commas, slashes := m.SeparatorBytes(p)
	for i, mask := range []reg.GPVirtual{quotes, backslashes, opens, closes, commas, slashes} {
		c.MOVQ(mask, operand.Mem{Base: masks, Disp: 8 * i})
	}
	c.ADDQ(operand.U8(6*8), masks)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	isa.Ret(m)
}

package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Dialect emits the kernels that search for the bytes that matter in dialects of JSON, and the kernel that replaces
// such bytes with spaces.
func Dialect(m isa.Machine) {
	findDialect(m, "findComments", isa.CommentClasses)
	findDialect(m, "findJSON5", isa.JSON5Classes)
	blank(m)
}

// blank emits the kernel that replaces bytes with spaces.
func blank(m isa.Machine) {
	isa.Function(m, "blank", "func(b []byte, masks *uint64)",
		"blank"+m.Name()+" is blankGeneric, with a mask for each 64 bytes. There must be at least 64 bytes.")
	c := m.Ctx()
	masks, p, left, mask := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("masks"), masks)
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	m.BeginBlank()

	c.Label("block")
	c.MOVQ(isa.At(masks, 0), mask)
	c.TESTQ(mask, mask)
	c.JEQ(operand.LabelRef("next"))
	m.Blank(p, mask)
	c.Label("next")
	c.ADDQ(operand.U8(8), masks)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	isa.Ret(m)
}

func findDialect(m isa.Machine, name string, classes []isa.DialectClass) {
	isa.Function(m, name, "func(masks *uint64, b []byte)",
		name+m.Name()+" is "+name+"Generic, which writes the masks of each 64 bytes. There must be at least",
		"64 bytes.")
	c := m.Ctx()
	masks, p, left := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("masks"), masks)
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	m.BeginDialect(classes)

	c.Label("block")
	size := 0
	m.DialectBytes(p, classes, func(mask reg.GPVirtual) {
		c.MOVQ(mask, isa.At(masks, size))
		size += 8
	})
	c.ADDQ(operand.U8(size), masks)
	c.ADDQ(operand.U8(64), p)
	c.SUBQ(operand.U8(64), left)
	c.JNE(operand.LabelRef("block"))
	isa.Ret(m)
}

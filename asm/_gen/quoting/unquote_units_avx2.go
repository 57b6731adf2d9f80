package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// units emits the code for a block in which reading has stopped. The code reads \u escapes one at a
// time, as unquoteUnits does. If there are any, reading continues after them.
func (u *unquoter2) units() {
	c := u.Ctx()
	start, unit, low, t := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Label("stopped")
	c.MOVQ(u.P, start)
	c.Label("unit")
	u.parseUnit(0, unit, "noUnit")
	c.CMPL(unit.As32(), operand.U32(0x80))
	c.JB(operand.LabelRef("oneByte"))
	c.CMPL(unit.As32(), operand.U32(0x800))
	c.JB(operand.LabelRef("twoBytes"))
	c.MOVL(unit.As32(), t.As32())
	c.ANDL(operand.U32(0xF800), t.As32())
	c.CMPL(t.As32(), operand.U32(0xD800))
	c.JE(operand.LabelRef("surrogate"))
	u.put(unit, []int{0xE0, 0x80, 0x80})
	c.Label("nextUnit")
	c.ADDQ(operand.U8(unitEscape), u.P)
	c.JMP(operand.LabelRef("unit"))

	c.Label("oneByte")
	u.put(unit, []int{0})
	c.JMP(operand.LabelRef("nextUnit"))
	c.Label("twoBytes")
	u.put(unit, []int{0xC0, 0x80})
	c.JMP(operand.LabelRef("nextUnit"))

	c.Label("surrogate")
	c.CMPL(unit.As32(), operand.U32(0xDC00))
	c.JAE(operand.LabelRef("noUnit"))
	u.parseUnit(unitEscape, low, "noUnit")
	c.SUBL(operand.U32(0xDC00), low.As32())
	c.CMPL(low.As32(), operand.U32(0x400))
	c.JAE(operand.LabelRef("noUnit"))
	c.SUBL(operand.U32(0xD800-0x10000>>10), unit.As32())
	c.SHLL(operand.U8(10), unit.As32())
	c.ORL(low.As32(), unit.As32())
	u.put(unit, []int{0xF0, 0x80, 0x80, 0x80})
	c.ADDQ(operand.U8(unitEscape), u.P)
	c.JMP(operand.LabelRef("nextUnit"))

	c.Label("noUnit")
	c.CMPQ(u.P, start)
	c.JE(operand.LabelRef("nothing"))
	u.Zero(u.previous) // zeros have the same effect as any other ASCII bytes
	c.CMPQ(u.P, u.End)
	c.JB(operand.LabelRef("block"))
	c.JMP(operand.LabelRef("nothing"))
}

// parseUnit reads a \uXXXX escape at the given offset from the cursor, or jumps to the label if
// there is no such escape.
func (u *unquoter2) parseUnit(offset int, unit reg.GPVirtual, otherwise string) {
	const begin = '\\' | 'u'<<8
	c := u.Ctx()
	t, table, digit, all := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(isa.At(u.P, offset+unitEscape), t)
	c.CMPQ(t, u.End)
	c.JA(operand.LabelRef(otherwise))
	c.CMPW(isa.At(u.P, offset), operand.U16(begin))
	c.JNE(operand.LabelRef(otherwise))
	c.LEAQ(u.Data("hexDigits", append(hexDigits(), isa.Repeat(notHex, 128)...)), table)
	for i := range 4 {
		c.MOVBLZX(isa.At(u.P, offset+2+i), digit.As32())
		c.MOVBLZX(operand.Mem{Base: table, Index: digit, Scale: 1}, digit.As32())
		if i == 0 {
			c.MOVL(digit.As32(), unit.As32())
			c.MOVL(digit.As32(), all.As32())
			continue
		}
		c.SHLL(operand.U8(4), unit.As32())
		c.ORL(digit.As32(), unit.As32())
		c.ORL(digit.As32(), all.As32())
	}
	c.TESTL(operand.U32(notHex), all.As32())
	c.JNE(operand.LabelRef(otherwise))
}

// put writes a character in UTF-8. The slice bytes has the fixed top bits of each byte. Each byte
// except the first takes six bits of the character, and the first byte takes the other bits.
func (u *unquoter2) put(character reg.GPVirtual, bytes []int) {
	c, t := u.Ctx(), u.Ctx().GP64()
	for i, top := range bytes {
		c.MOVL(character.As32(), t.As32())
		if shift := 6 * (len(bytes) - 1 - i); shift > 0 {
			c.SHRL(operand.U8(shift), t.As32())
		}
		if i > 0 {
			c.ANDL(operand.U8(0x3F), t.As32())
		}
		if top > 0 {
			c.ORL(operand.U32(top), t.As32())
		}
		c.MOVB(t.As8(), isa.At(u.d, i))
	}
	c.ADDQ(operand.U8(len(bytes)), u.d)
}

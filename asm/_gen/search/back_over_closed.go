package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
)

// PassClosed emits search.PassClosed: block by block it goes back.
//
// Of a block, the brackets that are in no string are brought together by PEXT, one bit each, set for
// those that open, and moved up, so that the last one is the highest. Sixteen groups of four: tables
// tell by how much each raises the level on the way back, and how far up it gets in the group; sums
// tell how far up it gets from the end of the block. Zeros that fill up the last groups only lower it.
func PassClosed(m isa.Machine) {
	isa.Function(m, "passClosed", "func(b []byte, blocks int, s *Closed) int",
		"passClosed"+m.Name()+" is passClosedGeneric: blocks at the end of b, and a byte before them. It",
		"returns how many are left.")
	c := m.Ctx()
	end, left, s := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), end)
	c.Load(c.Param("b").Len(), left)
	c.ADDQ(left, end)
	c.Load(c.Param("blocks"), left)
	c.Load(c.Param("s"), s)
	closed, inString := c.GP64(), c.GP64()
	c.MOVQ(isa.At(s, 0), closed)
	c.MOVBQZX(isa.At(s, 8), inString)
	c.NEGQ(inString)
	rises, raised, nibbles, ones := c.XMM(), c.XMM(), c.XMM(), c.XMM()
	rise, highest := nibbleRises()
	c.VMOVDQU(m.Data("nibbleRise", rise), rises)
	c.VMOVDQU(m.Data("nibbleHighest", highest), raised)
	c.VMOVDQU(m.Data("nibble", isa.Repeat(0x0F, 16)), nibbles)
	c.VPCMPEQB(ones, ones, ones)
	m.BeginBrackets()

	c.Label("block")
	c.SUBQ(operand.U8(64), end)
	quotes, backslashes, opens, closes := m.BracketBytes(end)

	c.Comment("Of two backslashes together, it is not plain which one escapes.")
	escaped, either, doubtful := c.GP64(), c.GP64(), c.GP64()
	c.XORL(doubtful.As32(), doubtful.As32())
	c.CMPB(isa.At(end, -1), operand.U8('\\'))
	c.SETEQ(doubtful.As8())
	c.MOVQ(quotes, either)
	c.ORQ(backslashes, either)
	c.ANDQ(either, doubtful)
	c.LEAQ(operand.Mem{Base: backslashes, Index: backslashes, Scale: 1}, escaped)
	c.ANDQ(escaped, backslashes)
	c.ORQ(backslashes, doubtful)
	c.JNE(operand.LabelRef("stop"))
	c.ANDNQ(quotes, escaped, quotes)

	c.Comment("The parity of quotation marks, from where the block begins; it must end as what comes after it begins.")
	inside, sign := c.GP64(), c.GP64()
	x := c.XMM()
	c.VMOVQ(quotes, x)
	c.VPCLMULQDQ(operand.U8(0x00), ones, x, x)
	c.VMOVQ(x, inside)
	c.MOVQ(inside, sign)
	c.SARQ(operand.U8(63), sign)
	c.XORQ(inString, sign)
	c.XORQ(sign, inside)
	c.ANDNQ(opens, inside, opens)
	c.ANDNQ(closes, inside, closes)

	brackets, n := c.GP64(), c.GP64()
	c.MOVQ(opens, brackets)
	c.ORQ(closes, brackets)
	c.POPCNTQ(brackets, n)
	c.NEGQ(n)
	c.PEXTQ(brackets, opens, brackets)
	c.SHLXQ(n, brackets, brackets)
	c.BSWAPQ(brackets)
	high, low, level := c.XMM(), c.XMM(), c.XMM()
	c.VMOVQ(brackets, low)
	c.VPSRLW(operand.U8(4), low, high)
	c.VPUNPCKLBW(low, high, low)
	c.VPAND(nibbles, low, low)
	c.VPSHUFB(low, rises, level)
	c.VPSHUFB(low, raised, high)
	c.VPSLLDQ(operand.U8(1), level, level) // what comes after each nibble
	for width := uint8(1); width < 16; width *= 2 {
		moved := c.XMM()
		c.VPSLLDQ(operand.U8(width), level, moved)
		c.VPADDB(moved, level, level)
	}
	c.VPADDB(high, level, level)

	most, limit := c.GP64(), c.XMM()
	c.MOVL(operand.U32(64), most.As32()) // brackets can be in a block
	c.CMPQ(closed, most)
	c.CMOVQLT(closed, most)
	c.VMOVD(most.As32(), limit)
	c.VPBROADCASTB(limit, limit)
	c.VPCMPGTB(limit, level, level)
	c.VPTEST(level, level)
	c.JNE(operand.LabelRef("stop"))

	c.POPCNTQ(closes, closes)
	c.POPCNTQ(opens, opens)
	c.ADDQ(closes, closed)
	c.SUBQ(opens, closed)
	c.XORQ(quotes, inside)
	c.ANDL(operand.U32(1), inside.As32())
	c.NEGQ(inside)
	c.MOVQ(inside, inString)
	c.DECQ(left)
	c.JNE(operand.LabelRef("block"))

	c.Label("stop")
	c.MOVQ(closed, isa.At(s, 0))
	c.NEGQ(inString)
	c.MOVB(inString.As8(), isa.At(s, 8))
	c.MOVQ(left, isa.Result(m))
	isa.Ret(m)
}

// nibbleRises returns, for four brackets of which the highest bit comes first, by how much the level
// has risen after them, and the highest it has got to.
func nibbleRises() (rise, highest []byte) {
	for nibble := range 16 {
		level, most := 0, -1
		for bit := 3; bit >= 0; bit-- {
			level += nibble>>bit&1*2 - 1
			most = max(most, level)
		}
		rise, highest = append(rise, byte(level)), append(highest, byte(most))
	}
	return rise, highest
}

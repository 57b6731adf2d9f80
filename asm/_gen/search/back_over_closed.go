package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
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
	p := beginPass(m)
	c := m.Ctx()

	c.Label("block")
	c.SUBQ(operand.U8(64), p.end)
	quotes, backslashes, opens, closes := m.BracketBytes(p.end)

	p.dropEscaped(quotes, backslashes)
	inside := p.inside(quotes)
	c.ANDNQ(opens, inside, opens)
	c.ANDNQ(closes, inside, closes)
	p.stopIfLeftOpen(opens, closes)

	c.POPCNTQ(closes, closes)
	c.POPCNTQ(opens, opens)
	c.ADDQ(closes, p.closed)
	c.SUBQ(opens, p.closed)
	c.XORQ(quotes, inside)
	c.ANDL(operand.U32(1), inside.As32())
	c.NEGQ(inside)
	c.MOVQ(inside, p.inString)
	c.DECQ(p.left)
	c.JNE(operand.LabelRef("block"))

	c.Label("stop")
	c.MOVQ(p.closed, isa.At(p.s, 0))
	c.NEGQ(p.inString)
	c.MOVB(p.inString.As8(), isa.At(p.s, 8))
	c.MOVQ(p.left, isa.Result(m))
	isa.Ret(m)
}

// A closedPass is what passClosed has in registers.
type closedPass struct {
	isa.Machine
	end, left, s, closed, inString reg.GPVirtual
	rises, raised, nibbles, ones   reg.VecVirtual
}

// beginPass loads the arguments and constants.
func beginPass(m isa.Machine) *closedPass {
	p := &closedPass{Machine: m}
	c := m.Ctx()
	p.end, p.left, p.s = c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p.end)
	c.Load(c.Param("b").Len(), p.left)
	c.ADDQ(p.left, p.end)
	c.Load(c.Param("blocks"), p.left)
	c.Load(c.Param("s"), p.s)
	p.closed, p.inString = c.GP64(), c.GP64()
	c.MOVQ(isa.At(p.s, 0), p.closed)
	c.MOVBQZX(isa.At(p.s, 8), p.inString)
	c.NEGQ(p.inString)
	p.rises, p.raised, p.nibbles, p.ones = c.XMM(), c.XMM(), c.XMM(), c.XMM()
	rise, highest := nibbleRises()
	c.VMOVDQU(m.Data("nibbleRise", rise), p.rises)
	c.VMOVDQU(m.Data("nibbleHighest", highest), p.raised)
	c.VMOVDQU(m.Data("nibble", isa.Repeat(0x0F, 16)), p.nibbles)
	c.VPCMPEQB(p.ones, p.ones, p.ones)
	m.BeginBrackets()
	return p
}

// dropEscaped drops the quotation marks that are escaped, or jumps to "stop" where that is not plain.
func (p *closedPass) dropEscaped(quotes, backslashes reg.GPVirtual) {
	c := p.Ctx()
	c.Comment("Of two backslashes together, it is not plain which one escapes.")
	escaped, either, doubtful := c.GP64(), c.GP64(), c.GP64()
	c.XORL(doubtful.As32(), doubtful.As32())
	c.CMPB(isa.At(p.end, -1), operand.U8('\\'))
	c.SETEQ(doubtful.As8())
	c.MOVQ(quotes, either)
	c.ORQ(backslashes, either)
	c.ANDQ(either, doubtful)
	c.LEAQ(operand.Mem{Base: backslashes, Index: backslashes, Scale: 1}, escaped)
	c.ANDQ(escaped, backslashes)
	c.ORQ(backslashes, doubtful)
	c.JNE(operand.LabelRef("stop"))
	c.ANDNQ(quotes, escaped, quotes)
}

// inside returns which bytes are in strings.
func (p *closedPass) inside(quotes reg.GPVirtual) reg.GPVirtual {
	c := p.Ctx()
	c.Comment("The parity of quotation marks, from where the block begins; it must end as what comes after it begins.")
	inside, sign := c.GP64(), c.GP64()
	x := c.XMM()
	c.VMOVQ(quotes, x)
	c.VPCLMULQDQ(operand.U8(0x00), p.ones, x, x)
	c.VMOVQ(x, inside)
	c.MOVQ(inside, sign)
	c.SARQ(operand.U8(63), sign)
	c.XORQ(p.inString, sign)
	c.XORQ(sign, inside)
	return inside
}

// stopIfLeftOpen jumps to "stop" if one of the brackets that open is left open.
func (p *closedPass) stopIfLeftOpen(opens, closes reg.GPVirtual) {
	c := p.Ctx()
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
	c.VPAND(p.nibbles, low, low)
	c.VPSHUFB(low, p.rises, level)
	c.VPSHUFB(low, p.raised, high)
	c.VPSLLDQ(operand.U8(1), level, level) // what comes after each nibble
	for width := uint8(1); width < 16; width *= 2 {
		moved := c.XMM()
		c.VPSLLDQ(operand.U8(width), level, moved)
		c.VPADDB(moved, level, level)
	}
	c.VPADDB(high, level, level)

	most, limit := c.GP64(), c.XMM()
	c.MOVL(operand.U32(64), most.As32()) // brackets can be in a block
	c.CMPQ(p.closed, most)
	c.CMOVQLT(p.closed, most)
	c.VMOVD(most.As32(), limit)
	c.VPBROADCASTB(limit, limit)
	c.VPCMPGTB(limit, level, level)
	c.VPTEST(level, level)
	c.JNE(operand.LabelRef("stop"))
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

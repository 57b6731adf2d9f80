package search

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// PassClosed emits search.PassClosed, which goes back block by block.
//
// PEXT gathers one bit for each bracket of a block that is not in a string. The bit is set for
// opening brackets. The bits are moved up so that the highest bit of the word is that of the last
// bracket, and are divided into sixteen groups of four. For each group, tables give the change of
// the level on the way back, and the highest level within the group. Sums of these values give the
// highest level on the way back, relative to the end of the block. The last groups are padded with
// zeros, which can only lower the level.
func PassClosed(m isa.Machine) {
	isa.Function(m, "passClosed", "func(b []byte, blocks int, s *Closed) int",
		"passClosed"+m.Name()+" is passClosedGeneric for the given number of blocks at the end of b. There must",
		"be a byte before these blocks. It returns the number of blocks that it has not passed.")
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

// A closedPass holds the registers of PassClosed.
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

// dropEscaped drops the escaped quotation marks. It jumps to "stop" if it is not obvious which
// quotation marks are escaped.
func (p *closedPass) dropEscaped(quotes, backslashes reg.GPVirtual) {
	c := p.Ctx()
	c.Comment("If two backslashes are adjacent, it is not obvious which of them begins an escape.")
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

// inside returns a mask of the bytes that are in strings.
func (p *closedPass) inside(quotes reg.GPVirtual) reg.GPVirtual {
	c := p.Ctx()
	c.Comment("Compute the parity of quotation marks from the beginning of the block. At the end of the block, it must agree with s.InString.")
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

// stopIfLeftOpen jumps to "stop" if one of the opening brackets is not closed later.
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
	c.VPSLLDQ(operand.U8(1), level, level) // the level before each group; the groups are in reverse order
	for width := uint8(1); width < 16; width *= 2 {
		moved := c.XMM()
		c.VPSLLDQ(operand.U8(width), level, moved)
		c.VPADDB(moved, level, level)
	}
	c.VPADDB(high, level, level)

	most, limit := c.GP64(), c.XMM()
	c.MOVL(operand.U32(64), most.As32()) // the largest number of brackets in a block
	c.CMPQ(p.closed, most)
	c.CMOVQLT(p.closed, most)
	c.VMOVD(most.As32(), limit)
	c.VPBROADCASTB(limit, limit)
	c.VPCMPGTB(limit, level, level)
	c.VPTEST(level, level)
	c.JNE(operand.LabelRef("stop"))
}

// nibbleRises returns two tables that are indexed by a group of four brackets. They give the change
// of the level from the highest bit of the group to the lowest, and the highest level on that way.
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

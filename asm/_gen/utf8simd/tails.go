package utf8simd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// CountTails emits the kernel that counts the tails of well-formed characters, that is, all of
// their bytes except the first ones. The other bytes may be anything.
//
// In each block of 64 bytes, it looks for characters that begin in the first 61 bytes. The other
// three bytes may be tails of these characters, and are also the first bytes of the next block. So
// nothing is carried from block to block.
func CountTails(m isa.Machine) {
	isa.Function(m, "countTails", "func(b []byte) int",
		"countTails"+m.Name()+" counts like countTailsGeneric, but only characters that do not begin in the last",
		"three bytes. The length must be three more than a positive multiple of 61.")
	c := m.Ctx()
	p, left, count := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("b").Base(), p)
	c.Load(c.Param("b").Len(), left)
	c.XORL(count.As32(), count.As32())
	c.SUBQ(operand.U8(3), left)

	c.Label("block")
	tail, lead2, lead3, lead4 := leads(m, p)
	c.SHRQ(operand.U8(1), tail)
	c.ANDQ(tail, lead2)
	c.ANDQ(tail, lead3)
	c.ANDQ(tail, lead4)
	c.SHRQ(operand.U8(1), tail)
	c.ANDQ(tail, lead3)
	c.ANDQ(tail, lead4)
	c.SHRQ(operand.U8(1), tail)
	c.ANDQ(tail, lead4)
	c.ORQ(lead4, lead3)
	c.ORQ(lead3, lead2)
	for _, characters := range []reg.GPVirtual{lead2, lead3, lead4} { // those with at least one, two and three tails
		c.POPCNTQ(characters, characters)
		c.ADDQ(characters, count)
	}
	c.ADDQ(operand.U8(61), p)
	c.SUBQ(operand.U8(61), left)
	c.JNE(operand.LabelRef("block"))
	c.Store(count, c.ReturnIndex(0))
	isa.Ret(m)
}

// leads returns four masks of the 64 bytes at p: the tails, and the leads of characters of two, three
// and four bytes. A lead of three or four bytes is left out if the byte after it is a tail that must
// not follow it; if that byte is not a tail, the lead may be in the mask or not. All leads in the last
// three bytes are left out.
//
// The bits of a block are collected in eight masks, one for each bit of a byte. Then the rules of
// table 3-7 of the Unicode standard are logical operations on masks. A mask is shifted down by n
// bits to get the property of the n-th byte after each byte.
func leads(m isa.Machine, p reg.GPVirtual) (tail, lead2, lead3, lead4 reg.GPVirtual) {
	c, planes := m.Ctx(), bitPlanes(m, p)
	tail, lead := planes(), planes()
	b6 := c.GP64()
	c.MOVQ(lead, b6)
	c.ANDQ(tail, lead)      // 11xxxxxx
	c.ANDNQ(tail, b6, tail) // 10xxxxxx
	c.SHLQ(operand.U8(3), lead)
	c.SHRQ(operand.U8(3), lead) // drops the last three bytes
	b5, b4 := planes(), planes()
	from90 := c.GP64()
	lead2, lead3, lead4 = c.GP64(), c.GP64(), lead
	c.ANDNQ(lead, b5, lead2) // C0..DF
	c.ANDQ(b5, lead)
	c.ANDNQ(lead, b4, lead3) // E0..EF
	c.ANDQ(b4, lead4)        // F0..FF
	c.MOVQ(b5, from90)       // 90..BF among the tails
	c.ORQ(b4, from90)

	b3, b2, b1 := planes(), planes(), planes()
	c.ORQ(b3, b4)
	c.ORQ(b2, b4)
	c.ORQ(b1, b4)
	c.ANDQ(b4, lead2)         // C2..DF
	c.ANDNQ(lead4, b3, lead4) // F0..F7

	// The range of the second byte.
	b0, low := planes(), c.GP64()
	fromA0 := b5
	c.SHRQ(operand.U8(1), fromA0)
	c.SHRQ(operand.U8(1), from90)
	c.MOVQ(b3, low) // whether any of the low four bits is set
	c.ORQ(b2, low)
	c.ORQ(b1, low)
	c.ORQ(b0, low)
	allowed := c.GP64()
	c.MOVQ(low, allowed)
	c.ORQ(fromA0, allowed)
	c.ANDQ(allowed, lead3) // A0..BF after E0
	c.ORQ(from90, low)
	c.ANDQ(low, lead4) // 90..BF after F0
	c.ORQ(b1, from90)
	c.ORQ(b0, from90)
	c.ANDQ(b2, from90)
	c.ANDNQ(lead4, from90, lead4) // 80..8F after F4, and nothing after F5..F7
	ed := b1
	c.ANDNQ(b0, b1, ed)
	c.ANDQ(b2, ed)
	c.ANDQ(b3, ed)
	c.ANDQ(fromA0, ed)
	c.ANDNQ(lead3, ed, lead3) // 80..9F after ED
	return tail, lead2, lead3, lead4
}

// bitPlanes loads the 64 bytes at p. It returns a function that returns a mask of these bytes for
// each bit of a byte, beginning with the highest bit.
func bitPlanes(m isa.Machine, p reg.GPVirtual) func() reg.GPVirtual {
	c := m.Ctx()
	var parts []isa.Vector
	for at := 0; at < 64; at += m.Width() {
		v := m.Vec()
		m.Load(isa.At(p, at), v)
		parts = append(parts, v)
	}
	first := true
	return func() reg.GPVirtual {
		if !first {
			for _, v := range parts {
				c.VPADDB(v, v, v) // moves the next bit to the top
			}
		}
		first = false
		mask := c.GP64()
		if len(parts) == 1 {
			k := c.K()
			c.VPMOVB2M(parts[0], k)
			c.KMOVQ(k, mask)
			return mask
		}
		upper := c.GP64()
		c.VPMOVMSKB(parts[0], mask.As32())
		c.VPMOVMSKB(parts[1], upper.As32())
		c.SHLQ(operand.U8(32), upper)
		c.ORQ(upper, mask)
		return mask
	}
}

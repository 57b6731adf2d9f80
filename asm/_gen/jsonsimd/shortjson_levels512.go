package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// With AVX-512, the brackets and commas of a short document are compared level by level. The level of an
// element is the number of containers that it is in, including the one that it opens or closes. Between two
// elements of one container, there are only elements of deeper levels. Each element must therefore have the same type
// as the last one before it at its level, unless it opens a container.

// usualLevels is the number of levels that are always compared. More levels take a branch.
const usualLevels = 4

// nesting returns a table that maps a token to the difference between the levels after and before it. The index is the
// lower six bits of the token: they are those of a bracket only in brackets and in invalid tokens.
func nesting() []byte {
	table := make([]byte, 64)
	for _, open := range []byte("[{") {
		table[open%64], table[(open+2)%64] = 1, 0xFF
	}
	return table
}

// levels returns the levels of all elements. The mask closes has the closing brackets.
func (r *byteRules) levels(closes reg.Register) isa.Vector {
	c, level, moved, total, before, zero := r.c, r.Vec(), r.Vec(), r.Vec(), r.Vec(), r.Vec()
	r.Zero(zero)
	c.VMOVDQU64(r.Data("nesting", nesting()), level)
	c.VPERMB(level, r.tokens, level)

	// The sums of all bytes up to each byte are first calculated within groups of eight bytes. Meanwhile, each group
	// gets the total of all groups before it.
	const noTotal = 64 // selects zero
	indices, toAll := make([]byte, 64), [16]byte{}
	for i := range indices {
		if indices[i] = noTotal; i%8 < i/8 {
			indices[i] = byte(i % 8 * 8)
		}
	}
	for i := range toAll {
		toAll[i] = byte(i / 8 * 8)
	}
	c.VPSADBW(zero, level, total) // modulo 256, like all sums here
	c.VMOVDQU64(r.Data("totals", indices), before)
	c.VPERMI2B(zero, total, before)
	c.VPSADBW(zero, before, before)
	c.VPSHUFB(r.Table("toAll", toAll), before, before)
	for bits := 8; bits < 64; bits *= 2 {
		c.VPSLLQ(operand.U8(uint8(bits)), level, moved)
		c.VPADDB(moved, level, level)
	}
	c.VPADDB(r.each(1), level, closes, level)
	c.VPADDB(before, level, level)
	return level
}

// matchLevels checks that brackets match, and that each comma has the type of its container. The mask object has those
// elements that are braces or are known to be in an object. All elements are in lanes; closing and closes are the same mask.
func (r *byteRules) matchLevels(lanes, closing reg.Register, opens, closes, object reg.GPVirtual) {
	const lessThan, greaterThan = 1, 6
	c, level := r.c, r.levels(closing)
	outside, deeper := c.K(), c.K()
	c.VPCMPB(operand.U8(lessThan), r.each(1), level, lanes, outside)
	r.fail(r.general(outside))

	expected := c.GP64() // elements after an element that is in an object, at the same level
	c.XORL(expected.As32(), expected.As32())
	compare := func(number isa.Vector) (elements reg.GPVirtual) {
		here, next := c.K(), c.GP64()
		c.VPCMPEQB(number, level, lanes, here)
		elements = r.general(here)
		c.MOVQ(object, next)
		c.ANDQ(elements, next)
		c.LEAQ(operand.Mem{Base: next, Index: next, Scale: 1, Disp: -1}, next)
		c.SUBQ(elements, next) // adds bits to all other elements, so that a carry passes them
		c.ANDQ(elements, next)
		c.ORQ(next, expected)
		return elements
	}
	for l := byte(1); l < usualLevels; l++ {
		compare(r.each(l))
	}
	number := r.each(usualLevels)
	compare(number)
	c.VPCMPB(operand.U8(greaterThan), number, level, lanes, deeper)
	c.KORTESTQ(deeper, deeper)
	c.JNE(operand.LabelRef("deeper"))
	c.Label("compared")
	c.XORQ(object, expected)
	r.failNot(expected, opens)
	c.POPCNTQ(opens, opens)
	c.POPCNTQ(closes, closes)
	c.XORQ(opens, closes)
	r.fail(closes)
	r.later = append(r.later, func() {
		c.Label("deeper")
		c.VPADDB(r.each(1), number, number)
		elements := compare(number)
		c.TESTQ(elements, elements)
		c.JNE(operand.LabelRef("deeper"))
		c.JMP(operand.LabelRef("compared"))
	})
}

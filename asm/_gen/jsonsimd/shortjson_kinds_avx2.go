package jsonsimd

import (
	"fmt"
	"math/bits"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Classification of bytes with AVX2.

// makeSmall converts letters to lower case and square brackets to braces. All letters and brackets
// have bit 6. In bytes that have bit 6, makeSmall sets bit 5, which distinguishes lower from upper
// case and braces from square brackets.
func (r *byteRules2) makeSmall() {
	for i, x := range r.block {
		low := r.Vec()
		r.c.VPSRLW(operand.U8(1), x, low)
		r.c.VPAND(r.every32(caseBit), low, low)
		r.c.VPOR(x, low, low)
		r.low[i] = low
	}
}

const caseBit = 'a' ^ 'A'

// mask calls find for both vectors of x, and returns the top bits of the two results.
func (r *byteRules2) mask(x [2]isa.Vector, find func(x, found isa.Vector)) reg.GPVirtual {
	found := [2]isa.Vector{r.Vec(), r.Vec()}
	for i := range x {
		find(x[i], found[i])
	}
	return r.topBits(found)
}

func (r *byteRules2) topBits(x [2]isa.Vector) reg.GPVirtual {
	c := r.c
	low, high := c.GP64(), c.GP64()
	c.VPMOVMSKB(x[0], low.As32())
	c.VPMOVMSKB(x[1], high.As32())
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, low)
	return low
}

func (r *byteRules2) equals(x [2]isa.Vector, b byte) reg.GPVirtual {
	return r.mask(x, func(x, found isa.Vector) { r.c.VPCMPEQB(r.every32(b), x, found) })
}

func (r *byteRules2) is(b byte) reg.GPVirtual { return r.equals(r.block, b) }

func (r *byteRules2) of(class byte) reg.GPVirtual {
	c := r.c
	switch class {
	case controlClass:
		return r.mask(r.block, func(x, found isa.Vector) {
			c.VPMINUB(r.every32(' '-1), x, found)
			c.VPCMPEQB(x, found, found)
		})
	case operatorClass:
		operators := c.GP64()
		c.MOVQ(r.look(openTokens), operators)
		for _, kind := range []int{closeTokens, commaTokens, colonTokens} {
			c.ORQ(r.look(kind), operators)
		}
		return operators
	case operatorClass | spaceClass:
		spaces := r.spaces()
		c.ORQ(r.operators, spaces) // r.operators has already been computed
		return spaces
	case digitClass:
		const fromNine = 0x7F - '9' // adding this maps '9' to the largest signed number
		return r.mask(r.block, func(x, found isa.Vector) {
			c.VPADDB(r.every32(fromNine), x, found)
			c.VPCMPGTB(r.every32('0'+fromNine-1), found, found)
		})
	case escapeClass:
		return r.product(`"\/bfnrtu`)
	case hexClass:
		return r.product("0123456789abcdefABCDEF")
	}
	panic("BUG: no such class")
}

const digitClass = 1 // any value that is not used for another class

// spaces returns a mask of the bytes that are white space. It looks up the lower nibble of each
// byte, because no two white space characters have the same lower nibble.
func (r *byteRules2) spaces() reg.GPVirtual {
	entries := [16]byte{1} // matches nothing
	for _, b := range []byte(" \t\n\r") {
		entries[b&0xF] = b
	}
	table := r.Table("spaces", entries)
	return r.mask(r.block, func(x, found isa.Vector) {
		r.c.VPSHUFB(x, table, found)
		r.c.VPCMPEQB(x, found, found)
	})
}

// product returns a mask of the bytes that are one of the characters. Each upper nibble of the
// characters has its own bit. The entry of a lower nibble has the bits of all upper nibbles that it
// occurs with.
func (r *byteRules2) product(chars string) reg.GPVirtual {
	c := r.c
	var high, low [16]byte
	for _, b := range []byte(chars) {
		high[b>>4] = 1 << (b >> 4)
		low[b&0xF] |= 1 << (b >> 4)
	}
	name := fmt.Sprintf("of%X", chars[0])
	highs, lows := r.Table(name+"High", high), r.Table(name+"Low", low)
	r.LowNibble = r.Every(r.Data("lowNibble", isa.EightTimes(0x0F)))
	none := r.mask(r.block, func(x, found isa.Vector) {
		low := r.Vec()
		r.HighNibbles(x, found)
		c.VPSHUFB(found, highs, found)
		c.VPSHUFB(x, lows, low)
		c.VPAND(low, found, found)
		r.Zero(low)
		c.VPCMPEQB(low, found, found)
	})
	c.NOTQ(none)
	return none
}

// look returns a mask of the bytes of the given kind. It also stores the mask in memory for
// [byteRules2.kindMask], because general registers are scarce.
func (r *byteRules2) look(kind int) reg.GPVirtual {
	var mask reg.GPVirtual
	switch kind {
	case dotTokens:
		mask = r.is('.')
	case exponentTokens:
		mask = r.equals(r.low, 'e')
	case colonTokens:
		mask = r.is(':')
	case stringTokens:
		mask = r.is('"')
	case commaTokens:
		mask = r.is(',')
	case openTokens:
		mask = r.equals(r.low, '{')
	case closeTokens:
		mask = r.equals(r.low, '}')
	}
	r.c.MOVQ(mask, r.masks[kind])
	return mask
}

// kindMask returns a mask of the bytes of the given kind. The bits of bytes that are not part of
// tokens have no meaning.
func (r *byteRules2) kindMask(kind int) reg.GPVirtual {
	if kind == smallTokens {
		return r.mask(r.block, func(x, found isa.Vector) { r.c.VPSLLW(operand.U8(bits.LeadingZeros8(caseBit)), x, found) })
	}
	mask := r.c.GP64()
	r.c.MOVQ(r.masks[kind], mask)
	return mask
}

// kind returns a mask of the tokens of the given kind, with one bit for each token of any kind.
func (r *byteRules2) kind(kind int) reg.GPVirtual {
	if !r.several {
		mask := r.kindMask(kind)
		r.c.PEXTQ(r.tokens, mask, mask)
		return mask
	}
	mask := r.c.GP64()
	r.c.MOVQ(r.kinds[kind], mask)
	return mask
}

// all returns a word with a bit set for each token.
func (r *byteRules2) all() reg.GPVirtual {
	c, ones := r.c, r.c.GP64()
	c.MOVQ(operand.I32(-1), ones)
	if r.several {
		count := c.GP64()
		c.MOVQ(r.counted, count)
		c.BZHIQ(count, ones, ones)
	} else {
		c.PEXTQ(r.tokens, ones, ones)
	}
	return ones
}

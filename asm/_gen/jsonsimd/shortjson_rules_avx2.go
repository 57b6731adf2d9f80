package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// This file has the rules for short documents that differ between AVX2 and AVX-512.

// judgeSpecial checks escaped bytes and bytes that are not ASCII. The code is skipped if the block
// has no such bytes and the previous block has left nothing to check.
func (r *byteRules2) judgeSpecial() {
	c := r.c
	special, slash := [2]isa.Vector{r.Vec(), r.Vec()}, r.every32('\\')
	for i, x := range r.block {
		c.VPCMPEQB(slash, x, special[i])
		c.VPOR(x, special[i], special[i])
	}
	any := c.GP64()
	c.VPOR(special[0], special[1], special[0])
	c.VPMOVMSKB(special[0], any.As32())
	if r.several {
		c.ORQ(r.was.special, any)
	} else {
		c.TESTQ(any, any)
	}
	c.JNE(operand.LabelRef("special"))
	c.Label("plain")
	r.later = append(r.later, func() {
		c.Label("special")
		r.judgeEscapes(r.is('\\'))
		r.judgeUTF8()
		if r.several {
			r.keepSpecial(r.topBits(r.block))
		}
		c.JMP(operand.LabelRef("plain"))
	})
}

// judgeUTF8 validates the block in the same way as utf8simd.Validator.
func (r *byteRules2) judgeUTF8() {
	r.LoadUTF8Constants(true)
	previous, all := r.lastBlock, r.Vec()
	if !r.several {
		previous = r.Vec()
		r.Zero(previous)
	}
	for i, x := range r.block {
		before := [3]isa.Vector{r.Vec(), r.Vec(), r.Vec()}
		r.Precede(previous, x, before)
		pairs, longs := r.Vec(), r.Vec()
		r.PairErrors(x, before[0], pairs)
		r.LongLeads(before[1], before[2], longs)
		r.Xor(longs, pairs, pairs)
		if previous = x; i == 0 {
			all = pairs
		} else {
			r.Or(pairs, all, all)
		}
	}
	found := r.c.GP64()
	r.c.XORL(found.As32(), found.As32())
	r.c.VPTEST(all, all)
	r.c.SETNE(found.As8())
	r.fail(found)
}

// mark writes the marks of the block.
func (r *byteRules2) mark() {
	c, brackets, to := r.c, r.c.GP64(), r.c.GP64()
	c.MOVQ(r.masks[openTokens], brackets)
	c.ORQ(r.masks[closeTokens], brackets)
	marks := r.marksWith(brackets)
	c.MOVQ(r.marksAt, to)
	c.MOVQ(marks, isa.At(to, 0))
	c.ADDQ(operand.U8(8), r.marksAt)
}

// literals returns a mask of the bytes of complete literals. Many blocks have no literals, so a
// branch skips the search. On average, mispredictions of this branch take no longer than it would
// take to search every block.
func (r *byteRules2) literals() reg.GPVirtual {
	c, all := r.c, r.c.GP64()
	letters := r.mask(r.block, func(x, found isa.Vector) { c.VPADDB(x, x, found) })
	c.ANDQ(r.starts, letters)
	c.XORL(all.As32(), all.As32())
	if r.several {
		c.ORQ(r.was.literal, letters)
	} else {
		c.TESTQ(letters, letters)
	}
	c.JE(operand.LabelRef("noLiterals"))
	c.MOVQ(r.findLiterals(), all)
	c.Label("noLiterals")
	return all
}

// findLiterals searches for literals and returns the same mask as [byteRules2.literals].
func (r *byteRules2) findLiterals() reg.GPVirtual {
	const upperAndZeros, upperThenLower = 0x81, 0x21
	c := r.c
	var any, five [2]isa.Vector
	for i, x := range r.block {
		upper := r.Vec()
		switch {
		case i == 0:
			c.VPERM2I128(operand.U8(upperThenLower), r.block[1], x, upper)
		case r.several:
			c.VPERM2I128(operand.U8(upperThenLower), r.next, x, upper)
		default:
			c.VPERM2I128(operand.U8(upperAndZeros), x, x, upper)
		}
		from := [5]isa.Vector{x} // lane j of from[i] holds byte i+j, counted from the start of x
		for i := 1; i < len(from); i++ {
			from[i] = r.Vec()
			c.VPALIGNR(operand.U8(i), x, upper, from[i])
		}
		begins := func(word string) isa.Vector {
			all := r.Vec()
			c.VPCMPEQB(r.every32(word[0]), from[0], all)
			for i := 1; i < len(word); i++ {
				is := r.Vec()
				c.VPCMPEQB(r.every32(word[i]), from[i], is)
				c.VPAND(is, all, all)
			}
			return all
		}
		five[i], any[i] = begins("false"), begins("true")
		c.VPOR(begins("null"), any[i], any[i])
		c.VPOR(five[i], any[i], any[i])
	}
	return r.literalsAt(r.topBits(any), r.topBits(five))
}

// invalidInNumbers returns a mask of the bytes that never occur in numbers, or that must not follow
// the byte before them. It also adds fractions and exponents to the tokens.
func (r *byteRules2) invalidInNumbers() reg.GPVirtual {
	c := r.c
	invalid, known, t := c.GP64(), c.GP64(), c.GP64()
	r.digits = r.of(digitClass)
	dots, exponents := r.look(dotTokens), r.look(exponentTokens)
	afterDigits := r.after(r.digits, r.wasNumber.digit)
	c.MOVQ(exponents, t)
	c.ANDQ(afterDigits, t)
	c.ORQ(dots, t)
	c.ANDQ(r.scalars, t)
	c.ORQ(t, r.tokens)

	// A point or an e is invalid if it does not follow a digit.
	c.MOVQ(r.digits, known)
	c.MOVQ(dots, invalid)
	c.ORQ(exponents, invalid)
	c.ORQ(invalid, known)
	c.ANDNQ(invalid, afterDigits, invalid)

	// A sign is invalid unless it follows an e, or is a minus at the beginning of a number.
	needDigit, afterExponents := dots, r.after(exponents, r.wasNumber.exponent)
	sign := func(b byte, after reg.GPVirtual) {
		signs := r.is(b)
		c.ORQ(signs, known)
		c.ORQ(signs, needDigit)
		c.ANDNQ(signs, after, signs)
		c.ORQ(signs, invalid)
	}
	sign('+', afterExponents)
	c.MOVQ(afterExponents, t)
	c.ORQ(r.starts, t)
	sign('-', t)

	// After a point or a sign, every byte except a digit is invalid. After an e, every byte except
	// a digit or a sign is invalid. Bytes that never occur in numbers are always invalid.
	needDigit = r.after(needDigit, r.wasNumber.unfinished)
	c.ANDNQ(needDigit, r.digits, needDigit)
	c.ORQ(needDigit, invalid)
	c.ORQ(r.scalars, afterExponents)
	c.ANDNQ(afterExponents, known, afterExponents)
	c.ORQ(afterExponents, invalid)
	return invalid
}

// zeros returns a mask of the digits that follow a zero.
func (r *byteRules2) zeros() reg.GPVirtual {
	zeros := r.after(r.is('0'), r.wasNumber.zero)
	r.c.ANDQ(r.digits, zeros)
	return zeros
}

// grammar checks which tokens follow each other. It leaves the masks of brackets and commas for
// [matchKept]. The rules are those of [grammar], but each rule is a condition on the token after a
// given token.
func (r *byteRules2) grammar() {
	c := r.c
	// A number has at most one point and one exponent, and no point after the exponent.
	dots, exponents, parts := r.kind(dotTokens), r.kind(exponentTokens), c.GP64()
	c.MOVQ(dots, parts)
	c.ORQ(exponents, parts)
	r.fail(r.tokenAfter(parts, 0), dots)
	r.fail(r.tokenAfter(exponents, 0), parts)

	opens, closes, object, commas := shortOpens, shortCloses, shortObject, shortKept
	c.MOVQ(r.kind(commaTokens), commas)
	c.MOVQ(r.kind(openTokens), opens)
	c.MOVQ(r.kind(closeTokens), closes)
	c.MOVQ(r.kind(smallTokens), object)
	brackets := c.GP64()
	c.MOVQ(opens, brackets)
	c.ORQ(closes, brackets)
	c.ANDQ(brackets, object)
	colons, strs, all := r.kind(colonTokens), r.kind(stringTokens), r.all()

	// A value is allowed at the beginning, and after an opening bracket, a comma or a colon. A
	// value is also required in all these places, except in empty brackets.
	values, before, begin := c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(commas, before)
	c.ORQ(colons, before)
	c.MOVQ(before, values)
	before = r.tokenAfter(before, 1)
	c.ORQ(closes, values)
	c.ORQ(parts, values)
	c.ANDNQ(all, values, values)
	afterOpens := r.tokenAfter(opens, 0)
	c.MOVQ(before, begin)
	c.ORQ(afterOpens, begin)
	r.failNot(values, begin)
	c.ANDQ(closes, before)
	c.ORQ(before, r.bad)
	end := all
	c.INCQ(end) // the bit after that of the last token
	c.ORQ(commas, end)
	r.fail(end, begin)

	r.objects(values, colons, strs)
}

// tokenAfter returns the mask moved up by one token. Its first bit is firstBit, which is 0 or 1.
func (r *byteRules2) tokenAfter(mask reg.Register, firstBit int) reg.GPVirtual {
	moved := r.c.GP64()
	r.c.LEAQ(operand.Mem{Base: mask, Index: mask, Scale: 1, Disp: firstBit}, moved)
	return moved
}

// objects checks names and colons, and finds the brackets and commas of objects. The mask values
// has the tokens that begin values, and the mask strs has the strings among them.
func (r *byteRules2) objects(values, colons, strs reg.GPVirtual) {
	c := r.c
	opens, closes, object, commas := shortOpens, shortCloses, shortObject, shortKept

	// The first value after an opening brace must be a string.
	names, first := c.GP64(), c.GP64()
	c.MOVQ(opens, first)
	c.ANDQ(object, first)
	c.ANDNQ(values, strs, values)
	r.fail(values, r.tokenAfter(first, 0))

	// Only a string may come before a colon. The string is then a name, so an opening brace or a
	// comma must come before the string. A string after an opening brace must always be a name.
	c.MOVQ(first, names)
	c.ORQ(commas, names)
	c.SHLQ(operand.U8(2), names)
	r.failNot(colons, names)
	c.ADDQ(first, first)
	c.ANDQ(strs, first)
	c.ADDQ(first, first)
	r.failNot(first, colons)
	c.ADDQ(strs, strs)
	r.failNot(colons, strs)

	// The brace or comma before a name belongs to an object.
	c.SHRQ(operand.U8(2), strs)
	c.SHRQ(operand.U8(2), colons)
	c.ANDQ(colons, strs)
	c.ORQ(strs, object)
	c.ORQ(opens, commas)
	c.ORQ(closes, commas)
}

package jsonsimd

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// maskRules emits those rules for short documents that use masks in general registers, with one bit
// for each byte of a block.
type maskRules struct {
	blockMasks
	c        *build.Context
	several  bool // there may be several blocks
	indexing bool // marks are wanted; a single block is then processed as if there could be several

	quoteMarks   reg.GPVirtual // where quotation marks are
	in           reg.GPVirtual // bytes in strings, including opening quotation marks but not closing ones
	operators    reg.GPVirtual // operators, both inside and outside strings
	scalars      reg.GPVirtual
	starts       reg.GPVirtual // first bytes of scalars
	afterScalars reg.GPVirtual // the mask scalars, moved up by one position
	bad          reg.GPVirtual // not zero if there is an error

	escaped operand.Mem // where the mask of escaped bytes is kept for marksWith

	later []func() // code for the end

	// The fields of was hold values from the previous block that the current block needs.
	was struct{ in, scalar, literal, whole, start, special, escaped, hex operand.Mem }
}

// blockMasks returns masks of the bytes of the current block that are of a class, or that are equal
// to b.
type blockMasks interface {
	of(class byte) reg.GPVirtual
	is(b byte) reg.GPVirtual
}

// fail adds the rule that no bit may be set in mask and in every one of the other masks.
func (r *maskRules) fail(mask reg.GPVirtual, other ...reg.GPVirtual) {
	if circuit.IsLeftOut("an error") {
		return
	}
	for _, x := range other {
		r.c.ANDQ(x, mask)
	}
	r.c.ORQ(mask, r.bad)
}

// failNot adds the rule that all bits of mask must also be set in other.
func (r *maskRules) failNot(mask, other reg.GPVirtual) {
	if circuit.IsLeftOut("an error") {
		return
	}
	t := r.c.GP64()
	r.c.ANDNQ(mask, other, t)
	r.c.ORQ(t, r.bad)
}

// strings finds the bytes in strings, where control characters are invalid.
func (r *maskRules) strings() {
	c := r.c
	ones, parity := c.XMM(), c.XMM()
	r.in = c.GP64()
	c.VMOVQ(r.quoteMarks, parity)
	c.VPCMPEQD(ones, ones, ones)
	c.VPCLMULQDQ(operand.U8(0x00), ones, parity, parity)
	c.VMOVQ(parity, r.in)
	if r.several {
		all := c.GP64()
		c.XORQ(r.was.in, r.in)
		c.MOVQ(r.in, all)
		c.SARQ(operand.U8(63), all)
		c.MOVQ(all, r.was.in)
	}
	r.fail(r.of(controlClass), r.in)
}

// separate distinguishes scalars from everything else.
func (r *maskRules) separate() {
	c := r.c
	r.operators = r.of(operatorClass)
	r.scalars = r.of(operatorClass | spaceClass)
	c.ORQ(r.in, r.scalars)
	c.ORQ(r.quoteMarks, r.scalars)
	c.NOTQ(r.scalars)
	r.afterScalars, r.starts = r.after(r.scalars, r.was.scalar), c.GP64()
	c.ANDNQ(r.scalars, r.afterScalars, r.starts)
}

// tokensButParts returns a mask of the bytes at which tokens begin, except fractions and exponents.
func (r *maskRules) tokensButParts() reg.GPVirtual {
	c, tokens := r.c, r.c.GP64()
	c.ANDNQ(r.operators, r.in, tokens)
	c.ANDQ(r.in, r.quoteMarks)
	c.ORQ(r.quoteMarks, tokens)
	c.ORQ(r.starts, tokens)
	return tokens
}

// marksWith returns a mask of the marks of an index. The marks are at those of the given brackets
// that are not in strings, at quotation marks, at escaped bytes, and at the edges of scalars.
func (r *maskRules) marksWith(brackets reg.GPVirtual) reg.GPVirtual {
	c, marks, edges := r.c, r.c.GP64(), r.c.GP64()
	c.MOVQ(r.escaped, marks)
	c.ANDNQ(brackets, r.in, brackets)
	c.MOVQ(r.scalars, edges)
	c.XORQ(r.afterScalars, edges)
	c.ORQ(r.quoteMarks, marks)
	c.ORQ(brackets, marks)
	c.ORQ(edges, marks)
	return marks
}

// keepSpecial stores whether a UTF-8 sequence or an escape of this block may continue in the next
// block.
func (r *maskRules) keepSpecial(notASCII reg.GPVirtual) {
	c, goesOn := r.c, notASCII
	c.SHRQ(operand.U8(61), goesOn)
	c.ORQ(r.was.escaped, goesOn)
	c.ORQ(r.was.hex, goesOn)
	c.MOVQ(goesOn, r.was.special)
}

// answer emits the end of the kernel.
func (r *maskRules) answer(m isa.Machine) {
	r.c.TESTQ(r.bad, r.bad)
	r.c.SETEQ(isa.ResultOf(m, "valid"))
	r.c.MOVB(operand.U8(1), isa.ResultOf(m, "known"))
	isa.Ret(m)
	for _, emit := range r.later {
		emit()
	}
}

// literalsAt returns a mask of the bytes of complete literals. The mask begin has the first bytes
// of all literals, and the mask fifth has the first bytes of the literals with five letters.
func (r *maskRules) literalsAt(begin, fifth reg.GPVirtual) reg.GPVirtual {
	c, all := r.c, r.c.GP64()
	c.ANDQ(r.starts, begin) // keeps literals at starts of scalars; any other literal is inside a string, or its first letter is invalid
	c.IMUL3Q(operand.U8(0b1111), begin, all)
	if !r.several {
		c.SHLQ(operand.U8(4), fifth)
		c.ORQ(fifth, all)
		return all
	}
	c.ORQ(r.was.literal, all)
	c.SHRQ(operand.U8(61), begin) // the literals that may continue in the next block
	c.IMUL3Q(operand.U8(0b1111), begin, begin)
	c.SHRQ(operand.U8(3), begin)
	top := c.GP64()
	c.MOVQ(fifth, top)
	c.SHLQ(operand.U8(4), fifth)
	c.ORQ(fifth, all)
	c.SHRQ(operand.U8(60), top)
	c.ORQ(top, begin)
	c.MOVQ(begin, r.was.literal)
	return all
}

// numbers checks the scalars that are not literals.
func (r *maskRules) numbers(invalid, zeros func() reg.GPVirtual, literals reg.GPVirtual) {
	c := r.c
	afterLiterals, others := r.after(literals, r.was.whole), c.GP64()
	c.MOVQ(r.scalars, others)
	c.ORQ(r.afterScalars, others)
	c.ANDNQ(others, literals, others)
	c.ANDNQ(others, afterLiterals, others)
	c.ANDQ(r.scalars, afterLiterals)
	r.failNot(afterLiterals, literals)
	r.fail(invalid(), others)

	minus, begin := r.is('-'), c.GP64()
	c.ANDQ(r.starts, minus)
	c.LEAQ(operand.Mem{Base: r.starts, Index: minus, Scale: 2}, begin) // where integers have their first digit: at the first byte of a scalar, or after a minus there
	if r.several {
		top := c.GP64()
		c.SHRQ(operand.U8(63), minus)
		c.MOVQ(begin, top)
		c.SHRQ(operand.U8(63), top)
		c.LEAQ(operand.Mem{Base: top, Index: minus, Scale: 2}, top)
		c.ADDQ(begin, begin)
		c.ORQ(r.was.start, begin)
		c.MOVQ(top, r.was.start)
	} else {
		c.ADDQ(begin, begin)
	}
	r.fail(zeros(), begin)
}

// judgeEscapes finds and checks the bytes that are escaped by a backslash. These are every second
// backslash of a run, and the byte after a run of odd length (simdjson).
func (r *maskRules) judgeEscapes(slashes reg.GPVirtual) {
	c := r.c
	const even = 0x5555555555555555
	follows, evens, escaped := c.GP64(), c.GP64(), c.GP64()
	if r.several {
		c.MOVQ(r.was.escaped, follows)
		c.ANDNQ(slashes, follows, slashes)
		c.LEAQ(operand.Mem{Base: follows, Index: slashes, Scale: 2}, follows)
	} else {
		c.LEAQ(operand.Mem{Base: slashes, Index: slashes, Scale: 1}, follows)
	}
	c.MOVQ(operand.U64(even), evens)
	c.ANDNQ(slashes, evens, escaped)
	c.ANDNQ(escaped, follows, escaped) // the first bytes of runs that begin at odd positions
	c.ADDQ(slashes, escaped)
	if r.several {
		carry := c.GP64()
		c.SETCS(carry.As8())
		c.MOVBLZX(carry.As8(), carry.As32())
		c.MOVQ(carry, r.was.escaped)
	}
	c.ADDQ(escaped, escaped)
	c.XORQ(evens, escaped)
	c.ANDQ(follows, escaped)
	c.ANDNQ(r.quoteMarks, escaped, r.quoteMarks)
	if r.indexing {
		c.MOVQ(escaped, r.escaped)
	}
	r.failNot(escaped, r.of(escapeClass))

	// If the digits of two \u escapes overlap, the first escape is invalid anyway. So carries of
	// the multiplication do not matter.
	digits := r.is('u')
	c.ANDQ(escaped, digits)
	if r.several {
		top := c.GP64()
		c.MOVQ(digits, top)
		c.IMUL3Q(operand.U8(0b11110), digits, digits)
		c.ORQ(r.was.hex, digits)
		c.SHRQ(operand.U8(60), top)
		c.IMUL3Q(operand.U8(0b11110), top, top)
		c.SHRQ(operand.U8(4), top)
		c.MOVQ(top, r.was.hex)
	} else {
		c.IMUL3Q(operand.U8(0b11110), digits, digits)
	}
	r.failNot(digits, r.of(hexClass))
}

// after returns the mask moved up by one position. The first bit is the last bit of the previous
// block's mask. The parameter last is where that bit is kept in memory.
func (r *maskRules) after(mask reg.GPVirtual, last operand.Mem) reg.GPVirtual {
	c, moved := r.c, r.c.GP64()
	c.LEAQ(operand.Mem{Base: mask, Index: mask, Scale: 1}, moved)
	if r.several {
		top := c.GP64()
		c.ORQ(last, moved)
		c.MOVQ(mask, top)
		c.SHRQ(operand.U8(63), top)
		c.MOVQ(top, last)
	}
	return moved
}

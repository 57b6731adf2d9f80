package main

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// With AVX2, short documents are not made into planes, either. Two vectors have a block of 64
// bytes, which take six operations to tell where a byte is. What there is of a kind, PEXT
// brings to where the tokens are, behind those of the blocks before.

const block2 = 64

// shortJSONByBytes2 emits the check of documents that are shorter than so many bytes, which are
// one block, or several and the rest of one.
func shortJSONByBytes2(m *avx2, most int) {
	c, r := m.c, newByteRules2(m, most, false)
	c.Function(fmt.Sprint("shortJSON", most, m.name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the bytes, at least %d and fewer than %d, are a JSON document of any", most, m.name(), r.least(), most),
		"depth. It is not known of some with very many tokens.")
	r.emit()
}

// indexJSONByBytes2 emits that check with the marks that an index is made of.
func indexJSONByBytes2(m *avx2, most int) {
	c, r := m.c, newByteRules2(m, most, true)
	c.Function(fmt.Sprint("indexJSON", most, m.name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int, marks *uint64) (valid, known bool)")
	c.Doc(fmt.Sprintf("indexJSON%d%s is shortJSON%d%s, and writes the marks of an index, a word for each 64 bytes and", most, m.name(), most, m.name()),
		"one for the rest.")
	r.emit()
}

func newByteRules2(m *avx2, most int, indexing bool) *byteRules2 {
	r := &byteRules2{avx2: m}
	r.maskRules = maskRules{blockMasks: r, c: m.c, several: most > block2, indexing: indexing}
	return r
}

// least is how short a document may be.
func (r *byteRules2) least() int {
	if r.several {
		return block2
	}
	return 16
}

// byteRules2 emits the parts of [shortJSONByBytes2].
type byteRules2 struct {
	*avx2
	maskRules
	block  [2]vector
	low    [2]vector     // the same with letters made small, and brackets braces
	tokens reg.GPVirtual // where they begin
	digits reg.GPVirtual
	masks  [tokenKinds]operand.Mem

	// Of several blocks: the one after the one at hand, or any, for the last one ends with a
	// newline; what one leaves for the next; how many tokens there are; and of which kinds.
	next      vector
	lastBlock vector
	wasNumber struct{ digit, exponent, unfinished, zero operand.Mem }
	counted   operand.Mem
	kinds     [tokenKinds]operand.Mem
	marksAt   operand.Mem // where those of the block at hand go

	later []func() // code for the end
}

func (r *byteRules2) emit() {
	c := r.c
	for i := range r.masks {
		r.masks[i] = c.AllocLocal(8)
	}
	if r.indexing {
		marks := c.GP64()
		r.escaped, r.marksAt = c.AllocLocal(8), c.AllocLocal(8)
		c.Load(c.Param("marks"), marks)
		c.MOVQ(marks, r.marksAt)
	}
	if r.several {
		r.blocks()
	} else {
		r.bad = c.GP64()
		c.XORL(r.bad.As32(), r.bad.As32())
		r.document()
		r.judge()
	}
	r.grammar()
	rounds := 2
	if r.several {
		rounds = 3
	}
	matchKept(c, rounds)
	c.ORQ(r.bad, shortWrong)
	c.SETEQ(resultOf(r, "valid"))
	c.MOVB(operand.U8(1), resultOf(r, "known"))
	ret(r)
	matchDeeper(c)
	for _, emit := range r.later {
		emit()
	}
}

// judge checks the block but for the grammar of its tokens.
func (r *byteRules2) judge() {
	r.makeSmall()
	if r.indexing {
		r.c.MOVQ(operand.U32(0), r.escaped)
	}
	r.quoteMarks = r.look(stringTokens)
	r.judgeSpecial()
	r.strings()
	r.separate()
	if r.indexing {
		r.mark()
	}
	r.tokensButParts()
	r.numbers(r.wrongInNumbers, r.zeros, r.literals())
}

// blocks emits the loop over several blocks, the last of which is filled up. General registers
// are few, so what it keeps from one to the next is in memory.
func (r *byteRules2) blocks() {
	c := r.c
	src, size, left, filled, zero := c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP64()
	local := func() operand.Mem { return c.AllocLocal(8) }
	nextAt, leftAt, filledAt, badAt := local(), local(), local(), local()
	c.Load(c.Param("src"), src)
	c.Load(c.Param("size"), size)
	r.fill(src, size, filled)
	c.MOVQ(filled, filledAt)
	c.MOVQ(size, left)
	c.SHRQ(operand.U8(6), left) // blocks after the one at hand
	c.XORL(zero.As32(), zero.As32())
	r.counted = local()
	w, n := &r.was, &r.wasNumber
	carries := []*operand.Mem{&w.in, &w.scalar, &w.literal, &w.whole, &w.start, &w.special, &w.escaped, &w.hex,
		&n.digit, &n.exponent, &n.unfinished, &n.zero}
	for i := range r.kinds {
		carries = append(carries, &r.kinds[i])
	}
	for _, carry := range carries {
		*carry = local()
		c.MOVQ(zero, *carry)
	}
	c.MOVQ(zero, r.counted)
	c.MOVQ(zero, badAt)
	r.lastBlock, r.next = r.vec(), r.vec()
	r.zero(r.lastBlock)

	c.Label("block")
	r.block = [2]vector{r.vec(), r.vec()}
	c.VMOVDQU(at(src, 0), r.block[0])
	c.VMOVDQU(at(src, 32), r.block[1])
	c.ADDQ(operand.U8(block2), src)
	c.CMPQ(left, operand.U8(1))
	c.CMOVQLE(filledAt, src)
	c.VMOVDQU(at(src, 0), r.next)
	c.MOVQ(left, leftAt)
	c.MOVQ(src, nextAt)
	r.bad = c.GP64()
	c.MOVQ(badAt, r.bad)
	r.judge()
	c.MOVQ(r.bad, badAt)
	r.append()
	c.VMOVDQA(r.block[1], r.lastBlock)
	c.MOVQ(nextAt, src)
	c.MOVQ(leftAt, left)
	c.DECQ(left)
	c.JNS(operand.LabelRef("block"))
	r.later = append(r.later, func() {
		c.Label("unknown")
		c.MOVB(operand.U8(0), resultOf(r, "valid"))
		c.MOVB(operand.U8(0), resultOf(r, "known"))
		ret(r)
	})
}

// fill writes the rest of the document, behind its last whole block, and newlines after it.
func (r *byteRules2) fill(src, size, filled reg.GPVirtual) {
	c := r.c
	room, rest, newlines := c.AllocLocal(2*block2), c.GP64(), r.newlines()
	c.LEAQ(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -block2}, rest)
	for i := 0; i < block2; i += 32 {
		v := r.vec()
		c.VMOVDQU(at(rest, i), v)
		c.VMOVDQU(v, room.Offset(i))
		c.VMOVDQU(newlines, room.Offset(block2+i))
	}
	c.MOVQ(size, rest)
	c.ANDQ(operand.U8(block2-1), rest)
	c.LEAQ(room.Offset(block2), filled)
	c.SUBQ(rest, filled)
}

// append puts the block's tokens behind the others.
func (r *byteRules2) append() {
	c := r.c
	count, found := c.GP64(), c.GP64()
	c.MOVQ(r.counted, count)
	for kind := range r.kinds {
		mask := r.kindMask(kind)
		c.PEXTQ(r.tokens, mask, mask)
		c.SHLXQ(count, mask, mask)
		c.ORQ(mask, r.kinds[kind])
	}
	c.POPCNTQ(r.tokens, found)
	c.ADDQ(found, count)
	c.CMPQ(count, operand.U8(63)) // the place after them must be there
	c.JA(operand.LabelRef("unknown"))
	c.MOVQ(count, r.counted)
}

// The kinds of tokens: strings, for one, are those that begin with a quotation mark. Numbers
// and literals have none.
const (
	dotTokens = iota
	exponentTokens
	colonTokens
	stringTokens
	commaTokens
	openTokens
	closeTokens
	smallTokens // brackets are braces, and the others mean nothing
	tokenKinds
)

// look returns the bytes of a kind, and keeps that for [byteRules2.kindMask]: general registers
// are few.
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

// kindMask returns the bytes of that kind; what is of it elsewhere than in tokens does not
// matter.
func (r *byteRules2) kindMask(kind int) reg.GPVirtual {
	if kind == smallTokens {
		return r.mask(r.block, func(x, found vector) { r.c.VPSLLW(operand.U8(bits.LeadingZeros8(caseBit)), x, found) })
	}
	mask := r.c.GP64()
	r.c.MOVQ(r.masks[kind], mask)
	return mask
}

// kind returns which of all tokens are of that kind.
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

// all returns a bit for each token.
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

// makeSmall sets the bit that letters have if they are small, and braces, in what has the bit
// that makes them letters and brackets.
func (r *byteRules2) makeSmall() {
	for i, x := range r.block {
		low := r.vec()
		r.c.VPSRLW(operand.U8(1), x, low)
		r.c.VPAND(r.every32(caseBit), low, low)
		r.c.VPOR(x, low, low)
		r.low[i] = low
	}
}

const caseBit = 'a' ^ 'A'

// document loads the document by sixteen bytes, and fills up with newlines. A load that would
// go beyond the end begins so much earlier, and what it loads is moved down.
func (r *byteRules2) document() {
	c := r.c
	src, size, last := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("src"), src)
	c.Load(c.Param("size"), size)
	c.LEAQ(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -16}, last)
	var parts [4]reg.GPVirtual
	parts[0] = src
	for i := 1; i < len(parts); i++ {
		parts[i] = c.GP64()
		c.LEAQ(at(src, 16*i), parts[i])
		c.CMPQ(parts[i], last)
		c.CMOVQHI(last, parts[i])
	}
	n := r.vec()
	c.VMOVD(size.As32(), n.AsX())
	c.VPBROADCASTB(n.AsX(), n)
	for i := range r.block {
		block, control, newlines := r.vec(), r.vec(), r.vec()
		ends := append(repeat(byte(32*i+16), 16), repeat(byte(32*i+32), 16)...)
		c.VMOVDQU(r.data(fmt.Sprint("partsEnd", i), ends), control)
		c.VPSUBUSB(n, control, control) // so far it moves
		c.VPADDB(r.data("inPlaceOrZeros", inPlaceOrZeros()), control, control)
		c.VMOVDQU(at(parts[2*i], 0), block.AsX())
		c.VINSERTI128(operand.U8(1), at(parts[2*i+1], 0), block, block)
		c.VPSHUFB(control, block, block)
		c.VPXOR(r.every32(0x80), control, newlines)
		c.VPSHUFB(newlines, r.newlines(), newlines)
		c.VPOR(newlines, block, block)
		r.block[i] = block
	}
}

// inPlaceOrZeros are controls to which the distance is added: those of 80 and more stand for
// zeros.
func inPlaceOrZeros() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(0x70 + i%16)
	}
	return b
}

func (r *byteRules2) newlines() vector {
	v := r.vec()
	r.c.VMOVDQU(r.every32('\n'), v)
	return v
}

// every32 returns a vector of one byte in memory.
func (r *byteRules2) every32(b byte) operand.Mem {
	return r.data(fmt.Sprintf("every%02X", b), repeat(b, 32))
}

// mask returns the top bits of what is found in each of the vectors.
func (r *byteRules2) mask(x [2]vector, find func(x, found vector)) reg.GPVirtual {
	found := [2]vector{r.vec(), r.vec()}
	for i := range x {
		find(x[i], found[i])
	}
	return r.topBits(found)
}

func (r *byteRules2) topBits(x [2]vector) reg.GPVirtual {
	c := r.c
	low, high := c.GP64(), c.GP64()
	c.VPMOVMSKB(x[0], low.As32())
	c.VPMOVMSKB(x[1], high.As32())
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, low)
	return low
}

func (r *byteRules2) equals(x [2]vector, b byte) reg.GPVirtual {
	return r.mask(x, func(x, found vector) { r.c.VPCMPEQB(r.every32(b), x, found) })
}

func (r *byteRules2) is(b byte) reg.GPVirtual { return r.equals(r.block, b) }

func (r *byteRules2) of(class byte) reg.GPVirtual {
	c := r.c
	switch class {
	case controlClass:
		return r.mask(r.block, func(x, found vector) {
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
		c.ORQ(r.operators, spaces) // which have been looked for before
		return spaces
	case digitClass:
		const fromNine = 0x7F - '9' // puts nine where no number is greater
		return r.mask(r.block, func(x, found vector) {
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

const digitClass = 1 // here alone

// spaces returns where there is white space, of which no two bytes have the same lower half.
func (r *byteRules2) spaces() reg.GPVirtual {
	entries := [16]byte{1} // nowhere
	for _, b := range []byte(" \t\n\r") {
		entries[b&0xF] = b
	}
	table := r.table("spaces", entries)
	return r.mask(r.block, func(x, found vector) {
		r.c.VPSHUFB(x, table, found)
		r.c.VPCMPEQB(x, found, found)
	})
}

// product returns where one of the characters is: they are told by a bit for each upper half
// that they have, and the lower halves that occur with it.
func (r *byteRules2) product(chars string) reg.GPVirtual {
	c := r.c
	var high, low [16]byte
	for _, b := range []byte(chars) {
		high[b>>4] = 1 << (b >> 4)
		low[b&0xF] |= 1 << (b >> 4)
	}
	name := fmt.Sprintf("of%X", chars[0])
	highs, lows := r.table(name+"High", high), r.table(name+"Low", low)
	r.lowNibble = r.every(r.data("lowNibble", eightTimes(0x0F)))
	none := r.mask(r.block, func(x, found vector) {
		low := r.vec()
		r.highNibbles(x, found)
		c.VPSHUFB(found, highs, found)
		c.VPSHUFB(x, lows, low)
		c.VPAND(low, found, found)
		r.zero(low)
		c.VPCMPEQB(low, found, found)
	})
	c.NOTQ(none)
	return none
}

// judgeSpecial checks, where there are such bytes, or may be some that a block before asks
// for, what backslashes escape, and what is not ASCII.
func (r *byteRules2) judgeSpecial() {
	c := r.c
	special, slash := [2]vector{r.vec(), r.vec()}, r.every32('\\')
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
		if r.several { // whether what is special may go on in the next block
			goesOn := r.topBits(r.block)
			c.SHRQ(operand.U8(61), goesOn)
			c.ORQ(r.was.escaped, goesOn)
			c.ORQ(r.was.hex, goesOn)
			c.MOVQ(goesOn, r.was.special)
		}
		c.JMP(operand.LabelRef("plain"))
	})
}

// judgeUTF8 checks the block as [validator.judge] does.
func (r *byteRules2) judgeUTF8() {
	r.loadUTF8Constants(true)
	previous, all := r.lastBlock, r.vec()
	if !r.several {
		previous = r.vec()
		r.zero(previous)
	}
	for i, x := range r.block {
		before := [3]vector{r.vec(), r.vec(), r.vec()}
		r.precede(previous, x, before)
		pairs, longs := r.vec(), r.vec()
		r.pairErrors(x, before[0], pairs)
		r.longLeads(before[1], before[2], longs)
		r.xor(longs, pairs, pairs)
		if previous = x; i == 0 {
			all = pairs
		} else {
			r.or(pairs, all, all)
		}
	}
	found := r.c.GP64()
	r.c.XORL(found.As32(), found.As32())
	r.c.VPTEST(all, all)
	r.c.SETNE(found.As8())
	r.fail(found)
}

// mark writes the block's marks: brackets, quotation marks, what is escaped, and the edges of
// scalars.
func (r *byteRules2) mark() {
	c := r.c
	marks, edges, to := c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(r.masks[openTokens], marks)
	c.ORQ(r.masks[closeTokens], marks)
	c.ANDNQ(marks, r.in, marks)
	c.ORQ(r.quoteMarks, marks)
	c.ORQ(r.escaped, marks)
	c.MOVQ(r.scalars, edges)
	c.XORQ(r.afterScalars, edges)
	c.ORQ(edges, marks)
	c.MOVQ(r.marksAt, to)
	c.MOVQ(marks, at(to, 0))
	c.ADDQ(operand.U8(8), r.marksAt)
}

// literals returns where the bytes of those are that are whole. Many blocks have none, and to
// guess whether one has takes no longer, on average, than to look for them.
func (r *byteRules2) literals() reg.GPVirtual {
	c, all := r.c, r.c.GP64()
	letters := r.mask(r.block, func(x, found vector) { c.VPADDB(x, x, found) })
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

// findLiterals returns what literals does where it is not known that there are none.
func (r *byteRules2) findLiterals() reg.GPVirtual {
	const upperAndZeros, upperThenLower = 0x81, 0x21
	c := r.c
	var any, five [2]vector
	for i, x := range r.block {
		upper := r.vec()
		switch {
		case i == 0:
			c.VPERM2I128(operand.U8(upperThenLower), r.block[1], x, upper)
		case r.several:
			c.VPERM2I128(operand.U8(upperThenLower), r.next, x, upper)
		default:
			c.VPERM2I128(operand.U8(upperAndZeros), x, x, upper)
		}
		from := [5]vector{x} // what is so many bytes further up
		for i := 1; i < len(from); i++ {
			from[i] = r.vec()
			c.VPALIGNR(operand.U8(i), x, upper, from[i])
		}
		begins := func(word string) vector {
			all := r.vec()
			c.VPCMPEQB(r.every32(word[0]), from[0], all)
			for i := 1; i < len(word); i++ {
				is := r.vec()
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

// tokensButParts tells where tokens begin, but for fractions and exponents.
func (r *byteRules2) tokensButParts() {
	r.tokens = r.c.GP64()
	r.c.ANDNQ(r.operators, r.in, r.tokens)
	r.c.ANDQ(r.in, r.quoteMarks)
	r.c.ORQ(r.quoteMarks, r.tokens)
	r.c.ORQ(r.starts, r.tokens)
}

// wrongInNumbers returns what no number has, there or after what is before. It adds the
// fractions and exponents to the tokens.
func (r *byteRules2) wrongInNumbers() reg.GPVirtual {
	c := r.c
	wrong, known, t := c.GP64(), c.GP64(), c.GP64()
	r.digits = r.of(digitClass)
	dots, exponents := r.look(dotTokens), r.look(exponentTokens)
	afterDigits := r.after(r.digits, r.wasNumber.digit)
	c.MOVQ(exponents, t)
	c.ANDQ(afterDigits, t)
	c.ORQ(dots, t)
	c.ANDQ(r.scalars, t)
	c.ORQ(t, r.tokens)

	// A point or an e after no digit.
	c.MOVQ(r.digits, known)
	c.MOVQ(dots, wrong)
	c.ORQ(exponents, wrong)
	c.ORQ(wrong, known)
	c.ANDNQ(wrong, afterDigits, wrong)

	// A sign elsewhere than after an e, or a minus at the beginning.
	needDigit, afterExponents := dots, r.after(exponents, r.wasNumber.exponent)
	sign := func(b byte, after reg.GPVirtual) {
		signs := r.is(b)
		c.ORQ(signs, known)
		c.ORQ(signs, needDigit)
		c.ANDNQ(signs, after, signs)
		c.ORQ(signs, wrong)
	}
	sign('+', afterExponents)
	c.MOVQ(afterExponents, t)
	c.ORQ(r.starts, t)
	sign('-', t)

	// No digit after a point or a sign, no more after an e, and what is in no number.
	needDigit = r.after(needDigit, r.wasNumber.unfinished)
	c.ANDNQ(needDigit, r.digits, needDigit)
	c.ORQ(needDigit, wrong)
	c.ORQ(r.scalars, afterExponents)
	c.ANDNQ(afterExponents, known, afterExponents)
	c.ORQ(afterExponents, wrong)
	return wrong
}

// zeros returns the digits that come after a zero.
func (r *byteRules2) zeros() reg.GPVirtual {
	zeros := r.after(r.is('0'), r.wasNumber.zero)
	r.c.ANDQ(r.digits, zeros)
	return zeros
}

// grammar checks which tokens follow each other, and leaves the brackets and commas. These are
// the rules of [grammar], but each token that is there says what another one would.
func (r *byteRules2) grammar() {
	c := r.c
	next := func(mask reg.Register, more int) reg.GPVirtual { // what comes after
		moved := c.GP64()
		c.LEAQ(operand.Mem{Base: mask, Index: mask, Scale: 1, Disp: more}, moved)
		return moved
	}

	// One point at the most in a number, none after the exponent, and one exponent.
	dots, exponents, parts := r.kind(dotTokens), r.kind(exponentTokens), c.GP64()
	c.MOVQ(dots, parts)
	c.ORQ(exponents, parts)
	r.fail(next(parts, 0), dots)
	r.fail(next(exponents, 0), parts)

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

	// A value comes first, or after what opens, a comma, or a colon; and there must be one, but
	// for empty brackets.
	values, before, begin := c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(commas, before)
	c.ORQ(colons, before)
	c.MOVQ(before, values)
	before = next(before, 1)
	c.ORQ(closes, values)
	c.ORQ(parts, values)
	c.ANDNQ(all, values, values)
	afterOpens := next(opens, 0)
	c.MOVQ(before, begin)
	c.ORQ(afterOpens, begin)
	r.failNot(values, begin)
	c.ANDQ(closes, before)
	c.ORQ(before, r.bad)
	end := all
	c.INCQ(end) // the place after the last token
	c.ORQ(commas, end)
	r.fail(end, begin)

	// In an object a string comes first.
	names, first := c.GP64(), c.GP64()
	c.MOVQ(opens, first)
	c.ANDQ(object, first)
	c.ANDNQ(values, strs, values)
	r.fail(values, next(first, 0))

	// A string before a colon, and no other token comes there, is a name if it is after a
	// bracket or a comma. After a bracket, it must be one.
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

	// What comes before a name is of an object.
	c.SHRQ(operand.U8(2), strs)
	c.SHRQ(operand.U8(2), colons)
	c.ANDQ(colons, strs)
	c.ORQ(strs, object)
	c.ORQ(opens, commas)
	c.ORQ(closes, commas)
}

package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// With AVX-512, documents of a few blocks are not transposed to planes. A lookup in a table takes
// one instruction for 64 bytes. Lookups determine the classes of each byte, and whether the byte
// may follow the previous one. The other rules use masks. The masks are moved to general registers,
// where operations are the fastest.
//
// The tokens of all blocks are gathered in a single vector. Lookups then determine whether each
// token may follow the previous one.

// ShortJSONByBytesAVX512 emits a kernel that checks documents shorter than limit bytes. A document
// has one block or several blocks, and the last block may be incomplete.
func ShortJSONByBytesAVX512(m *isa.AVX512, limit int) {
	c := m.Ctx()
	least := 16
	if limit > isa.Block512 {
		least = isa.Block512
	}
	c.Function(fmt.Sprint("shortJSON", limit, m.Name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the size bytes at src are a JSON document of any depth. There must be", limit, m.Name()),
		fmt.Sprintf("at least %d and fewer than %d bytes. The result known is false for some documents with very many tokens.", least, limit))
	newByteRules(m, least == isa.Block512, false).emit()
}

// IndexJSONByBytesAVX512 emits a kernel that makes the same check, and also writes the marks of an
// index.
func IndexJSONByBytesAVX512(m *isa.AVX512, limit int) {
	c := m.Ctx()
	c.Function(fmt.Sprint("indexJSON", limit, m.Name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int, marks *uint64) (valid, known bool)")
	c.Doc(fmt.Sprintf("indexJSON%d%s is like shortJSON%d%s, but accepts 16 bytes or more. It also writes the marks", limit, m.Name(), limit, m.Name()),
		"of an index: a word for each 64 bytes, and a word for the remaining bytes.")
	newByteRules(m, true, true).emit()
}

func newByteRules(m *isa.AVX512, several, indexing bool) *byteRules {
	r := &byteRules{AVX512: m}
	r.maskRules = maskRules{blockMasks: r, c: m.C, several: several, indexing: indexing}
	return r
}

func (r *byteRules) emit() {
	r.document()
	r.grammar()
	r.answer(r)
}

// byteRules emits the parts of [ShortJSONByBytesAVX512].
type byteRules struct {
	*isa.AVX512
	maskRules
	tables struct {
		classes [2]isa.Vector
		pairs   isa.Vector
	}

	block, next isa.Vector          // the current block and the next one; at the last block, next is arbitrary, which is harmless because the last block ends with a newline
	loaded      map[byte]isa.Vector // constants that are loaded before the first block
	classes     isa.Vector
	parts       reg.Register // where fractions and exponents begin, even if they are invalid there
	tokens      isa.Vector

	marks reg.GPVirtual // where the marks of the block are written

	lastBlock, lastClasses isa.Vector // the previous block and its classes
}

// document emits the code that processes the blocks and leaves their tokens in r.tokens.
func (r *byteRules) document() {
	c := r.c
	src, size := c.GP64(), c.GP64()
	c.Load(c.Param("src"), src)
	c.Load(c.Param("size"), size)
	r.block, r.tokens, r.bad = r.Vec(), r.Vec(), c.GP64()
	c.XORL(r.bad.As32(), r.bad.As32())
	newlines := r.each('\n')
	r.tables.classes, r.tables.pairs = r.table128("classes", classOf), r.Vec()
	c.VMOVDQU64(r.Data("pairs", pairs()), r.tables.pairs)
	if r.several {
		r.loaded = map[byte]isa.Vector{}
		for _, b := range []byte{'"', '\\', controlClass, partPair, operatorClass, operatorClass | spaceClass, '-'} {
			r.loaded[b] = r.each(b)
		}
		r.blocks(src, size, newlines)
		r.loaded = nil
		return
	}
	r.loadLast(src, size, newlines, r.block)
	r.next = r.block
	r.judge()
	mask, _ := r.tokenMask()
	isa.Compress512(c, r.block, mask, r.tokens)
}

// blocks emits the loop over several blocks, the last of which is padded with newlines.
func (r *byteRules) blocks(src, size reg.GPVirtual, newlines isa.Vector) {
	c := r.c
	left, rest, filled, count := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	r.next = r.Vec()
	filledAt := c.AllocLocal(8)
	c.LEAQ(c.AllocLocal(2*isa.Block512).Offset(isa.Block512-1), filled)
	c.ANDQ(operand.I8(-isa.Block512), filled)
	c.MOVQ(filled, filledAt)
	c.MOVQ(size, left)
	c.MOVQ(size, rest)
	c.ANDQ(operand.I8(-isa.Block512), rest)
	c.ADDQ(src, rest)
	c.ANDQ(operand.U8(isa.Block512-1), size)
	r.loadLast(rest, size, newlines, r.next)
	c.VMOVDQU64(r.next, isa.At(filled, 0))
	c.SHRQ(operand.U8(6), left) // number of blocks after the current one
	if r.indexing {
		c.CMOVQEQ(filled, src)
		r.marks, r.escaped = c.GP64(), c.AllocLocal(8)
		c.Load(c.Param("marks"), r.marks)
	}
	c.VMOVDQU64(isa.At(src, 0), r.block)
	c.XORL(count.As32(), count.As32())
	r.beginCarries(count)

	c.Label("block")
	c.ADDQ(operand.U8(isa.Block512), src)
	c.CMPQ(left, operand.U8(1))
	c.CMOVQLE(filledAt, src)
	c.VMOVDQU64(isa.At(src, 0), r.next)
	if r.indexing {
		c.MOVQ(operand.U32(0), r.escaped)
	}
	r.judge()
	if r.indexing {
		r.mark()
	}
	r.append(count)
	c.CMPQ(count, operand.U8(63)) // the vector of tokens must have a lane left after the last token
	c.JA(operand.LabelRef("unknown"))
	c.VMOVDQA64(r.block, r.lastBlock)
	c.VMOVDQA64(r.classes, r.lastClasses)
	c.VMOVDQA64(r.next, r.block)
	c.DECQ(left)
	c.JNS(operand.LabelRef("block"))
	r.later = append(r.later, func() {
		c.Label("unknown")
		c.MOVB(operand.U8(0), isa.ResultOf(r, "valid"))
		c.MOVB(operand.U8(0), isa.ResultOf(r, "known"))
		isa.Ret(r)
	})
}

// beginCarries initializes the values that each block stores for the next one, because the first
// block reads them, too. The register zero must hold 0.
func (r *byteRules) beginCarries(zero reg.GPVirtual) {
	r.lastBlock, r.lastClasses = r.Vec(), r.Vec()
	for _, v := range []isa.Vector{r.lastBlock, r.lastClasses, r.tokens} {
		r.Zero(v)
	}
	w := &r.was
	carries := []*operand.Mem{&w.in, &w.scalar, &w.literal, &w.whole, &w.start, &w.special, &w.escaped, &w.hex}
	for _, carry := range carries {
		*carry = r.c.AllocLocal(8)
		r.c.MOVQ(zero, *carry) // stored one by one, because a later load gets recently stored data quickly only if it has the same size as the store
	}
}

// append appends the tokens of the block to the tokens of earlier blocks, and adds their number to
// count.
func (r *byteRules) append(count reg.GPVirtual) {
	c := r.c
	dense, to, places := r.Vec(), c.K(), c.GP64()
	mask, found := r.tokenMask()
	isa.Compress512(c, r.block, mask, dense)
	c.MOVQ(operand.I32(-1), places)
	c.SHLXQ(count, places, places)
	c.KMOVQ(places, to)
	c.VPEXPANDB(dense, to, r.tokens)
	c.POPCNTQ(found, found)
	c.ADDQ(found, count)
}

// mark writes the marks of the block.
func (r *byteRules) mark() {
	const bracketBit = 0x40 // brackets have this bit; commas and colons do not
	brackets := r.general(r.test(r.block, bracketBit))
	r.c.ANDQ(r.operators, brackets)
	r.c.MOVQ(r.marksWith(brackets), isa.At(r.marks, 0))
	r.c.ADDQ(operand.U8(8), r.marks)
}

// each returns a vector in which every byte is b. The vector is broadcast from eight bytes instead
// of being loaded as a whole. The linker may put a constant of 64 bytes across two cache lines, and
// every load would then take twice as long.
func (r *byteRules) each(b byte) isa.Vector {
	if v, ok := r.loaded[b]; ok {
		return v
	}
	return r.Every(r.eight(b))
}

// eight returns an operand for instructions that broadcast b.
func (r *byteRules) eight(b byte) operand.Mem {
	return r.Data(fmt.Sprintf("each%02X", b), isa.EightTimes(b))
}

// has returns a mask of the lanes of x that are equal to b.
func (r *byteRules) has(x isa.Vector, b byte) reg.Register {
	k := r.c.K()
	r.c.VPCMPEQB(r.each(b), x, k)
	return k
}

// test returns a mask of the lanes of x that have at least one of the bits set.
func (r *byteRules) test(x isa.Vector, bits byte) reg.Register {
	k := r.c.K()
	r.c.VPTESTMB(r.each(bits), x, k)
	return k
}

// general moves a mask to a general register.
func (r *byteRules) general(mask reg.Register) reg.GPVirtual {
	g := r.c.GP64()
	r.c.KMOVQ(mask, g)
	return g
}

// table128 returns the two registers into which it loads a table made by [byASCII].
func (r *byteRules) table128(name string, of func(byte) byte) (table [2]isa.Vector) {
	from := r.Data(name, byASCII(of))
	for i := range table {
		table[i] = r.Vec()
		r.c.VMOVDQU64(from.Offset(64*i), table[i])
	}
	return table
}

func (r *byteRules) lookUp(table [2]isa.Vector, x isa.Vector) isa.Vector {
	found := r.Vec()
	r.c.VMOVDQA64(x, found)
	r.c.VPERMI2B(table[1], table[0], found)
	return found
}

// loadLast loads the last n bytes, which are fewer than a block, and pads the vector with newlines.
// At the end of a page, it works like isa.AVX512.LoadShort.
func (r *byteRules) loadLast(p, n reg.GPVirtual, newlines, v isa.Vector) {
	const page = 4096
	c := r.c
	ones, inPage, mask, lanes := c.GP64(), c.GP64(), c.GP64(), c.K()
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(n, ones, mask)
	c.KMOVQ(mask, lanes)
	c.VMOVDQA64(newlines, v)
	c.MOVL(p.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-isa.Block512))
	c.JA(operand.LabelRef("atPageEnd"))
	c.VMOVDQU8(isa.At(p, 0), lanes, v)
	c.Label("loaded")
	r.later = append(r.later, func() {
		moved := r.Vec()
		c.Label("atPageEnd")
		r.LoadShortAtPageEnd(p, n, ones, moved)
		c.VMOVDQU8(moved, lanes, v)
		c.JMP(operand.LabelRef("loaded"))
	})
}

// judge checks everything in the block except the grammar of its tokens.
func (r *byteRules) judge() {
	r.classes = r.lookUp(r.tables.classes, r.block)
	r.quoteMarks = r.general(r.has(r.block, '"'))
	r.judgeSpecial()
	r.strings()
	invalid, zeros := r.pairs()
	r.separate()
	literals := r.literals()
	r.numbers(invalid, zeros, literals)
}

func (r *byteRules) is(b byte) reg.GPVirtual { return r.general(r.has(r.block, b)) }

func (r *byteRules) of(class byte) reg.GPVirtual { return r.general(r.test(r.classes, class)) }

// pairs looks up each byte together with the byte before it. It returns functions that return two
// masks: the bytes that must not follow the byte before them in a number, and the digits that
// follow a zero.
func (r *byteRules) pairs() (invalid, zeros func() reg.GPVirtual) {
	c := r.c
	before, found := r.Vec(), r.Vec()
	if !r.several {
		r.lastClasses = r.Vec()
		r.Zero(r.lastClasses)
	}
	c.VALIGND(operand.U8(12), r.lastClasses, r.classes, before)
	c.VPALIGNR(operand.U8(15), before, r.classes, before)
	const select3 = 0xD8 // takes bits from the second operand where the third has ones, and from the first elsewhere
	c.VPSLLW(operand.U8(numberBits), before, before)
	c.VPTERNLOGQ_BCST(operand.U8(select3), r.eight(numberMask), r.classes, before)
	c.VPERMB(r.tables.pairs, before, found)
	k := c.K()
	c.VPMOVB2M(found, k)
	r.parts = r.test(found, partPair)
	z := r.test(found, zeroPair)
	return func() reg.GPVirtual { return r.general(k) }, func() reg.GPVirtual { return r.general(z) }
}

// tokenMask returns a mask of the bytes at which tokens begin.
func (r *byteRules) tokenMask() (lanes reg.Register, bits reg.GPVirtual) {
	c, mask, k := r.c, r.tokensButParts(), r.c.K()
	parts := r.general(r.parts)
	c.ANDQ(r.scalars, parts)
	c.ORQ(parts, mask)
	c.KMOVQ(mask, k)
	return k, mask
}

// literals returns a mask of the bytes of complete literals.
func (r *byteRules) literals() reg.GPVirtual {
	c := r.c
	from := [5]isa.Vector{r.block} // lane j of from[i] holds byte i+j, counted from the start of the block
	upper := r.Vec()
	c.VALIGND(operand.U8(4), r.block, r.next, upper)
	for i := 1; i < len(from); i++ {
		from[i] = r.Vec()
		c.VPALIGNR(operand.U8(i), r.block, upper, from[i])
	}
	differs := func(word string) isa.Vector { // a lane of the result is zero if the word begins in that lane
		all := r.Vec()
		c.VPXORQ_BCST(r.eight(word[0]), from[0], all)
		for i := 1; i < len(word); i++ {
			const dstOrDifference = 0xF6 // dst | (a ^ b)
			c.VPTERNLOGQ_BCST(operand.U8(dstOrDifference), r.eight(word[i]), from[i], all)
		}
		return all
	}
	five, any, isFive, isAny := differs("false"), differs("true"), c.K(), c.K()
	c.VPMINUB(differs("null"), any, any)
	c.VPMINUB(five, any, any)
	c.VPTESTNMB(five, five, isFive)
	c.VPTESTNMB(any, any, isAny)
	return r.literalsAt(r.general(isAny), r.general(isFive))
}

// judgeSpecial checks escaped bytes and bytes that are not ASCII. The code is skipped if the block
// has no such bytes and the previous block has left nothing to check.
func (r *byteRules) judgeSpecial() {
	c, notASCII := r.c, r.c.K()
	c.VPMOVB2M(r.block, notASCII)
	slashes := r.has(r.block, '\\')
	if r.several {
		some, any := c.K(), c.GP64()
		c.KORQ(notASCII, slashes, some)
		c.KMOVQ(some, any)
		c.ORQ(r.was.special, any)
	} else {
		c.KORTESTQ(notASCII, slashes)
	}
	c.JNE(operand.LabelRef("special"))
	c.Label("plain")
	r.later = append(r.later, func() {
		c.Label("special")
		c.VMOVDQU8(r.each(inNoNumber), notASCII, r.classes)
		r.judgeEscapes(r.general(slashes))
		r.judgeUTF8()
		if r.several {
			r.keepSpecial(r.general(notASCII))
		}
		c.JMP(operand.LabelRef("plain"))
	})
}

// judgeUTF8 validates the block in the same way as utf8simd.Validator.
func (r *byteRules) judgeUTF8() {
	r.LoadUTF8Constants(true)
	last := r.lastBlock
	if !r.several {
		last = r.Vec()
		r.Zero(last)
	}
	before := [3]isa.Vector{r.Vec(), r.Vec(), r.Vec()}
	r.Precede(last, r.block, before)
	pairs, longs, k := r.Vec(), r.Vec(), r.c.K()
	r.PairErrors(r.block, before[0], pairs)
	r.LongLeads(before[1], before[2], longs)
	r.Xor(longs, pairs, pairs)
	r.c.VPTESTMB(pairs, pairs, k)
	r.fail(r.general(k))
}

// grammar checks which tokens follow each other, and that brackets match.
func (r *byteRules) grammar() {
	c := r.c
	kinds, after := r.lookUp(r.table128("kinds", tokenOf), r.tokens), r.lookUp(r.table128("after", afterToken), r.tokens)
	before, k := r.Vec(), c.K()
	first := make([]byte, 64)
	first[63] = someValue
	begin := r.Vec()
	c.VMOVDQU64(r.Data("begin", first), begin)
	c.VALIGND(operand.U8(12), begin, after, before)
	c.VPALIGNR(operand.U8(15), before, after, before)
	c.VPTESTNMB(kinds, before, k)
	r.fail(r.general(k))

	opening, closing, comma := r.has(r.tokens, '['), r.test(kinds, closeToken), r.has(r.tokens, ',')
	openObject, elements := r.has(r.tokens, '{'), c.K()
	opens, object, closes, names := r.general(opening), r.general(openObject), r.general(closing), r.general(comma)
	strings, colons, closeObject := r.general(r.test(kinds, stringToken)), r.general(r.test(kinds, colonToken)), r.general(r.test(kinds, closeObjectToken))
	c.KORQ(opening, openObject, elements)
	c.KORQ(comma, elements, elements)
	c.KORQ(closing, elements, elements)

	// Only a string may come before a colon. The string is then a name, so an opening brace or a
	// comma must come before the string. A string after an opening brace must always be a name.
	firstNames := c.GP64()
	c.ORQ(object, names)
	c.SHLQ(operand.U8(2), names)
	r.failNot(colons, names)
	c.LEAQ(operand.Mem{Base: object, Index: object, Scale: 1}, firstNames)
	c.ANDQ(strings, firstNames)
	c.ADDQ(firstNames, firstNames)
	r.failNot(firstNames, colons)

	// The brace or comma before a name belongs to an object.
	c.ORQ(object, opens)
	c.ORQ(closeObject, object)
	c.SHRQ(operand.U8(1), strings)
	c.SHRQ(operand.U8(2), colons)
	c.ANDQ(colons, strings)
	c.ORQ(strings, object)
	r.matchLevels(elements, closing, opens, closes, object)
}

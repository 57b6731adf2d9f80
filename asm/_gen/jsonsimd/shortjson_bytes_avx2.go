package jsonsimd

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// With AVX2, short documents are not transposed to planes either. A block of 64 bytes is two
// vectors, and finding a character in a block takes six operations. For each kind of token, PEXT
// makes a mask with one bit for each token of the block. This mask is appended to that of the
// earlier blocks.

// ShortJSONByBytesAVX2 emits a kernel that checks documents shorter than limit bytes. A document
// has one block or several blocks, and the last block may be incomplete.
func ShortJSONByBytesAVX2(m *isa.AVX2, limit int) {
	c, r := m.C, newByteRules2(m, limit, false)
	c.Function(fmt.Sprint("shortJSON", limit, m.Name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int) (valid, known bool)")
	c.Doc(fmt.Sprintf("shortJSON%d%s reports whether the size bytes at src are a JSON document of any depth. There must be", limit, m.Name()),
		fmt.Sprintf("at least %d and fewer than %d bytes. The result known is false for some documents with very many tokens.", r.least(), limit))
	r.emit()
}

// IndexJSONByBytesAVX2 emits a kernel that makes the same check, and also writes the marks of an
// index.
func IndexJSONByBytesAVX2(m *isa.AVX2, limit int) {
	c, r := m.C, newByteRules2(m, limit, true)
	c.Function(fmt.Sprint("indexJSON", limit, m.Name()))
	c.Pragma("noescape")
	c.SignatureExpr("func(src *byte, size int, marks *uint64) (valid, known bool)")
	c.Doc(fmt.Sprintf("indexJSON%d%s is like shortJSON%d%s, but also writes the marks of an index: a word for each 64 bytes,", limit, m.Name(), limit, m.Name()),
		"and a word for the remaining bytes.")
	r.emit()
}

func newByteRules2(m *isa.AVX2, limit int, indexing bool) *byteRules2 {
	r := &byteRules2{AVX2: m}
	r.maskRules = maskRules{blockMasks: r, c: m.C, several: limit > block2, indexing: indexing}
	return r
}

// least returns the smallest length of a document.
func (r *byteRules2) least() int {
	if r.several {
		return block2
	}
	return 16
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
	r.match()
	r.answer(r)
}

// judge checks everything in the block except the grammar of its tokens.
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
	r.tokens = r.tokensButParts()
	r.numbers(r.invalidInNumbers, r.zeros, r.literals())
}

// blocks emits the loop over several blocks, the last of which is padded with newlines. General
// registers are scarce, so the values that one block leaves for the next are in memory.
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
	c.SHRQ(operand.U8(6), left) // number of blocks after the current one
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
	r.lastBlock, r.next = r.Vec(), r.Vec()
	r.Zero(r.lastBlock)

	c.Label("block")
	r.block = [2]isa.Vector{r.Vec(), r.Vec()}
	c.VMOVDQU(isa.At(src, 0), r.block[0])
	c.VMOVDQU(isa.At(src, 32), r.block[1])
	c.ADDQ(operand.U8(block2), src)
	c.CMPQ(left, operand.U8(1))
	c.CMOVQLE(filledAt, src)
	c.VMOVDQU(isa.At(src, 0), r.next)
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
		c.MOVB(operand.U8(0), isa.ResultOf(r, "valid"))
		c.MOVB(operand.U8(0), isa.ResultOf(r, "known"))
		isa.Ret(r)
	})
}

// fill copies the last block of the document, which is incomplete or empty, to memory. It appends
// newlines, and sets filled to the address of the copy.
func (r *byteRules2) fill(src, size, filled reg.GPVirtual) {
	c := r.c
	room, rest, newlines := c.AllocLocal(2*block2), c.GP64(), r.newlines()
	c.LEAQ(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -block2}, rest)
	for i := 0; i < block2; i += 32 {
		v := r.Vec()
		c.VMOVDQU(isa.At(rest, i), v)
		c.VMOVDQU(v, room.Offset(i))
		c.VMOVDQU(newlines, room.Offset(block2+i))
	}
	c.MOVQ(size, rest)
	c.ANDQ(operand.U8(block2-1), rest)
	c.LEAQ(room.Offset(block2), filled)
	c.SUBQ(rest, filled)
}

// append appends the tokens of the block to those of the earlier blocks.
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
	c.CMPQ(count, operand.U8(63)) // the masks must have a bit left after that of the last token
	c.JA(operand.LabelRef("unknown"))
	c.MOVQ(count, r.counted)
}

// document loads the document sixteen bytes at a time, and pads the block with newlines. A load
// that would go beyond the end of the document begins earlier instead, and the loaded bytes are
// moved down by the difference.
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
		c.LEAQ(isa.At(src, 16*i), parts[i])
		c.CMPQ(parts[i], last)
		c.CMOVQHI(last, parts[i])
	}
	n := r.Vec()
	c.VMOVD(size.As32(), n.AsX())
	c.VPBROADCASTB(n.AsX(), n)
	for i := range r.block {
		block, control, newlines := r.Vec(), r.Vec(), r.Vec()
		ends := append(isa.Repeat(byte(32*i+16), 16), isa.Repeat(byte(32*i+32), 16)...)
		c.VMOVDQU(r.Data(fmt.Sprint("partsEnd", i), ends), control)
		c.VPSUBUSB(n, control, control) // the distance by which each part is moved
		c.VPADDB(r.Data("inPlaceOrZeros", inPlaceOrZeros()), control, control)
		c.VMOVDQU(isa.At(parts[2*i], 0), block.AsX())
		c.VINSERTI128(operand.U8(1), isa.At(parts[2*i+1], 0), block, block)
		c.VPSHUFB(control, block, block)
		c.VPXOR(r.every32(0x80), control, newlines)
		c.VPSHUFB(newlines, r.newlines(), newlines)
		c.VPOR(newlines, block, block)
		r.block[i] = block
	}
}

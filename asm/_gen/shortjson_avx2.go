package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What the kernels for short documents ask of AVX2.

func (p *planes256) clearErrors() { p.c.VPXOR(p.errors(), p.errors(), p.errors()) }
func (p *planes256) emitLater()   {}

func (p *planes256) first(dst int) {
	p.c.VMOVQ(p.m.data("first", []byte{1, 0, 0, 0, 0, 0, 0, 0}), p.xmm(dst))
}

func (p *planes256) before(n, plane, dst int) { p.c.VPSRLQ(operand.U8(n), p.v(plane), p.v(dst)) }

func (p *planes256) clear(*emitter, operand.Mem, int) { panic("BUG: tokens are one word") }

// onlyParts has the document, if it is one word: the first and third sixteen bytes, and the
// second and fourth.
var onlyParts = [2]reg.VecPhysical{reg.Y13, reg.Y14}

// loadDocument loads sixteen bytes or more.
func (p *planes256) loadDocument(src, size reg.GPPhysical, to operand.Mem) {
	if p.words == 1 {
		p.loadParts(src, size)
	} else {
		p.copyDocument(src, size, to)
	}
}

// loadParts loads sixteen bytes four times. Where that would go beyond the end, it loads the
// last ones, and moves them down. Newlines follow.
func (p *planes256) loadParts(src, size reg.GPPhysical) {
	c, last, at, by := p.c, reg.RCX, scratch[0], scratch[1]
	controls, newlines := reg.R10, reg.R11
	c.LEAQ(operand.Mem{Base: size, Disp: -16}, last)
	c.LEAQ(p.m.data("moveDown", append(iota64()[:16], repeat(0x80, 48)...)), controls)
	c.LEAQ(p.m.data("newlinesAfter", append(repeat(0, 16), repeat('\n', 48)...)), newlines)
	c.VMOVDQU(operand.Mem{Base: src}, onlyParts[0].AsX())
	for i := 1; i < 4; i++ {
		part := []reg.VecPhysical{reg.X0, onlyParts[1].AsX().(reg.VecPhysical), reg.X1, reg.X2}[i]
		c.MOVL(operand.U32(16*i), at.As32())
		c.CMPQ(at, last)
		c.CMOVQGT(last, at)
		c.MOVL(operand.U32(16*i), by.As32())
		c.SUBQ(at, by)
		c.VMOVDQU(operand.Mem{Base: src, Index: at, Scale: 1}, part)
		c.VPSHUFB(operand.Mem{Base: controls, Index: by, Scale: 1}, part, part)
		c.VPOR(operand.Mem{Base: newlines, Index: by, Scale: 1}, part, part)
	}
	for i, upper := range []reg.Register{reg.X1, reg.X2} {
		c.VINSERTI128(operand.U8(1), upper, onlyParts[i], onlyParts[i])
	}
}

// copyDocument copies with a last load and store that overlap those before.
func (p *planes256) copyDocument(src, size reg.GPPhysical, to operand.Mem) {
	c, next, block := p.c, reg.RCX, reg.Y0
	c.VMOVDQU(p.all('\n'), block)
	for i := 0; i < 64*p.words; i += 32 {
		c.VMOVDQU(block, to.Offset(i))
	}
	c.LEAQ(to, next)
	c.Label("half") // there are 64 bytes or more
	c.VMOVDQU(operand.Mem{Base: src}, block)
	c.VMOVDQU(block, operand.Mem{Base: next})
	c.ADDQ(operand.U8(32), src)
	c.ADDQ(operand.U8(32), next)
	c.SUBQ(operand.U8(32), size)
	c.CMPQ(size, operand.U8(32))
	c.JAE(operand.LabelRef("half"))
	c.VMOVDQU(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -32}, block)
	c.VMOVDQU(block, operand.Mem{Base: next, Index: size, Scale: 1, Disp: -32})
}

func (p *planes256) document(k *circuit) [8]*node {
	if p.words > 1 {
		return k.transpose(source{"document", 0})
	}
	return k.transposed(k.zero()) // it is in onlyParts
}

func (p *planes256) transposeRegister(e *emitter, _ int, dst []int) {
	p.transposeBlock(e, onlyParts, dst)
}

func (p *planes256) jumpUnlessPlain(chunk operand.Mem, label string) {
	c, equal, all := p.c, reg.Y1, reg.Y2
	block := reg.VecPhysical(reg.Y0)
	for i := range 2 * p.words {
		if p.words == 1 {
			block = onlyParts[i]
		} else {
			c.VMOVDQU(chunk.Offset(32*i), block)
		}
		if i == 0 {
			c.VPCMPEQB(p.all('\\'), block, all)
		} else {
			c.VPCMPEQB(p.all('\\'), block, equal)
			c.VPOR(equal, all, all)
		}
		c.VPOR(block, all, all)
	}
	c.VPMOVMSKB(all, scratch[0].As32())
	c.TESTL(scratch[0].As32(), scratch[0].As32())
	c.JNE(operand.LabelRef(label))
}

// tokenPlanes brings the bits of each plane together, word by word.
func (p *planes256) tokenPlanes(k *circuit, tokens *node, bits [8]*node, label string) (planes [8]*node) {
	c, mask, count, word := p.c, reg.RBX, reg.RCX, reg.RAX
	dense := []reg.GPPhysical{reg.RDX, reg.RSI, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12}
	var stored []*variable
	for _, plane := range append(bits[:len(dense):len(dense)], tokens) {
		v := k.frame.passingVariable()
		stored = append(stored, v)
		k.put(plane, v)
	}
	wordOf := func(v *variable, i int) operand.Mem { return p.address(v).Offset(8 * i) }
	k.do(func(*emitter, []int) {
		for i := range p.words {
			c.MOVQ(wordOf(stored[len(dense)], i), mask)
			for j, r := range dense {
				c.MOVQ(wordOf(stored[j], i), word)
				if i == 0 {
					c.PEXTQ(mask, word, r)
				} else {
					c.PEXTQ(mask, word, word)
					c.SHLXQ(count, word, word)
					c.ORQ(word, r)
				}
			}
			c.POPCNTQ(mask, word)
			if i == 0 {
				c.MOVQ(word, count)
			} else {
				c.ADDQ(word, count)
			}
		}
		c.CMPQ(count, operand.U8(63))
		c.JA(operand.LabelRef(label))
		for j, r := range dense {
			c.MOVQ(r, wordOf(stored[j], 0))
		}
	})
	k.target = p.narrow()
	for i := range dense {
		planes[i] = k.compute(func(e *emitter, out int, _ []int) { e.target.load(stored[i], out) })
	}
	return planes
}

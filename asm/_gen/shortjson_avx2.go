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

func (p *planes256) transposeRegister(*emitter, int, []int) { panic("BUG: bytes are in memory") }

// loadDocument copies with a last load and store that overlap those before: there are
// sixteen bytes or more.
func (p *planes256) loadDocument(src, size reg.GPPhysical, to operand.Mem) {
	c, next, block := p.c, reg.RCX, reg.Y0
	c.VMOVDQU(p.all('\n'), block)
	for i := 0; i < 64*p.words; i += 32 {
		c.VMOVDQU(block, to.Offset(i))
	}
	c.LEAQ(to, next)
	c.CMPQ(size, operand.U8(32))
	c.JB(operand.LabelRef("upTo32"))
	if p.words > 1 {
		c.Label("half")
		c.VMOVDQU(operand.Mem{Base: src}, block)
		c.VMOVDQU(block, operand.Mem{Base: next})
		c.ADDQ(operand.U8(32), src)
		c.ADDQ(operand.U8(32), next)
		c.SUBQ(operand.U8(32), size)
		c.CMPQ(size, operand.U8(32))
		c.JAE(operand.LabelRef("half"))
	} else {
		c.VMOVDQU(operand.Mem{Base: src}, block)
		c.VMOVDQU(block, operand.Mem{Base: next})
	}
	c.VMOVDQU(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -32}, block)
	c.VMOVDQU(block, operand.Mem{Base: next, Index: size, Scale: 1, Disp: -32})
	c.JMP(operand.LabelRef("loaded"))
	c.Label("upTo32")
	last := reg.X1
	c.VMOVDQU(operand.Mem{Base: src}, block.AsX())
	c.VMOVDQU(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -16}, last)
	c.VMOVDQU(block.AsX(), operand.Mem{Base: next})
	c.VMOVDQU(last, operand.Mem{Base: next, Index: size, Scale: 1, Disp: -16})
	c.Label("loaded")
}

func (p *planes256) document(k *circuit) [8]*node { return k.transpose(source{"document", 0}) }

func (p *planes256) jumpUnlessPlain(chunk operand.Mem, label string) {
	c, block, all := p.c, reg.Y0, reg.Y1
	for i := range 2 * p.words {
		c.VMOVDQU(chunk.Offset(32*i), block)
		if i == 0 {
			c.VPCMPEQB(p.all('\\'), block, all)
		} else {
			equal := reg.Y2
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

package main

import (
	"encoding/binary"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What the kernels for short documents ask of AVX2. They make planes of the document before
// anything else: it takes as few operations to move the end of eight planes to where it
// belongs, and the planes tell whether the document is plain.

func (p *planes256) clearErrors() { p.c.VPXOR(p.errors(), p.errors(), p.errors()) }

func (p *planes256) first(dst int) {
	p.c.VMOVQ(p.m.data("first", []byte{1, 0, 0, 0, 0, 0, 0, 0}), p.xmm(dst))
}

func (p *planes256) before(n, plane, dst int) { p.c.VPSRLQ(operand.U8(n), p.v(plane), p.v(dst)) }

func (p *planes256) clear(*emitter, operand.Mem, int) { panic("BUG: tokens are one word") }

// loadDocument leaves the planes in registers, and in memory. A load that would go beyond
// the end begins so much earlier. What it loads is moved down, and zeros come after it,
// which become newlines.
func (p *planes256) loadDocument(src, size reg.GPPhysical, to operand.Mem) {
	p.loaded = []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	after := p.v(9)
	if p.words == 1 {
		p.loadParts(src, size, after)
	} else {
		p.loadBlocks(src, size, after)
	}
	for bit, i := range p.loaded[:8] {
		if '\n'>>bit&1 != 0 {
			p.c.VPOR(after, p.v(i), p.v(i))
		}
		p.move(p.v(i), to.Offset(bit*p.planeBytes()))
	}
}

// loadParts loads a document of 16 to 63 bytes by sixteen of them. The shuffle that the
// transposition begins with also moves down. It sets after in what is after the end.
func (p *planes256) loadParts(src, size reg.GPPhysical, after reg.VecPhysical) {
	c := p.c
	parts := []reg.GPPhysical{src, reg.R8, reg.R11, reg.R12}
	p.addresses(src, size, 16, parts[1:], reg.RCX)
	n := p.v(8).AsY()
	c.VMOVD(size.As32(), p.xmm(8))
	c.VPBROADCASTB(p.xmm(8), n)
	for i, name := range []string{"evenPartsEnd", "oddPartsEnd"} {
		block, control := p.v(10+i).AsY(), p.v(12+i).AsY()
		c.VMOVDQU(at(parts[i], 0), p.xmm(10+i))
		c.VINSERTI128(operand.U8(1), at(parts[i+2], 0), block, block)
		c.VMOVDQU(p.m.data(name, append(repeat(byte(16*i+16), 16), repeat(byte(16*i+48), 16)...)), control)
		c.VPSUBUSB(n, control, control) // so far it moves
		c.VPADDUSB(p.m.data("eightAndEightOrZeros", eightAndEightOrZeros()), control, control)
		c.VPSHUFB(control, block, block)
	}
	p.transposeBlock([]int{10, 11, 12, 13}, p.loaded[:8])
	ones := scratch[0]
	c.MOVQ(operand.I32(-1), ones)
	c.SHLXQ(size, ones, ones)
	c.VMOVQ(ones, after)
}

// eightAndEightOrZeros is [eightAndEight] to which the distance is added: controls of 80
// and more stand for zeros.
func eightAndEightOrZeros() []byte {
	b := eightAndEight()
	for i := range b {
		b[i] += 0x70
	}
	return b
}

// loadBlocks loads a document of 64 to 255 bytes by 64 of them. Their words are moved down
// when they are planes.
func (p *planes256) loadBlocks(src, size reg.GPPhysical, after reg.VecPhysical) {
	c := p.c
	blocks := []reg.GPPhysical{src, reg.R8, reg.R11, reg.RCX}
	p.addresses(src, size, 64, blocks[1:3], blocks[3])
	r := registers{p: p, planes: p.loaded[:8], room: p.loaded[8:]}
	r.transpose(func(i int) operand.Mem { return at(blocks[i/4], 16*(i%4)) }, 9)

	n, distance, ones := p.v(10), p.v(11), p.v(12)
	c.VMOVQ(size, n.AsX())
	c.VPBROADCASTQ(n.AsX(), n)
	c.VMOVDQU(p.m.data("blocksEnd", blocksEnd()), distance)
	c.VPSUBUSW(n, distance, distance)
	for _, i := range p.loaded[:8] {
		c.VPSRLVQ(distance, p.v(i), p.v(i))
	}
	c.VPCMPEQD(ones, ones, ones)
	c.VPSRLVQ(distance, ones, after)
	c.VPXOR(ones, after, after)
}

// blocksEnd has, for each word of a plane, where its block ends.
func blocksEnd() []byte {
	var b []byte
	for i := range uint64(4) {
		b = binary.LittleEndian.AppendUint64(b, 64*(i+1))
	}
	return b
}

// addresses computes those of parts of so many bytes from the second one on, none after
// the last place where there are so many, which it computes, too.
func (p *planes256) addresses(src, size reg.GPPhysical, bytes int, parts []reg.GPPhysical, last reg.GPPhysical) {
	c := p.c
	c.LEAQ(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -bytes}, last)
	for i, part := range parts {
		c.LEAQ(at(src, bytes*(i+1)), part)
		c.CMPQ(part, last)
		c.CMOVQHI(last, part)
	}
}

// document returns the planes that have been loaded. They are in the registers that a
// circuit takes first.
func (p *planes256) document(k *circuit) (planes [8]*node) {
	planes = k.addAll(planes, &node{emit: func(e *emitter, out, _ []int) {
		e.temporaries(1, func(t []int) {
			if taken := append(slices.Clone(out), t...); !slices.Equal(slices.Sorted(slices.Values(p.loaded)), taken) {
				panic("BUG: the document is overwritten")
			}
			copy(out, p.loaded)
			copy(t, p.loaded[len(out):])
		})
		for bit, n := range planes {
			e.saved[n] = p.loadedPlane(bit)
		}
	}})
	return planes
}

// loadedPlane is the plane in memory.
func (p *planes256) loadedPlane(bit int) *variable {
	return &variable{"document", bit * p.planeBytes()}
}

func (p *planes256) jumpUnlessPlain(_ operand.Mem, label string) {
	c := p.c
	var b [8]reg.VecPhysical
	for bit := range b {
		b[bit] = p.v(p.loaded[bit])
	}
	special, not := p.v(9), p.v(10) // what has all that a backslash has, 5C, and what has more
	c.VPAND(b[2], b[3], special)
	c.VPOR(b[0], b[1], not)
	c.VPAND(b[4], special, special)
	c.VPOR(b[5], not, not)
	c.VPAND(b[6], special, special)
	c.VPANDN(special, not, special)
	c.VPOR(b[7], special, special)
	p.testEmpty(special)
	c.JNE(operand.LabelRef(label))
}

// tokenPlanes brings the bits of each plane together, word by word.
func (p *planes256) tokenPlanes(k *circuit, tokens *node, _ [8]*node, label string) (planes [8]*node) {
	c := p.c
	masks := []reg.GPPhysical{shortTokens, reg.R8, reg.R11, reg.R12}
	counts := []reg.GPPhysical{reg.RCX, reg.RDX, reg.RSI, reg.R13} // of tokens up to the end of each word
	v := k.frame.passingVariable()
	k.do(func(_ *emitter, in []int) {
		p.store(in[0], v)
		for i, mask := range masks {
			c.MOVQ(p.address(v).Offset(8*i), mask)
			c.POPCNTQ(mask, counts[i])
			if i > 0 {
				c.ADDQ(counts[i-1], counts[i])
			}
		}
		c.CMPQ(counts[3], operand.U8(63)) // what is none must come after them
		c.JA(operand.LabelRef(label))
	}, tokens)
	k.target = p.narrow()
	for bit := range planes[:7] {
		planes[bit] = k.compute(func(_ *emitter, out int, _ []int) {
			all, word := scratch[0], scratch[1]
			plane := p.address(p.loadedPlane(bit))
			c.MOVQ(plane, all)
			c.PEXTQ(masks[0], all, all)
			for i := 1; i < p.words; i++ {
				c.MOVQ(plane.Offset(8*i), word)
				c.PEXTQ(masks[i], word, word)
				c.SHLXQ(counts[i-1], word, word)
				c.ORQ(word, all)
			}
			c.VMOVQ(all, p.xmm(out))
		})
	}
	return planes
}

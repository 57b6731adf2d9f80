package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The registers of kernels on planes: one collects the errors, circuits may use the
// others.
var (
	planeErrors    = reg.Z31
	planeRegisters = []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10,
		reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20,
		reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30,
	}
)

// planeBits is the matrix, and the vector, that VGF2P8AFFINEQB turns eight bytes into
// eight planes with: byte i is 1<<i.
var planeBits = []byte{1, 2, 4, 8, 16, 32, 64, 128}

// byPlane is a permutation of 64 bytes: byte i of the eight bytes at 8g goes to place g of
// the eight at 8i.
func byPlane() []byte {
	b := make([]byte, 64)
	for i := range 8 {
		for g := range 8 {
			b[8*i+g] = byte(8*g + i)
		}
	}
	return b
}

// transpose loads eight blocks and computes the eight planes of their bits.
//
// VGF2P8AFFINEQB with the bytes as the matrix makes, of eight bytes, eight bytes with a
// bit of each; VPERMB brings those of one bit together; three rounds of shuffles transpose
// the blocks' quadwords. The first step leaves bits in reverse order within their bytes,
// so a last one turns them round. (bitshuffle, issue 182, does the first two steps.)
func (k *circuit) transpose(m *avx512, blocks [8]operand.Mem) (planes [8]*node) {
	out := k.computeAll(8, func(e *emitter, out, _ []reg.VecPhysical) {
		e.temporaries(6, func(t []reg.VecPhysical) { m.emitTranspose(e, blocks, out, t) })
	})
	return [8]*node(out)
}

func (m *avx512) emitTranspose(e *emitter, blocks [8]operand.Mem, out, t []reg.VecPhysical) {
	const even, odd = 0x88, 0xDD
	bits, order := t[4], t[5]
	e.c.VPBROADCASTQ(m.data("planeBits", planeBits), bits)
	e.c.VMOVDQU64(m.data("byPlane", byPlane()), order)
	for i, block := range blocks {
		e.c.VGF2P8AFFINEQB(operand.U8(0), block, bits, out[i])
		e.c.VPERMB(out[i], order, out[i])
	}
	// Pairs of quadwords: out[2i] has the even planes of blocks 2i and 2i+1, out[2i+1]
	// the odd ones.
	for i := 0; i < 8; i += 2 {
		e.c.VPUNPCKHQDQ(out[i+1], out[i], t[0])
		e.c.VPUNPCKLQDQ(out[i+1], out[i], out[i])
		e.c.VMOVDQA64(t[0], out[i+1])
	}
	for parity := range 2 {
		a, b, c, d := out[parity], out[parity+2], out[parity+4], out[parity+6]
		e.c.VSHUFI64X2(operand.U8(even), b, a, t[0]) // planes 0 and 4 of blocks 0 to 3
		e.c.VSHUFI64X2(operand.U8(odd), b, a, t[1])  // planes 2 and 6
		e.c.VSHUFI64X2(operand.U8(even), d, c, t[2]) // and of blocks 4 to 7
		e.c.VSHUFI64X2(operand.U8(odd), d, c, t[3])
		e.c.VSHUFI64X2(operand.U8(even), t[2], t[0], a)
		e.c.VSHUFI64X2(operand.U8(even), t[3], t[1], b)
		e.c.VSHUFI64X2(operand.U8(odd), t[2], t[0], c)
		e.c.VSHUFI64X2(operand.U8(odd), t[3], t[1], d)
	}
	for i := range out {
		e.c.VGF2P8AFFINEQB(operand.U8(0), bits, out[i], out[i])
	}
}

// carried is a plane of which places before the first come from the chunk before.
type carried struct {
	k       *circuit
	plane   *node
	aligned *node // each quadword with the one before it
}

// carry keeps the plane in v for the next chunk, and returns it with what v has from the
// last one.
func (k *circuit) carry(plane *node, v *variable) carried {
	if isLeftOut("a carry") {
		c := k.uncarried(plane)
		k.store(plane, v)
		return c
	}
	return k.carryForSpeed(plane, v)
}

// carryForSpeed is carry where no verdict depends on it.
func (k *circuit) carryForSpeed(plane *node, v *variable) carried {
	aligned := k.compute(func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical) {
		e.c.VALIGNQ(operand.U8(7), v.address, in[0], out)
	}, plane)
	k.store(plane, v)
	return carried{k, plane, aligned}
}

// uncarried is carry where nothing comes from the chunk before.
func (k *circuit) uncarried(plane *node) carried {
	return carried{k, plane, k.compute(func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical) {
		e.c.VPXORQ(out, out, out)
		e.c.VALIGNQ(operand.U8(7), out, in[0], out)
	}, plane)}
}

// after returns the plane moved up by n places: what is true of a byte is true there of
// the byte n places after it.
func (c carried) after(n int) *node {
	return c.k.compute(func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical) {
		e.c.VPSHLDQ(operand.U8(n), in[1], in[0], out)
	}, c.plane, c.aligned)
}

// unless jumps to the label if all planes are empty.
func (k *circuit) unless(label string, planes ...*node) {
	for i := range planes {
		if isLeftOut("a condition of the jump to " + label) {
			planes = slices.Delete(planes, i, i+1)
			break
		}
	}
	k.do(func(e *emitter, in []reg.VecPhysical) {
		e.c.VPTESTMQ(in[0], in[0], reg.K1)
		e.c.KORTESTB(reg.K1, reg.K1)
		e.c.JE(operand.LabelRef(label))
	}, k.or(planes...))
}

// Registers that emitted code may use in passing.
var scratch = [3]reg.GPPhysical{reg.RAX, reg.R9, reg.R10}

// inStrings returns which bytes are in strings, opening quotation marks included and
// closing ones not: those after which an odd number of marks came. The carry-less product
// with ones is that, within each quadword; the parities of the quadwords carry it over,
// and inString says, as 0 or 1, whether the chunk begins in a string.
func (k *circuit) inStrings(quotes *node, inString reg.GPPhysical) *node {
	return k.compute(func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical) {
		c, parity, shifted := e.c, scratch[0].As32(), scratch[1].As32()
		e.temporaries(2, func(t []reg.VecPhysical) {
			ones, high := t[0], t[1]
			c.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
			c.VPCLMULQDQ(operand.U8(0x01), ones, in[0], high)
			c.VPCLMULQDQ(operand.U8(0x00), ones, in[0], out)
			c.VPUNPCKLQDQ(high, out, out)
			c.VPMOVQ2M(out, reg.K1)
			c.KMOVB(reg.K1, parity)
			for _, n := range []int{1, 2, 4} {
				c.MOVL(parity, shifted)
				c.SHLL(operand.U8(n), shifted)
				c.XORL(shifted, parity)
			}
			c.SHLL(operand.U8(1), parity)
			c.NEGL(inString.As32())
			c.XORL(inString.As32(), parity)
			c.KMOVB(parity, reg.K1)
			c.VPXORQ(ones, out, reg.K1, out)
			c.SHRL(operand.U8(8), parity)
			c.ANDL(operand.U8(1), parity)
			c.MOVL(parity, inString.As32())
		})
	}, quotes)
}

// minus subtracts b from a as numbers of 512 bits; what is borrowed at the end is lost.
// A quadword that is smaller borrows from the next one, and one that is zero passes that
// on: which is what the carries of an addition of the two masks do.
func (k *circuit) minus(a, b *node) *node {
	const less = 1
	return k.compute(func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical) {
		c, borrow, passes := e.c, scratch[0].As32(), scratch[1].As32()
		e.temporaries(1, func(t []reg.VecPhysical) {
			c.VPSUBQ(in[1], in[0], out)
			c.VPCMPUQ(operand.U8(less), in[1], in[0], reg.K1)
			c.VPTESTNMQ(out, out, reg.K2)
			c.KMOVB(reg.K1, borrow)
			c.KMOVB(reg.K2, passes)
			c.ADDL(borrow, borrow)
			c.ADDL(passes, borrow)
			c.XORL(passes, borrow)
			c.KMOVB(borrow, reg.K1)
			c.VPTERNLOGQ(operand.U8(0xFF), t[0], t[0], t[0])
			c.VPADDQ(t[0], out, reg.K1, out)
		})
	}, a, b)
}

// every returns a plane of one word again and again.
func (k *circuit) every(m *avx512, name string, word uint8) *node {
	address := m.data(name, eightTimes(word))
	return k.compute(func(e *emitter, out reg.VecPhysical, _ []reg.VecPhysical) { e.c.VPBROADCASTQ(address, out) })
}

// storeLast stores, as the first bit of v, the last bit of the plane.
func (k *circuit) storeLast(plane *node, v *variable) {
	k.do(func(e *emitter, in []reg.VecPhysical) {
		last := scratch[0]
		e.temporaries(1, func(t []reg.VecPhysical) {
			e.c.VPMOVQ2M(in[0], reg.K1)
			e.c.KMOVB(reg.K1, last.As32())
			e.c.SHRL(operand.U8(7), last.As32())
			e.c.VMOVQ(last, t[0].AsX())
			e.c.VMOVDQA64(t[0], v.address)
		})
	}, plane)
}

package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// planes512 is AVX-512 as the target of circuits. A plane is eight words.
type planes512 struct {
	m     *avx512
	c     *build.Context
	bases map[string]reg.GPPhysical
	later []func() // code for the end
}

const words512 = 8

func (m *avx512) planes(bases map[string]reg.GPPhysical) amd64Planes {
	return &planes512{m: m, c: m.c, bases: bases}
}

// A vector register by its number. The last one collects the errors.
func (p *planes512) v(i int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10,
		reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20,
		reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
	}[i]
}

func (p *planes512) machine() machine { return p.m }

func (p *planes512) errors() reg.VecPhysical { return p.v(31) }

func (p *planes512) registers() int    { return 31 }
func (p *planes512) gateInputs() int   { return 3 }
func (p *planes512) memoryInput() bool { return true }
func (p *planes512) planeBytes() int   { return 8 * words512 }

func (p *planes512) address(v *variable) operand.Mem {
	return operand.Mem{Base: p.bases[v.base], Disp: v.offset}
}

func (p *planes512) load(v *variable, dst int)  { p.c.VMOVDQU64(p.address(v), p.v(dst)) }
func (p *planes512) store(src int, v *variable) { p.storeRegister(p.v(src), v) }

func (p *planes512) storeRegister(src reg.VecPhysical, v *variable) {
	p.c.VMOVDQU64(src, p.address(v))
}

func (p *planes512) copy(src, dst int) { p.c.VMOVDQA64(p.v(src), p.v(dst)) }
func (p *planes512) zero(dst int)      { p.c.VPXORQ(p.v(dst), p.v(dst), p.v(dst)) }

func (p *planes512) every(b byte, dst int) {
	p.c.VPBROADCASTQ(p.m.data("every"+string("0123456789ABCDEF"[b>>4])+string("0123456789ABCDEF"[b&15]), eightTimes(b)), p.v(dst))
}

func (p *planes512) first(dst int) {
	p.c.VMOVQ(p.m.data("first", []byte{1, 0, 0, 0, 0, 0, 0, 0}), p.v(dst).AsX())
}

func (p *planes512) operand(x place) operand.Op {
	if x.memory != nil {
		return p.address(x.memory)
	}
	return p.v(x.register)
}

// overwrites is false for the few gates that have an instruction of their own. Others
// could leave both inputs alone, too, but would wait for what was in dst before.
func (p *planes512) overwrites(table uint8, inputs int) bool {
	return inputs != 2 || p.simple(table) == nil
}

// simple returns the instruction for a gate of two inputs, if there is one.
func (p *planes512) simple(table uint8) func(ops ...operand.Op) {
	switch table {
	case tableAnd:
		return p.c.VPANDQ
	case tableOr:
		return p.c.VPORQ
	case tableXor:
		return p.c.VPXORQ
	case tableNotAnd:
		return p.c.VPANDNQ
	case tableAndNot:
		return func(ops ...operand.Op) { p.c.VPANDNQ(ops[1], ops[0], ops[2]) }
	}
	return nil
}

func (p *planes512) gate(table uint8, dst int, in ...place) {
	first, last, out := p.operand(in[0]), p.operand(in[len(in)-1]), p.v(dst)
	switch {
	case len(in) == 3:
		p.c.VPTERNLOGQ(operand.U8(ternlog(table, 3)), last, p.operand(in[1]), out)
	case len(in) == 2 && p.simple(table) != nil:
		if table == tableAndNot && in[1].memory != nil { // what is complemented cannot be there
			p.load(in[1].memory, dst)
			last = out
		}
		p.simple(table)(last, first, out)
	case len(in) == 2: // the last one twice
		p.c.VPTERNLOGQ(operand.U8(ternlogOfTwo(table)), last, out, out)
	default:
		p.c.VPTERNLOGQ(operand.U8(ternlog(table, 1)), out, out, out)
	}
}

// ternlogOfTwo is ternlog for a gate of two inputs of which the first is overwritten, and
// is the second one of VPTERNLOG, too.
func ternlogOfTwo(table uint8) uint8 {
	var imm uint8
	for row := range 8 {
		a, last := row>>2&1, row&1
		imm |= table >> (a | last<<1) & 1 << row
	}
	return imm
}

// fail adds what a gate of one or two inputs finds to the errors.
func (p *planes512) fail(table uint8, in ...place) {
	const dst = 0xF0
	p.c.VPTERNLOGQ(operand.U8(dst|ternlog(table, len(in))), p.operand(in[len(in)-1]), p.operand(in[0]), p.errors())
}

// ternlog converts a table to the one of VPTERNLOG, whose operands count from the top:
// the one that is overwritten is bit 2 of the row.
func ternlog(table uint8, inputs int) uint8 {
	var imm uint8
	for row := range 8 {
		a, b, c := row>>2&1, row>>1&1, row&1
		ours := a | b<<1 | c<<2
		switch inputs {
		case 2: // what is overwritten does not count
			ours = b | c<<1
		case 1:
			ours = c
		}
		imm |= table >> ours & 1 << row
	}
	return imm
}

// carry aligns each word with the one before it.
func (p *planes512) carry(e *emitter, v *variable, plane, dst int) {
	if v == nil {
		p.c.VALIGNQ_Z(operand.U8(words512-1), p.v(plane), p.v(plane), notFirst, p.v(dst))
		return
	}
	p.c.VALIGNQ(operand.U8(words512-1), p.address(v), p.v(plane), p.v(dst))
	p.store(plane, v)
}

func (p *planes512) after(e *emitter, n int, plane, aligned, dst int) {
	p.c.VPSHLDQ(operand.U8(n), p.v(aligned), p.v(plane), p.v(dst))
}

// Registers that may be used in passing.
var scratch = [3]reg.GPPhysical{reg.RAX, reg.R9, reg.R10}

// inStrings multiplies by ones without carries, which is the parity up to each place within
// each word; the parities of the words carry it over, and lexString says, as 0 or 1, whether
// the chunk begins in a string.
func (p *planes512) inStrings(e *emitter, quotes, dst int, alone bool) {
	c, parity, shifted := p.c, scratch[0].As32(), scratch[1].As32()
	in, out := p.v(quotes), p.v(dst)
	e.temporaries(2, func(t []int) {
		ones, high := p.v(t[0]), p.v(t[1])
		c.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
		c.VPCLMULQDQ(operand.U8(0x00), ones, in, out)
		c.VPCLMULQDQ(operand.U8(0x01), ones, in, high)
		c.VPUNPCKLQDQ(high, out, out)
		c.VPMOVQ2M(out, reg.K1)
		c.KMOVB(reg.K1, parity)
		for n := 1; n < words512; n *= 2 {
			c.MOVL(parity, shifted)
			c.SHLL(operand.U8(n), shifted)
			c.XORL(shifted, parity)
		}
		c.ADDL(parity, parity)
		if !alone {
			c.NEGL(lexString.As32())
			c.XORL(lexString.As32(), parity)
		}
		c.KMOVB(parity, reg.K1)
		c.VPXORQ(ones, out, reg.K1, out)
		if !alone {
			c.SHRL(operand.U8(words512), parity)
			c.ANDL(operand.U8(1), parity)
			c.MOVL(parity, lexString.As32())
		}
	})
}

// minus borrows from word to word: one that is smaller borrows from the next one, and one
// that is zero passes that on, which is what the carries of an addition of the two masks do.
func (p *planes512) minus(e *emitter, a, b, dst int) {
	const less = 1
	c, borrow, passes := p.c, scratch[0].As32(), scratch[1].As32()
	c.VPSUBQ(p.v(b), p.v(a), p.v(dst))
	e.temporaries(1, func(t []int) {
		ones := p.v(t[0])
		c.VPCMPUQ(operand.U8(less), p.v(b), p.v(a), reg.K1)
		c.VPTESTNMQ(p.v(dst), p.v(dst), reg.K2)
		c.KMOVB(reg.K1, borrow)
		c.KMOVB(reg.K2, passes)
		c.ADDL(borrow, borrow)
		c.ADDL(passes, borrow)
		c.XORL(passes, borrow)
		c.KMOVB(borrow, reg.K1)
		c.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
		c.VPADDQ(ones, p.v(dst), reg.K1, p.v(dst))
	})
}

func (p *planes512) storeLast(e *emitter, plane int, v *variable) {
	last := scratch[0]
	e.temporaries(1, func(t []int) {
		p.c.VPMOVQ2M(p.v(plane), reg.K1)
		p.c.KMOVB(reg.K1, last.As32())
		p.c.SHRL(operand.U8(words512-1), last.As32())
		p.c.VMOVQ(last, p.v(t[0]).AsX())
		p.store(t[0], v)
	})
}

// addOnes counts each word by itself.
func (p *planes512) addOnes(e *emitter, plane int, v *variable) {
	e.temporaries(1, func(t []int) {
		count := p.v(t[0])
		p.c.VPOPCNTQ(p.v(plane), count)
		p.c.VPADDQ(p.address(v), count, count)
		p.store(t[0], v)
	})
}

// ifAsked writes the code at the end, so that the other way goes straight on.
func (p *planes512) ifAsked(v *variable, label string, write func()) {
	asked := label + "IfAsked"
	p.c.CMPQ(p.address(v), operand.U8(0))
	p.c.JNE(operand.LabelRef(asked))
	p.c.Label(label)
	p.later = append(p.later, func() {
		p.c.Label(asked)
		write()
		p.c.JMP(operand.LabelRef(label))
	})
}

func (p *planes512) jumpIfEmpty(e *emitter, plane int, label string) {
	p.testEmpty(p.v(plane))
	p.c.JE(operand.LabelRef(label))
}

func (p *planes512) testEmpty(plane reg.VecPhysical) {
	p.c.VPTESTMQ(plane, plane, reg.K1)
	p.c.KORTESTB(reg.K1, reg.K1)
}

func (p *planes512) label(name string) { p.c.Label(name) }

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

// transpose takes blocks of 64 bytes, one for each word of a plane.
//
// VGF2P8AFFINEQB with the bytes as the matrix makes, of eight bytes, eight bytes with a
// bit of each; VPERMB brings those of one bit together; rounds of shuffles transpose the
// blocks' quadwords. The first step leaves bits in reverse order within their bytes, so a
// last one turns them round. (bitshuffle, issue 182, does the first two steps.)
func (p *planes512) transpose(e *emitter, blocks source, dst []int) {
	const even, odd = 0x88, 0xDD
	c := p.c
	out := make([]reg.VecPhysical, len(dst))
	for i, d := range dst {
		out[i] = p.v(d)
	}
	e.temporaries(7, func(temporary []int) {
		var t []reg.VecPhysical
		for _, i := range temporary {
			t = append(t, p.v(i))
		}
		bits, order := t[5], t[6]
		c.VPBROADCASTQ(p.m.data("planeBits", planeBits), bits)
		c.VMOVDQU64(p.m.data("byPlane", byPlane()), order)
		for i := range out {
			block := operand.Mem{Base: p.bases[blocks.pointer], Disp: blocks.offset + 64*i}
			c.VGF2P8AFFINEQB(operand.U8(0), block, bits, out[i])
			c.VPERMB(out[i], order, out[i])
		}
		// Pairs of quadwords: the even planes of blocks 2i and 2i+1, and the odd ones, which
		// go to where the pair before has left room.
		room := t[0]
		var evens, odds []reg.VecPhysical
		for i := 0; i < 8; i += 2 {
			c.VPUNPCKHQDQ(out[i+1], out[i], room)
			c.VPUNPCKLQDQ(out[i+1], out[i], out[i])
			evens, odds, room = append(evens, out[i]), append(odds, room), out[i+1]
		}
		to := []reg.VecPhysical{t[1], t[2], t[3], t[4]}
		for parity, x := range [][]reg.VecPhysical{evens, odds} {
			c.VSHUFI64X2(operand.U8(even), x[1], x[0], to[0]) // planes 0 and 4 of blocks 0 to 3
			c.VSHUFI64X2(operand.U8(odd), x[1], x[0], to[1])  // planes 2 and 6
			c.VSHUFI64X2(operand.U8(even), x[3], x[2], to[2]) // and of blocks 4 to 7
			c.VSHUFI64X2(operand.U8(odd), x[3], x[2], to[3])
			c.VSHUFI64X2(operand.U8(even), to[2], to[0], out[parity])
			c.VSHUFI64X2(operand.U8(even), to[3], to[1], out[parity+2])
			c.VSHUFI64X2(operand.U8(odd), to[2], to[0], out[parity+4])
			c.VSHUFI64X2(operand.U8(odd), to[3], to[1], out[parity+6])
		}
		for i := range out {
			c.VGF2P8AFFINEQB(operand.U8(0), bits, out[i], out[i])
		}
	})
}

// compress writes each block whole; what is too much, the next one overwrites.
func (p *planes512) compress(e *emitter, bytes source, plane *variable, out reg.GPPhysical) {
	c := p.c
	count := scratch[0]
	withTemporaries(e, 2, func(t []int) {
		block, dense := p.v(t[0]).AsZ(), p.v(t[1]).AsZ()
		for i := range words512 {
			mask := p.address(plane).Offset(8 * i)
			c.KMOVQ(mask, reg.K1)
			c.VMOVDQU64(operand.Mem{Base: p.bases[bytes.pointer], Disp: bytes.offset + 64*i}, block)
			compress512(c, block, reg.K1, dense)
			c.VMOVDQU64(dense, operand.Mem{Base: out})
			c.POPCNTQ(mask, count)
			c.ADDQ(count, out)
		}
	})
}

// compressBeside takes so little that it is done at once.
func (p *planes512) compressBeside(e *emitter, bytes source, plane *variable, out reg.GPPhysical) {
	p.compress(e, bytes, plane, out)
}

func (p *planes512) lastWord() int { return 8 * (words512 - 1) }

// document returns the planes of the document that has been loaded.
func (p *planes512) document(k *circuit) [8]*node { return k.transpose(source{"document", 0}) }

// loadDocument loads the last block under a mask; see [avx512.loadShort].
func (p *planes512) loadDocument(src, size reg.GPPhysical, to operand.Mem) {
	const page = 4096
	c := p.c
	newlines, block, moved := reg.Z0, reg.Z1, reg.Z2
	ones, mask, inPage := scratch[0], scratch[1], scratch[2]
	c.VPBROADCASTQ(p.m.data("newlines", eightTimes('\n')), newlines)
	for i := 1; i < words512; i++ {
		c.VMOVDQU64(newlines, to.Offset(64*i))
	}
	next := reg.RCX
	c.LEAQ(to, next)
	c.SUBQ(operand.U8(64), size)
	c.JB(operand.LabelRef("lastBlock"))
	c.Label("wholeBlock")
	c.VMOVDQU64(operand.Mem{Base: src}, block)
	c.VMOVDQU64(block, operand.Mem{Base: next})
	c.ADDQ(operand.U8(64), src)
	c.ADDQ(operand.U8(64), next)
	c.SUBQ(operand.U8(64), size)
	c.JAE(operand.LabelRef("wholeBlock"))
	c.Label("lastBlock")
	c.ADDQ(operand.U8(64), size)
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(size, ones, mask)
	c.KMOVQ(mask, reg.K1)
	c.VMOVDQA64(newlines, block)
	c.MOVL(src.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-64))
	c.JA(operand.LabelRef("atPageEnd"))
	c.VMOVDQU8(operand.Mem{Base: src}, reg.K1, block)
	c.Label("loaded")
	c.VMOVDQU64(block, operand.Mem{Base: next})
	p.later = append(p.later, func() {
		c.Label("atPageEnd")
		missing := inPage
		c.MOVQ(operand.I32(64), missing)
		c.SUBQ(size, missing)
		c.SHLXQ(missing, ones, mask)
		c.KMOVQ(mask, reg.K2)
		c.VMOVDQU8_Z(operand.Mem{Base: src, Index: size, Scale: 1, Disp: -64}, reg.K2, moved)
		c.VPBROADCASTB(missing.As32(), reg.Z3)
		c.VPADDB(p.m.data("iota", iota64()), reg.Z3, reg.Z3)
		c.VPERMB(moved, reg.Z3, reg.K1, block)
		c.JMP(operand.LabelRef("loaded"))
	})
}

func (p *planes512) emitLater() {
	for _, emit := range p.later {
		emit()
	}
}

func (p *planes512) clear(e *emitter, from operand.Mem, bytes int) {
	e.temporaries(1, func(t []int) {
		zero := p.v(t[0]).AsZ()
		p.c.VPXORQ(zero, zero, zero)
		for i := 0; i < bytes; i += 64 {
			p.c.VMOVDQU64(zero, from.Offset(i))
		}
	})
}

// bitsFrom sets the bits from the n-th one on.
func (p *planes512) bitsFrom(e *emitter, n reg.GPPhysical, dst int) {
	c, out := p.c, p.v(dst)
	e.temporaries(1, func(t []int) {
		ones := p.v(t[0])
		c.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
		c.VPBROADCASTQ(n, out)
		c.VPSUBUSW(p.m.data("beforeWord", beforeWord()), out, out)
		c.VPSLLVQ(out, ones, out)
	})
}

// beforeWord has, for each word of a plane, how many bits come before it.
func beforeWord() []byte {
	var b []byte
	for i := range uint64(words512) {
		b = binary.LittleEndian.AppendUint64(b, 64*i)
	}
	return b
}

func (p *planes512) jumpUnlessPlain(chunk operand.Mem, label string) {
	c := p.c
	backslashes, all := reg.Z0, reg.Z2
	c.VPBROADCASTQ(p.m.data("backslashes", eightTimes('\\')), backslashes)
	for i := range words512 {
		c.VMOVDQU64(chunk.Offset(64*i), reg.Z1)
		c.VPCMPEQB(reg.Z1, backslashes, reg.K1)
		if i == 0 {
			c.KMOVQ(reg.K1, reg.K2)
			c.VMOVDQA64(reg.Z1, all)
		} else {
			c.KORQ(reg.K1, reg.K2, reg.K2)
			c.VPORQ(reg.Z1, all, all)
		}
	}
	c.VPMOVB2M(all, reg.K1)
	c.KORTESTQ(reg.K1, reg.K2)
	c.JNE(operand.LabelRef(label))
}

// notFirst is a mask of all words but the first, once there are errors to collect.
var notFirst = reg.K7

func (p *planes512) setNotFirst() {
	p.c.MOVL(operand.U32(0xFE), scratch[0].As32())
	p.c.KMOVB(scratch[0].As32(), notFirst)
}

func (p *planes512) clearErrors() {
	p.setNotFirst()
	p.c.VPXORQ(p.errors(), p.errors(), p.errors())
}

func (p *planes512) loadErrors(v *variable) {
	p.setNotFirst()
	p.c.VMOVDQU64(p.address(v), p.errors())
}

func (p *planes512) storeErrors(v *variable) { p.storeRegister(p.errors(), v) }

func (p *planes512) setIfNoErrors(result operand.Op) {
	p.testEmpty(p.errors())
	p.c.SETEQ(result)
}

func (p *planes512) compressElements(bytes source, plane, inObject *variable, out reg.GPPhysical) {
	c := p.c
	count := scratch[0]
	c.VPBROADCASTQ(p.m.data("semicolons", eightTimes(';')), reg.Z2)
	for i := range words512 {
		mask := p.address(plane).Offset(8 * i)
		c.KMOVQ(p.address(inObject).Offset(8*i), reg.K2)
		c.KMOVQ(mask, reg.K1)
		c.VMOVDQU64(operand.Mem{Base: p.bases[bytes.pointer], Disp: bytes.offset + 64*i}, reg.Z0)
		c.VMOVDQU8(reg.Z2, reg.K2, reg.Z0)
		compress512(c, reg.Z0, reg.K1, reg.Z1)
		c.VMOVDQU64(reg.Z1, operand.Mem{Base: out})
		c.POPCNTQ(mask, count)
		c.ADDQ(count, out)
	}
}

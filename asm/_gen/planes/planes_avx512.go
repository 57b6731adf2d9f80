package planes

import (
	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Planes512 is AVX-512 as a target of circuits. A plane is eight words.
type Planes512 struct {
	M      *isa.AVX512
	c      *build.Context
	bases  map[string]reg.GPPhysical
	beside func()   // code to be written before the next jump
	later  []func() // code for the end
}

const Words512 = 8

func NewPlanes512(m *isa.AVX512, bases map[string]reg.GPPhysical) *Planes512 {
	return &Planes512{M: m, c: m.C, bases: bases}
}

// v returns the vector register with the given number. The last register collects the errors.
func (p *Planes512) v(i int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10,
		reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20,
		reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30, reg.Z31,
	}[i]
}

func (p *Planes512) Machine() isa.Machine { return p.M }

func (p *Planes512) errors() reg.VecPhysical { return p.v(31) }

func (p *Planes512) Registers() int { return 31 }

func (p *Planes512) GateInputs() int { return 3 }

func (p *Planes512) MemoryInput() bool { return true }

func (p *Planes512) PlaneBytes() int { return 8 * Words512 }

func (p *Planes512) Address(v *circuit.Variable) operand.Mem {
	return operand.Mem{Base: p.bases[v.Base], Disp: v.Offset}
}

func (p *Planes512) Load(v *circuit.Variable, dst int) { p.c.VMOVDQU64(p.Address(v), p.v(dst)) }

func (p *Planes512) Store(src int, v *circuit.Variable) { p.storeRegister(p.v(src), v) }

func (p *Planes512) storeRegister(src reg.VecPhysical, v *circuit.Variable) {
	p.c.VMOVDQU64(src, p.Address(v))
}

func (p *Planes512) Copy(src, dst int) { p.c.VMOVDQA64(p.v(src), p.v(dst)) }

func (p *Planes512) Zero(dst int) { p.c.VPXORQ(p.v(dst), p.v(dst), p.v(dst)) }

func (p *Planes512) Every(b byte, dst int) {
	p.c.VPBROADCASTQ(p.M.Data("every"+string("0123456789ABCDEF"[b>>4])+string("0123456789ABCDEF"[b&15]), isa.EightTimes(b)), p.v(dst))
}

func (p *Planes512) operand(x circuit.Place) operand.Op {
	if x.Memory != nil {
		return p.Address(x.Memory)
	}
	return p.v(x.Register)
}

// Overwrites returns false for the few gates that have an instruction of their own. Other gates of
// two inputs could preserve both inputs too, but their instruction would then wait for the old
// value of dst.
func (p *Planes512) Overwrites(table uint8, inputs int) bool {
	return inputs != 2 || p.simple(table) == nil
}

// simple returns the instruction for a gate of two inputs, or nil if there is none.
func (p *Planes512) simple(table uint8) func(ops ...operand.Op) {
	switch table {
	case circuit.TableAnd:
		return p.c.VPANDQ
	case circuit.TableOr:
		return p.c.VPORQ
	case circuit.TableXor:
		return p.c.VPXORQ
	case circuit.TableNotAnd:
		return p.c.VPANDNQ
	case circuit.TableAndNot:
		return func(ops ...operand.Op) { p.c.VPANDNQ(ops[1], ops[0], ops[2]) }
	}
	return nil
}

func (p *Planes512) Gate(table uint8, dst int, in ...circuit.Place) {
	first, last, out := p.operand(in[0]), p.operand(in[len(in)-1]), p.v(dst)
	switch {
	case len(in) == 3:
		p.c.VPTERNLOGQ(operand.U8(ternlog(table, 3)), last, p.operand(in[1]), out)
	case len(in) == 2 && p.simple(table) != nil:
		if table == circuit.TableAndNot && in[1].Memory != nil { // the complemented input cannot be in memory
			p.Load(in[1].Memory, dst)
			last = out
		}
		p.simple(table)(last, first, out)
	case len(in) == 2: // the second input is used twice
		p.c.VPTERNLOGQ(operand.U8(ternlogOfTwo(table)), last, out, out)
	default:
		p.c.VPTERNLOGQ(operand.U8(ternlog(table, 1)), out, out, out)
	}
}

// ternlogOfTwo returns the table of VPTERNLOG for a gate of two inputs. The first input is the
// operand that is overwritten, and the second input is used for both other operands.
func ternlogOfTwo(table uint8) uint8 {
	var imm uint8
	for row := range 8 {
		a, last := row>>2&1, row&1
		imm |= table >> (a | last<<1) & 1 << row
	}
	return imm
}

// Fail adds the result of a gate of one or two inputs to the errors.
func (p *Planes512) Fail(table uint8, in ...circuit.Place) {
	const dst = 0xF0
	p.c.VPTERNLOGQ(operand.U8(dst|ternlog(table, len(in))), p.operand(in[len(in)-1]), p.operand(in[0]), p.errors())
}

// ternlog converts a truth table to that of VPTERNLOG. This instruction numbers its operands in the
// opposite order: the operand that is overwritten is bit 2 of the row.
func ternlog(table uint8, inputs int) uint8 {
	var imm uint8
	for row := range 8 {
		a, b, c := row>>2&1, row>>1&1, row&1
		ours := a | b<<1 | c<<2
		switch inputs {
		case 2: // the operand that is overwritten does not matter
			ours = b | c<<1
		case 1:
			ours = c
		}
		imm |= table >> ours & 1 << row
	}
	return imm
}

// Carry moves the words of the plane up by one position. The last word of the previous chunk
// becomes the first word.
func (p *Planes512) Carry(e *circuit.Emitter, v *circuit.Variable, plane, dst int) {
	if v == nil {
		p.c.VALIGNQ_Z(operand.U8(Words512-1), p.v(plane), p.v(plane), notFirst, p.v(dst))
		return
	}
	p.c.VALIGNQ(operand.U8(Words512-1), p.Address(v), p.v(plane), p.v(dst))
	p.Store(plane, v)
}

func (p *Planes512) After(e *circuit.Emitter, n int, plane, aligned, dst int) {
	p.c.VPSHLDQ(operand.U8(n), p.v(aligned), p.v(plane), p.v(dst))
}

// Scratch holds general registers that may be used for a short time.
var Scratch = [3]reg.GPPhysical{reg.RAX, reg.R9, reg.R10}

// InStrings makes carry-less products of each word with a word of ones. They are the parities of
// the bits up to each bit within the word. The parity of each whole word is then carried over to
// the words after it. LexString is 1 if the chunk begins within a string, and 0 otherwise.
func (p *Planes512) InStrings(e *circuit.Emitter, quotes, dst int) {
	c, parity, shifted := p.c, Scratch[0].As32(), Scratch[1].As32()
	in, out := p.v(quotes), p.v(dst)
	e.Temporaries(2, func(t []int) {
		ones, high := p.v(t[0]), p.v(t[1])
		c.VPTERNLOGQ(operand.U8(0xFF), ones, ones, ones)
		c.VPCLMULQDQ(operand.U8(0x00), ones, in, out)
		c.VPCLMULQDQ(operand.U8(0x01), ones, in, high)
		c.VPUNPCKLQDQ(high, out, out)
		c.VPMOVQ2M(out, reg.K1)
		c.KMOVB(reg.K1, parity)
		for n := 1; n < Words512; n *= 2 {
			c.MOVL(parity, shifted)
			c.SHLL(operand.U8(n), shifted)
			c.XORL(shifted, parity)
		}
		c.ADDL(parity, parity)
		c.NEGL(LexString.As32())
		c.XORL(LexString.As32(), parity)
		c.KMOVB(parity, reg.K1)
		c.VPXORQ(ones, out, reg.K1, out)
		c.SHRL(operand.U8(Words512), parity)
		c.ANDL(operand.U8(1), parity)
		c.MOVL(parity, LexString.As32())
	})
}

// Minus subtracts word by word, and then lets words borrow from the next words. A word of a that is
// less than the same word of b borrows from the next word. If the difference of two words is zero,
// a borrow from that word is passed on to the next. The carries of an addition of the two masks
// have exactly this effect.
func (p *Planes512) Minus(e *circuit.Emitter, a, b, dst int) {
	const less = 1
	c, borrow, passes := p.c, Scratch[0].As32(), Scratch[1].As32()
	c.VPSUBQ(p.v(b), p.v(a), p.v(dst))
	e.Temporaries(1, func(t []int) {
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

func (p *Planes512) StoreLast(e *circuit.Emitter, plane int, v *circuit.Variable) {
	last := Scratch[0]
	e.Temporaries(1, func(t []int) {
		p.c.VPMOVQ2M(p.v(plane), reg.K1)
		p.c.KMOVB(reg.K1, last.As32())
		p.c.SHRL(operand.U8(Words512-1), last.As32())
		p.c.VMOVQ(last, p.v(t[0]).AsX())
		p.Store(t[0], v)
	})
}

// AddOnes counts the set bits of each word, and adds the count to the same word of v.
func (p *Planes512) AddOnes(e *circuit.Emitter, plane int, v *circuit.Variable) {
	e.Temporaries(1, func(t []int) {
		count := p.v(t[0])
		p.c.VPOPCNTQ(p.v(plane), count)
		p.c.VPADDQ(p.Address(v), count, count)
		p.Store(t[0], v)
	})
}

// IfAsked writes the code at the end of the function, so that no jump is taken if the code need not
// run.
func (p *Planes512) IfAsked(v *circuit.Variable, label string, write func()) {
	asked := label + "IfAsked"
	p.c.CMPQ(p.Address(v), operand.U8(0))
	p.c.JNE(operand.LabelRef(asked))
	p.c.Label(label)
	p.later = append(p.later, func() {
		p.c.Label(asked)
		write()
		p.c.JMP(operand.LabelRef(label))
	})
}

func (p *Planes512) JumpIfEmpty(e *circuit.Emitter, plane int, label string) {
	p.writeBeside()
	p.testEmpty(p.v(plane))
	p.c.JE(operand.LabelRef(label))
}

func (p *Planes512) testEmpty(plane reg.VecPhysical) {
	p.c.VPTESTMQ(plane, plane, reg.K1)
	p.c.KORTESTB(reg.K1, reg.K1)
}

func (p *Planes512) Label(name string) {
	if p.beside != nil {
		panic("BUG: no jump after CompressBeside")
	}
	p.c.Label(name)
}

// planeBits has the value 1<<i in byte i. VGF2P8AFFINEQB turns eight bytes into eight planes with
// planeBits as the vector, and reverses bits with planeBits as the matrix.
var planeBits = []byte{1, 2, 4, 8, 16, 32, 64, 128}

// byPlane returns a permutation of 64 bytes, which moves byte i of word g to byte g of word i.
func byPlane() []byte {
	b := make([]byte, 64)
	for i := range 8 {
		for g := range 8 {
			b[8*i+g] = byte(8*g + i)
		}
	}
	return b
}

// Transpose transposes blocks of 64 bytes, one for each word of a plane.
//
// VGF2P8AFFINEQB takes eight bytes as a matrix, and turns them into eight new bytes. Each new byte
// holds one bit of every old byte. VPERMB gathers the bytes that hold the same bit, and rounds of
// shuffles transpose the quadwords of the blocks. The first step reverses the order of the bits
// within bytes, so a last step reverses it again. (The first two steps are also in bitshuffle,
// issue 182.)
func (p *Planes512) Transpose(e *circuit.Emitter, blocks circuit.Source, dst []int) {
	const even, odd = 0x88, 0xDD
	c := p.c
	out := make([]reg.VecPhysical, len(dst))
	for i, d := range dst {
		out[i] = p.v(d)
	}
	e.Temporaries(7, func(temporary []int) {
		var t []reg.VecPhysical
		for _, i := range temporary {
			t = append(t, p.v(i))
		}
		bits, order := t[5], t[6]
		c.VPBROADCASTQ(p.M.Data("planeBits", planeBits), bits)
		c.VMOVDQU64(p.M.Data("byPlane", byPlane()), order)
		for i := range out {
			block := operand.Mem{Base: p.bases[blocks.Pointer], Disp: blocks.Offset + 64*i}
			c.VGF2P8AFFINEQB(operand.U8(0), block, bits, out[i])
			c.VPERMB(out[i], order, out[i])
		}
		// Quadwords of two adjacent blocks are paired: those of the even planes in one register,
		// and those of the odd planes in another. The register for the odd planes is the one that
		// the previous two blocks have left free.
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
			c.VSHUFI64X2(operand.U8(even), x[3], x[2], to[2]) // planes 0 and 4 of blocks 4 to 7
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

// Compress writes a whole block of output for each block of input. The next write overwrites the
// surplus.
func (p *Planes512) Compress(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical) {
	c := p.c
	count := Scratch[0]
	circuit.WithTemporaries(e, 2, func(t []int) {
		block, dense := p.v(t[0]).AsZ(), p.v(t[1]).AsZ()
		for i := range Words512 {
			mask := p.Address(plane).Offset(8 * i)
			c.KMOVQ(mask, reg.K1)
			c.VMOVDQU64(operand.Mem{Base: p.bases[bytes.Pointer], Disp: bytes.Offset + 64*i}, block)
			isa.Compress512(c, block, reg.K1, dense)
			c.VMOVDQU64(dense, operand.Mem{Base: out})
			c.POPCNTQ(mask, count)
			c.ADDQ(count, out)
		}
	})
}

// CompressBeside writes its code before the next jump. The CPU then has independent instructions to
// execute while the code before them waits for results. Interleaving the two was slower on Zen 4.
func (p *Planes512) CompressBeside(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical) {
	p.beside = func() { p.Compress(e, bytes, plane, out) }
}

// writeBeside writes the code that CompressBeside has left for later.
func (p *Planes512) writeBeside() {
	if p.beside != nil {
		p.beside()
		p.beside = nil
	}
}

func (p *Planes512) LastWord() int { return 8 * (Words512 - 1) }

func (p *Planes512) EmitLater() {
	for _, emit := range p.later {
		emit()
	}
}

// notFirst selects all words except the first. LoadErrors sets this mask.
var notFirst = reg.K7

func (p *Planes512) setNotFirst() {
	p.c.MOVL(operand.U32(0xFE), Scratch[0].As32())
	p.c.KMOVB(Scratch[0].As32(), notFirst)
}

func (p *Planes512) LoadErrors(v *circuit.Variable) {
	p.setNotFirst()
	p.c.VMOVDQU64(p.Address(v), p.errors())
}

func (p *Planes512) StoreErrors(v *circuit.Variable) { p.storeRegister(p.errors(), v) }

func (p *Planes512) SetIfNoErrors(result operand.Op) {
	p.testEmpty(p.errors())
	p.c.SETEQ(result)
}

func (p *Planes512) CompressElements(bytes circuit.Source, plane, inObject *circuit.Variable, out reg.GPPhysical) {
	c := p.c
	count := Scratch[0]
	c.VPBROADCASTQ(p.M.Data("semicolons", isa.EightTimes(';')), reg.Z2)
	for i := range Words512 {
		mask := p.Address(plane).Offset(8 * i)
		c.KMOVQ(p.Address(inObject).Offset(8*i), reg.K2)
		c.KMOVQ(mask, reg.K1)
		c.VMOVDQU64(operand.Mem{Base: p.bases[bytes.Pointer], Disp: bytes.Offset + 64*i}, reg.Z0)
		c.VMOVDQU8(reg.Z2, reg.K2, reg.Z0)
		isa.Compress512(c, reg.Z0, reg.K1, reg.Z1)
		c.VMOVDQU64(reg.Z1, operand.Mem{Base: out})
		c.POPCNTQ(mask, count)
		c.ADDQ(count, out)
	}
}

package planes

import (
	"encoding/binary"
	"slices"

	"github.com/assayjson/assay/asm/gen/circuit"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// planes256 is AVX2 as a target of circuits. A plane is four words.
type planes256 struct {
	m     *isa.AVX2
	c     *build.Context
	bases map[string]reg.GPPhysical

	beside []func() // pieces of code to be interleaved with other code
	gaps   int      // number of gaps so far that could hold such a piece
	later  []func() // code for the end
}

const words256 = 4

func newPlanes256(m *isa.AVX2, bases map[string]reg.GPPhysical) *planes256 {
	return &planes256{m: m, c: m.C, bases: bases}
}

// v returns the vector register with the given number. The last register collects the errors, and
// the two before it are reserved for Compress.
func (p *planes256) v(i int) reg.VecPhysical {
	return []reg.VecPhysical{
		reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
	}[i]
}

func (p *planes256) Machine() isa.Machine { return p.m }

func (p *planes256) errors() reg.VecPhysical { return p.v(15) }

func (p *planes256) Registers() int { return 13 }

func (p *planes256) GateInputs() int { return 2 }

func (p *planes256) MemoryInput() bool { return true }

func (p *planes256) PlaneBytes() int { return 8 * words256 }

func (p *planes256) Address(v *circuit.Variable) operand.Mem {
	return operand.Mem{Base: p.bases[v.Base], Disp: v.Offset}
}

func (p *planes256) Load(v *circuit.Variable, dst int) { p.move(p.Address(v), p.v(dst)) }

func (p *planes256) Store(src int, v *circuit.Variable) { p.move(p.v(src), p.Address(v)) }

// move does not require alignment, because some variables are in the caller's memory.
func (p *planes256) move(src, dst operand.Op) {
	p.c.VMOVDQU(src, dst)
}

func (p *planes256) Copy(src, dst int) { p.c.VMOVDQA(p.v(src), p.v(dst)) }

func (p *planes256) Zero(dst int) { p.c.VPXOR(p.v(dst), p.v(dst), p.v(dst)) }

func (p *planes256) Every(b byte, dst int) { p.c.VMOVDQU(p.all(b), p.v(dst)) }

// all returns a vector in memory in which every byte is b.
func (p *planes256) all(b byte) operand.Mem {
	const digits = "0123456789ABCDEF"
	return p.m.Data("all"+string(digits[b>>4])+string(digits[b&15]), isa.Repeat(b, 32))
}

func (p *planes256) operand(x circuit.Place) operand.Op {
	if x.Memory != nil {
		return p.Address(x.Memory)
	}
	return p.v(x.Register)
}

func (p *planes256) Overwrites(uint8, int) bool { return false }

func (p *planes256) Gate(table uint8, dst int, in ...circuit.Place) {
	p.gap()
	c, out := p.c, p.v(dst)
	first, last := p.operand(in[0]), p.operand(in[len(in)-1])
	switch table {
	case circuit.TableNot:
		c.VPXOR(p.all(0xFF), first, out)
	case circuit.TableIs:
		c.VMOVDQA(first, out)
	case circuit.TableAnd:
		c.VPAND(last, first, out)
	case circuit.TableOr:
		c.VPOR(last, first, out)
	case circuit.TableXor:
		c.VPXOR(last, first, out)
	case circuit.TableNotAnd:
		c.VPANDN(last, first, out)
	case circuit.TableAndNot: // the complemented input cannot be in memory
		if in[1].Memory != nil {
			p.Load(in[1].Memory, dst)
			last = out
		}
		c.VPANDN(first, last, out)
	default:
		panic("BUG: no such gate")
	}
}

func (p *planes256) Fail(table uint8, in ...circuit.Place) {
	c, errors := p.c, p.errors()
	switch table {
	case circuit.TableIs:
		c.VPOR(p.operand(in[0]), errors, errors)
	case circuit.TableNot:
		c.VPANDN(p.operand(in[0]), errors, errors)
		c.VPXOR(p.all(0xFF), errors, errors)
	default:
		panic("BUG: no such gate")
	}
}

// Carry moves the words of the plane up by one position. A rotation moves the last word to the
// front, where the last word of the previous chunk replaces it. The rotated plane is stored in v,
// so that the last word is at the front of v.
func (p *planes256) Carry(e *circuit.Emitter, v *circuit.Variable, plane, dst int) {
	const goRound, first = 0b10_01_00_11, 0b00000011
	c, out := p.c, p.v(dst)
	e.Temporaries(1, func(t []int) {
		round := p.v(t[0])
		c.VPERMQ(operand.U8(goRound), p.v(plane), round)
		if v == nil {
			p.Zero(dst)
			c.VPBLENDD(operand.U8(first), out, round, out)
			return
		}
		c.VPBLENDD(operand.U8(first), p.Address(v), round, out)
		p.Store(t[0], v)
	})
}

func (p *planes256) LastWord() int { return 0 }

func (p *planes256) After(e *circuit.Emitter, n int, plane, aligned, dst int) {
	c, out := p.c, p.v(dst)
	e.Temporaries(1, func(t []int) {
		p.up(n, p.v(plane), out)
		c.VPSRLQ(operand.U8(64-n), p.v(aligned), p.v(t[0]))
		c.VPOR(p.v(t[0]), out, out)
	})
}

// up shifts the bits of each word up by n positions. It uses an addition if n is 1, because more of
// the CPU's units can add than shift.
func (p *planes256) up(n int, x, dst reg.VecPhysical) {
	if n == 1 {
		p.c.VPADDQ(x, x, dst)
	} else {
		p.c.VPSLLQ(operand.U8(n), x, dst)
	}
}

// InStrings computes the parity of the bits up to each bit within each word. A table then gives the
// words that must be complemented. The table is indexed by the parities of the words and by
// LexString, which is 1 if the chunk begins within a string, and 0 otherwise.
func (p *planes256) InStrings(e *circuit.Emitter, quotes, dst int) {
	c, out := p.c, p.v(dst)
	p.parities(e, p.v(quotes), out)
	odd, table := Scratch[0].As32(), Scratch[1]
	c.VMOVMSKPD(out, odd)
	c.SHLL(operand.U8(4), LexString.As32())
	c.ORL(LexString.As32(), odd)
	c.POPCNTL(odd, LexString.As32())
	c.ANDL(operand.U8(1), LexString.As32())
	c.SHLL(operand.U8(5), odd)
	c.LEAQ(p.m.Data("oddBefore", oddBefore()), table)
	c.VPXOR(operand.Mem{Base: table, Index: Scratch[0], Scale: 1}, out, out)
}

// parities computes the parity of the bits up to each bit within each word. Each step doubles the
// number of bits that are included. Carry-less multiplication would not be faster for several
// words.
func (p *planes256) parities(e *circuit.Emitter, in, out reg.VecPhysical) {
	e.Temporaries(1, func(t []int) {
		moved := p.v(t[0])
		for n := 1; n < 64; n *= 2 {
			p.up(n, in, moved)
			p.c.VPXOR(moved, in, out)
			in = out
		}
	})
}

// oddBefore returns a table that is indexed by the set of words with odd parity. Bit 4 of the index
// is the parity of the bits before all words. An entry has ones in the words that come after an odd
// number of set bits.
func oddBefore() []byte {
	var b []byte
	for odd := range 32 {
		before := uint64(odd >> 4)
		for word := range 4 {
			b = binary.LittleEndian.AppendUint64(b, -before)
			before ^= uint64(odd >> word & 1)
		}
	}
	return b
}

// Minus subtracts word by word, and then lets words borrow from the next words. A word of a that is
// less than the same word of b borrows from the next word. If the difference of two words is zero,
// a borrow from that word is passed on to the next. The carries of an addition of the two masks
// have exactly this effect.
func (p *planes256) Minus(e *circuit.Emitter, a, b, dst int) {
	c, out := p.c, p.v(dst)
	c.VPSUBQ(p.v(b), p.v(a), out)
	borrow, passes, table := Scratch[0], Scratch[1], Scratch[2]
	e.Temporaries(2, func(t []int) {
		smaller, equal := p.v(t[0]), p.v(t[1])
		c.VPANDN(p.v(b), p.v(a), smaller) // a word borrows if its top bit is set only in b
		c.VPXOR(p.v(b), p.v(a), equal)    // if the top bits of a and b are equal, a word borrows if the difference has its top bit set
		c.VPANDN(out, equal, equal)
		c.VPOR(equal, smaller, smaller)
		c.VMOVMSKPD(smaller, borrow.As32())
		c.VPXOR(equal, equal, equal)
		c.VPCMPEQQ(equal, out, equal)
		c.VMOVMSKPD(equal, passes.As32())
	})
	c.ADDL(borrow.As32(), borrow.As32())
	c.ADDL(passes.As32(), borrow.As32())
	c.XORL(passes.As32(), borrow.As32())
	c.ANDL(operand.U8(15), borrow.As32())
	c.SHLL(operand.U8(5), borrow.As32())
	c.LEAQ(p.m.Data("wordsOf", wordsOf()), table)
	c.VPADDQ(operand.Mem{Base: table, Index: borrow, Scale: 1}, out, out)
}

// wordsOf returns a table that is indexed by a set of words. An entry has ones in the words of the
// set.
func wordsOf() []byte {
	var b []byte
	for set := range 16 {
		for word := range 4 {
			b = binary.LittleEndian.AppendUint64(b, -uint64(set>>word&1))
		}
	}
	return b
}

func (p *planes256) StoreLast(e *circuit.Emitter, plane int, v *circuit.Variable) {
	c := p.c
	e.Temporaries(1, func(t []int) {
		last, out := p.v(t[0]).AsX(), p.v(t[0])
		c.VPSRLQ(operand.U8(63), p.v(plane), out)
		c.VEXTRACTI128(operand.U8(1), out, last)
		c.VPSRLDQ(operand.U8(8), last, last)
		p.Store(t[0], v)
	})
}

// AddOnes counts the set bits in general registers, and adds the total to the first word of v.
func (p *planes256) AddOnes(e *circuit.Emitter, plane int, v *circuit.Variable) {
	words, sum, count := e.Frame.PassingVariable(), Scratch[0], Scratch[1]
	p.Store(plane, words)
	p.c.POPCNTQ(p.Address(words), sum)
	for i := range words256 - 1 {
		p.c.POPCNTQ(p.Address(words).Offset(8*i+8), count)
		p.c.ADDQ(count, sum)
	}
	p.c.ADDQ(sum, p.Address(v))
}

// IfAsked writes the code at the end of the function, so that no jump is taken if the code need not
// run.
func (p *planes256) IfAsked(v *circuit.Variable, label string, write func()) {
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

func (p *planes256) JumpIfEmpty(e *circuit.Emitter, plane int, label string) {
	p.writeBeside()
	p.testEmpty(p.v(plane))
	p.c.JE(operand.LabelRef(label))
}

func (p *planes256) testEmpty(plane reg.VecPhysical) {
	p.c.VPTEST(plane, plane)
}

// besidePace is the number of gaps from one piece of interleaved code to the next. With 2, the last
// piece of Compress for a chunk is written at about the last gap.
const besidePace = 2

// gap marks a position at which a piece of unrelated code may be written. Circuits are long chains
// of steps that wait for each other, and a CPU does not look far enough ahead to find other work by
// itself.
func (p *planes256) gap() {
	if len(p.beside) == 0 {
		return
	}
	if p.gaps++; p.gaps%besidePace == 0 {
		p.beside[0]()
		p.beside = p.beside[1:]
	}
}

// writeBeside writes the remaining pieces. It must be called before code that may be jumped over or
// jumped to.
func (p *planes256) writeBeside() {
	for _, write := range p.beside {
		write()
	}
	p.beside = nil
}

func (p *planes256) Label(name string) {
	p.writeBeside()
	p.c.Label(name)
}

// Transpose transposes four adjacent blocks.
func (p *planes256) Transpose(e *circuit.Emitter, blocks circuit.Source, dst []int) {
	from := operand.Mem{Base: p.bases[blocks.Pointer], Disp: blocks.Offset}
	e.Temporaries(2, func(t []int) {
		r := registers{p: p, planes: dst, room: t[:1]}
		r.Transpose(func(i int) operand.Mem { return from.Offset(16 * i) }, t[1])
	})
}

// registers holds the registers that will contain eight planes, and a spare register.
type registers struct {
	p      *planes256
	planes []int
	room   []int
}

// Transpose transposes the chunk. The function part returns the address of the i-th sixteen bytes
// of the chunk.
func (r *registers) Transpose(part func(i int) operand.Mem, temporary int) {
	r.loadColumns(part)
	p := r.p
	for _, distance := range []int{4, 2, 1} {
		for i, j := range r.planes {
			if i&distance == 0 {
				p.exchange(distance, p.v(j), p.v(r.planes[i+distance]), p.v(temporary))
			}
		}
	}
}

// loadColumns gathers in each register the bytes whose addresses have the same remainder modulo 8,
// in the order of the addresses. The first step brings two of these bytes together, and each round
// after that doubles their number.
//
// The shuffles do not cross the middle of a register. So from the first step on, the upper halves
// of the registers hold only bytes of the second half of the chunk.
func (r *registers) loadColumns(part func(i int) operand.Mem) {
	c := r.p.c
	for i, j := range r.planes {
		v := r.p.v(j)
		r.p.gap()
		c.VMOVDQU(part(i), v.AsX())
		c.VINSERTI128(operand.U8(1), part(8+i), v, v)
		c.VPSHUFB(r.p.m.Data("eightAndEight", eightAndEight()), v, v)
	}

	r.interleave(c.VPUNPCKLWD, c.VPUNPCKHWD)
	r.interleave(c.VPUNPCKLDQ, c.VPUNPCKHDQ)
	r.interleave(c.VPUNPCKLQDQ, c.VPUNPCKHQDQ)

	// Each round has put lower remainders into the first four registers and higher remainders into
	// the others. Therefore, the number of the register of a remainder is the remainder with its
	// bits reversed.
	reversed := slices.Clone(r.planes)
	for i, j := range []int{0, 4, 2, 6, 1, 5, 3, 7} {
		r.planes[j] = reversed[i]
	}
}

// eightAndEight returns the controls with which VPSHUFB interleaves the lower and the upper eight
// bytes of each lane of 16 bytes.
func eightAndEight() []byte {
	var b []byte
	for i := range byte(32) {
		b = append(b, i%16/2+i%2*8)
	}
	return b
}

// interleave interleaves adjacent registers, within each half of a register. The results of low go
// to the first four registers, and the results of high go to the other four.
func (r *registers) interleave(low, high func(ops ...operand.Op)) {
	var lows, highs []int
	room := r.room[0]
	for i := 0; i < 8; i += 2 {
		a, b := r.planes[i], r.planes[i+1]
		r.p.gap()
		high(r.p.v(b), r.p.v(a), r.p.v(room))
		low(r.p.v(b), r.p.v(a), r.p.v(a))
		lows, highs, room = append(lows, a), append(highs, room), b
	}
	copy(r.planes, append(lows, highs...))
	r.room[0] = room
}

// exchange exchanges bits of a and b in each byte. The distance is 4, 2 or 1. Bit n of each byte of
// a is exchanged with bit n-distance of the same byte of b, for each n from 0 to 7 with n&distance
// != 0. Three such rounds transpose eight times eight bits (Hacker's Delight, section 7-3).
func (p *planes256) exchange(distance int, a, b, t reg.VecPhysical) {
	p.gap()
	lower := map[int]byte{4: 0x0F, 2: 0x33, 1: 0x55}[distance]
	p.c.VPSRLQ(operand.U8(distance), a, t)
	p.c.VPXOR(b, t, t)
	p.c.VPAND(p.all(lower), t, t)
	p.c.VPXOR(t, b, b)
	p.up(distance, t, t)
	p.c.VPXOR(t, a, a)
}

// Registers of compress, which circuits do not use.
var (
	compressTable = reg.R14
	compressBytes = reg.X13
	compressOut   = reg.X14
)

// Compress processes eight bytes at a time. A table has a shuffle for each subset of eight bytes.
func (p *planes256) Compress(e *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical) {
	p.CompressBeside(e, bytes, plane, out)
	p.writeBeside()
}

func (p *planes256) CompressBeside(_ *circuit.Emitter, bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical) {
	p.compressChanged(bytes, plane, out, func(int) {})
}

// CompressElements expands the bits of inObject to bytes, which select the commas to change.
func (p *planes256) CompressElements(bytes circuit.Source, plane, inObject *circuit.Variable, out reg.GPPhysical) {
	c, mask := p.c, compressOut
	bits := p.m.Data("bits", append(planeBits, planeBits...))
	which := p.m.Data("eachEightTimes", append(isa.Repeat(0, 8), isa.Repeat(1, 8)...))
	p.compressChanged(bytes, plane, out, func(i int) {
		c.VPBROADCASTW(p.Address(inObject).Offset(2*i), mask)
		c.VPSHUFB(which, mask, mask)
		c.VPAND(bits, mask, mask)
		c.VPCMPEQB(bits, mask, mask)
		c.VPAND(p.all(','^';'), mask, mask)
		c.VPXOR(mask, compressBytes, compressBytes)
	})
	p.writeBeside()
}

// compressChanged is like CompressBeside, but also calls the function change for each sixteen bytes
// that have been loaded.
func (p *planes256) compressChanged(bytes circuit.Source, plane *circuit.Variable, out reg.GPPhysical, change func(i int)) {
	c, masks := p.c, p.Address(plane)
	from := operand.Mem{Base: p.bases[bytes.Pointer], Disp: bytes.Offset}
	c.LEAQ(p.m.Data("shuffles", shuffles()), compressTable)
	for i := range 8 * words256 {
		half, set := i%2, Scratch[0]
		shuffle := operand.Mem{Base: compressTable, Disp: half * 8 * 256, Index: set, Scale: 8}
		p.beside = append(p.beside, func() {
			if half == 0 {
				c.VMOVDQU(from.Offset(8*i), compressBytes)
				change(i / 2)
			}
			c.MOVBLZX(masks.Offset(i), set.As32())
			c.VPSHUFB(shuffle, compressBytes, compressOut)
			c.VMOVQ(compressOut, operand.Mem{Base: out})
			c.POPCNTL(set.As32(), set.As32())
			c.ADDQ(set, out)
		})
	}
}

// shuffles returns a table of controls for VPSHUFB. For each subset of the lower eight bytes, the
// first half has a control that moves the bytes of the subset to the front. The second half has the
// same for the upper eight bytes.
func shuffles() []byte {
	var b []byte
	for half := range 2 {
		for set := range 256 {
			entry := make([]byte, 0, 8)
			for i := range 8 {
				if set>>i&1 != 0 {
					entry = append(entry, byte(8*half+i))
				}
			}
			b = append(b, append(entry, isa.Repeat(0x80, 8-len(entry))...)...)
		}
	}
	return append(b, isa.Repeat(0x80, 8)...)
}

func (p *planes256) EmitLater() {
	for _, emit := range p.later {
		emit()
	}
}

func (p *planes256) LoadErrors(v *circuit.Variable) { p.move(p.Address(v), p.errors()) }

func (p *planes256) StoreErrors(v *circuit.Variable) { p.move(p.errors(), p.Address(v)) }

func (p *planes256) SetIfNoErrors(result operand.Op) {
	p.testEmpty(p.errors())
	p.c.SETEQ(result)
}

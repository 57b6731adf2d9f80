package main

import (
	"fmt"
	"slices"
)

// planesNEON is NEON as the target of circuits. A plane is a vector of 128 bits, two words.
type planesNEON struct {
	f     *armFile
	bases map[string]string
}

// neonErrors is the vector register that collects the errors: the last one, which
// circuits may not use.
const neonErrors = 31

func (p *planesNEON) registers() int    { return neonErrors }
func (p *planesNEON) gateInputs() int   { return 2 }
func (p *planesNEON) memoryInput() bool { return false }
func (p *planesNEON) planeBytes() int   { return 16 }

// A vector register as the assembler wants it: its bytes, its words, one of these, or, for
// loads and stores, the whole or the lower half.
func inBytes(v int) string   { return fmt.Sprintf("V%d.B16", v) }
func inHalf(v int) string    { return fmt.Sprintf("V%d.B8", v) }
func inWords(v int) string   { return fmt.Sprintf("V%d.D2", v) }
func inWord(v, i int) string { return fmt.Sprintf("V%d.D[%d]", v, i) }
func inMemory(v int) string  { return fmt.Sprintf("F%d", v) }

func (p *planesNEON) address(v *variable) string { return armAt(p.bases[v.base], v.offset) }

func armAt(base string, offset int) string { return fmt.Sprintf("%d(%s)", offset, base) }

// bytes writes an instruction on the bytes of vectors.
func (p *planesNEON) bytes(op string, vectors ...int) {
	operands := make([]any, len(vectors))
	for i, v := range vectors {
		operands[i] = inBytes(v)
	}
	p.f.op(op, operands...)
}

func (p *planesNEON) load(v *variable, dst int)  { p.f.op("FMOVQ", p.address(v), inMemory(dst)) }
func (p *planesNEON) store(src int, v *variable) { p.f.op("FMOVQ", inMemory(src), p.address(v)) }
func (p *planesNEON) copy(src, dst int)          { p.bytes("VMOV", src, dst) }
func (p *planesNEON) zero(dst int)               { p.every(0, dst) }
func (p *planesNEON) every(b byte, dst int)      { p.f.op("VMOVI", int(b), inBytes(dst)) }

// What the assembler does not know, by the encodings in the manual (Arm ARM, C7.2).

func (p *planesNEON) andNot(a, b, dst int) {
	p.f.word(0x4E601C00|uint32(b<<16|a<<5|dst), "BIC V%d.16B, V%d.16B, V%d.16B", dst, a, b)
}

func (p *planesNEON) orNot(a, b, dst int) {
	p.f.word(0x4EE01C00|uint32(b<<16|a<<5|dst), "ORN V%d.16B, V%d.16B, V%d.16B", dst, a, b)
}

func (p *planesNEON) not(a, dst int) {
	p.f.word(0x6E205800|uint32(a<<5|dst), "MVN V%d.16B, V%d.16B", dst, a)
}

func (p *planesNEON) overwrites(uint8, int) bool { return false }

func (p *planesNEON) gate(table uint8, dst int, in ...place) {
	a, b := in[0].register, in[len(in)-1].register
	switch table &= 1<<(1<<len(in)) - 1; {
	case len(in) == 1 && table == tableNot&3:
		p.not(a, dst)
	case len(in) == 1 && table == tableIs&3:
		p.copy(a, dst)
	case table == tableAnd&15:
		p.bytes("VAND", a, b, dst)
	case table == tableOr&15:
		p.bytes("VORR", a, b, dst)
	case table == tableXor&15:
		p.bytes("VEOR", a, b, dst)
	case table == tableAndNot&15:
		p.andNot(a, b, dst)
	case table == tableNotAnd&15:
		p.andNot(b, a, dst)
	default:
		panic(fmt.Sprintf("BUG: no gate of %d inputs has the table %b", len(in), table))
	}
}

func (p *planesNEON) fail(table uint8, in ...place) {
	a := in[0].register
	if table&3 == tableNot&3 {
		p.orNot(neonErrors, a, neonErrors)
	} else {
		p.bytes("VORR", a, neonErrors, neonErrors)
	}
}

// carry aligns each word with the one before it.
func (p *planesNEON) carry(e *emitter, v *variable, plane, dst int) {
	if v == nil {
		p.zero(dst)
	} else {
		p.load(v, dst)
		p.store(plane, v)
	}
	p.f.op("VEXT", 8, inBytes(plane), inBytes(dst), inBytes(dst))
}

func (p *planesNEON) after(e *emitter, n int, plane, aligned, dst int) {
	p.shiftUp(n, inWords(plane), inWords(dst))
	p.f.op("VSRI", 64-n, inWords(aligned), inWords(dst))
}

// shiftUp adds where that is enough: on many cores, fewer units can shift.
func (p *planesNEON) shiftUp(n int, from, dst string) {
	if n == 1 {
		p.f.op("VADD", from, from, dst)
	} else {
		p.f.op("VSHL", n, from, dst)
	}
}

// General registers that may be used in passing.
var armScratch = [4]string{"R10", "R11", "R12", "R13"}

// words moves the words of a plane to general registers, and fromWords moves them back.
func (p *planesNEON) words(plane int, low, high string) {
	p.f.op("VMOV", inWord(plane, 0), low)
	p.f.op("VMOV", inWord(plane, 1), high)
}

func (p *planesNEON) fromWords(low, high string, dst int) {
	p.f.op("FMOVD", low, inMemory(dst))
	p.f.op("VMOV", high, inWord(dst, 1))
}

// inStrings finds parities by shifts in general registers, which have nothing else to do
// at that time: multiplication without carries is not on every arm64 CPU. The sign of a
// word carries it over to the next; neonString, 0 or -1, says whether the chunk begins in a
// string.
func (p *planesNEON) inStrings(e *emitter, quotes, dst int, alone bool) {
	low, high := armScratch[0], armScratch[1]
	p.words(quotes, low, high)
	for n := 1; n < 64; n *= 2 {
		for _, word := range []string{low, high} {
			p.f.op("EOR", fmt.Sprintf("%s<<%d", word, n), word)
		}
	}
	if !alone {
		p.f.op("EOR", neonString, low)
	}
	p.f.op("EOR", low+"->63", high)
	if !alone {
		p.f.op("ASR", 63, high, neonString)
	}
	p.fromWords(low, high, dst)
}

func (p *planesNEON) minus(e *emitter, a, b, dst int) {
	lowA, highA, lowB, highB := armScratch[0], armScratch[1], armScratch[2], armScratch[3]
	p.words(a, lowA, highA)
	p.words(b, lowB, highB)
	p.f.op("SUBS", lowB, lowA)
	p.f.op("SBC", highB, highA)
	p.fromWords(lowA, highA, dst)
}

func (p *planesNEON) storeLast(e *emitter, plane int, v *variable) {
	last := armScratch[0]
	p.f.op("VMOV", inWord(plane, 1), last)
	p.f.op("LSR", 63, last)
	p.f.op("STP", "("+last+", ZR)", p.address(v))
}

// addOnes adds to the first word.
func (p *planesNEON) addOnes(e *emitter, plane int, v *variable) {
	e.temporaries(2, func(t []int) {
		count, sum := t[0], t[1]
		p.bytes("VCNT", plane, count)
		p.f.op("VUADDLV", inBytes(count), fmt.Sprintf("V%d", count))
		p.load(v, sum)
		p.f.op("VADD", inWords(count), inWords(sum), inWords(sum))
		p.store(sum, v)
	})
}

func (p *planesNEON) ifAsked(v *variable, label string, write func()) {
	p.f.op("MOVD", p.address(v), armScratch[0])
	p.f.op("CBZ", armScratch[0], label)
	write()
	p.label(label)
}

func (p *planesNEON) jumpIfEmpty(e *emitter, plane int, label string) {
	some, others := armScratch[0], armScratch[1]
	p.words(plane, some, others)
	p.f.op("ORR", others, some)
	p.f.op("CBZ", some, label)
}

func (p *planesNEON) first(int)         { panic("BUG: no chunk is a whole document") }
func (p *planesNEON) label(name string) { p.f.label(name) }

// transpose takes 128 bytes. Loads that deal out bytes by four, and one more round of
// that, make vectors of the bytes whose addresses are equal modulo eight: byte i of vector j
// is the one at 8i+j. So what is left is to transpose matrices of eight bits by eight, one
// in each lane, in three rounds: each exchanges the upper bits of one vector with the lower
// ones of another.
func (p *planesNEON) transpose(e *emitter, blocks source, dst []int) {
	for i := range dst[1:] {
		if i != 3 && dst[i+1] != dst[i]+1 {
			panic("BUG: vectors of one load must be in a row")
		}
	}
	e.temporaries(3, func(t []int) {
		free, lanes := t[0], t[1:]
		p.loadDealt(blocks, dst)
		p.nibbles(dst, free)
		for _, n := range []int{2, 1} {
			mask := lanes[1]
			p.every(map[int]byte{2: 0x33, 1: 0x55}[n], mask)
			for i := range dst {
				if i&n == 0 {
					p.exchange(n, dst[i], dst[i+n], mask, free, lanes[0])
				}
			}
		}
	})
}

// loadDealt loads into each of the first four vectors each fourth byte of the first half,
// and into the others those of the second.
func (p *planesNEON) loadDealt(from source, dst []int) {
	address := armScratch[0]
	p.f.op("ADD", from.offset, p.bases[from.pointer], address)
	for half := range slices.Chunk(dst, 4) {
		list := fmt.Sprintf("[%s, %s, %s, %s]", inBytes(half[0]), inBytes(half[1]), inBytes(half[2]), inBytes(half[3]))
		p.f.op("VLD4.P", armAt(address, 64), list)
	}
}

// nibbles does the last round of dealing out and the first of exchanging. Of each pair of
// vectors the first one moves: to the register that is free.
func (p *planesNEON) nibbles(v []int, free int) {
	first := []int{free, v[0], v[1], v[2]}
	for i, r := range first {
		p.bytes("VUZP1", v[i+4], v[i], r)
		p.bytes("VUZP2", v[i+4], v[i], v[i+4])
	}
	for i, r := range slices.Backward(first) {
		p.copy(r, v[i])
		p.f.op("VSLI", 4, inBytes(v[i+4]), inBytes(v[i]))
		p.f.op("VSRI", 4, inBytes(r), inBytes(v[i+4]))
	}
}

// exchange exchanges, of each 2n bits, the upper n of a with the lower n of b. The mask has
// the lower ones.
func (p *planesNEON) exchange(n, a, b, mask, up, down int) {
	p.shiftUp(n, inBytes(b), inBytes(up))
	p.f.op("VUSHR", n, inBytes(a), inBytes(down))
	p.bytes("VBIF", mask, up, a)
	p.bytes("VBIT", mask, down, b)
}

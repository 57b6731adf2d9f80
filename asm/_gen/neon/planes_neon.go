package neon

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/asm/gen/circuit"
)

const NeonString = "R5" // -1 if the chunk begins within a string

// PlanesNEON is NEON as a target of circuits. A plane is a vector of 128 bits, two words.
type PlanesNEON struct {
	F     *File
	Bases map[string]string
}

// NeonErrors is the vector register that collects the errors. It is the last register, which
// circuits must not use.
const NeonErrors = 31

func NewPlanesNEON(f *File, bases map[string]string) *PlanesNEON {
	return &PlanesNEON{F: f, Bases: bases}
}

func (p *PlanesNEON) Registers() int { return NeonErrors }

func (p *PlanesNEON) GateInputs() int { return 2 }

func (p *PlanesNEON) MemoryInput() bool { return false }

func (p *PlanesNEON) PlaneBytes() int { return 16 }

// InBytes and the next four functions return forms of a vector register in the assembler: all its
// bytes, the bytes of its lower half, its words, one of its words, and the form for loads and
// stores.
func InBytes(v int) string { return fmt.Sprintf("V%d.B16", v) }

func InHalf(v int) string { return fmt.Sprintf("V%d.B8", v) }

func inWords(v int) string { return fmt.Sprintf("V%d.D2", v) }

func inWord(v, i int) string { return fmt.Sprintf("V%d.D[%d]", v, i) }

func InMemory(v int) string { return fmt.Sprintf("F%d", v) }

func (p *PlanesNEON) Address(v *circuit.Variable) string { return At(p.Bases[v.Base], v.Offset) }

func At(base string, offset int) string { return fmt.Sprintf("%d(%s)", offset, base) }

// Bytes writes an instruction on the bytes of vectors.
func (p *PlanesNEON) Bytes(op string, vectors ...int) {
	operands := make([]any, len(vectors))
	for i, v := range vectors {
		operands[i] = InBytes(v)
	}
	p.F.Op(op, operands...)
}

func (p *PlanesNEON) Load(v *circuit.Variable, dst int) { p.F.Op("FMOVQ", p.Address(v), InMemory(dst)) }

func (p *PlanesNEON) Store(src int, v *circuit.Variable) {
	p.F.Op("FMOVQ", InMemory(src), p.Address(v))
}

func (p *PlanesNEON) Copy(src, dst int) { p.Bytes("VMOV", src, dst) }

func (p *PlanesNEON) Zero(dst int) { p.Every(0, dst) }

func (p *PlanesNEON) Every(b byte, dst int) { p.F.Op("VMOVI", int(b), InBytes(dst)) }

// The next three methods write instructions that the assembler does not support. The encodings are
// from the manual (Arm ARM, C7.2).

func (p *PlanesNEON) AndNot(a, b, dst int) {
	p.F.Word(0x4E601C00|uint32(b<<16|a<<5|dst), "BIC V%d.16B, V%d.16B, V%d.16B", dst, a, b)
}

func (p *PlanesNEON) orNot(a, b, dst int) {
	p.F.Word(0x4EE01C00|uint32(b<<16|a<<5|dst), "ORN V%d.16B, V%d.16B, V%d.16B", dst, a, b)
}

func (p *PlanesNEON) Not(a, dst int) {
	p.F.Word(0x6E205800|uint32(a<<5|dst), "MVN V%d.16B, V%d.16B", dst, a)
}

func (p *PlanesNEON) Overwrites(uint8, int) bool { return false }

func (p *PlanesNEON) Gate(table uint8, dst int, in ...circuit.Place) {
	a, b := in[0].Register, in[len(in)-1].Register
	switch table &= 1<<(1<<len(in)) - 1; {
	case len(in) == 1 && table == circuit.TableNot&3:
		p.Not(a, dst)
	case len(in) == 1 && table == circuit.TableIs&3:
		p.Copy(a, dst)
	case table == circuit.TableAnd&15:
		p.Bytes("VAND", a, b, dst)
	case table == circuit.TableOr&15:
		p.Bytes("VORR", a, b, dst)
	case table == circuit.TableXor&15:
		p.Bytes("VEOR", a, b, dst)
	case table == circuit.TableAndNot&15:
		p.AndNot(a, b, dst)
	case table == circuit.TableNotAnd&15:
		p.AndNot(b, a, dst)
	default:
		panic(fmt.Sprintf("BUG: no gate of %d inputs has the table %b", len(in), table))
	}
}

func (p *PlanesNEON) Fail(table uint8, in ...circuit.Place) {
	a := in[0].Register
	if table&3 == circuit.TableNot&3 {
		p.orNot(NeonErrors, a, NeonErrors)
	} else {
		p.Bytes("VORR", a, NeonErrors, NeonErrors)
	}
}

// Carry moves the words of the plane up by one position. The last word of the previous chunk
// becomes the first word.
func (p *PlanesNEON) Carry(e *circuit.Emitter, v *circuit.Variable, plane, dst int) {
	if v == nil {
		p.Zero(dst)
	} else {
		p.Load(v, dst)
		p.Store(plane, v)
	}
	p.F.Op("VEXT", 8, InBytes(plane), InBytes(dst), InBytes(dst))
}

func (p *PlanesNEON) After(e *circuit.Emitter, n int, plane, aligned, dst int) {
	p.shiftUp(n, inWords(plane), inWords(dst))
	p.F.Op("VSRI", 64-n, inWords(aligned), inWords(dst))
}

// shiftUp shifts by an addition where that is possible, because many cores have fewer units that
// can shift than units that can add.
func (p *PlanesNEON) shiftUp(n int, from, dst string) {
	if n == 1 {
		p.F.Op("VADD", from, from, dst)
	} else {
		p.F.Op("VSHL", n, from, dst)
	}
}

// Scratch holds general registers that may be used for a short time.
var Scratch = [4]string{"R10", "R11", "R12", "R13"}

// Words moves the words of a plane to general registers, and fromWords moves them back.
func (p *PlanesNEON) Words(plane int, low, high string) {
	p.F.Op("VMOV", inWord(plane, 0), low)
	p.F.Op("VMOV", inWord(plane, 1), high)
}

func (p *PlanesNEON) fromWords(low, high string, dst int) {
	p.F.Op("FMOVD", low, InMemory(dst))
	p.F.Op("VMOV", high, inWord(dst, 1))
}

// InStrings computes parities by shifts in general registers, which are idle at that time.
// Carry-less multiplication is not available on every arm64 CPU. The sign bit of a word is the
// parity of the whole word, which is carried to the next word. NeonString is -1 if the chunk begins
// within a string, and 0 otherwise.
func (p *PlanesNEON) InStrings(e *circuit.Emitter, quotes, dst int) {
	low, high := Scratch[0], Scratch[1]
	p.Words(quotes, low, high)
	for n := 1; n < 64; n *= 2 {
		for _, word := range []string{low, high} {
			p.F.Op("EOR", fmt.Sprintf("%s<<%d", word, n), word)
		}
	}
	p.F.Op("EOR", NeonString, low)
	p.F.Op("EOR", low+"->63", high)
	p.F.Op("ASR", 63, high, NeonString)
	p.fromWords(low, high, dst)
}

func (p *PlanesNEON) Minus(e *circuit.Emitter, a, b, dst int) {
	lowA, highA, lowB, highB := Scratch[0], Scratch[1], Scratch[2], Scratch[3]
	p.Words(a, lowA, highA)
	p.Words(b, lowB, highB)
	p.F.Op("SUBS", lowB, lowA)
	p.F.Op("SBC", highB, highA)
	p.fromWords(lowA, highA, dst)
}

func (p *PlanesNEON) StoreLast(e *circuit.Emitter, plane int, v *circuit.Variable) {
	last := Scratch[0]
	p.F.Op("VMOV", inWord(plane, 1), last)
	p.F.Op("LSR", 63, last)
	p.F.Op("STP", "("+last+", ZR)", p.Address(v))
}

// AddOnes adds the number of set bits to the first word of v.
func (p *PlanesNEON) AddOnes(e *circuit.Emitter, plane int, v *circuit.Variable) {
	e.Temporaries(2, func(t []int) {
		count, sum := t[0], t[1]
		p.Bytes("VCNT", plane, count)
		p.F.Op("VUADDLV", InBytes(count), fmt.Sprintf("V%d", count))
		p.Load(v, sum)
		p.F.Op("VADD", inWords(count), inWords(sum), inWords(sum))
		p.Store(sum, v)
	})
}

func (p *PlanesNEON) IfAsked(v *circuit.Variable, label string, write func()) {
	p.F.Op("MOVD", p.Address(v), Scratch[0])
	p.F.Op("CBZ", Scratch[0], label)
	write()
	p.Label(label)
}

func (p *PlanesNEON) JumpIfEmpty(e *circuit.Emitter, plane int, label string) {
	some, others := Scratch[0], Scratch[1]
	p.Words(plane, some, others)
	p.F.Op("ORR", others, some)
	p.F.Op("CBZ", some, label)
}

func (p *PlanesNEON) Label(name string) { p.F.Label(name) }

// Transpose transposes 128 bytes. The loads distribute bytes to four vectors, and another round
// distributes them to eight. Each vector then has the bytes whose addresses have the same remainder
// modulo eight: byte i of vector j is the byte at 8i+j. The bytes of all vectors in one lane are a
// matrix of eight by eight bits, which is transposed in three rounds. Each round exchanges upper
// bits of one vector with lower bits of another.
func (p *PlanesNEON) Transpose(e *circuit.Emitter, blocks circuit.Source, dst []int) {
	for i := range dst[1:] {
		if i != 3 && dst[i+1] != dst[i]+1 {
			panic("BUG: vectors of one load must be in a row")
		}
	}
	e.Temporaries(3, func(t []int) {
		free, lanes := t[0], t[1:]
		p.loadDealt(blocks, dst)
		p.nibbles(dst, free)
		for _, n := range []int{2, 1} {
			mask := lanes[1]
			p.Every(map[int]byte{2: 0x33, 1: 0x55}[n], mask)
			for i := range dst {
				if i&n == 0 {
					p.exchange(n, dst[i], dst[i+n], mask, free, lanes[0])
				}
			}
		}
	})
}

// loadDealt loads the first half of the bytes into the first four vectors, and the second half into
// the other four. Each of four vectors gets every fourth byte of its half.
func (p *PlanesNEON) loadDealt(from circuit.Source, dst []int) {
	address := Scratch[0]
	p.F.Op("ADD", from.Offset, p.Bases[from.Pointer], address)
	for half := range slices.Chunk(dst, 4) {
		list := fmt.Sprintf("[%s, %s, %s, %s]", InBytes(half[0]), InBytes(half[1]), InBytes(half[2]), InBytes(half[3]))
		p.F.Op("VLD4.P", At(address, 64), list)
	}
}

// nibbles emits the last round of distributing bytes and the first round of exchanging bits. The
// first result of each pair of vectors goes to the register that is free at that time.
func (p *PlanesNEON) nibbles(v []int, free int) {
	first := []int{free, v[0], v[1], v[2]}
	for i, r := range first {
		p.Bytes("VUZP1", v[i+4], v[i], r)
		p.Bytes("VUZP2", v[i+4], v[i], v[i+4])
	}
	for i, r := range slices.Backward(first) {
		p.Copy(r, v[i])
		p.F.Op("VSLI", 4, InBytes(v[i+4]), InBytes(v[i]))
		p.F.Op("VSRI", 4, InBytes(r), InBytes(v[i+4]))
	}
}

// exchange swaps the upper n bits of a with the lower n bits of b, in each group of 2n bits. The
// mask selects the lower n bits.
func (p *PlanesNEON) exchange(n, a, b, mask, up, down int) {
	p.shiftUp(n, InBytes(b), InBytes(up))
	p.F.Op("VUSHR", n, InBytes(a), InBytes(down))
	p.Bytes("VBIF", mask, up, a)
	p.Bytes("VBIT", mask, down, b)
}

// Package circuit compiles rules written as Boolean algebra: it finds common subexpressions, joins
// gates, and assigns registers. An instruction set is a [Target]. The targets are in other
// packages.
package circuit

// A Circuit computes on planes. A plane has one bit for each byte of a chunk, for example 512 bits
// with AVX-512. The bit of a byte says whether some condition holds for that byte. A rule written
// as Boolean algebra on planes is thus applied to a whole chunk at once, as in Cameron's Parabix.
//
// Rules are written with gates of one or two inputs, once for all instruction sets. The circuit
// finds common subexpressions, and joins gates into gates of three inputs if the target has them.
// The [Emitter] assigns registers.
//
// A circuit is a block of straight-line code. Variables transfer planes from block to block, and
// from chunk to chunk.
type Circuit struct {
	target Target
	frame  *Frame
	Nodes  []*Node
	gates  map[gateKey]*Node
	moved  map[moveKey]*Node
}

// A Target is an instruction set for which code of circuits can be generated, with planes of a
// certain size. Its registers are numbered from 0.
type Target interface {
	Registers() int    // number of registers that a circuit may use
	GateInputs() int   // maximum number of inputs of a gate, 2 or 3
	MemoryInput() bool // whether the last input of a gate may be in memory
	PlaneBytes() int   // size of a variable

	Load(v *Variable, dst int)
	Store(src int, v *Variable)
	Copy(src, dst int)
	Zero(dst int)
	Every(b byte, dst int) // sets each byte of the plane to b

	// Gate emits the gate with the given truth table, and puts its plane in dst. If the gate
	// overwrites its first input, that input is in dst. If the target has gates of at most two
	// inputs, every gate except "not" is 0 when all its inputs are 0.
	Gate(table uint8, dst int, in ...Place)
	Overwrites(table uint8, inputs int) bool
	// Fail computes a gate and adds the resulting plane to the errors. The maximum number of inputs
	// is one less than for Gate. The plane of a gate with a single input is that input or its
	// complement.
	Fail(table uint8, in ...Place)

	// Carry stores the plane in v for the next chunk. It also computes, from the plane and the old
	// value of v, the aligned plane that After needs, and puts it in dst. If v is nil, zeros take
	// the place of the old value.
	Carry(e *Emitter, v *Variable, plane, dst int)
	After(e *Emitter, n int, plane, aligned, dst int) // aligned is -1 if planes are single words and zeros are moved in

	Transpose(e *Emitter, blocks Source, dst []int) // may replace elements of dst by other registers
	InStrings(e *Emitter, quotes, dst int)
	Minus(e *Emitter, a, b, dst int)
	StoreLast(e *Emitter, plane int, v *Variable)
	AddOnes(e *Emitter, plane int, v *Variable) // adds the number of set bits of the plane to v: to one word of v, or spread over all its words
	JumpIfEmpty(e *Emitter, plane int, label string)

	// IfAsked emits a test, and the code that write emits. That code runs only if the first word of
	// v is not zero. The caller of the kernel sets that word. The label is put after that code.
	IfAsked(v *Variable, label string, write func())

	Label(name string)
}

// A Source is the position of the bytes of a chunk: the name of a pointer, and an offset from that
// pointer.
type Source struct {
	Pointer string
	Offset  int
}

// A Place is the location of a plane: a register or a variable.
type Place struct {
	Register int
	Memory   *Variable
}

// Frame lays out the variables in the memory of the kernel: first those that must be zero at the
// beginning of a document, then those that must be zero only if a certain option is on, then the
// others.
type Frame struct {
	PlaneBytes  int
	Origin      int // offset of the first variable, in bytes
	MostLasting int // maximum size of the first part, in planes
	MostRare    int // maximum size of the second part, in planes
	Lasting     int // size of the first part, in bytes
	rare        int // size of the second part, in bytes
	passing     int // size of the third part, in bytes
}

// A Variable is a plane in memory, at an offset from one of several bases.
type Variable struct {
	Base   string
	Offset int
}

// The bases of variables. A variable that belongs to a chunk exists twice, because two chunks are
// processed at the same time.
const (
	InFrame = "frame"
	OfThis  = "this"
	OfOther = "other"
)

// Variable returns a variable that is zero at the beginning of a document.
func (f *Frame) Variable() *Variable {
	v := &Variable{InFrame, f.Origin + f.Lasting}
	if f.Lasting += f.PlaneBytes; f.Lasting > f.rareAt() {
		panic("BUG: MostLasting is too small")
	}
	return v
}

// RareVariable is like Variable, for blocks that run only if an option is on.
func (f *Frame) RareVariable() *Variable {
	v := &Variable{InFrame, f.Origin + f.LastingWithRare()}
	if f.rare += f.PlaneBytes; f.LastingWithRare() > f.passingAt() {
		panic("BUG: MostRare is too small")
	}
	return v
}

// LastingWithRare returns the size of the first two parts, in bytes.
func (f *Frame) LastingWithRare() int { return f.rareAt() + f.rare }

// PassingVariable returns a variable that has no particular value at the beginning of a document.
func (f *Frame) PassingVariable() *Variable { return &Variable{InFrame, f.Reserve(1)} }

// Reserve reserves memory for the given number of passing variables and returns its offset.
func (f *Frame) Reserve(planes int) int {
	offset := f.Origin + f.passingAt() + f.passing
	f.passing += planes * f.PlaneBytes
	return offset
}

func (f *Frame) rareAt() int { return f.MostLasting * f.PlaneBytes }

func (f *Frame) passingAt() int { return (f.MostLasting + f.MostRare) * f.PlaneBytes }

func (f *Frame) Size() int { return f.passingAt() + f.passing }

// A Node is a plane that is computed, or an effect, which has no plane.
type Node struct {
	number int
	target Target
	in     []*Node

	// If isGate is set, table is the truth table of the gate: bit i is the value of the gate when
	// each input j equals bit j of i.
	isGate bool
	table  uint8

	isError  bool // the bits that this gate sets are errors
	inverted bool // the register holds the complement of the plane

	load   *Variable // the variable that holds the plane, or nil
	isZero bool

	emit func(e *Emitter, out, in []int) // computes any other node
	out  []*Node                         // the planes that emit computes, or nil if it computes just the plane of this node
	of   *Node                           // the node whose emit computes this plane along with other planes

	uses   int // how often this node is an input of other nodes
	needed bool
}

// moveKey identifies a plane that has been moved up.
type moveKey struct {
	plane, aligned *Node
	places         int
}

type gateKey struct {
	table uint8
	a, b  *Node
}

// Emitter assigns registers to the planes of a circuit. If there are not enough registers, it keeps
// planes in memory.
type Emitter struct {
	target Target // the target of the current node
	Frame  *Frame
	free   []int
	in     map[*Node]int       // the register of each node whose plane is in a register
	saved  map[*Node]*Variable // the variable of each node whose plane is in memory
	uses   map[*Node][]int     // for each node, the positions in Circuit.Nodes at which it is an input
	now    int
	busy   []*Node // the inputs of the current node
}

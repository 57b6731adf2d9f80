// Package circuit compiles rules written as Boolean algebra: it finds common subexpressions, joins
// gates, and assigns registers. Instruction sets are [Target]s, which are in other packages.
package circuit

// A Circuit computes on planes. A plane has one bit for each byte of a chunk, for example 512 bits
// with AVX-512. The bit of a byte says whether some condition holds for that byte. A rule written
// as Boolean algebra on planes is thus applied to a whole chunk at once, as in Cameron's Parabix.
//
// Rules are written with gates of one or two inputs, once for all instruction sets. The circuit
// finds common subexpressions, and joins gates into gates of three inputs if the target has them.
// The [Emitter] assigns registers.
//
// A circuit is a block: straight-line code. Variables transfer planes from block to block, and from
// chunk to chunk.
type Circuit struct {
	target Target
	frame  *Frame
	Nodes  []*Node
	gates  map[gateKey]*Node
	moved  map[moveKey]*Node

	// Alone reports whether the chunk is a whole document, so that nothing is carried from one
	// chunk to another. Everything is then a single block: there are no jumps, and variables are
	// nodes.
	Alone bool
	held  map[*Variable]*Node
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
	First(dst int)         // sets the first bit of the plane and clears all others

	// Gate computes a gate. A gate that overwrites its first input has that input in dst. If the
	// target has gates of at most two inputs, the gate is 0 when all its inputs are, except for
	// "not".
	Gate(table uint8, dst int, in ...Place)
	Overwrites(table uint8, inputs int) bool
	// Fail adds to the errors the plane of a gate, which may have one input fewer than other gates.
	// A gate with a single input is the plane of that input or its complement.
	Fail(table uint8, in ...Place)

	// Carry stores the plane in v for the next chunk. It computes from the plane and from the old
	// value of v what After needs to move the plane up. If v is nil, zeros are moved in.
	Carry(e *Emitter, v *Variable, plane, dst int)
	After(e *Emitter, n int, plane, aligned, dst int) // aligned is -1 if zeros are moved into a single word

	Transpose(e *Emitter, blocks Source, dst []int) // may replace registers in dst by others
	InStrings(e *Emitter, quotes, dst int, alone bool)
	Minus(e *Emitter, a, b, dst int)
	StoreLast(e *Emitter, plane int, v *Variable)
	AddOnes(e *Emitter, plane int, v *Variable) // adds to one word of v, or to all of them
	JumpIfEmpty(e *Emitter, plane int, label string)

	// IfAsked emits code that only runs if the first word of v is not zero, which is up to the
	// caller of the kernel. The code after it has the label.
	IfAsked(v *Variable, label string, write func())

	Label(name string)
}

// A Source is the position of the bytes of a chunk: an address in a pointer, plus an offset.
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
// beginning of a document, then the others.
type Frame struct {
	PlaneBytes  int
	Origin      int // offset of the first variable
	MostLasting int // maximum size of the first part
	Lasting     int // size of the first part
	passing     int // size of the second part
}

// A Variable is a plane in memory, at an offset from one of several bases.
type Variable struct {
	Base   string
	Offset int
}

// The bases. The variables that belong to a chunk exist twice, for two chunks that are processed at
// the same time.
const (
	InFrame = "frame"
	OfThis  = "this"
	OfOther = "other"
)

// Variable returns a variable that is zero at the beginning of a document.
func (f *Frame) Variable() *Variable {
	if f.MostLasting == 0 {
		return &Variable{} // nothing lasts here
	}
	v := &Variable{InFrame, f.Origin + f.Lasting}
	if f.Lasting += f.PlaneBytes; f.Lasting > f.passingAt() {
		panic("BUG: mostLasting is too small")
	}
	return v
}

// PassingVariable returns a variable that has no particular value at the beginning of a document.
func (f *Frame) PassingVariable() *Variable { return &Variable{InFrame, f.Reserve(1)} }

// Reserve returns the offset of room for the given number of passing variables.
func (f *Frame) Reserve(planes int) int {
	offset := f.Origin + f.passingAt() + f.passing
	f.passing += planes * f.PlaneBytes
	return offset
}

func (f *Frame) passingAt() int { return f.MostLasting * f.PlaneBytes }

func (f *Frame) Size() int { return f.passingAt() + f.passing }

// A Node is a plane that is computed, or an effect, which has no plane.
type Node struct {
	number int
	target Target
	in     []*Node

	// For a gate: bit i of the table is its value if bit j of i is the value of input j.
	isGate bool
	table  uint8

	isError  bool // the result of this gate is an error
	inverted bool // the register holds the complement

	load   *Variable // the value is that of a variable
	isZero bool

	emit func(e *Emitter, out, in []int) // computes any other node
	out  []*Node                         // the planes that emit computes; if nil, it computes that of the node
	of   *Node                           // the node that computes this plane and others

	uses   int // number of uses as an input
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

// Emitter assigns registers to the planes of a circuit, and keeps in memory those for which there
// are not enough registers.
type Emitter struct {
	target Target // the target of the current node
	Frame  *Frame
	free   []int
	in     map[*Node]int       // the register of each node that is in one
	saved  map[*Node]*Variable // the variable of each node that is in memory
	uses   map[*Node][]int     // the positions at which a node is used
	now    int
	busy   []*Node // the inputs of the current node
}

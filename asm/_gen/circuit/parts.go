// Package circuit turns rules that are written as Boolean algebra into code: it finds what they have in common, joins
// gates, and assigns registers. The instruction sets are [Target]s, which are in other packages.
package circuit

// A Circuit computes on planes. A plane has one bit for each byte of a chunk, 512 of them
// with AVX-512: the bit of a byte says whether something is true of it. So a rule that is
// written as Boolean algebra on planes is applied to a chunk at once (Cameron's Parabix is
// the precedent).
//
// Rules are written with gates of one or two inputs, once for all instruction sets. The
// circuit finds what they have in common, and joins them into gates of three where the
// target has such; the [emitter] assigns registers.
//
// A circuit is straight-line code: a block. Planes go from block to block, and from
// chunk to chunk, in variables.
type Circuit struct {
	target Target
	frame  *Frame
	Nodes  []*Node
	gates  map[gateKey]*Node
	moved  map[moveKey]*Node

	// Whether the chunk is a whole document, so that nothing comes from one before. Then
	// all is one block: there are no jumps, and variables are nodes.
	Alone bool
	held  map[*Variable]*Node
}

// A Target is an instruction set that circuits are written for, with planes of some width.
// It numbers its registers from 0.
type Target interface {
	Registers() int    // that a circuit may use
	GateInputs() int   // the most that a gate may have: 2 or 3
	MemoryInput() bool // whether the last input of a gate may be in memory
	PlaneBytes() int   // the size of a variable

	Load(v *Variable, dst int)
	Store(src int, v *Variable)
	Copy(src, dst int)
	Zero(dst int)
	Every(b byte, dst int) // each byte of the plane is b
	First(dst int)         // the first bit of the plane is set, no other

	// gate computes one. Where it overwrites its first input, that is in dst. With two
	// inputs at the most, the table is 0 where all inputs are, but for that of "not".
	Gate(table uint8, dst int, in ...Place)
	Overwrites(table uint8, inputs int) bool
	// fail adds a plane to the errors: that of a gate of one input less than others, or, of
	// one input, that plane or its complement.
	Fail(table uint8, in ...Place)

	// carry stores the plane in v for the next chunk, and computes what after needs to move
	// planes up: something made of the plane and of what v had. Without v, it is zeros that
	// are moved in.
	Carry(e *Emitter, v *Variable, plane, dst int)
	After(e *Emitter, n int, plane, aligned, dst int) // aligned is -1 if zeros are moved into one word

	Transpose(e *Emitter, blocks Source, dst []int) // may exchange registers in dst for others
	InStrings(e *Emitter, quotes, dst int, alone bool)
	Minus(e *Emitter, a, b, dst int)
	StoreLast(e *Emitter, plane int, v *Variable)
	AddOnes(e *Emitter, plane int, v *Variable) // to a word of v, or to all of them
	JumpIfEmpty(e *Emitter, plane int, label string)

	// IfAsked writes code that runs only if the first word of v is not zero. The caller of the kernel
	// decides that. The code behind it is at the label.
	IfAsked(v *Variable, label string, write func())

	Label(name string)
}

// A Source is where a chunk's bytes are: at the address in a pointer, or so much after it.
type Source struct {
	Pointer string
	Offset  int
}

// A Place is that of a plane: a register, or a variable.
type Place struct {
	Register int
	Memory   *Variable
}

// Frame lays out the variables in the kernel's memory: first those that must be zero at
// the beginning of a document, then the others.
type Frame struct {
	PlaneBytes  int
	Origin      int // where they begin
	MostLasting int // how many of the first there may be
	Lasting     int // size of the first
	passing     int // size of the others
}

// A Variable is a plane in memory, at an offset from one of several bases.
type Variable struct {
	Base   string
	Offset int
}

// The bases. There are two sets of the variables that belong to a chunk, for two chunks
// that are worked on at a time.
const (
	InFrame = "frame"
	OfThis  = "this"
	OfOther = "other"
)

// Variable returns one that is zero at the beginning of a document.
func (f *Frame) Variable() *Variable {
	if f.MostLasting == 0 {
		return &Variable{} // where nothing lasts
	}
	v := &Variable{InFrame, f.Origin + f.Lasting}
	if f.Lasting += f.PlaneBytes; f.Lasting > f.passingAt() {
		panic("BUG: mostLasting is too small")
	}
	return v
}

// PassingVariable returns one that is not.
func (f *Frame) PassingVariable() *Variable { return &Variable{InFrame, f.Reserve(1)} }

// Reserve returns the offset of room for so many passing variables.
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

	// A gate: bit i of the table is its value where bit j of i is the value of input j.
	isGate bool
	table  uint8

	isError  bool // a gate whose result is an error
	inverted bool // what is in the register is the complement

	load   *Variable // the value is that of a variable
	isZero bool

	emit func(e *Emitter, out, in []int) // anything else
	out  []*Node                         // the planes that emit computes, if not one
	of   *Node                           // the node that computes this plane among others

	uses   int // as an input
	needed bool
}

// moveKey is what tells planes that have been moved up apart.
type moveKey struct {
	plane, aligned *Node
	places         int
}

type gateKey struct {
	table uint8
	a, b  *Node
}

// Emitter assigns registers to the planes of a circuit, and keeps in memory what they
// cannot hold.
type Emitter struct {
	target Target // of the node at hand
	Frame  *Frame
	free   []int
	in     map[*Node]int       // in a register
	saved  map[*Node]*Variable // in memory
	uses   map[*Node][]int     // places where the node is used
	now    int
	busy   []*Node // the inputs of the node at hand
}

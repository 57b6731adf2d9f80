package program

import (
	"math/big"
	"sync"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/tokenizer"
)

// A kind is the kind of a value. True and false are different kinds, so every assertion about a
// literal is decided when a schema is compiled.
type kind uint8

const (
	null kind = iota
	falseValue
	trueValue
	number
	text
	array
	object
	numKinds
)

// A Program is a compiled schema. Multiple goroutines may use it at the same time.
type Program struct {
	nodes     []node
	locations []string // for each node, the location of its schema
	root      int32

	ops   []op    // the formulas of all schemas
	lists []int32 // lists of operands, as indexes of ops

	numbers  []numberTest
	texts    []textTest
	blocks   []block
	cells    []cellPlan
	objects  []objectPlan
	arrays   []arrayPlan
	captures []captures
	rests    []restPlan

	names textTable // all names that occur in the schema

	exact bool // the names of each object must be unique, because a repeated name could turn a negative answer into a positive one
	asks  bool // some schemas have a verdict or an op that asks the engine

	options tokenizer.Option
	budget  Budget
	rules   scan.Rules // the same as options
	runs    runPool
}

// runPool has Runs for a program.
type runPool struct{ pool sync.Pool }

// A Budget limits the work for one document. It is counted in steps. A step is a small part of the
// work: a cell that examines a child, or an operator of a formula. It takes a few nanoseconds.
//
// A budget of Base steps, and PerValue more for each value that has been read, allows a program to
// read documents of any length, but not to spend much more time on each value than usual.
type Budget struct {
	Base, PerValue int64
}

// bytesPerStep is how many bytes of a string are examined in a step.
const bytesPerStep = 16

// Asks reports whether the program asks the engine about some values, whatever they are.
func (p *Program) Asks() bool { return p.asks }

// A node is a schema. It has a verdict for each kind of value.
type node [numKinds]verdict

// A verdict is one of the constants below, the index of an op (for numbers and strings), or the
// index of a block (for arrays and objects).
type verdict int32

const (
	always verdict = -1 - iota // values of this kind are valid
	never                      // values of this kind are invalid
	ask                        // the engine must decide
)

// nothing is used in place of the index of a node if no verdict is needed.
const nothing = -1

// An opcode is an operator of formulas.
type opcode uint8

const (
	opAlways opcode = iota
	opNever
	opAsk  // the engine must decide
	opLeaf // a is the index of a test, or of a cell of the block
	opAnd  // the operands are lists[a:b]
	opOr
	opOne // exactly one operand is true
	opNot
	opIf   // if a then b else c
	opRest // a is a formula and b a cell of the block: the formula is true, and the cell accepts the children that the formula has not evaluated
)

// An op is part of a formula.
type op struct {
	code    opcode
	a, b, c int32
}

// A block is the formula of a schema for arrays or objects, together with the cells that are its
// leaves.
type block struct {
	begin, end int32   // the cells of the block
	formula    int32   // an index of ops
	isSimple   bool    // the formula is the conjunction of all cells
	empty      verdict // the verdict on an empty array or object: one of the constants
	choice     *choice // or nil
}

// A cellPlan describes a cell.
type cellPlan struct {
	code cellCode
	at   int32 // index in objects, arrays, captures or rests
	top  bool  // the formula of the block is false if this cell is
}

type cellCode uint8

const (
	objectCell cellCode = iota
	arrayCell
	captureCell // compares the whole value with others
	restCell    // "unevaluatedProperties" or "unevaluatedItems"
)

// An objectPlan has the keywords of one schema for objects.
type objectPlan struct {
	members    idTable    // maps the names in slots to their indexes
	slots      []slot     //
	patterns   []patterns // "patternProperties"
	rest       int32      // the node for all other members, or nothing
	hasRest    bool       // there is a schema for all other members, so they count as evaluated
	nameTest   int32      // "propertyNames": an index of ops, or nothing
	least      int32      // "minProperties"
	most       int32      // "maxProperties", or -1
	required   uint64     // the bits of required members
	dependents []dependent
	askIfNamed bool // "propertyNames" must be decided by the engine
}

// A slot is a member that a schema mentions by its name.
type slot struct {
	node     int32 // the node for its value, or nothing
	bit      uint8 // the bit of the member in the state of a cell, plus one, or 0 if it needs none
	declared bool  // the member is in "properties"
}

// patterns is an entry of "patternProperties".
type patterns struct {
	pattern string
	match   func(string) (matched, finished bool)
	node    int32 // or nothing
}

// A dependent says that the members with the bits wants are required if the member with the bit
// given is present.
type dependent struct{ given, wants uint64 }

// An arrayPlan has the keywords of one schema for arrays.
type arrayPlan struct {
	prefix         []int32 // the nodes of the first elements
	rest           int32   // the node of the other elements, or nothing
	hasRest        bool    // there is a schema for the other elements, so they count as evaluated
	contains       int32   // a node, or nothing
	hasContains    bool
	containsCounts bool // elements that match "contains" count as evaluated
	leastContained int32
	mostContained  int32 // or -1
	least, most    int32 // the numbers of elements; most may be -1
	unique         bool
	ignored        kinds // the cell only counts elements of these kinds
	ignoredEmpty   kinds // the cell only counts empty elements of these kinds
}

// kinds is a set of kinds.
type kinds uint8

func (s kinds) has(k kind) bool { return s>>k&1 != 0 }

// captures has the canonical forms of the values that a value may be equal to, in order.
type captures []string

// A restPlan describes "unevaluatedProperties" or "unevaluatedItems".
type restPlan struct {
	node       int32  // the schema for what has not been evaluated
	formula    int32  // the formula of everything else in the schema
	begin, end int32  // the cells of that formula, relative to the block
	firm       []bool // for each of these cells, whether the formula is false if the cell is
}

// A numberTest has the keywords of one schema for numbers.
type numberTest struct {
	integer  bool
	hasLeast bool
	hasMost  bool
	least    limit
	most     limit
	multiple *divisor
	values   []limit // "const" or "enum"
	isListed bool    // the number must be one of values
}

// A limit is a number in a schema.
type limit struct {
	decimal   decimal
	small     int64 // the number, if isSmall is set
	isSmall   bool
	exclusive bool
}

// A divisor is the value of "multipleOf".
type divisor struct {
	number  decimal
	exact   *big.Rat
	integer uint64 // the digits of number, or 0 if there are more than 18
}

// A textTest has the keywords of one schema for strings.
type textTest struct {
	least, most int32 // in code points; most may be -1
	match       func(string) (matched, finished bool)
	format      func(string) bool
	values      *textTable // "const" or "enum"

	content func(text string, left *int64) (valid, known bool) // the keywords for contents, which the engine checks

	// For Plan.
	pattern, formatName string
	mayBacktrack        bool
}

// A choice belongs to a block for objects. Many schemas have alternatives that a member tells apart,
// because each alternative allows other strings for it. If that member is near the beginning of an
// object, the cells of all other alternatives fail at once, and need not examine the members. They
// would fail anyway as soon as they examine that member.
type choice struct {
	name   string
	values textTable // all strings that some cells allow

	// failing has, for each of these strings, and then for all other strings: for each cell of the
	// block, whether it fails.
	failing [][]bool
}

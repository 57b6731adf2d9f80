package program

import (
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/tokenizer"
)

// A Run applies a program to one document, which it receives token by token. All of its memory is
// kept for the next document.
type Run struct {
	tester

	frames  []frame     // the open arrays and objects; the first frame is for the document itself
	cells   []cell      // the cells of all frames
	blocks  []openBlock // the blocks of all frames
	demands []demand    // what the open values and the next value are needed for
	records []int32     // see Run.remember
	members memberNames // of all open objects

	skipped   int  // how many arrays and objects are open that no cell examines
	wantsName bool // the next string is the name of a member

	cursor mark.Cursor // in the part of the document that is in memory; without marks if the document is read by tokens

	tokens    *tokenizer.Tokenizer // nil until it is needed
	canonical canonical
	serial    uint64
	opened    []opening // for each block of the program
}

// A frame is an open array or object.
type frame struct {
	kind       kind // array or object, or null for the document itself
	isIdle     bool // no cell needs to know about more children
	isCaptured bool // a cell needs the canonical form of the value
	isUnique   bool // a cell needs to know whether all elements are different
	isRepeated bool // two elements are equal; known when the value ends

	ignored      kinds // no cell needs to know more about elements of these kinds than their number
	ignoredEmpty kinds // the same for empty elements
	children     int32 // number of members or elements so far
	last         int32 // see memberNames.followers
	alive        int32 // number of blocks that may still become true

	// Where the parts of the stacks that belong to the frame begin.
	cells, blocks, hashes, records int32
	next                           int32 // the demands for the current child
	value                          captured
}

// A cell is the state of a cellPlan for one value.
type cell struct {
	plan    int32 // index of the plan
	at      int32 // plan.at
	block   int32 // index in Run.blocks
	code    cellCode
	failed  bool
	must    bool   // if the cell fails, the document is invalid
	covers  bool   // the cell has evaluated the current child
	isLive  bool   // temporary: what the cell has evaluated counts
	count   int32  // how many elements match "contains"
	matched int32  // the number of elements up to the last match
	seen    uint64 // the bits of the members that are present
}

// An openBlock is the state of a block for one value.
type openBlock struct {
	plan   int32
	cells  int32 // index of the first cell
	must   bool
	failed bool // it is known that the formula is false
}

// A demand is a verdict on a value that a cell of the parent needs.
type demand struct {
	node  int32
	cell  int32 // index in Run.cells, or nothing for the document itself
	block int32 // for arrays and objects: the block that decides, or one of the constants below
	role  role
	must  bool // if the verdict is negative, the document is invalid
}

// Constants in place of the index of a block.
const (
	knownTrue  = -1
	knownFalse = -2
)

// A role is what a verdict on a child means to a cell.
type role uint8

const (
	required  role = iota // the cell fails if the verdict is negative
	contained             // for "contains"
	remaining             // for "unevaluatedProperties" and "unevaluatedItems"
)

// An opening records in which frame a block was opened last.
type opening struct {
	serial uint64
	at     int32
}

// mostKept limits the memory that a Run keeps for the next document.
const mostKept = 1 << 20

// start returns a Run for a new document.
func (p *Program) start() *Run {
	r, ok := p.runs.pool.Get().(*Run)
	if !ok {
		r = &Run{tester: tester{Program: p}, opened: make([]opening, len(p.blocks)), members: newMemberNames(p)}
	}
	r.canonical.most, r.members.most = mostCaptured, mostNames
	r.restart()
	return r
}

// restart prepares r for another document.
func (r *Run) restart() {
	r.valid, r.undecided, r.skipped, r.wantsName = true, false, 0, false
	r.left = r.budget.Base
	r.frames = append(r.frames[:0], frame{})
	r.cells, r.blocks, r.records, r.demands = r.cells[:0], r.blocks[:0], r.records[:0], r.demands[:0]
	r.members.hashes = r.members.hashes[:0]
	if r.root != nothing {
		r.demand(r.root, nothing, required, true)
	}
	r.canonical.reset()
}

// free returns r to the pool. Afterwards, r does not refer to the document.
func (r *Run) free() {
	r.text, r.number, r.cursor = nil, currentNumber{}, mark.Cursor{}
	if r.tokens != nil {
		r.tokens.Reset(nil)
	}
	if cap(r.canonical.buf)+cap(r.members.hashes)+cap(r.records) > mostKept {
		r.canonical, r.members.hashes, r.records = canonical{}, nil, nil
	}
	r.runs.pool.Put(r)
}

func (r *Run) top() *frame { return &r.frames[len(r.frames)-1] }

// demand adds a demand for the next value.
func (r *Run) demand(node, cell int32, role role, must bool) {
	r.demands = append(r.demands, demand{node: node, cell: cell, role: role, must: must})
}

// contain records that the current element matches "contains".
func (r *Run) contain(i int32) {
	c := &r.cells[i]
	c.count++
	c.matched = r.top().children
}

// fail records that a cell of the innermost frame is false.
func (r *Run) fail(i int32) {
	c := &r.cells[i]
	switch {
	case c.failed:
		return
	case c.must:
		r.valid = false
	case r.Program.cells[c.plan].top:
		r.failBlock(c.block)
	}
	c.failed = true
}

// failBlock records that a block of the innermost frame is false.
func (r *Run) failBlock(i int32) {
	b := &r.blocks[i]
	if b.failed {
		return
	}
	b.failed = true
	plan := &r.Program.blocks[b.plan]
	for j := range plan.end - plan.begin {
		r.cells[b.cells+j].failed = true
	}
	f := r.top()
	f.alive--
	f.isIdle = f.alive == 0
}

package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A circuit computes on planes. A plane is a vector with one bit for each byte of a
// chunk, 512 of them with AVX-512: the bit of a byte says whether something is true of
// it. So a rule that is written as Boolean algebra on planes is applied to a chunk at
// once (Cameron's Parabix is the precedent).
//
// Rules are written with gates of one or two inputs, and the circuit joins them into
// gates of three, which VPTERNLOGQ computes in one step whatever the function. It
// assigns registers, and keeps what they cannot hold in memory.
//
// A circuit is straight-line code: a block. Planes go from block to block, and from
// chunk to chunk, in variables.
type circuit struct {
	c     *build.Context
	frame *frame
	nodes []*node
	named map[string]*node
}

// frame lays out the variables in the memory at base: first those that must be zero at
// the beginning of a document, then the others.
type frame struct {
	base    reg.GPPhysical
	lasting int // size of the first
	passing int // size of the others
}

// passingAt is the offset of the variables that need not be zero.
const passingAt = 2048

// A variable is a plane in memory.
type variable struct{ address operand.Mem }

// variable returns one that is zero at the beginning of a document.
func (f *frame) variable() *variable {
	v := &variable{operand.Mem{Base: f.base, Disp: f.lasting}}
	if f.lasting += 64; f.lasting > passingAt {
		panic("BUG: passingAt is too small")
	}
	return v
}

// passingVariable returns one that is not.
func (f *frame) passingVariable() *variable { return &variable{f.reserve(64)} }

// reserve returns the address of so many bytes for passing variables.
func (f *frame) reserve(bytes int) operand.Mem {
	address := operand.Mem{Base: f.base, Disp: passingAt + f.passing}
	f.passing += bytes
	return address
}

func (f *frame) size() int { return passingAt + f.passing }

// A node is a plane that is computed, or an effect, which has no plane.
type node struct {
	in []*node

	// A gate: bit i of the table is its value where bit j of i is the value of input j.
	isGate bool
	table  uint8

	isError bool // a gate of two inputs whose result is an error

	load *variable // the value is that of a variable

	emit func(e *emitter, out, in []reg.VecPhysical) // anything else
	out  []*node                                     // the planes that emit computes, if not one

	uses   int // as an input
	needed bool
}

func newCircuit(c *build.Context, f *frame) *circuit {
	return &circuit{c: c, frame: f, named: map[string]*node{}}
}

func (k *circuit) add(n *node) *node {
	k.nodes = append(k.nodes, n)
	return n
}

func (k *circuit) gate(table uint8, in ...*node) *node {
	return k.add(&node{isGate: true, table: table, in: in})
}

// The gates. Tables are for inputs 0 and 1; those beyond do not count.

func (k *circuit) not(a *node) *node       { return k.gate(0b01010101, a) }
func (k *circuit) andNot(a, b *node) *node { return k.gate(0b00100010, a, b) }
func (k *circuit) xor(a, b *node) *node    { return k.gate(0b01100110, a, b) }
func (k *circuit) and(a ...*node) *node    { return k.reduce(0b10001000, a) }
func (k *circuit) or(a ...*node) *node     { return k.reduce(0b11101110, a) }

// nor has what none of its inputs has.
func (k *circuit) nor(a ...*node) *node { return k.not(k.or(a...)) }

// choose is a where which is true, and b elsewhere.
func (k *circuit) choose(which, a, b *node) *node {
	return k.or(k.and(which, a), k.andNot(b, which))
}

func (k *circuit) reduce(table uint8, a []*node) *node {
	all := a[0]
	for _, b := range a[1:] {
		all = k.gate(table, all, b)
	}
	return all
}

// memo returns the node of that name, which make makes the first time.
func (k *circuit) memo(name string, make func() *node) *node {
	if k.named[name] == nil {
		k.named[name] = make()
	}
	return k.named[name]
}

// load returns the plane in v, which must not be stored to in this block; read does so
// at this very place.
func (k *circuit) load(v *variable) *node { return k.add(&node{load: v}) }

func (k *circuit) read(v *variable) *node {
	return k.compute(func(e *emitter, out reg.VecPhysical, _ []reg.VecPhysical) { e.c.VMOVDQA64(v.address, out) })
}

func (k *circuit) zero() *node {
	return k.compute(func(e *emitter, out reg.VecPhysical, _ []reg.VecPhysical) { e.c.VPXORQ(out, out, out) })
}

// compute adds a node whose plane emit computes.
func (k *circuit) compute(emit func(e *emitter, out reg.VecPhysical, in []reg.VecPhysical), in ...*node) *node {
	return k.add(&node{in: in, emit: func(e *emitter, out, in []reg.VecPhysical) { emit(e, out[0], in) }})
}

// computeAll adds a node with count planes.
func (k *circuit) computeAll(count int, emit func(e *emitter, out, in []reg.VecPhysical), in ...*node) []*node {
	n := &node{in: in, emit: emit}
	for range count {
		n.out = append(n.out, &node{})
	}
	k.add(n)
	return n.out
}

// do adds an effect.
func (k *circuit) do(emit func(e *emitter, in []reg.VecPhysical), in ...*node) {
	k.add(&node{in: in, emit: func(e *emitter, _, in []reg.VecPhysical) { emit(e, in) }, out: []*node{}})
}

func (k *circuit) store(a *node, v *variable) {
	k.do(func(e *emitter, in []reg.VecPhysical) { e.c.VMOVDQA64(in[0], v.address) }, a)
}

// fail says that the plane must be empty.
func (k *circuit) fail(a *node) {
	if isLeftOut("an error") {
		return
	}
	k.add(&node{isGate: true, isError: true, table: 0b10101010, in: []*node{a}})
}

// join makes each gate that is needed take in the gates before it, as long as it has no
// more than three inputs and none of those is needed by another.
func (k *circuit) join() {
	k.count()
	for _, n := range slices.Backward(k.nodes) {
		for _, out := range n.out {
			n.needed = n.needed || out.needed
		}
		if !n.needed {
			continue
		}
		if n.isGate {
			for n.absorb() {
			}
		}
		for _, in := range n.in {
			in.needed = true
		}
	}
}

// count counts how often each node is used by nodes that matter to an effect.
func (k *circuit) count() {
	for _, n := range slices.Backward(k.nodes) {
		used := n.isEffect() || n.uses > 0
		for _, out := range n.out {
			used = used || out.uses > 0
		}
		if used {
			for _, in := range n.in {
				in.uses++
			}
		}
		n.needed = n.isEffect()
	}
}

func (n *node) isEffect() bool { return n.isError || n.out != nil && len(n.out) == 0 }

// absorb replaces one input of the gate, if it can be, by that input's own inputs.
func (n *node) absorb() bool {
	for i, in := range n.in {
		if !in.isGate {
			continue
		}
		inputs := union(slices.Delete(slices.Clone(n.in), i, i+1), in.in)
		most := 3
		if n.isError {
			most = 2
		}
		isFree := len(in.in) == 1 || len(inputs) < len(n.in) || in.uses == 1 && !in.needed
		if len(inputs) > most || !isFree {
			continue
		}
		var table uint8
		for row := range 8 {
			at := func(x *node) int { return row >> slices.Index(inputs, x) & 1 }
			if n.value(func(x *node) int {
				if x == in {
					return in.value(at)
				}
				return at(x)
			}) != 0 {
				table |= 1 << row
			}
		}
		in.uses--
		if in.uses > 0 {
			for _, x := range in.in {
				x.uses++
			}
		}
		n.in, n.table = inputs, table
		return true
	}
	return false
}

// value looks the gate up for the values of its inputs.
func (n *node) value(at func(*node) int) int {
	row := 0
	for j, in := range n.in {
		row |= at(in) << j
	}
	return int(n.table>>row) & 1
}

func union(a, b []*node) []*node {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// emitter assigns registers and writes the code.
type emitter struct {
	c     *build.Context
	frame *frame
	free  []reg.VecPhysical
	in    map[*node]reg.VecPhysical // in a register
	saved map[*node]*variable       // in memory
	uses  map[*node][]int           // places where the node is used, those to come
	now   int

	errors reg.VecPhysical // where all errors are collected
	busy   []*node         // the inputs of the node at hand
}

// emit writes the code of the circuit, which may use the registers, and collects the
// errors in one of its own.
func (k *circuit) emit(errors reg.VecPhysical, registers []reg.VecPhysical) {
	k.join()
	e := &emitter{
		c: k.c, frame: k.frame, free: slices.Clone(registers),
		in: map[*node]reg.VecPhysical{}, saved: map[*node]*variable{}, uses: map[*node][]int{}, errors: errors,
	}
	for i, n := range k.nodes {
		if n.needed {
			for _, in := range n.in {
				e.uses[in] = append(e.uses[in], i)
			}
		}
	}
	for i, n := range k.nodes {
		if e.now = i; n.needed {
			e.node(n)
		}
	}
}

func (e *emitter) node(n *node) {
	switch {
	case n.load != nil:
		e.saved[n] = n.load
	case n.isGate:
		e.gate(n)
	default:
		e.busy = n.in
		in := make([]reg.VecPhysical, len(n.in))
		for i, a := range n.in {
			in[i] = e.fetch(a, n.in)
		}
		outs := n.out
		if outs == nil {
			outs = []*node{n}
		}
		out := make([]reg.VecPhysical, len(outs))
		for i := range outs {
			out[i] = e.take(n.in)
		}
		n.emit(e, out, in)
		for i, o := range outs {
			e.keep(o, out[i])
		}
		e.release(n.in)
	}
}

// gate writes a gate of up to three inputs. One input may come straight from memory, if
// it is used here alone. With three, the result takes the place of one that is used no
// more, or of a copy.
func (e *emitter) gate(n *node) {
	in := slices.Clone(n.in)
	inMemory := func(a *node) bool { _, ok := e.in[a]; return !ok }
	memory := slices.IndexFunc(in, func(a *node) bool { return inMemory(a) && e.dies(a) })
	if memory >= 0 && len(in) > 1 {
		last := len(in) - 1
		in[memory], in[last] = in[last], in[memory]
	} else {
		memory = -1
	}
	ops := make([]operand.Op, len(in))
	for i, a := range in {
		if memory >= 0 && i == len(in)-1 {
			ops[i] = e.saved[a].address
		} else {
			ops[i] = e.fetch(a, in)
		}
	}
	if n.isError {
		e.c.VPTERNLOGQ(operand.U8(errorTable(permuted(n, in), len(in))), ops[len(ops)-1], ops[0], e.errors)
		e.release(n.in)
		return
	}
	if len(in) == 3 {
		for i, a := range in { // one that dies is overwritten
			if e.dies(a) && !inMemory(a) {
				in[0], in[i], ops[0], ops[i] = in[i], in[0], ops[i], ops[0]
				break
			}
		}
	}
	table := permuted(n, in)
	simple := simpleGates[table]
	if len(in) == 2 && simple != nil {
		dst := e.take(n.in)
		simple(e.c, ops[1], ops[0], dst)
		e.release(n.in)
		e.keep(n, dst)
		return
	}
	var dst reg.VecPhysical
	second, third := ops[len(ops)/2], ops[len(ops)-1]
	switch {
	case len(in) < 3: // what is in dst does not count
		dst = e.take(n.in)
		second = ops[0]
	case e.dies(in[0]):
		dst = e.in[in[0]]
		delete(e.in, in[0])
	default:
		dst = e.take(n.in)
		e.c.VMOVDQA64(ops[0], dst)
	}
	e.c.VPTERNLOGQ(operand.U8(ternlog(table, len(in))), third, second, dst)
	e.release(n.in)
	e.keep(n, dst)
}

// simpleGates are those of two inputs for which there is an instruction that overwrites
// neither.
var simpleGates = map[uint8]func(c *build.Context, b, a, dst operand.Op){
	0b10001000: func(c *build.Context, b, a, dst operand.Op) { c.VPANDQ(b, a, dst) },
	0b11101110: func(c *build.Context, b, a, dst operand.Op) { c.VPORQ(b, a, dst) },
	0b01100110: func(c *build.Context, b, a, dst operand.Op) { c.VPXORQ(b, a, dst) },
	0b01000100: func(c *build.Context, b, a, dst operand.Op) { c.VPANDNQ(b, a, dst) }, // b &^ a
}

// permuted returns the table of the gate for its inputs in another order.
func permuted(n *node, in []*node) uint8 {
	var table uint8
	for row := range 8 {
		if n.value(func(x *node) int { return row >> slices.Index(in, x) & 1 }) != 0 {
			table |= 1 << row
		}
	}
	return table
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

// errorTable is ternlog for errors, which are added to what is overwritten.
func errorTable(table uint8, inputs int) uint8 { return 0xF0 | ternlog(table, inputs) }

// dies reports whether the node is used now and no more.
func (e *emitter) dies(n *node) bool {
	uses := e.uses[n]
	return len(uses) == 0 || uses[len(uses)-1] <= e.now
}

// fetch returns the register of the node, and loads it if it is in memory.
func (e *emitter) fetch(n *node, busy []*node) reg.VecPhysical {
	if r, ok := e.in[n]; ok {
		return r
	}
	v, ok := e.saved[n]
	if !ok {
		panic(fmt.Sprintf("BUG: node %d is neither in a register nor in memory", e.now))
	}
	r := e.take(busy)
	e.c.VMOVDQA64(v.address, r)
	e.in[n] = r
	return r
}

// take returns a free register. Where there is none, it takes that of the node whose
// next use is farthest away, and saves it; but none of the busy ones.
func (e *emitter) take(busy []*node) reg.VecPhysical {
	if len(e.free) == 0 {
		e.evict(busy)
	}
	r := e.free[len(e.free)-1]
	e.free = e.free[:len(e.free)-1]
	return r
}

func (e *emitter) evict(busy []*node) {
	var victim *node
	farthest := -1
	for n, r := range e.in {
		if slices.Contains(busy, n) {
			continue
		}
		next := e.nextUse(n)
		// The map's order must not show in the code.
		if next > farthest || next == farthest && r.ID() < e.in[victim].ID() {
			victim, farthest = n, next
		}
	}
	r := e.in[victim]
	if _, ok := e.saved[victim]; !ok {
		e.saved[victim] = e.frame.passingVariable()
		e.c.VMOVDQA64(r, e.saved[victim].address)
	}
	delete(e.in, victim)
	e.free = append(e.free, r)
}

func (e *emitter) nextUse(n *node) int {
	for _, use := range e.uses[n] {
		if use >= e.now {
			return use
		}
	}
	return 1 << 30
}

func (e *emitter) keep(n *node, r reg.VecPhysical) {
	if len(e.uses[n]) == 0 {
		e.free = append(e.free, r)
		return
	}
	e.in[n] = r
}

// release frees the registers of those nodes that are not used any more.
func (e *emitter) release(nodes []*node) {
	for _, n := range nodes {
		if r, ok := e.in[n]; ok && e.dies(n) {
			delete(e.in, n)
			e.free = append(e.free, r)
		}
	}
}

// temporaries returns registers for the time of one emit, which must give them back.
func (e *emitter) temporaries(n int, give func(t []reg.VecPhysical)) {
	t := make([]reg.VecPhysical, n)
	for i := range t {
		t[i] = e.take(e.busy)
	}
	give(t)
	e.free = append(e.free, t...)
}

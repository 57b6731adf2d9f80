package main

import "slices"

// A circuit computes on planes. A plane has one bit for each byte of a chunk, 512 of them
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
type circuit struct {
	target target
	frame  *frame
	nodes  []*node
	gates  map[gateKey]*node
	moved  map[moveKey]*node

	// Whether the chunk is a whole document, so that nothing comes from one before. Then
	// all is one block: there are no jumps, and variables are nodes.
	alone bool
	held  map[*variable]*node
}

// A target is an instruction set that circuits are written for, with planes of some width.
// It numbers its registers from 0.
type target interface {
	registers() int    // that a circuit may use
	gateInputs() int   // the most that a gate may have: 2 or 3
	memoryInput() bool // whether the last input of a gate may be in memory
	planeBytes() int   // the size of a variable

	load(v *variable, dst int)
	store(src int, v *variable)
	copy(src, dst int)
	zero(dst int)
	every(b byte, dst int) // each byte of the plane is b
	first(dst int)         // the first bit of the plane is set, no other

	// gate computes one. Where it overwrites its first input, that is in dst. With two
	// inputs at the most, the table is 0 where all inputs are, but for that of "not".
	gate(table uint8, dst int, in ...place)
	overwrites(table uint8, inputs int) bool
	// fail adds a plane to the errors: that of a gate of one input less than others, or, of
	// one input, that plane or its complement.
	fail(table uint8, in ...place)

	// carry stores the plane in v for the next chunk, and computes what after needs to move
	// planes up: something made of the plane and of what v had. Without v, it is zeros that
	// are moved in.
	carry(e *emitter, v *variable, plane, dst int)
	after(e *emitter, n int, plane, aligned, dst int) // aligned is -1 if zeros are moved into one word

	transpose(e *emitter, blocks source, dst []int) // may exchange registers in dst for others
	inStrings(e *emitter, quotes, dst int, alone bool)
	minus(e *emitter, a, b, dst int)
	storeLast(e *emitter, plane int, v *variable)
	addOnes(e *emitter, plane int, v *variable) // to a word of v, or to all of them
	jumpIfEmpty(e *emitter, plane int, label string)

	// ifAsked writes code that runs only if the first word of v is not zero, as who calls the
	// kernel wants it. What comes after it is at the label.
	ifAsked(v *variable, label string, write func())

	label(name string)
}

// A source is where a chunk's bytes are: at the address in a pointer, or so much after it.
type source struct {
	pointer string
	offset  int
}

// A place is that of a plane: a register, or a variable.
type place struct {
	register int
	memory   *variable
}

// frame lays out the variables in the kernel's memory: first those that must be zero at
// the beginning of a document, then the others.
type frame struct {
	planeBytes  int
	origin      int // where they begin
	mostLasting int // how many of the first there may be
	lasting     int // size of the first
	passing     int // size of the others
}

// A variable is a plane in memory, at an offset from one of several bases.
type variable struct {
	base   string
	offset int
}

// The bases. There are two sets of the variables that belong to a chunk, for two chunks
// that are worked on at a time.
const (
	inFrame = "frame"
	ofThis  = "this"
	ofOther = "other"
)

// variable returns one that is zero at the beginning of a document.
func (f *frame) variable() *variable {
	if f.mostLasting == 0 {
		return &variable{} // where nothing lasts
	}
	v := &variable{inFrame, f.origin + f.lasting}
	if f.lasting += f.planeBytes; f.lasting > f.passingAt() {
		panic("BUG: mostLasting is too small")
	}
	return v
}

// passingVariable returns one that is not.
func (f *frame) passingVariable() *variable { return &variable{inFrame, f.reserve(1)} }

// reserve returns the offset of room for so many passing variables.
func (f *frame) reserve(planes int) int {
	offset := f.origin + f.passingAt() + f.passing
	f.passing += planes * f.planeBytes
	return offset
}

func (f *frame) passingAt() int { return f.mostLasting * f.planeBytes }
func (f *frame) size() int      { return f.passingAt() + f.passing }

// A node is a plane that is computed, or an effect, which has no plane.
type node struct {
	number int
	target target
	in     []*node

	// A gate: bit i of the table is its value where bit j of i is the value of input j.
	isGate bool
	table  uint8

	isError  bool // a gate whose result is an error
	inverted bool // what is in the register is the complement

	load   *variable // the value is that of a variable
	isZero bool

	emit func(e *emitter, out, in []int) // anything else
	out  []*node                         // the planes that emit computes, if not one
	of   *node                           // the node that computes this plane among others

	uses   int // as an input
	needed bool
}

// moveKey is what tells planes that have been moved up apart.
type moveKey struct {
	plane, aligned *node
	places         int
}

type gateKey struct {
	table uint8
	a, b  *node
}

func newCircuit(t target, f *frame) *circuit {
	return &circuit{target: t, frame: f, gates: map[gateKey]*node{}, moved: map[moveKey]*node{}}
}

// newCircuitAlone returns one whose blocks are one.
func newCircuitAlone(t target, f *frame) *circuit {
	k := newCircuit(t, f)
	k.alone, k.held = true, map[*variable]*node{}
	return k
}

func (k *circuit) add(n *node) *node {
	n.number, n.target = len(k.nodes), k.target
	k.nodes = append(k.nodes, n)
	return n
}

// gate returns the gate, which may be there already, or need not be there.
func (k *circuit) gate(table uint8, in ...*node) *node {
	if len(in) == 2 {
		if simpler := k.ofZero(table, in[0], in[1]); simpler != nil {
			return simpler
		}
	}
	key := gateKey{table, in[0], in[len(in)-1]}
	if isSymmetric(table) && key.a.number > key.b.number {
		key.a, key.b = key.b, key.a
	}
	if k.gates[key] == nil {
		k.gates[key] = k.add(&node{isGate: true, table: table, in: in})
	}
	return k.gates[key]
}

// ofZero returns what a gate comes to of which an input is empty.
func (k *circuit) ofZero(table uint8, a, b *node) *node {
	switch {
	case b.isZero && table == tableAnd:
		return b
	case b.isZero && (table == tableAndNot || table == tableOr || table == tableXor):
		return a
	case a.isZero && (table == tableAnd || table == tableAndNot):
		return a
	case a.isZero && (table == tableOr || table == tableXor):
		return b
	}
	return nil
}

// forget lets gates be computed anew rather than kept in registers for long.
func (k *circuit) forget() { k.gates = map[gateKey]*node{} }

func isSymmetric(table uint8) bool { return table>>1&1 == table>>2&1 }

// The gates. Tables are for inputs 0 and 1; those beyond do not count.

const (
	tableNot    = 0b01010101
	tableIs     = 0b10101010
	tableAnd    = 0b10001000
	tableAndNot = 0b00100010 // the first but not the second
	tableNotAnd = 0b01000100 // the second but not the first
	tableOr     = 0b11101110
	tableXor    = 0b01100110
)

func (k *circuit) not(a *node) *node       { return k.gate(tableNot, a) }
func (k *circuit) andNot(a, b *node) *node { return k.gate(tableAndNot, a, b) }
func (k *circuit) xor(a, b *node) *node    { return k.gate(tableXor, a, b) }
func (k *circuit) and(a ...*node) *node    { return k.reduce(tableAnd, a) }
func (k *circuit) or(a ...*node) *node     { return k.reduce(tableOr, a) }

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

// load returns the plane in v, which must not be stored to in this block; read does so
// at this very place.
func (k *circuit) load(v *variable) *node {
	if k.alone {
		return k.held[v]
	}
	return k.add(&node{load: v})
}

func (k *circuit) read(v *variable) *node {
	if k.alone {
		return k.held[v]
	}
	return k.compute(func(e *emitter, out int, _ []int) { e.target.load(v, out) })
}

func (k *circuit) zero() *node {
	n := k.compute(func(e *emitter, out int, _ []int) { e.target.zero(out) })
	n.isZero = true
	return n
}

// every returns a plane of one byte again and again.
func (k *circuit) every(b byte) *node {
	return k.compute(func(e *emitter, out int, _ []int) { e.target.every(b, out) })
}

// first returns a plane with the first bit alone.
func (k *circuit) first() *node {
	return k.compute(func(e *emitter, out int, _ []int) { e.target.first(out) })
}

// compute adds a node whose plane emit computes.
func (k *circuit) compute(emit func(e *emitter, out int, in []int), in ...*node) *node {
	return k.add(&node{in: in, emit: func(e *emitter, out, in []int) { emit(e, out[0], in) }})
}

// do adds an effect.
func (k *circuit) do(emit func(e *emitter, in []int), in ...*node) *node {
	return k.add(&node{in: in, emit: func(e *emitter, _, in []int) { emit(e, in) }, out: []*node{}})
}

func (k *circuit) store(a *node, v *variable) {
	if k.alone {
		k.held[v] = a
		return
	}
	k.put(a, v)
}

// put stores the plane in memory, even of a circuit of one block.
func (k *circuit) put(a *node, v *variable) *node {
	return k.do(func(e *emitter, in []int) { e.target.store(in[0], v) }, a)
}

// fail says that the plane must be empty.
func (k *circuit) fail(a *node) {
	if a.isZero {
		return
	}
	if isLeftOut("an error") {
		return
	}
	k.add(&node{isGate: true, isError: true, table: tableIs, in: []*node{a}})
}

// transpose returns the eight planes of the bits of a chunk, the lowest first.
func (k *circuit) transpose(blocks source) (planes [8]*node) {
	return k.addAll(planes, &node{emit: func(e *emitter, out, _ []int) { e.target.transpose(e, blocks, out) }})
}

// addAll adds a node that computes eight planes.
func (k *circuit) addAll(planes [8]*node, n *node) [8]*node {
	for i := range planes {
		planes[i] = &node{target: k.target, of: n}
	}
	n.out = planes[:]
	k.add(n)
	return planes
}

// carried is a plane of which places before the first come from the chunk before.
type carried struct {
	k       *circuit
	plane   *node
	aligned *node // what after needs besides the plane
}

// carry keeps the plane in v for the next chunk, and returns it with what v has from the
// last one.
func (k *circuit) carry(plane *node, v *variable) carried {
	if !k.alone && isLeftOut("a carry") {
		c := k.uncarried(plane)
		k.store(plane, v)
		return c
	}
	return k.carryForSpeed(plane, v)
}

// carryForSpeed is carry where no verdict depends on it.
func (k *circuit) carryForSpeed(plane *node, v *variable) carried {
	if k.alone {
		return k.uncarried(plane)
	}
	return carried{k, plane, k.compute(func(e *emitter, out int, in []int) { e.target.carry(e, v, in[0], out) }, plane)}
}

// uncarried is carry where nothing comes from the chunk before.
func (k *circuit) uncarried(plane *node) carried {
	if k.target.planeBytes() == 8 {
		return carried{k, plane, nil}
	}
	return carried{k, plane, k.compute(func(e *emitter, out int, in []int) { e.target.carry(e, nil, in[0], out) }, plane)}
}

// after returns the plane moved up by n places: what is true of a byte is true there of
// the byte n places after it.
func (c carried) after(n int) *node {
	key := moveKey{c.plane, c.aligned, n}
	if c.k.moved[key] == nil {
		c.k.moved[key] = c.move(n)
	}
	return c.k.moved[key]
}

func (c carried) move(n int) *node {
	if c.aligned == nil {
		return c.k.compute(func(e *emitter, out int, in []int) { e.target.after(e, n, in[0], -1, out) }, c.plane)
	}
	return c.k.compute(func(e *emitter, out int, in []int) { e.target.after(e, n, in[0], in[1], out) }, c.plane, c.aligned)
}

// unless jumps to the label if all planes are empty.
func (k *circuit) unless(label string, planes ...*node) {
	if k.alone {
		return
	}
	for i := range planes {
		if isLeftOut("a condition of the jump to " + label) {
			planes[i] = k.zero()
			break
		}
	}
	k.do(func(e *emitter, in []int) { e.target.jumpIfEmpty(e, in[0], label) }, k.or(planes...))
}

// inStrings returns which bytes are in strings, opening quotation marks included and
// closing ones not: those after which an odd number of marks came.
func (k *circuit) inStrings(quotes *node) *node {
	return k.compute(func(e *emitter, out int, in []int) { e.target.inStrings(e, in[0], out, k.alone) }, quotes)
}

// minus subtracts b from a as numbers; what is borrowed at the end is lost.
func (k *circuit) minus(a, b *node) *node {
	return k.compute(func(e *emitter, out int, in []int) { e.target.minus(e, in[0], in[1], out) }, a, b)
}

// storeLast stores, as the first bit of v, the last bit of the plane.
func (k *circuit) storeLast(plane *node, v *variable) {
	k.do(func(e *emitter, in []int) { e.target.storeLast(e, in[0], v) }, plane)
}

// addOnes adds the number of bits that are set to v, which is the sum of its words.
func (k *circuit) addOnes(plane *node, v *variable) {
	if isLeftOut("a count") {
		return
	}
	k.do(func(e *emitter, in []int) { e.target.addOnes(e, in[0], v) }, plane)
}

// now puts all that the planes depend on before what else there is since the mark, so that
// they are computed without waiting for that.
func (k *circuit) now(mark int, planes ...*node) {
	urgent := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if !urgent[n] {
			urgent[n] = true
			if n.of != nil {
				visit(n.of)
			}
			for _, in := range n.in {
				visit(in)
			}
		}
	}
	for _, n := range planes {
		visit(n)
	}
	var first, later []*node
	for _, n := range k.nodes[mark:] {
		if urgent[n] {
			first = append(first, n)
		} else {
			later = append(later, n)
		}
	}
	k.nodes = append(append(k.nodes[:mark:mark], first...), later...)
}

// join makes each gate that is needed take in the gates before it, as long as it has no
// more inputs than the target allows and none of those is needed by another.
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
			for n.absorb(n.target.gateInputs()) {
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
func (n *node) absorb(most int) bool {
	for i, in := range n.in {
		if !in.isGate {
			continue
		}
		inputs := union(slices.Delete(slices.Clone(n.in), i, i+1), in.in)
		limit := most
		if n.isError {
			limit--
		}
		isFree := len(in.in) == 1 || len(inputs) < len(n.in) || in.uses == 1 && !in.needed
		if len(inputs) > limit || !isFree {
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

// invert lets gates of two inputs compute the complement where that is 0 if the inputs
// are, so that no more is asked of a target than and, or, exclusive or, and and-not. What
// is no gate takes planes as they are; once one has been made for it, gates take it too.
func (k *circuit) invert() {
	var nodes []*node
	nots := map[*node]*node{}
	for _, n := range k.nodes {
		if n.needed && n.isGate {
			for i, in := range n.in {
				if nots[in] != nil {
					n.in[i] = nots[in]
				}
			}
			n.table = k.ofInputs(n)
			if !n.isError && n.table&1 != 0 && len(n.in) > 1 {
				n.table, n.inverted = ^n.table, true
			}
		} else if n.needed {
			for i, in := range n.in {
				if in.inverted {
					if nots[in] == nil {
						nots[in] = &node{target: n.target, isGate: true, table: tableNot, in: []*node{in}, needed: true}
						nodes = append(nodes, nots[in])
					}
					n.in[i] = nots[in]
				}
			}
		}
		nodes = append(nodes, n)
	}
	k.nodes = nodes
}

// ofInputs returns the table for the inputs as they are in their registers.
func (k *circuit) ofInputs(n *node) uint8 {
	var table uint8
	for row := range 8 {
		if n.value(func(x *node) int {
			bit := row >> slices.Index(n.in, x) & 1
			if x.inverted {
				bit ^= 1
			}
			return bit
		}) != 0 {
			table |= 1 << row
		}
	}
	return table
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

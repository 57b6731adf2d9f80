package main

import (
	"fmt"
	"slices"
)

// emitter assigns registers to the planes of a circuit, and keeps in memory what they
// cannot hold.
type emitter struct {
	target target // of the node at hand
	frame  *frame
	free   []int
	in     map[*node]int       // in a register
	saved  map[*node]*variable // in memory
	uses   map[*node][]int     // places where the node is used
	now    int
	busy   []*node // the inputs of the node at hand
}

// emit writes the code of the circuit.
func (k *circuit) emit() {
	k.join()
	if k.target.gateInputs() == 2 {
		k.invert()
	}
	e := &emitter{
		target: k.target, frame: k.frame,
		in: map[*node]int{}, saved: map[*node]*variable{}, uses: map[*node][]int{},
	}
	for i := range k.target.registers() {
		e.free = append(e.free, i)
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
	e.target = n.target
	switch {
	case n.load != nil:
		e.saved[n] = n.load
	case n.isGate:
		e.gate(n)
	default:
		e.busy = n.in
		in := make([]int, len(n.in))
		for i, a := range n.in {
			in[i] = e.fetch(a, n.in)
		}
		outs := n.out
		if outs == nil {
			outs = []*node{n}
		}
		out := make([]int, len(outs))
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

// gate writes a gate. Where the target can, an input that is used here alone comes straight
// from memory. Where it overwrites the first input, that is one that is used no more, or a
// copy.
func (e *emitter) gate(n *node) {
	in := slices.Clone(n.in)
	inMemory := func(a *node) bool { _, ok := e.in[a]; return !ok }
	memory := -1
	if e.target.memoryInput() && len(in) > 1 {
		memory = slices.IndexFunc(in, func(a *node) bool { return inMemory(a) && e.dies(a) })
	}
	last := len(in) - 1
	if memory >= 0 {
		in[memory], in[last] = in[last], in[memory]
	}
	places := make([]place, len(in))
	for i, a := range in {
		if memory >= 0 && i == last {
			places[i] = place{memory: e.saved[a]}
		} else {
			places[i] = place{register: e.fetch(a, in)}
		}
	}
	if n.isError {
		e.target.fail(permuted(n, in), places...)
		e.release(n.in)
		return
	}
	if !e.target.overwrites(permuted(n, in), len(in)) {
		dst := e.take(n.in)
		e.target.gate(permuted(n, in), dst, places...)
		e.release(n.in)
		e.keep(n, dst)
		return
	}
	for i, a := range in {
		if e.dies(a) && !inMemory(a) {
			in[0], in[i], places[0], places[i] = in[i], in[0], places[i], places[0]
			break
		}
	}
	var dst int
	if e.dies(in[0]) {
		dst = e.in[in[0]]
		delete(e.in, in[0])
	} else {
		dst = e.take(n.in)
		e.target.copy(places[0].register, dst)
	}
	e.target.gate(permuted(n, in), dst, places...)
	e.release(n.in)
	e.keep(n, dst)
}

// dies reports whether the node is used now and no more.
func (e *emitter) dies(n *node) bool {
	uses := e.uses[n]
	return len(uses) == 0 || uses[len(uses)-1] <= e.now
}

// fetch returns the register of the node, and loads it if it is in memory.
func (e *emitter) fetch(n *node, busy []*node) int {
	if r, ok := e.in[n]; ok {
		return r
	}
	v, ok := e.saved[n]
	if !ok {
		panic(fmt.Sprintf("BUG: node %d is neither in a register nor in memory", e.now))
	}
	r := e.take(busy)
	n.target.load(v, r)
	e.in[n] = r
	return r
}

// take returns a free register, the one that has been free for longest: instructions that
// overwrite a register may wait for what it had. Where there is none, it takes that of the
// node whose next use is farthest away, and saves it; but none of the busy ones.
func (e *emitter) take(busy []*node) int {
	if len(e.free) == 0 {
		e.evict(busy)
	}
	r := e.free[0]
	e.free = e.free[1:]
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
		if next > farthest || next == farthest && r < e.in[victim] {
			victim, farthest = n, next
		}
	}
	r := e.in[victim]
	if _, ok := e.saved[victim]; !ok {
		e.saved[victim] = e.frame.passingVariable()
		victim.target.store(r, e.saved[victim])
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

func (e *emitter) keep(n *node, r int) {
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
func (e *emitter) temporaries(n int, give func(t []int)) {
	t := make([]int, n)
	for i := range t {
		t[i] = e.take(e.busy)
	}
	give(t)
	e.free = append(e.free, t...)
}

// withTemporaries is temporaries, outside of circuits the first registers.
func withTemporaries(e *emitter, n int, give func(t []int)) {
	if e != nil {
		e.temporaries(n, give)
		return
	}
	t := make([]int, n)
	for i := range t {
		t[i] = i
	}
	give(t)
}

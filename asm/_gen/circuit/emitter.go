package circuit

import (
	"fmt"
	"slices"
)

// Emit writes the code of the circuit.
func (k *Circuit) Emit() {
	k.join()
	if k.target.GateInputs() == 2 {
		k.invert()
	}
	e := &Emitter{
		target: k.target, Frame: k.frame,
		in: map[*Node]int{}, saved: map[*Node]*Variable{}, uses: map[*Node][]int{},
	}
	for i := range k.target.Registers() {
		e.free = append(e.free, i)
	}
	for i, n := range k.Nodes {
		if n.needed {
			for _, in := range n.in {
				e.uses[in] = append(e.uses[in], i)
			}
		}
	}
	for i, n := range k.Nodes {
		if e.now = i; n.needed {
			e.node(n)
		}
	}
}

func (e *Emitter) node(n *Node) {
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
			outs = []*Node{n}
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

// gate writes a gate. If the target supports it, one input that is in memory, and not used later,
// is read directly from there. If the instruction overwrites its first input, gate chooses an input
// that is not used later to be the first one. If there is no such input, it makes a copy.
func (e *Emitter) gate(n *Node) {
	in := slices.Clone(n.in)
	inMemory := func(a *Node) bool { _, ok := e.in[a]; return !ok }
	memory := -1
	if e.target.MemoryInput() && len(in) > 1 {
		memory = slices.IndexFunc(in, func(a *Node) bool { return inMemory(a) && e.dies(a) })
	}
	last := len(in) - 1
	if memory >= 0 {
		in[memory], in[last] = in[last], in[memory]
	}
	places := make([]Place, len(in))
	for i, a := range in {
		if memory >= 0 && i == last {
			places[i] = Place{Memory: e.saved[a]}
		} else {
			places[i] = Place{Register: e.fetch(a, in)}
		}
	}
	if n.isError {
		e.target.Fail(permuted(n, in), places...)
		e.release(n.in)
		return
	}
	if !e.target.Overwrites(permuted(n, in), len(in)) {
		dst := e.take(n.in)
		e.target.Gate(permuted(n, in), dst, places...)
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
		e.target.Copy(places[0].Register, dst)
	}
	e.target.Gate(permuted(n, in), dst, places...)
	e.release(n.in)
	e.keep(n, dst)
}

// dies reports whether the node is not used after the current one.
func (e *Emitter) dies(n *Node) bool {
	uses := e.uses[n]
	return len(uses) == 0 || uses[len(uses)-1] <= e.now
}

// fetch returns the register of the node, loading it from memory if necessary.
func (e *Emitter) fetch(n *Node, busy []*Node) int {
	if r, ok := e.in[n]; ok {
		return r
	}
	v, ok := e.saved[n]
	if !ok {
		panic(fmt.Sprintf("BUG: node %d is neither in a register nor in memory", e.now))
	}
	r := e.take(busy)
	n.target.Load(v, r)
	e.in[n] = r
	return r
}

// take returns the register that has been free for the longest time, because an instruction that
// overwrites a register may wait for its old value. If no register is free, take saves the node
// whose next use is farthest away, and returns its register. The busy nodes keep their registers.
func (e *Emitter) take(busy []*Node) int {
	if len(e.free) == 0 {
		e.evict(busy)
	}
	r := e.free[0]
	e.free = e.free[1:]
	return r
}

func (e *Emitter) evict(busy []*Node) {
	var victim *Node
	farthest := -1
	for n, r := range e.in {
		if slices.Contains(busy, n) {
			continue
		}
		next := e.nextUse(n)
		// Comparing registers makes the code independent of the order of the map.
		if next > farthest || next == farthest && r < e.in[victim] {
			victim, farthest = n, next
		}
	}
	r := e.in[victim]
	if _, ok := e.saved[victim]; !ok {
		e.saved[victim] = e.Frame.PassingVariable()
		victim.target.Store(r, e.saved[victim])
	}
	delete(e.in, victim)
	e.free = append(e.free, r)
}

func (e *Emitter) nextUse(n *Node) int {
	for _, use := range e.uses[n] {
		if use >= e.now {
			return use
		}
	}
	return 1 << 30
}

func (e *Emitter) keep(n *Node, r int) {
	if len(e.uses[n]) == 0 {
		e.free = append(e.free, r)
		return
	}
	e.in[n] = r
}

// release frees the registers of those nodes that are not used any more.
func (e *Emitter) release(nodes []*Node) {
	for _, n := range nodes {
		if r, ok := e.in[n]; ok && e.dies(n) {
			delete(e.in, n)
			e.free = append(e.free, r)
		}
	}
}

// Temporaries passes n free registers to give. The registers are free again when give returns.
func (e *Emitter) Temporaries(n int, give func(t []int)) {
	t := make([]int, n)
	for i := range t {
		t[i] = e.take(e.busy)
	}
	give(t)
	e.free = append(e.free, t...)
}

// WithTemporaries is like Temporaries. Outside circuits, where e is nil, it passes the first n
// registers.
func WithTemporaries(e *Emitter, n int, give func(t []int)) {
	if e != nil {
		e.Temporaries(n, give)
		return
	}
	t := make([]int, n)
	for i := range t {
		t[i] = i
	}
	give(t)
}

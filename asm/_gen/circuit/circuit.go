package circuit

import "slices"

func NewCircuit(t Target, f *Frame) *Circuit {
	return &Circuit{target: t, frame: f, gates: map[gateKey]*Node{}, moved: map[moveKey]*Node{}}
}

func (k *Circuit) add(n *Node) *Node {
	n.number, n.target = len(k.Nodes), k.target
	k.Nodes = append(k.Nodes, n)
	return n
}

// Gate returns a node that computes the gate with this truth table. If there is such a node
// already, Gate returns that node. If the gate is equivalent to one of its inputs, Gate returns the
// input.
func (k *Circuit) Gate(table uint8, in ...*Node) *Node {
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
		k.gates[key] = k.add(&Node{isGate: true, table: table, in: in})
	}
	return k.gates[key]
}

// If one of the inputs is always empty, the gate may be equivalent to one of its inputs. In that
// case ofZero returns that input. Otherwise it returns nil.
func (k *Circuit) ofZero(table uint8, a, b *Node) *Node {
	switch {
	case b.isZero && table == TableAnd:
		return b
	case b.isZero && (table == TableAndNot || table == TableOr || table == TableXor):
		return a
	case a.isZero && (table == TableAnd || table == TableAndNot):
		return a
	case a.isZero && (table == TableOr || table == TableXor):
		return b
	}
	return nil
}

func isSymmetric(table uint8) bool { return table>>1&1 == table>>2&1 }

// The truth tables of the gates. They depend on inputs 0 and 1, and ignore further inputs.

const (
	TableNot    = 0b01010101
	TableIs     = 0b10101010
	TableAnd    = 0b10001000
	TableAndNot = 0b00100010 // set where the first input is set and the second is clear
	TableNotAnd = 0b01000100 // set where the first input is clear and the second is set
	TableOr     = 0b11101110
	TableXor    = 0b01100110
)

func (k *Circuit) Not(a *Node) *Node { return k.Gate(TableNot, a) }

func (k *Circuit) AndNot(a, b *Node) *Node { return k.Gate(TableAndNot, a, b) }

func (k *Circuit) Xor(a, b *Node) *Node { return k.Gate(TableXor, a, b) }

func (k *Circuit) And(a ...*Node) *Node { return k.reduce(TableAnd, a) }

func (k *Circuit) Or(a ...*Node) *Node { return k.reduce(TableOr, a) }

// Nor returns the bits that are set in none of its inputs.
func (k *Circuit) Nor(a ...*Node) *Node { return k.Not(k.Or(a...)) }

// Choose returns a plane that has the bits of a where the mask is set, and the bits of b elsewhere.
func (k *Circuit) Choose(mask, a, b *Node) *Node {
	return k.Or(k.And(mask, a), k.AndNot(b, mask))
}

func (k *Circuit) reduce(table uint8, a []*Node) *Node {
	all := a[0]
	for _, b := range a[1:] {
		all = k.Gate(table, all, b)
	}
	return all
}

// Load returns the plane in v. The plane may be loaded later, when it is first used, so this block
// must not store to v. In contrast, Read loads the plane at once.
func (k *Circuit) Load(v *Variable) *Node {
	return k.add(&Node{load: v})
}

func (k *Circuit) Read(v *Variable) *Node {
	return k.Compute(func(e *Emitter, out int, _ []int) { e.target.Load(v, out) })
}

func (k *Circuit) Zero() *Node {
	n := k.Compute(func(e *Emitter, out int, _ []int) { e.target.Zero(out) })
	n.isZero = true
	return n
}

// Every returns a plane in which every byte is b.
func (k *Circuit) Every(b byte) *Node {
	return k.Compute(func(e *Emitter, out int, _ []int) { e.target.Every(b, out) })
}

// Compute adds a node whose plane is computed by the code that emit writes.
func (k *Circuit) Compute(emit func(e *Emitter, out int, in []int), in ...*Node) *Node {
	return k.add(&Node{in: in, emit: func(e *Emitter, out, in []int) { emit(e, out[0], in) }})
}

// Do adds a node that has an effect but no plane.
func (k *Circuit) Do(emit func(e *Emitter, in []int), in ...*Node) *Node {
	return k.add(&Node{in: in, emit: func(e *Emitter, _, in []int) { emit(e, in) }, out: []*Node{}})
}

func (k *Circuit) Store(a *Node, v *Variable) {
	k.Do(func(e *Emitter, in []int) { e.target.Store(in[0], v) }, a)
}

// Fail adds the rule that the plane must be empty.
func (k *Circuit) Fail(a *Node) {
	if a.isZero {
		return
	}
	if IsLeftOut("an error") {
		return
	}
	k.add(&Node{isGate: true, isError: true, table: TableIs, in: []*Node{a}})
}

// Transpose returns the eight bit planes of a chunk, the lowest bit first.
func (k *Circuit) Transpose(blocks Source) (planes [8]*Node) {
	return k.addAll(planes, &Node{emit: func(e *Emitter, out, _ []int) { e.target.Transpose(e, blocks, out) }})
}

// addAll adds a node that computes eight planes.
func (k *Circuit) addAll(planes [8]*Node, n *Node) [8]*Node {
	for i := range planes {
		planes[i] = &Node{target: k.target, of: n}
	}
	n.out = planes[:]
	k.add(n)
	return planes
}

// Carried is a plane that can be moved up by some positions. The positions that become free get the
// last bits of the same plane for the previous chunk.
type Carried struct {
	k       *Circuit
	Plane   *Node
	aligned *Node // what Target.After needs in addition to Plane
}

// Carry stores the plane in v for the next chunk. It returns the plane together with the old plane
// in v, which is from the previous chunk.
func (k *Circuit) Carry(plane *Node, v *Variable) Carried {
	if IsLeftOut("a carry") {
		c := k.Uncarried(plane)
		k.Store(plane, v)
		return c
	}
	return k.CarryForSpeed(plane, v)
}

// CarryForSpeed is like Carry, but for planes that affect only the speed, and not the verdict.
func (k *Circuit) CarryForSpeed(plane *Node, v *Variable) Carried {
	return Carried{k, plane, k.Compute(func(e *Emitter, out int, in []int) { e.target.Carry(e, v, in[0], out) }, plane)}
}

// Uncarried is like Carry, but the positions that become free get zeros.
func (k *Circuit) Uncarried(plane *Node) Carried {
	if k.target.PlaneBytes() == 8 {
		return Carried{k, plane, nil}
	}
	return Carried{k, plane, k.Compute(func(e *Emitter, out int, in []int) { e.target.Carry(e, nil, in[0], out) }, plane)}
}

// After returns the plane moved up by n positions. In the result, each byte has the bit that
// c.Plane has for the byte n positions earlier.
func (c Carried) After(n int) *Node {
	key := moveKey{c.Plane, c.aligned, n}
	if c.k.moved[key] == nil {
		c.k.moved[key] = c.move(n)
	}
	return c.k.moved[key]
}

func (c Carried) move(n int) *Node {
	if c.aligned == nil {
		return c.k.Compute(func(e *Emitter, out int, in []int) { e.target.After(e, n, in[0], -1, out) }, c.Plane)
	}
	return c.k.Compute(func(e *Emitter, out int, in []int) { e.target.After(e, n, in[0], in[1], out) }, c.Plane, c.aligned)
}

// Unless jumps to the label if all planes are empty.
func (k *Circuit) Unless(label string, planes ...*Node) {
	for i := range planes {
		if IsLeftOut("a condition of the jump to " + label) {
			planes[i] = k.Zero()
			break
		}
	}
	k.Do(func(e *Emitter, in []int) { e.target.JumpIfEmpty(e, in[0], label) }, k.Or(planes...))
}

// InStrings returns the bytes that are in strings, including opening quotation marks but not
// closing ones. These are the bytes for which the number of quotation marks up to and including the
// byte is odd.
func (k *Circuit) InStrings(quotes *Node) *Node {
	return k.Compute(func(e *Emitter, out int, in []int) { e.target.InStrings(e, in[0], out) }, quotes)
}

// Minus returns a - b, treating the planes as numbers. A final borrow is lost.
func (k *Circuit) Minus(a, b *Node) *Node {
	return k.Compute(func(e *Emitter, out int, in []int) { e.target.Minus(e, in[0], in[1], out) }, a, b)
}

// StoreLast stores the last bit of the plane as the first bit of v.
func (k *Circuit) StoreLast(plane *Node, v *Variable) {
	k.Do(func(e *Emitter, in []int) { e.target.StoreLast(e, in[0], v) }, plane)
}

// AddOnes adds the number of set bits to v. The count is the sum of the words of v.
func (k *Circuit) AddOnes(plane *Node, v *Variable) {
	if IsLeftOut("a count") {
		return
	}
	k.Do(func(e *Emitter, in []int) { e.target.AddOnes(e, in[0], v) }, plane)
}

// join makes each needed gate absorb the gates that compute its inputs, as long as the gate does
// not get more inputs than the target allows. A gate that is also needed elsewhere is not absorbed,
// unless it has a single input or leaves the absorbing gate with fewer inputs.
func (k *Circuit) join() {
	k.count()
	for _, n := range slices.Backward(k.Nodes) {
		for _, out := range n.out {
			n.needed = n.needed || out.needed
		}
		if !n.needed {
			continue
		}
		if n.isGate {
			for n.absorb(n.target.GateInputs()) {
			}
		}
		for _, in := range n.in {
			in.needed = true
		}
	}
}

// count counts how often each node is used by nodes that contribute to an effect.
func (k *Circuit) count() {
	for _, n := range slices.Backward(k.Nodes) {
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

func (n *Node) isEffect() bool { return n.isError || n.out != nil && len(n.out) == 0 }

// absorb looks for an input that is itself a gate, and replaces it with the inputs of that gate. It
// reports whether that was possible with at most the given number of inputs.
func (n *Node) absorb(most int) bool {
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
			at := func(x *Node) int { return row >> slices.Index(inputs, x) & 1 }
			if n.value(func(x *Node) int {
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

// value returns the value of the gate for the given values of its inputs.
func (n *Node) value(at func(*Node) int) int {
	row := 0
	for j, in := range n.in {
		row |= at(in) << j
	}
	return int(n.table>>row) & 1
}

func union(a, b []*Node) []*Node {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// invert makes some gates compute the complement of their value: those that have two inputs and are
// 1 when all inputs are 0. So a target only needs "and", "or", "exclusive or" and "and not". Nodes
// that are not gates need the plane itself, so invert adds a "not" for them. Later gates use the
// result of this "not", too.
func (k *Circuit) invert() {
	var nodes []*Node
	nots := map[*Node]*Node{}
	for _, n := range k.Nodes {
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
						nots[in] = &Node{target: n.target, isGate: true, table: TableNot, in: []*Node{in}, needed: true}
						nodes = append(nodes, nots[in])
					}
					n.in[i] = nots[in]
				}
			}
		}
		nodes = append(nodes, n)
	}
	k.Nodes = nodes
}

// ofInputs returns the truth table that applies to the contents of the registers of the inputs. A
// register may hold the complement of an input.
func (k *Circuit) ofInputs(n *Node) uint8 {
	var table uint8
	for row := range 8 {
		if n.value(func(x *Node) int {
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

// permuted returns the truth table of the gate for the inputs in the given order.
func permuted(n *Node, in []*Node) uint8 {
	var table uint8
	for row := range 8 {
		if n.value(func(x *Node) int { return row >> slices.Index(in, x) & 1 }) != 0 {
			table |= 1 << row
		}
	}
	return table
}

package circuit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A simulated target immediately computes what a circuit emits, on planes of 64 bits. It fails the
// test if the circuit emits something that such a target does not support.
type simulated struct {
	Target // nil: circuits made only of gates call only the methods that simulated itself implements

	t            *testing.T
	inputs       int  // the number of inputs that a gate may have
	memory       bool // whether the last input may be in memory
	overwriting  bool // whether gates overwrite their first input
	anyGate      bool // whether the target supports all gates, including those that real targets with two inputs lack
	planes       []uint64
	variables    map[*Variable]uint64
	errors       uint64
	gates, loads int // emitted so far
}

func (s *simulated) String() string {
	return fmt.Sprintf("%d inputs, memory %v, overwriting %v, %d registers", s.inputs, s.memory, s.overwriting, len(s.planes))
}

func (s *simulated) Registers() int { return len(s.planes) }

func (s *simulated) GateInputs() int { return s.inputs }

func (s *simulated) MemoryInput() bool { return s.memory }

func (s *simulated) PlaneBytes() int { return 8 }

func (s *simulated) Load(v *Variable, dst int) { s.planes[dst] = s.Read(v); s.loads++ }

func (s *simulated) Store(src int, v *Variable) { s.variables[v] = s.planes[src] }

func (s *simulated) Copy(src, dst int) { s.planes[dst] = s.planes[src] }

func (s *simulated) Zero(dst int) { s.planes[dst] = 0 }

// Overwrites reports whether the gate overwrites its first input. One gate never does, because
// AVX-512 has separate instructions for some gates.
func (s *simulated) Overwrites(table uint8, inputs int) bool {
	return s.overwriting && (inputs != 2 || table != TableAnd)
}

func (s *simulated) Read(v *Variable) uint64 {
	plane, ok := s.variables[v]
	if !ok {
		s.t.Fatalf("%v: load of %v, which was never stored", s, *v)
	}
	return plane
}

func (s *simulated) Gate(table uint8, dst int, in ...Place) {
	s.gates++
	if s.Overwrites(table, len(in)) {
		in[0] = Place{Register: dst}
	}
	s.planes[dst] = s.Compute(table, s.inputs, in)
}

func (s *simulated) Fail(table uint8, in ...Place) { s.errors |= s.Compute(table, s.inputs-1, in) }

func (s *simulated) Compute(table uint8, most int, in []Place) uint64 {
	if len(in) > most {
		s.t.Errorf("%v: gate %08b of %d inputs", s, table, len(in))
	}
	if s.inputs == 2 && !s.anyGate && !hasTwoInputGate(table, len(in)) {
		s.t.Errorf("%v: no instruction for gate %08b of %d inputs", s, table, len(in))
	}
	var values []uint64
	for i, p := range in {
		switch {
		case p.Memory == nil:
			values = append(values, s.planes[p.Register])
		case !s.memory || i < len(in)-1 || len(in) == 1:
			s.t.Errorf("%v: input %d of %d is in memory", s, i, len(in))
		default:
			values = append(values, s.Read(p.Memory))
		}
	}
	return valuesOf(table, values...)
}

// hasTwoInputGate reports whether AVX2, NEON and Go have the gate.
func hasTwoInputGate(table uint8, inputs int) bool {
	if inputs == 1 {
		return table == TableNot || table == TableIs
	}
	return slices.Contains([]uint8{TableAnd, TableAndNot, TableNotAnd, TableOr, TableXor}, table)
}

// valuesOf applies the gate to each bit of its inputs.
func valuesOf(table uint8, in ...uint64) (out uint64) {
	for bit := range 64 {
		row := 0
		for j, x := range in {
			row |= int(x>>bit&1) << j
		}
		out |= uint64(table>>row&1) << bit
	}
	return out
}

// A trial is a circuit whose inputs take all combinations of values. Bit i of input j is bit j of
// the number i.
type trial struct {
	*Circuit
	s     *simulated
	in    [6]*Node
	input [6]uint64
}

// newTrials returns two trials for each kind of target: one with as few registers as possible, and
// one with many.
func newTrials(t *testing.T) (trials []*trial) {
	for _, inputs := range []int{2, 3} {
		for _, memory := range []bool{false, true} {
			for _, overwriting := range []bool{false, true} {
				for _, registers := range []int{inputs + 1, 16} {
					trials = append(trials, newTrial(&simulated{
						t: t, inputs: inputs, memory: memory, overwriting: overwriting,
						planes: make([]uint64, registers), variables: map[*Variable]uint64{},
					}))
				}
			}
		}
	}
	return trials
}

func newTrial(s *simulated) *trial {
	f := &Frame{PlaneBytes: 8, MostLasting: 32}
	k := &trial{Circuit: NewCircuit(s, f), s: s}
	for j := range k.in {
		v := f.Variable()
		for i := range 64 {
			k.input[j] |= uint64(i>>j&1) << i
		}
		s.variables[v] = k.input[j]
		k.in[j] = k.Load(v)
	}
	return k
}

// check stores the plane of n, and also adds it to the errors. It then emits the circuit and checks
// that the stored plane and the errors are equal to want.
func (k *trial) check(what string, n *Node, want uint64) {
	k.s.t.Helper()
	v := k.frame.Variable()
	k.Store(n, v)
	k.Fail(n)
	k.Emit()
	if got := k.s.variables[v]; got != want {
		k.s.t.Errorf("%s: %016X, want %016X (%v)", what, got, want, k.s)
	}
	if got := k.s.errors; got != want {
		k.s.t.Errorf("%s: errors %016X, want %016X (%v)", what, got, want, k.s)
	}
}

// twoInputTables holds the truth tables of all gates that depend on both of their two inputs. Rules
// use no other gates of two inputs.
var twoInputTables = []uint8{
	TableAnd, TableAndNot, TableNotAnd, TableOr, TableXor,
	^uint8(TableAnd), ^uint8(TableAndNot), ^uint8(TableNotAnd), ^uint8(TableOr), ^uint8(TableXor),
}

// ways holds several ways to express a function of three inputs, given its truth table.
var ways = map[string]func(k *trial, table uint8) *Node{
	"choices": func(k *trial, table uint8) *Node {
		zero := k.Zero()
		leaf := func(row int) *Node { // handles the two rows that differ only in input 0
			switch table >> row & 3 {
			case 1:
				return k.Not(k.in[0])
			case 2:
				return k.in[0]
			case 3:
				return k.Not(zero)
			}
			return zero
		}
		return k.Choose(k.in[2], k.Choose(k.in[1], leaf(6), leaf(4)), k.Choose(k.in[1], leaf(2), leaf(0)))
	},
	"sum of products": func(k *trial, table uint8) *Node {
		sum := []*Node{k.Zero()}
		for row := range 8 {
			if table>>row&1 != 0 {
				sum = append(sum, k.And(k.literals(row)...))
			}
		}
		return k.Or(sum...)
	},
	"product of sums": func(k *trial, table uint8) *Node {
		var product []*Node
		for row := range 8 {
			if table>>row&1 == 0 {
				product = append(product, k.Or(k.literals(^row)...))
			}
		}
		if product == nil {
			return k.Not(k.Zero())
		}
		return k.And(product...)
	},
	"none of products": func(k *trial, table uint8) *Node {
		none := []*Node{k.And(k.in[0], k.in[1], k.in[2])}
		if table>>7 != 0 {
			none = []*Node{k.Zero()}
		}
		for row := range 7 {
			if table>>row&1 == 0 {
				none = append(none, k.And(k.literals(row)...))
			}
		}
		return k.Nor(none...)
	},
	"exclusive sum": func(k *trial, table uint8) *Node {
		sum := k.Zero()
		for row := range 8 {
			if table>>row&1 != 0 {
				sum = k.Xor(sum, k.And(k.literals(row)...))
			}
		}
		return sum
	},
}

// literals returns the three inputs, each of them complemented if it is 0 in the row.
func (k *trial) literals(row int) (all []*Node) {
	for j, in := range k.in[:3] {
		if row>>j&1 == 0 {
			in = k.Not(in)
		}
		all = append(all, in)
	}
	return all
}

func TestEveryFunctionOfThreeInputs(t *testing.T) {
	for table := range 256 {
		for name, write := range ways {
			if isDegenerate(uint8(table)) {
				continue
			}
			for _, k := range newTrials(t) {
				n := write(k, uint8(table))
				k.check(fmt.Sprintf("%08b as %s", table, name), n, valuesOf(uint8(table), k.input[:3]...))
			}
		}
	}
}

// isDegenerate reports whether the function of three inputs is constant. The rules have no such
// gates.
func isDegenerate(table uint8) bool { return table == 0 || table == 0xFF }

// TestEveryGateAbsorbsEveryOther tries all combinations of gates in small circuits. If gates can
// have three inputs, the outer gate must absorb the other gates where that is possible.
func TestEveryGateAbsorbsEveryOther(t *testing.T) {
	shapes := map[string]func(k *trial, outer, left, right uint8) (*Node, uint64){
		"left of another input": func(k *trial, outer, left, _ uint8) (*Node, uint64) {
			n := k.Gate(outer, k.Gate(left, k.in[0], k.in[1]), k.in[2])
			return n, valuesOf(outer, valuesOf(left, k.input[0], k.input[1]), k.input[2])
		},
		"right of another input": func(k *trial, outer, _, right uint8) (*Node, uint64) {
			n := k.Gate(outer, k.in[2], k.Gate(right, k.in[0], k.in[1]))
			return n, valuesOf(outer, k.input[2], valuesOf(right, k.input[0], k.input[1]))
		},
		"two that share an input": func(k *trial, outer, left, right uint8) (*Node, uint64) {
			n := k.Gate(outer, k.Gate(left, k.in[0], k.in[1]), k.Gate(right, k.in[1], k.in[2]))
			return n, valuesOf(outer, valuesOf(left, k.input[0], k.input[1]), valuesOf(right, k.input[1], k.input[2]))
		},
		"of complements": func(k *trial, outer, left, right uint8) (*Node, uint64) {
			n := k.Gate(outer, k.Not(k.Gate(left, k.Not(k.in[0]), k.in[1])), k.Not(k.Not(k.Gate(right, k.in[2], k.Not(k.in[1])))))
			return n, valuesOf(outer, ^valuesOf(left, ^k.input[0], k.input[1]), valuesOf(right, k.input[2], ^k.input[1]))
		},
		"four inputs": func(k *trial, outer, left, right uint8) (*Node, uint64) {
			n := k.Gate(outer, k.Gate(left, k.in[0], k.in[1]), k.Gate(right, k.in[2], k.in[3]))
			return n, valuesOf(outer, valuesOf(left, k.input[0], k.input[1]), valuesOf(right, k.input[2], k.input[3]))
		},
	}
	gates := map[string]int{ // expected number of gates if gates may have three inputs
		"left of another input": 1, "right of another input": 1, "two that share an input": 1,
		"of complements": 2, // the left gate is absorbed first; only then does the right gate turn out to share an input with it
		"four inputs":    2,
	}
	for name, shape := range shapes {
		for _, outer := range twoInputTables {
			for _, left := range twoInputTables {
				for _, right := range twoInputTables {
					for _, k := range newTrials(t) {
						n, want := shape(k, outer, left, right)
						k.check(fmt.Sprintf("%s: %08b %08b %08b", name, outer, left, right), n, want)
						if want := gates[name]; k.s.inputs == 3 && k.s.gates > want {
							t.Errorf("%s: %d gates, want %d (%v)", name, k.s.gates, want, k.s)
						}
					}
				}
			}
		}
	}
}

// A gate that several gates need is computed once, and not absorbed by each of them.
func TestSharedGatesAreNotAbsorbed(t *testing.T) {
	for _, k := range newTrials(t) {
		shared := k.Xor(k.in[0], k.in[1])
		both := k.Xor(k.And(shared, k.in[2]), k.And(shared, k.in[3], k.in[4]))
		x := k.input[0] ^ k.input[1]
		k.check("shared", both, x&k.input[2]^x&k.input[3]&k.input[4])
		if want := map[int]int{2: 5, 3: 3}[k.s.inputs]; k.s.gates != want {
			t.Errorf("%d gates, want %d (%v)", k.s.gates, want, k.s)
		}
	}
}

// A complement costs nothing, however often it is used, unless it is needed by something other than
// a gate.
func TestComplementsAreFree(t *testing.T) {
	for _, k := range newTrials(t) {
		nor, not := k.Nor(k.in[0], k.in[1]), k.Not(k.in[2])
		v, w := k.frame.Variable(), k.frame.Variable()
		k.Store(k.And(nor, k.in[3], k.in[4]), v)
		k.Store(k.And(not, k.in[3]), w)
		k.Fail(k.And(not, nor))
		k.Emit()
		// With two inputs per gate, Nor takes one gate, the first And takes two, and each of the
		// other two Ands takes one. With three inputs per gate, Nor and the first two Ands take one
		// gate each, and Fail absorbs the last And.
		if want := map[int]int{2: 5, 3: 3}[k.s.inputs]; k.s.gates != want {
			t.Errorf("%d gates, want %d (%v)", k.s.gates, want, k.s)
		}
		norIs, notIs := ^(k.input[0] | k.input[1]), ^k.input[2]
		if got, want := k.s.variables[v], norIs&k.input[3]&k.input[4]; got != want {
			t.Errorf("%X, want %X (%v)", got, want, k.s)
		}
		if got, want := k.s.variables[w], notIs&k.input[3]; got != want {
			t.Errorf("%X, want %X (%v)", got, want, k.s)
		}
		if want := norIs & notIs; k.s.errors != want {
			t.Errorf("errors %X, want %X (%v)", k.s.errors, want, k.s)
		}
	}
}

// A complement of a complement is the plane itself, even if the first complement is needed as well.
func TestComplementOfComplement(t *testing.T) {
	for _, k := range newTrials(t) {
		v := k.frame.Variable()
		nor := k.Nor(k.in[0], k.in[1])
		k.Store(k.Not(nor), v)
		k.check("nor", nor, ^(k.input[0] | k.input[1]))
		if got, want := k.s.variables[v], k.input[0]|k.input[1]; got != want {
			t.Errorf("or: %X, want %X (%v)", got, want, k.s)
		}
	}
	for _, k := range newTrials(t) {
		k.check("input", k.Not(k.Not(k.in[0])), k.input[0])
	}
}

// A gate with an empty input is replaced with an empty plane or with its other input.
func TestGatesOfZero(t *testing.T) {
	for _, table := range []uint8{TableAnd, TableAndNot, TableOr, TableXor} {
		for _, left := range []bool{false, true} {
			for _, k := range newTrials(t) {
				a, b, x, y := k.in[0], k.Zero(), k.input[0], uint64(0)
				if left {
					a, b, x, y = b, a, y, x
				}
				k.check(fmt.Sprintf("%08b, zero on the left %v", table, left), k.Gate(table, a, b), valuesOf(table, x, y))
				if k.s.gates > 0 {
					t.Errorf("%08b, zero on the left %v: %d gates, want none (%v)", table, left, k.s.gates, k.s)
				}
			}
		}
	}
}

// Nodes that no effect depends on are neither computed nor loaded. They do not prevent other gates
// from being absorbed.
func TestUnusedGatesAreLeftOut(t *testing.T) {
	for _, k := range newTrials(t) {
		used := k.Xor(k.in[0], k.in[1])
		k.And(used, k.in[3])
		k.check("used in vain as well", k.Or(used, k.in[2]), k.input[0]^k.input[1]|k.input[2])
		if want := 4 - k.s.inputs; k.s.gates != want {
			t.Errorf("%d gates, want %d (%v)", k.s.gates, want, k.s)
		}
	}
	for _, k := range newTrials(t) {
		k.And(k.Xor(k.in[2], k.in[3]), k.in[4])
		k.check("an input", k.in[0], k.input[0])
		if k.s.gates != 0 || k.s.loads != 1 {
			t.Errorf("%d gates and %d loads, want none and 1 (%v)", k.s.gates, k.s.loads, k.s)
		}
	}
}

func TestPermutedTables(t *testing.T) {
	orders := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for table := range 256 {
		for _, order := range orders {
			n := &Node{isGate: true, table: uint8(table), in: []*Node{{}, {number: 1}, {number: 2}}}
			in := []*Node{n.in[order[0]], n.in[order[1]], n.in[order[2]]}
			got := permuted(n, in)
			for row := range 8 {
				permutedRow := row>>order[0]&1 | row>>order[1]&1<<1 | row>>order[2]&1<<2
				if got>>permutedRow&1 != uint8(table)>>row&1 {
					t.Fatalf("%08b in order %v is %08b", table, order, got)
				}
			}
		}
	}
}

// TestRandomCircuits tries circuits that have more planes than registers and stores between the
// gates. In each circuit, one plane is moved to the front with Now. In contrast to a gate of a
// rule, a random gate may be equivalent to one of its inputs, so the targets support all gates.
func TestRandomCircuits(t *testing.T) {
	for seed := range uint64(300) {
		for _, k := range newTrials(t) {
			k.s.anyGate = true
			checkRandomCircuit(k, rand.New(rand.NewPCG(seed, 3)))
		}
	}
}

func checkRandomCircuit(k *trial, rng *rand.Rand) {
	nodes, values := slices.Clone(k.in[:]), slices.Clone(k.input[:])
	add := func(n *Node, value uint64) {
		nodes, values = append(nodes, n), append(values, value)
	}
	want := map[*Variable]uint64{}
	for range 40 {
		i, j := rng.IntN(len(nodes)), rng.IntN(len(nodes))
		table := twoInputTables[rng.IntN(len(twoInputTables))]
		switch {
		case i == j:
			add(k.Not(nodes[i]), ^values[i])
		default:
			add(k.Gate(table, nodes[i], nodes[j]), valuesOf(table, values[i], values[j]))
		}
		if rng.IntN(6) == 0 {
			v := k.frame.PassingVariable()
			k.Store(nodes[len(nodes)-1], v)
			want[v] = values[len(values)-1]
		}
	}
	last := len(nodes) - 1
	k.check("random", nodes[last], values[last])
	for v, plane := range want {
		if got := k.s.variables[v]; got != plane {
			k.s.t.Errorf("random: %016X, want %016X (%v)", got, plane, k.s)
		}
	}
}

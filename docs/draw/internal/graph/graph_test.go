package graph

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// random returns a graph in which arrows lead only from nodes to later ones.
func random(r *rand.Rand) []Node {
	nodes := make([]Node, 1+r.IntN(12))
	for i := range nodes {
		nodes[i] = Node{Name: fmt.Sprint("n", i), Width: float64(20 + r.IntN(80))}
		for j := range i {
			if r.IntN(4) == 0 {
				nodes[j].To = append(nodes[j].To, nodes[i].Name)
			}
		}
	}
	return nodes
}

// reached returns the nodes that can be reached from each node, in at most as many steps as there
// are nodes.
func reached(nodes []Node) map[string]map[string]bool {
	reaches := map[string]map[string]bool{}
	for _, n := range nodes {
		reaches[n.Name] = map[string]bool{}
	}
	for range nodes {
		for _, n := range nodes {
			for _, to := range n.To {
				reaches[n.Name][to] = true
				maps.Copy(reaches[n.Name], reaches[to])
			}
		}
	}
	return reaches
}

func none(_, _ string) bool { return false }

func TestReduce(t *testing.T) {
	for seed := range uint64(300) {
		nodes := random(rand.New(rand.NewPCG(seed, 0)))
		reduced := Reduce(nodes, none)
		if want := reached(nodes); !reflect.DeepEqual(reached(reduced), want) {
			t.Fatalf("seed %d: %v reaches other nodes than %v", seed, reduced, nodes)
		}
		for i, n := range reduced { // no other arrow can be omitted
			for j := range n.To {
				less := slices.Clone(reduced)
				less[i].To = slices.Delete(slices.Clone(n.To), j, j+1)
				if reflect.DeepEqual(reached(less), reached(reduced)) {
					t.Fatalf("seed %d: the arrow from %s to %s follows from others", seed, n.Name, n.To[j])
				}
			}
		}
		all := func(_, _ string) bool { return true }
		if got := Reduce(nodes, all); !reflect.DeepEqual(reached(got), reached(nodes)) || count(got) != count(nodes) {
			t.Fatalf("seed %d: arrows to be kept are gone", seed)
		}
	}
}

func count(nodes []Node) (arrows int) {
	for _, n := range nodes {
		arrows += len(n.To)
	}
	return arrows
}

func TestArrange(t *testing.T) {
	for seed := range uint64(300) {
		nodes := random(rand.New(rand.NewPCG(seed, 0)))
		l := Arrange(nodes)
		if len(l.Places) != len(nodes) || len(l.Arrows) != count(nodes) {
			t.Fatalf("seed %d: %d places for %d nodes, %d arrows of %d", seed, len(l.Places), len(nodes), len(l.Arrows), count(nodes))
		}
		widths := map[string]float64{}
		for i, n := range nodes {
			at := l.Places[n.Name]
			widths[n.Name] = n.Width
			if at.Row < 0 || at.Row >= l.Rows || at.X-n.Width/2 < -0.01 {
				t.Errorf("seed %d: %s is at %v", seed, n.Name, at)
			}
			for _, other := range nodes[:i] {
				o := l.Places[other.Name]
				if distance := max(at.X-o.X, o.X-at.X); o.Row == at.Row && distance < (n.Width+other.Width)/2+Gap-0.01 {
					t.Errorf("seed %d: %s is too close to %s", seed, n.Name, other.Name)
				}
			}
		}
		for _, a := range l.Arrows {
			checkArrow(t, l, widths, a)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, nodes)
		}
	}
}

// checkArrow checks that an arrow leads down from the edge of one node to the edge of another, and
// passes beside the nodes in the rows between them.
func checkArrow(t *testing.T, l Layout, widths map[string]float64, a Arrow) {
	t.Helper()
	from, to := l.Places[a.From], l.Places[a.To]
	if len(a.X) != to.Row-from.Row+1 || to.Row <= from.Row {
		t.Errorf("%v leads from row %d to row %d", a, from.Row, to.Row)
		return
	}
	for i, x := range a.X {
		for name, at := range l.Places {
			if at.Row != from.Row+i {
				continue
			}
			inside := x > at.X-widths[name]/2 && x < at.X+widths[name]/2
			if inside != (name == a.From || name == a.To) {
				t.Errorf("%v: at %s, inside is %v", a, name, inside)
			}
		}
	}
}

// The arrows of a tree do not cross.
func TestArrangeTree(t *testing.T) {
	nodes := []Node{
		{"root", 50, []string{"b", "a", "deep"}},
		{"a", 50, []string{"a2", "a1"}}, {"b", 50, []string{"b1", "deep"}},
		{"a1", 50, nil}, {"a2", 50, []string{"deep"}}, {"b1", 50, nil}, {"deep", 50, nil},
	}
	g := newGrid(nodes, chooseRows(nodes))
	g.order()
	if n := g.crossings(); n != 0 {
		t.Errorf("%d crossings", n)
	}
	if first, second := Arrange(nodes), Arrange(nodes); !reflect.DeepEqual(first, second) {
		t.Error("two layouts of one graph differ")
	}
}

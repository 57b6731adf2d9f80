package graph

import (
	"cmp"
	"slices"
)

// A Place is where a node has been placed.
type Place struct {
	Row int     // from 0, the top
	X   float64 // horizontal position of the middle of the node
}

// An Arrow leads from one node to another.
type Arrow struct {
	From, To string
	X        []float64 // its horizontal position in each row, from the row of From to that of To
}

// A Layout is a graph whose nodes have places.
type Layout struct {
	Rows   int
	Places map[string]Place
	Arrows []Arrow
}

// Arrange places nodes. Every node that an arrow leads to must be in nodes, and the arrows must not
// form a cycle.
func Arrange(nodes []Node) Layout {
	rows := chooseRows(nodes)
	g := newGrid(nodes, rows)
	g.order()
	g.position()
	l := Layout{Rows: len(g.rows), Places: map[string]Place{}}
	for _, n := range nodes {
		l.Places[n.Name] = Place{rows[n.Name], g.first[n.Name].x}
	}
	for _, n := range nodes {
		for _, s := range g.first[n.Name].below {
			a := Arrow{From: n.Name, X: []float64{g.first[n.Name].x, s.x}}
			for ; s.node == ""; a.X = append(a.X, s.x) {
				s = s.below[0]
			}
			a.To = s.node
			l.Arrows = append(l.Arrows, a)
		}
	}
	l.attach(nodes)
	return l
}

// attach separates the ends of arrows at the same node by moving them along the edge of the node.
// Their order on the edge is that of their next positions.
func (l *Layout) attach(nodes []Node) {
	for _, n := range nodes {
		var out, in []*Arrow
		for i := range l.Arrows {
			switch a := &l.Arrows[i]; n.Name {
			case a.From:
				out = append(out, a)
			case a.To:
				in = append(in, a)
			}
		}
		x := l.Places[n.Name].X
		spread(out, x, n.Width, func(a *Arrow) (end, next *float64) { return &a.X[0], &a.X[1] })
		spread(in, x, n.Width, func(a *Arrow) (end, next *float64) { last := len(a.X) - 1; return &a.X[last], &a.X[last-1] })
	}
}

// spread separates the ends of arrows by moving them along an edge of the given width around x.
func spread(arrows []*Arrow, x, width float64, ends func(*Arrow) (end, next *float64)) {
	slices.SortStableFunc(arrows, func(a, b *Arrow) int {
		_, nextA := ends(a)
		_, nextB := ends(b)
		return cmp.Compare(*nextA, *nextB)
	})
	step := min(width/float64(len(arrows)+1), 2*Gap)
	for i, a := range arrows {
		end, _ := ends(a)
		*end = x + step*(float64(i)-float64(len(arrows)-1)/2)
	}
}

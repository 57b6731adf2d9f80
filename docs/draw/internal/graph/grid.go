package graph

import (
	"cmp"
	"slices"
)

// Gap is the space between neighbors in a row, and Lane is the width of the lane of an arrow.
const Gap, Lane = 18, 6

// A slot is a place in a row, for a node or for the lane of an arrow.
type slot struct {
	node         string // empty for a lane
	width        float64
	above, below []*slot // above: the slots that arrows come from; below: the slots that arrows lead to
	index        int     // index in the row
	x            float64
}

// A grid is a graph in rows of slots. Arrows lead from one row to the next.
type grid struct {
	rows  [][]*slot
	first map[string]*slot // by node
}

func newGrid(nodes []Node, rows map[string]int) *grid {
	g := &grid{first: map[string]*slot{}}
	for _, n := range nodes {
		g.first[n.Name] = g.add(rows[n.Name], &slot{node: n.Name, width: n.Width})
	}
	for _, n := range nodes {
		for _, target := range n.To {
			above := g.first[n.Name]
			for row := rows[n.Name] + 1; row < rows[target]; row++ {
				above = join(above, g.add(row, &slot{width: Lane}))
			}
			join(above, g.first[target])
		}
	}
	return g
}

// add puts s at the end of a row.
func (g *grid) add(row int, s *slot) *slot {
	for len(g.rows) <= row {
		g.rows = append(g.rows, nil)
	}
	s.index = len(g.rows[row])
	g.rows[row] = append(g.rows[row], s)
	return s
}

// join makes an arrow between neighboring rows, and returns its lower end.
func join(above, below *slot) *slot {
	above.below = append(above.below, below)
	below.above = append(below.above, above)
	return below
}

// order reorders the slots in the rows several times, and keeps the order with the fewest crossings.
func (g *grid) order() {
	best := g.crossings()
	kept := g.snapshot()
	for round := range 64 {
		for i := range g.rows {
			if round%2 == 0 {
				sortByMean(g.rows[i], func(s *slot) []*slot { return s.above })
			} else {
				sortByMean(g.rows[len(g.rows)-1-i], func(s *slot) []*slot { return s.below })
			}
		}
		g.exchange()
		if n := g.crossings(); n < best {
			best, kept = n, g.snapshot()
		}
	}
	g.rows = kept
	for _, row := range g.rows {
		number(row)
	}
}

func (g *grid) snapshot() (rows [][]*slot) {
	for _, row := range g.rows {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// sortByMean sorts a row by the mean place of the neighbors of each slot. A slot without neighbors
// keeps its place.
func sortByMean(row []*slot, neighbors func(*slot) []*slot) {
	mean := func(s *slot) float64 {
		sum := 0
		for _, n := range neighbors(s) {
			sum += n.index
		}
		if sum == 0 && len(neighbors(s)) == 0 {
			return float64(s.index)
		}
		return float64(sum) / float64(len(neighbors(s)))
	}
	slices.SortStableFunc(row, func(a, b *slot) int { return cmp.Compare(mean(a), mean(b)) })
	number(row)
}

func number(row []*slot) {
	for i, s := range row {
		s.index = i
	}
}

// exchange swaps neighbors in rows while that reduces the number of crossings.
func (g *grid) exchange() {
	for changed := true; changed; {
		changed = false
		for _, row := range g.rows {
			for i := range len(row) - 1 {
				a, b := row[i], row[i+1]
				if crossings(a.above, b.above)+crossings(a.below, b.below) > crossings(b.above, a.above)+crossings(b.below, a.below) {
					row[i], row[i+1] = b, a
					a.index, b.index = b.index, a.index
					changed = true
				}
			}
		}
	}
}

// crossings counts how often the arrows of one slot cross those of the slot to its right. The
// parameters are the slots at the other ends of these arrows: left for the first slot, right for the
// second.
func crossings(left, right []*slot) (n int) {
	for _, l := range left {
		for _, r := range right {
			if l.index > r.index {
				n++
			}
		}
	}
	return n
}

func (g *grid) crossings() (n int) {
	for _, row := range g.rows {
		for i, a := range row {
			for _, b := range row[i+1:] {
				n += crossings(a.below, b.below)
			}
		}
	}
	return n
}

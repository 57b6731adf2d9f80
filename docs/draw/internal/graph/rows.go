package graph

import "math"

// chooseRows returns the row of each node. Each node is below all nodes that have arrows to it, and
// the rows are chosen so that arrows are short.
func chooseRows(nodes []Node) map[string]int {
	from, to := map[string][]string{}, map[string][]string{}
	for _, n := range nodes {
		to[n.Name] = n.To
		for _, target := range n.To {
			from[target] = append(from[target], n.Name)
		}
	}
	rows := map[string]int{}
	deepest := 0
	for changed := true; changed; { // the first loop puts each node as high as possible
		changed = false
		for _, n := range nodes {
			for _, target := range n.To {
				if rows[target] <= rows[n.Name] {
					rows[target], changed = rows[n.Name]+1, true
					deepest = max(deepest, rows[target])
				}
			}
		}
	}
	// A node moves to the row where the sum of the lengths of its arrows is smallest. With every move,
	// the sum of all lengths decreases, or it stays the same and the node moves down. Therefore the
	// loop ends.
	for changed := true; changed; {
		changed = false
		for _, n := range nodes {
			high, low := 0, deepest
			for _, source := range from[n.Name] {
				high = max(high, rows[source]+1)
			}
			for _, target := range to[n.Name] {
				low = min(low, rows[target]-1)
			}
			best, shortest := rows[n.Name], math.MaxInt
			for row := high; row <= low; row++ {
				sum := 0
				for _, source := range from[n.Name] {
					sum += row - rows[source]
				}
				for _, target := range to[n.Name] {
					sum += rows[target] - row
				}
				if sum <= shortest {
					best, shortest = row, sum
				}
			}
			if best != rows[n.Name] {
				rows[n.Name], changed = best, true
			}
		}
	}
	return rows
}

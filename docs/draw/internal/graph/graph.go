package graph

import "slices"

// A Node is one node of a graph.
type Node struct {
	Name  string
	Width float64
	To    []string // the names of the nodes that arrows lead to
}

// Reduce returns the nodes without the arrows whose two nodes are also connected by a chain of other
// arrows. An arrow stays if keep returns true for it.
func Reduce(nodes []Node, keep func(from, to string) bool) []Node {
	to := map[string][]string{}
	for _, n := range nodes {
		to[n.Name] = n.To
	}
	var reaches func(from, target string) bool
	reaches = func(from, target string) bool {
		return slices.ContainsFunc(to[from], func(next string) bool { return next == target || reaches(next, target) })
	}
	reduced := slices.Clone(nodes)
	for i, n := range nodes {
		reduced[i].To = nil
		for _, target := range n.To {
			longer := func(via string) bool { return via != target && reaches(via, target) }
			if keep(n.Name, target) || !slices.ContainsFunc(n.To, longer) {
				reduced[i].To = append(reduced[i].To, target)
			}
		}
	}
	return reduced
}

package inputs

import (
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// Shapes returns the valid texts of package shapes in the given sizes, in bytes, for each category that takes any text of their kind.
func Shapes(sizes ...int) []Input {
	kinds := map[shapes.Kind][]contest.Category{
		shapes.Document: {contest.Documents, contest.Tokens, contest.Values},
		shapes.Tiny:     {contest.Documents, contest.Tokens, contest.Values},
		shapes.Records:  {contest.Records},
		shapes.String:   {contest.UTF8, contest.Quoting},
	}
	var ins []Input
	for _, t := range shapes.All() {
		if t.Has(shapes.Invalid | shapes.TooDeep) {
			continue
		}
		for i, size := range sizes {
			group := sizeName(size)
			if t.Kind == shapes.Tiny {
				if i > 0 {
					break
				}
				group = "tiny"
			}
			load := func() ([][]byte, error) { return t.Load(size).Chunks, nil }
			for _, c := range kinds[t.Kind] {
				ins = append(ins, Input{Category: c, Group: group, Name: t.Name + ", " + group, make: load})
			}
			if t.Kind == shapes.String {
				ins = append(ins, Input{Category: contest.Unquoting, Group: group, Name: t.Name + ", " + group, make: func() ([][]byte, error) {
					return quoteAll(t.Load(size).Chunks)
				}})
			}
		}
	}
	return ins
}

package inputs

import (
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// maxShapeChunks is enough for short texts: a turn must not take too long, because there are thousands of inputs.
const maxShapeChunks = 1024

// Shapes returns the valid texts of package shapes in the given sizes, in bytes, for each category that takes any text of their kind.
// A text is generated once for all categories.
func Shapes(sizes ...int) []Input {
	documents := []contest.Category{
		contest.Documents, contest.Unique, contest.Tokens, contest.Walks, contest.Values, contest.Decoding, contest.Indenting,
		contest.Compacting, contest.Canonical, contest.Schemas,
	}
	kinds := map[shapes.Kind][]contest.Category{
		shapes.Document: documents,
		shapes.Tiny:     documents,
		shapes.Records:  {contest.Records},
		shapes.String:   {contest.UTF8, contest.Quoting},
	}
	var ins []Input
	var now shapes.Loaded
	var nowSize int
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
			load := func() ([][]byte, error) {
				if now.Name != t.Name || size != nowSize {
					now, nowSize = t.Load(size), size
				}
				return now.Chunks[:min(len(now.Chunks), maxShapeChunks)], nil
			}
			for _, c := range kinds[t.Kind] {
				if c == contest.Indenting && t.Has(shapes.Deep) {
					continue // its indented form is thousands of times as long
				}
				ins = append(ins, Input{Category: c, Group: group, Name: t.Name + ", " + group, Type: anyValue, make: load})
			}
			if t.Kind == shapes.String {
				ins = append(ins, Input{Category: contest.Unquoting, Group: group, Name: t.Name + ", " + group, make: func() ([][]byte, error) {
					chunks, err := load()
					if err != nil {
						return nil, err
					}
					return quoteAll(chunks)
				}})
			}
		}
	}
	return ins
}

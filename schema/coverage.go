package schema

import (
	"cmp"
	"slices"

	"github.com/assayjson/assay/schema/contract"
)

// A Coverage is what the parts of a schema have done with documents. Its zero value is ready to use.
type Coverage = contract.Coverage

// Cover adds to c what the parts of s do with the document in data, which may be valid or invalid. All documents of a Coverage must have been
// covered by the same Schema. If data is not JSON, or if that takes too many steps, Cover returns the same error as Check, and c has
// what was found until then. In contrast to Check, Cover applies all alternatives of "anyOf".
//
// Multiple goroutines must not use c at the same time.
func (s *Schema) Cover(data []byte, c *Coverage) error {
	if s.graph == nil {
		return errNotCompiled
	}
	d := newDecoder(newTokens(data, s.options), 1)
	value, err := d.document()
	if err != nil || len(d.huge) > 0 {
		return err
	}
	steps := s.budget.Base + s.budget.PerValue*d.values
	found := map[string]contract.CoveredPart{}
	err = s.cover(value, &steps, found)
	before := make(map[string]contract.CoveredPart, len(c.Parts))
	for _, p := range c.Parts {
		before[p.Location] = p
	}
	c.Parts = c.Parts[:0]
	for at, p := range found {
		p.Location = nameOf(at)
		p.Accepted = p.Accepted || before[p.Location].Accepted
		p.Rejected = p.Rejected || before[p.Location].Rejected
		c.Parts = append(c.Parts, p)
	}
	slices.SortFunc(c.Parts, func(a, b contract.CoveredPart) int { return cmp.Compare(a.Location, b.Location) })
	return err
}

func (s *Schema) cover(value any, left *int64, parts map[string]contract.CoveredPart) (err error) {
	defer rescue(&err)
	return s.graph.Cover(s.root, value, left, parts)
}

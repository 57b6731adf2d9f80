package program

import (
	"maps"
	"slices"

	"github.com/assayjson/assay/schema/internal/model"
)

// maxBits is how many members a cell can remember.
const maxBits = 64

var (
	impossible     = &model.Schema{Bool: &acceptsNothing}
	acceptsNothing = false
)

// A membersBuilder builds the cells of a schema for objects.
type membersBuilder struct {
	*compiler
	plan  *objectPlan
	ids   []int32 // the names of the slots
	bits  int     // how many bits are in use
	cells []*expr
}

// slot returns the index of the slot for a name.
func (b *membersBuilder) slot(name string) int {
	id := b.program.names.add(name)
	i := slices.Index(b.ids, id)
	if i < 0 {
		i = len(b.ids)
		b.ids = append(b.ids, id)
		b.plan.slots = append(b.plan.slots, slot{node: nothing})
	}
	return i
}

// bit returns the bit of a member. If there is no bit left, it continues with another cell.
func (b *membersBuilder) bit(name string) uint64 {
	i := b.slot(name)
	if b.plan.slots[i].bit == 0 {
		if b.bits == maxBits {
			b.next()
			return b.bit(name)
		}
		b.bits++
		b.plan.slots[i].bit = uint8(b.bits)
	}
	return 1 << (b.plan.slots[i].bit - 1)
}

// reserve makes room for the bits of n members in the same cell.
func (b *membersBuilder) reserve(n int) {
	if b.bits+n > maxBits {
		b.next()
	}
}

// next finishes the current cell and begins another one, which only counts members.
func (b *membersBuilder) next() {
	b.finish(true)
	b.plan, b.ids, b.bits = &objectPlan{most: -1, rest: nothing, nameTest: nothing}, nil, 0
}

// finish adds the current cell, unless it has no effect. If notes is set, a cell that evaluates
// members has an effect.
func (b *membersBuilder) finish(notes bool) {
	p := b.plan
	p.members = newIDTable(b.ids)
	demands := p.rest != nothing || p.nameTest != nothing || p.askIfNamed
	for _, s := range p.slots {
		demands = demands || s.node != nothing || notes && s.declared
	}
	for _, m := range p.patterns {
		demands = demands || m.node != nothing || notes
	}
	demands = demands || notes && p.hasRest
	if demands || p.least > 0 || p.most >= 0 || p.required != 0 || len(p.dependents) > 0 {
		b.cells = append(b.cells, &expr{code: opLeaf, object: p})
	}
}

// dependents compiles "dependentRequired", and "dependencies" that list members.
func (b *membersBuilder) dependents(s *model.Schema) {
	add := func(name string, others []string) {
		for chunk := range slices.Chunk(others, maxBits/2) {
			b.reserve(len(chunk) + 1)
			d := dependent{given: b.bit(name)}
			for _, other := range chunk {
				d.wants |= b.bit(other)
			}
			b.plan.dependents = append(b.plan.dependents, d)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.DependentRequired)) {
		add(name, s.DependentRequired[name])
	}
	for _, name := range slices.Sorted(maps.Keys(s.Dependencies)) {
		if others, ok := s.Dependencies[name].([]string); ok {
			add(name, others)
		}
	}
}

// arrayLeaf returns the cell of a schema for arrays.
func (c *compiler) arrayLeaf(k key, with combiner) *expr {
	s := k.schema
	a := &arrayPlan{rest: nothing, contains: nothing, most: -1, mostContained: -1, leastContained: 1}
	a.setItems(c, k)
	if s.MinItems != nil {
		a.least = clamp(*s.MinItems)
	}
	if s.MaxItems != nil {
		a.most = clamp(*s.MaxItems)
	}
	a.unique = s.UniqueItems
	c.program.exact = c.program.exact || a.unique
	if s.Contains != nil {
		a.hasContains, a.contains = true, c.node(s.Contains, k.scope)
		a.containsCounts = s.DraftVersion >= 2020
		if s.MinContains != nil {
			a.leastContained = clamp(*s.MinContains)
		}
		if s.MaxContains != nil {
			a.mostContained = clamp(*s.MaxContains)
			c.program.exact = true
		}
	}
	covers := a.hasRest || len(a.prefix) > 0 || a.containsCounts
	demands := a.rest != nothing || a.hasContains
	for _, n := range a.prefix {
		demands = demands || n != nothing
	}
	if !demands && !(covers && with.notes) && a.least == 0 && a.most < 0 && !a.unique {
		return yes
	}
	return &expr{code: opLeaf, array: a}
}

// setItems compiles the keywords for elements at certain indexes, which differ between drafts.
func (a *arrayPlan) setItems(c *compiler, k key) {
	s := k.schema
	rest := s.Items2020
	prefix := s.PrefixItems
	if s.DraftVersion < 2020 {
		switch items := s.Items.(type) {
		case *model.Schema:
			rest = items
		case []*model.Schema:
			prefix = items
			switch additional := s.AdditionalItems.(type) {
			case bool:
				a.hasRest = true
				if !additional {
					rest = impossible
				}
			case *model.Schema:
				rest = additional
			}
		}
	}
	for _, sub := range prefix {
		a.prefix = append(a.prefix, c.node(sub, k.scope))
	}
	if rest != nil {
		a.hasRest, a.rest = true, c.node(rest, k.scope)
	}
}

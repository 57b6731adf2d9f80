package program

import (
	"math"
	"slices"
)

// prepareArrays determines which elements matter to the cells for arrays.
func (p *Program) prepareArrays() {
	for i := range p.arrays {
		a := &p.arrays[i]
		if len(a.prefix) > 0 || a.hasContains {
			continue
		}
		for k := range numKinds {
			v := verdict(always)
			if a.rest != nothing {
				v = p.nodes[a.rest][k]
			}
			if v == always {
				a.ignored |= 1 << k
			}
			if v == always || k >= array && v >= 0 && p.blocks[v].empty == always {
				a.ignoredEmpty |= 1 << k
			}
		}
	}
}

// prepareEmpty determines the verdicts of all blocks on empty arrays or objects.
func (p *Program) prepareEmpty() {
	for i := range p.blocks {
		b := &p.blocks[i]
		r := Run{tester: tester{Program: p, valid: true, left: math.MaxInt64}}
		for _, c := range p.cells[b.begin:b.end] {
			r.cells = append(r.cells, cell{failed: !r.acceptsEmpty(c)})
		}
		accepted := r.holds(b.formula, 0)
		switch {
		case !r.valid:
			b.empty = ask
		case accepted:
			b.empty = always
		default:
			b.empty = never
		}
	}
}

// acceptsEmpty reports whether a cell is true for an empty array or object. The cells before it in
// the same block must be in r.
func (r *Run) acceptsEmpty(c cellPlan) bool {
	switch c.code {
	case objectCell:
		o := &r.objects[c.at]
		return o.required == 0 && o.least <= 0
	case arrayCell:
		a := &r.arrays[c.at]
		return a.least <= 0 && (!a.hasContains || a.leastContained <= 0)
	case captureCell:
		return slices.Contains(r.captures[c.at], "[]") || slices.Contains(r.captures[c.at], "{}")
	}
	return r.holds(r.rests[c.at].formula, 0)
}

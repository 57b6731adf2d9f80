package program

import "slices"

// mostRecords limits the memory for what rest cells remember.
const mostRecords = 1 << 20

// remember records that the current child is not valid against "unevaluatedProperties" or
// "unevaluatedItems", to which the cell with the index i belongs. That matters only if nothing else
// has evaluated the child. If some cells have evaluated the child, but it is not known yet whether
// they count, their indexes are added to r.records, after i and their number.
func (r *Run) remember(i int32) {
	c := &r.cells[i]
	plan, first := &r.rests[c.at], r.blocks[c.block].cells
	start := len(r.records)
	r.records = append(r.records, i, 0)
	for j := plan.begin; j < plan.end; j++ {
		other := &r.cells[first+j]
		if other.failed || !r.hasEvaluated(other) {
			continue
		}
		if plan.firm[j-plan.begin] { // if this cell fails, so does c
			r.records = r.records[:start]
			return
		}
		r.records = append(r.records, first+j)
	}
	n := len(r.records) - start - 2
	r.records[start+1] = int32(n)
	switch {
	case n == 0:
		r.records = r.records[:start]
		r.fail(i)
	case start-n-2 >= int(r.top().records) && slices.Equal(r.records[start-n-2:start], r.records[start:]):
		r.records = r.records[:start] // the same as the previous record
	case len(r.records) > mostRecords:
		r.ask()
	}
}

// hasEvaluated reports whether a cell has evaluated the current child, or will have if it is true.
func (r *Run) hasEvaluated(c *cell) bool {
	switch c.code {
	case restCell:
		return true
	case arrayCell:
		return c.covers || r.arrays[c.at].containsCounts && c.matched == r.top().children
	}
	return c.covers
}

// completeRest reports whether a rest cell is true now that the value ends: the formula is true, and
// every child that needs to be evaluated has been.
func (r *Run) completeRest(f *frame, c *cell) bool {
	plan, first := &r.rests[c.at], r.blocks[c.block].cells
	if !r.holds(plan.formula, first) {
		return false
	}
	isMarked := false
	r.spend(len(r.records) - int(f.records))
	for records := r.records[f.records:]; len(records) > 0; {
		cells := records[2 : 2+records[1]]
		if &r.cells[records[0]] == c {
			if !isMarked {
				for j := plan.begin; j < plan.end; j++ {
					r.cells[first+j].isLive = false
				}
				r.mark(plan.formula, first)
				isMarked = true
			}
			if !slices.ContainsFunc(cells, func(i int32) bool { return r.cells[i].isLive }) {
				return false
			}
		}
		records = records[2+len(cells):]
	}
	return true
}

// holds reports whether the formula of a block is true. All cells of the formula must be complete;
// first is the index of the first cell of the block.
func (r *Run) holds(formula, first int32) bool {
	o := &r.ops[formula]
	r.spend(1)
	switch o.code {
	case opAlways:
		return true
	case opNever:
		return false
	case opLeaf:
		return !r.cells[first+o.a].failed
	case opAnd:
		for _, kid := range r.lists[o.a:o.b] {
			if !r.holds(kid, first) {
				return false
			}
		}
		return true
	case opOr:
		for _, kid := range r.lists[o.a:o.b] {
			if r.holds(kid, first) {
				return true
			}
		}
		return false
	case opOne:
		n := 0
		for _, kid := range r.lists[o.a:o.b] {
			if r.holds(kid, first) {
				n++
			}
		}
		return n == 1
	case opNot:
		return !r.holds(o.a, first)
	case opIf:
		if r.holds(o.a, first) {
			return r.holds(o.b, first)
		}
		return r.holds(o.c, first)
	case opRest:
		return !r.cells[first+o.b].failed
	}
	r.ask() // for opAsk
	return false
}

// mark marks the cells of a formula, which must be true, whose evaluations count: those of the true
// parts of the formula.
func (r *Run) mark(formula, first int32) {
	o := &r.ops[formula]
	switch o.code {
	case opLeaf:
		r.cells[first+o.a].isLive = true
	case opAnd:
		for _, kid := range r.lists[o.a:o.b] {
			r.mark(kid, first)
		}
	case opOr, opOne:
		for _, kid := range r.lists[o.a:o.b] {
			if r.holds(kid, first) {
				r.mark(kid, first)
			}
		}
	case opIf:
		if r.holds(o.a, first) {
			r.mark(o.a, first)
			r.mark(o.b, first)
		} else {
			r.mark(o.c, first)
		}
	case opRest:
		r.cells[first+o.b].isLive = true
		r.mark(o.a, first)
	}
}

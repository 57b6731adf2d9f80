package program

import (
	"math"
	"slices"
)

// begin receives the opening bracket of an array or object.
func (r *Run) begin(k kind) {
	if len(r.frames)+r.skipped > r.rules.MaxDepth {
		r.valid = false
		return
	}
	if r.skipped > 0 {
		r.skipped++
		return
	}
	f := r.top()
	if f.kind == array {
		r.element(f, k)
	}
	inner := frame{
		kind:    k,
		cells:   int32(len(r.cells)),
		blocks:  int32(len(r.blocks)),
		hashes:  int32(len(r.members.hashes)),
		records: int32(len(r.records)),
		next:    int32(len(r.demands)),
	}
	r.serial++
	r.left += r.budget.PerValue
	for i := int(f.next); i < len(r.demands); i++ {
		d := &r.demands[i]
		switch v := r.nodes[d.node][k]; v {
		case always:
			d.block = knownTrue
		case never:
			d.block = knownFalse
		case ask:
			r.ask()
			return
		default:
			d.block = r.open(int32(v), d.must)
		}
	}
	r.spend(len(r.cells) - int(inner.cells))
	inner.alive = int32(len(r.blocks)) - inner.blocks
	inner.isIdle = inner.alive == 0
	if inner.isIdle && r.canonical.wanted == 0 {
		r.settle(f)
		r.skipped = 1
		return
	}
	if !inner.isIdle {
		inner.last = int32(len(r.names.texts)) + r.blocks[inner.blocks].plan
	}
	r.prepare(&inner)
	r.frames = append(r.frames, inner)
	r.wantsName = k == object
}

// open opens a block for the value that begins, unless that has been done, and returns its index.
func (r *Run) open(plan int32, must bool) int32 {
	last := &r.opened[plan]
	if last.serial == r.serial {
		if b := &r.blocks[last.at]; must && !b.must {
			b.must = true
			for i := b.cells; int(i) < len(r.cells) && r.cells[i].block == last.at; i++ {
				r.cells[i].must = r.Program.cells[r.cells[i].plan].top
			}
		}
		return last.at
	}
	at := int32(len(r.blocks))
	*last = opening{r.serial, at}
	b := &r.Program.blocks[plan]
	r.blocks = append(r.blocks, openBlock{plan: plan, cells: int32(len(r.cells)), must: must})
	var failing []bool
	if b.choice != nil {
		failing = b.choice.choose(r.cursor)
	}
	for i := b.begin; i < b.end; i++ {
		p := &r.Program.cells[i]
		r.cells = append(r.cells, cell{plan: i, at: p.at, block: at, code: p.code, must: must && p.top, failed: failing != nil && failing[i-b.begin]})
	}
	return at
}

// prepare determines what must be captured of a value that begins, and which elements matter.
func (r *Run) prepare(f *frame) {
	if f.kind == array {
		f.ignored, f.ignoredEmpty = ^kinds(0), ^kinds(0)
	}
	for i := int(f.cells); i < len(r.cells); i++ {
		switch c := &r.cells[i]; c.code {
		case captureCell:
			f.isCaptured = true
		case arrayCell:
			a := &r.arrays[c.at]
			f.ignored &= a.ignored
			f.ignoredEmpty &= a.ignoredEmpty
			if a.unique {
				f.isCaptured, f.isUnique = true, true
			}
		case restCell:
			f.ignored, f.ignoredEmpty = 0, 0
		}
	}
	if f.isCaptured {
		r.canonical.wanted++
	}
	if r.canonical.wanted > 0 {
		f.ignored, f.ignoredEmpty = 0, 0
		f.value = r.canonical.begin(f.kind)
	}
}

// end receives a closing bracket.
func (r *Run) end() {
	if r.skipped > 0 {
		if r.skipped--; r.skipped == 0 {
			r.wantsName = r.top().kind == object
		}
		return
	}
	f := r.top()
	if f.kind == object && r.exact && r.members.repeatsName(f.hashes) {
		r.ask()
		return
	}
	if r.canonical.wanted > 0 {
		r.canonical.end(f.kind, f.value)
		f.isRepeated = f.isUnique && !r.canonical.areUnique(f.value)
	}
	r.spend(len(r.cells) - int(f.cells))
	for i := int(f.cells); i < len(r.cells) && r.valid; i++ {
		if c := &r.cells[i]; !c.failed && !r.complete(f, c) {
			r.fail(int32(i))
		}
	}
	for i := int(f.blocks); i < len(r.blocks) && r.valid; i++ {
		b := &r.blocks[i]
		if plan := &r.Program.blocks[b.plan]; !b.failed && !plan.isSimple && !r.holds(plan.formula, b.cells) {
			b.failed = true
			r.valid = !b.must
		}
	}
	if !r.valid {
		return
	}
	r.close(f)
}

// close removes the innermost frame f, and passes the verdicts on its value to the frame around it.
func (r *Run) close(f *frame) {
	if f.isCaptured {
		if r.canonical.wanted--; r.canonical.wanted == 0 {
			r.canonical.reset()
		}
	}
	r.members.hashes, r.records = r.members.hashes[:f.hashes], r.records[:f.records]
	r.frames = r.frames[:len(r.frames)-1]
	outer := r.top()
	r.settle(outer)
	r.cells, r.blocks = r.cells[:f.cells], r.blocks[:f.blocks]
	r.wantsName = outer.kind == object
}

// settle passes the verdicts on an array or object to the cells of f, which contains it.
func (r *Run) settle(f *frame) {
	for i := int(f.next); i < len(r.demands) && r.valid; i++ {
		d := &r.demands[i]
		switch {
		case d.block == knownFalse || d.block >= 0 && r.blocks[d.block].failed:
			r.reject(d)
		case d.role == contained:
			r.contain(d.cell)
		}
	}
	r.demands = r.demands[:f.next]
}

// reject processes a negative verdict.
func (r *Run) reject(d *demand) {
	switch {
	case d.must:
		r.valid = false
	case d.role == required:
		r.fail(d.cell)
	case d.role == remaining:
		r.remember(d.cell)
	}
}

// complete reports whether a cell is true now that the value ends.
func (r *Run) complete(f *frame, c *cell) bool {
	switch c.code {
	case objectCell:
		return r.completeObject(f, c)
	case arrayCell:
		a := &r.arrays[c.at]
		return f.children >= a.least && (a.most < 0 || f.children <= a.most) &&
			(!a.hasContains || c.count >= a.leastContained && (a.mostContained < 0 || c.count <= a.mostContained)) &&
			(!a.unique || !f.isRepeated)
	case captureCell:
		_, found := slices.BinarySearch(r.captures[c.at], stringOf(r.canonical.of(f.value)))
		return found
	default:
		return r.completeRest(f, c)
	}
}

func (r *Run) completeObject(f *frame, c *cell) bool {
	o := &r.objects[c.at]
	if c.seen&o.required != o.required || f.children < o.least || o.most >= 0 && f.children > o.most {
		return false
	}
	for _, d := range o.dependents {
		if c.seen&d.given != 0 && c.seen&d.wants != d.wants {
			return false
		}
	}
	return true
}

// count counts a child of f. The engine decides about containers in a stream with as many children as
// the largest result of clamp.
func (r *Run) count(f *frame) {
	if f.children++; f.children == math.MaxInt32 {
		r.ask()
	}
}

// name receives the name of a member.
func (r *Run) name(body []byte, isEscaped bool) {
	r.wantsName = false
	if r.skipped > 0 {
		return
	}
	f := r.top()
	r.count(f)
	if f.isIdle && !r.exact && r.canonical.wanted == 0 {
		return
	}
	r.setText(body, isEscaped)
	if r.canonical.wanted > 0 {
		r.canonical.member()
		r.canonical.string(r.text)
		if !r.canonical.fits() {
			r.ask()
		}
	}
	id := r.members.identify(r.text, &f.last)
	if len(r.members.hashes) > r.members.most {
		r.ask()
	}
	if f.isIdle {
		return
	}
	r.spend(len(r.cells) - int(f.cells))
	for i := int(f.cells); i < len(r.cells); i++ {
		switch c := &r.cells[i]; {
		case c.failed:
		case c.code == objectCell:
			r.member(c, int32(i), id)
		case c.code == restCell:
			if n := r.rests[c.at].node; n != nothing {
				r.demand(n, int32(i), remaining, false)
			}
		}
	}
}

// member processes the name of a member, which is in r.text, for a cell with the index i. The
// parameter id is the number of the name, or -1.
func (r *Run) member(c *cell, i, id int32) {
	o := &r.objects[c.at]
	found := false
	if j := o.members.find(id); j >= 0 {
		s := &o.slots[j]
		if s.bit > 0 {
			c.seen |= 1 << (s.bit - 1)
		}
		if found = s.declared; s.node != nothing {
			r.demand(s.node, i, required, c.must)
		}
	}
	if len(o.patterns) > 0 {
		r.spend(len(o.patterns) * (1 + len(r.text)/bytesPerStep))
	}
	for j := range o.patterns {
		p := &o.patterns[j]
		matched, finished := p.match(stringOf(r.text))
		if !finished {
			r.ask()
			return
		}
		if matched {
			found = true
			if p.node != nothing {
				r.demand(p.node, i, required, c.must)
			}
		}
	}
	if !found && o.hasRest {
		found = true
		if o.rest != nothing {
			r.demand(o.rest, i, required, c.must)
		}
	}
	c.covers = found
	if o.askIfNamed {
		r.ask()
	} else if o.nameTest != nothing && !r.testText(o.nameTest) {
		r.fail(i)
	}
}

// element adds the demands for the next element of the array f, which is of kind k.
func (r *Run) element(f *frame, k kind) {
	at := int(f.children)
	r.count(f)
	if r.canonical.wanted > 0 {
		r.canonical.beginElement(f.isUnique)
	}
	if f.isIdle {
		return
	}
	r.spend(len(r.cells) - int(f.cells))
	for i := int(f.cells); i < len(r.cells); i++ {
		switch c := &r.cells[i]; {
		case c.failed:
		case c.code == arrayCell:
			a := &r.arrays[c.at]
			n := a.rest
			if at < len(a.prefix) {
				n = a.prefix[at]
			}
			c.covers = at < len(a.prefix) || a.hasRest
			if n != nothing && r.nodes[n][k] != always {
				r.demand(n, int32(i), required, c.must)
			}
			if a.contains != nothing {
				r.demand(a.contains, int32(i), contained, false)
			} else if a.hasContains {
				r.contain(int32(i))
			}
		case c.code == restCell:
			if n := r.rests[c.at].node; n != nothing && r.nodes[n][k] != always {
				r.demand(n, int32(i), remaining, false)
			}
		}
	}
}

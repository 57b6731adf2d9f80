package program

// An emitter appends formulas to the tables of a program. The leaves of a formula for arrays or
// objects become the cells of a block; those of other formulas become tests.
type emitter struct {
	program *Program
	count   int // number of ops that have been appended

	first int    // index of the first cell of the block
	firm  []bool // for each cell: whether the formula that is being emitted is false if the cell is
}

// emit appends a formula and returns the index of its op.
func (m *emitter) emit(e *expr) int32 { return m.formula(e, false) }

// formula appends a formula and returns the index of its op. The parameter firm reports whether the
// whole formula is false if e is.
func (m *emitter) formula(e *expr, firm bool) int32 {
	o := op{code: e.code}
	switch e.code {
	case opLeaf:
		o.a = m.leaf(e, firm)
	case opAnd, opOr, opOne:
		kids := make([]int32, len(e.kids))
		for i, kid := range e.kids {
			kids[i] = m.formula(kid, firm && e.code == opAnd)
		}
		o.a = int32(len(m.program.lists))
		m.program.lists = append(m.program.lists, kids...)
		o.b = int32(len(m.program.lists))
	case opNot:
		o.a = m.formula(e.kids[0], false)
	case opIf:
		o.a, o.b, o.c = m.formula(e.kids[0], false), m.formula(e.kids[1], false), m.formula(e.kids[2], false)
	case opRest:
		o.a, o.b = m.restOf(e, firm)
	}
	m.count++
	m.program.ops = append(m.program.ops, o)
	return int32(len(m.program.ops) - 1)
}

// leaf appends the test or cell of a leaf, and returns its index.
func (m *emitter) leaf(e *expr, firm bool) int32 {
	p := m.program
	switch {
	case e.number != nil:
		p.numbers = append(p.numbers, *e.number)
		return int32(len(p.numbers) - 1)
	case e.text != nil:
		p.texts = append(p.texts, *e.text)
		return int32(len(p.texts) - 1)
	case e.object != nil:
		p.objects = append(p.objects, *e.object)
		return m.cell(objectCell, len(p.objects)-1, firm)
	case e.array != nil:
		p.arrays = append(p.arrays, *e.array)
		return m.cell(arrayCell, len(p.arrays)-1, firm)
	}
	p.captures = append(p.captures, e.values)
	return m.cell(captureCell, len(p.captures)-1, firm)
}

// cell appends a cell and returns its index in the block.
func (m *emitter) cell(code cellCode, at int, firm bool) int32 {
	m.count++
	m.program.cells = append(m.program.cells, cellPlan{code, int32(at), firm})
	m.firm = append(m.firm, firm)
	return int32(len(m.firm) - 1)
}

// restOf appends the formula of a schema with "unevaluatedProperties" or "unevaluatedItems", and
// its cell. It returns both indexes.
func (m *emitter) restOf(e *expr, firm bool) (formula, cell int32) {
	begin := len(m.firm)
	// Which cells are firm depends on the formula that contains them, and here, the inner formula
	// is needed first.
	outer := emitter{program: m.program, first: m.first, firm: m.firm}
	formula = outer.formula(e.kids[0], true)
	m.count += outer.count
	inner := append([]bool(nil), outer.firm[begin:]...)
	m.firm = outer.firm
	for i := begin; i < len(m.firm); i++ {
		m.firm[i] = m.firm[i] && firm
		m.program.cells[m.first+i].top = m.firm[i]
	}
	m.program.rests = append(m.program.rests, restPlan{
		node: e.rest, formula: formula, begin: int32(begin), end: int32(len(m.firm)), firm: inner,
	})
	return formula, m.cell(restCell, len(m.program.rests)-1, firm)
}

// block appends the block of a formula and returns its index.
func (c *compiler) block(e *expr) int32 {
	p := c.program
	m := emitter{program: p, first: len(p.cells)}
	b := block{begin: int32(len(p.cells))}
	b.formula = m.formula(e, true)
	b.end = int32(len(p.cells))
	b.isSimple = isConjunction(e)
	p.exact = p.exact || isNegative(e)
	p.blocks = append(p.blocks, b)
	c.steps += m.count
	return int32(len(p.blocks) - 1)
}

// isConjunction reports whether a formula is a leaf or a conjunction of leaves.
func isConjunction(e *expr) bool {
	if e.code == opAnd {
		for _, kid := range e.kids {
			if kid.code != opLeaf {
				return false
			}
		}
		return true
	}
	return e.code == opLeaf
}

// isNegative reports whether a formula for arrays or objects may become true because a part of it
// becomes false.
func isNegative(e *expr) bool {
	switch e.code {
	case opOne, opNot:
		return true
	case opIf:
		// The condition of "dependentSchemas" only depends on whether a member is present.
		condition := e.kids[0]
		if condition.object == nil || !onlyRequires(condition.object) {
			return true
		}
	}
	for _, kid := range e.kids {
		if isNegative(kid) {
			return true
		}
	}
	return false
}

// onlyRequires reports whether a cell for objects only requires certain members.
func onlyRequires(o *objectPlan) bool {
	for _, s := range o.slots {
		if s.node != nothing {
			return false
		}
	}
	return o.rest == nothing && len(o.patterns) == 0 && o.nameTest == nothing && !o.askIfNamed &&
		o.least == 0 && o.most < 0 && len(o.dependents) == 0
}

package jsonsimd

// A structure is the second and the third stage: it judges tokens, and the nesting of the elements
// found among them. Only judge and judgeLast change it, except between documents and at a Pause,
// and if they return false, they have changed nothing but relation. Retreat uses elements as memory.
type structure struct {
	grammar  planes
	nesting  Nesting
	elements [most]byte  // what the grammar finds in one step
	relation relation    // for parts; see BeginPart
	lowest   lowestLevel // for Pause
	before   structureSave
}

// A structureSave holds what a step may change, so that the step can be undone.
type structureSave struct {
	initial bool // the grammar is in its state at the start of a document, which is not in the field grammar
	grammar [mostLasting]byte
	nested  bool // the nesting may have changed, and is in the field nesting
	nesting nestingSave
	lowest  int
}

// reset prepares s for a new document.
func (s *structure) reset(maxDepth int) {
	s.nesting.Reset(maxDepth)
	s.relation.on = false
	s.lowest.on, s.lowest.level = false, 0
}

// judge judges the first n groups of tokens.
func (s *structure) judge(q *tokenQueue, n int) bool {
	s.save(q.judged == 0)
	end, ok := grammarJSON(s.grammar.at(0), q.at(0), n, &s.elements[0])
	if ok && s.nest(s.elements[:distance(&s.elements[0], end)]) {
		return true
	}
	s.undo()
	return false
}

// judgeLast is like judge, but also returns false if a document cannot end after these tokens.
func (s *structure) judgeLast(q *tokenQueue, n int) bool {
	if !s.judge(q, n) {
		return false
	}
	if s.relation.on || s.nesting.depth == 0 {
		return true
	}
	s.undo()
	return false
}

// save saves the state of the grammar before a step. The parameter initial means that the step is
// the first one.
func (s *structure) save(initial bool) {
	s.before.nested, s.before.initial = false, initial
	if initial {
		s.initialize()
	} else {
		copy(s.before.grammar[:], s.grammar.bytes(jsonPlanes.grammarLasting))
	}
}

// undo undoes the last step.
func (s *structure) undo() {
	if s.before.initial {
		s.initialize()
	} else {
		copy(s.grammar.bytes(jsonPlanes.grammarLasting), s.before.grammar[:])
	}
	if s.before.nested {
		s.before.nesting.restore(&s.nesting)
		s.lowest.level = s.before.lowest
	}
}

// initialize gives the grammar its state at the start of a document.
func (s *structure) initialize() {
	s.grammar.clear(jsonPlanes.grammarLasting)
	// A document may begin with a value. The kernel learns from the last bit of a plane that a
	// value may come next. That bit is the top bit of a word, so the byte order does not matter.
	*s.grammar.word(jsonPlanes.valueNext) = 1 << 63
}

// nest is like [CheckNesting], but also saves the nesting, and keeps track of the lowest level if
// pauses are on, and of the containers around a part.
func (s *structure) nest(elements []byte) bool {
	s.before.nested, s.before.lowest = true, s.lowest.level
	s.before.nesting.take(&s.nesting, len(elements))
	switch {
	case s.relation.on:
		return s.relation.nest(&s.nesting, &s.before.nesting, elements)
	case s.lowest.on:
		return s.lowest.nest(&s.nesting, elements)
	}
	return CheckNesting(&s.nesting, elements)
}

// A lowestLevel follows the nesting from Pause to Pause.
type lowestLevel struct {
	on      bool
	level   int    // lowest depth of the nesting since the last Pause, but see State.Lowest
	undoing []byte // types of open containers, for leavesAlone to restore
}

// begin makes the current level of n the lowest one.
func (l *lowestLevel) begin(n *Nesting) { l.level = n.depth }

// nest is [CheckNesting], but also lowers the level.
func (l *lowestLevel) nest(n *Nesting, elements []byte) bool {
	if n.depth == 0 && l.level == 0 && len(elements) > 0 {
		if !CheckNesting(n, elements[:1]) {
			return false
		}
		elements, l.level = elements[1:], n.depth // the first container counts as if it had been open at the last Pause
	}
	if l.leavesAlone(n, max(l.level-1, 0), elements) {
		l.level = min(l.level, n.depth)
		return true
	}
	l.level = min(l.level, lowestDepth(n.depth, elements))
	return CheckNesting(n, elements)
}

// leavesAlone checks the elements, and reports whether they are valid and do not return to the
// given level before their end. The kernels need no extra code for this. They do not see hidden
// levels, so they reject a comma or closing bracket in a container at a hidden level, as if it were
// outside all containers. If leavesAlone returns false, n has not changed.
func (l *lowestLevel) leavesAlone(n *Nesting, level int, elements []byte) bool {
	depth, atLimit, open := n.depth, n.atLimit, n.levels()[nestingFloor+level+1:][:n.depth-level]
	l.undoing = append(l.undoing[:0], open...)
	n.hidden = level
	ok := CheckNesting(n, elements)
	n.hidden = 0
	if !ok {
		n.depth, n.atLimit = depth, atLimit
		copy(open, l.undoing)
	}
	return ok
}

// lowestDepth returns the lowest depth that is reached before, between or after the elements.
func lowestDepth(depth int, elements []byte) int {
	lowest := depth
	for _, e := range elements {
		switch {
		case e&elementBracket == 0:
		case e&elementOpens != 0:
			depth++
		default:
			depth--
			lowest = min(lowest, depth)
		}
	}
	return lowest
}

package jsonsimd

// lexedTogether is the largest number of bytes lexed in one call to a kernel. After an error, they
// may have to be lexed again.
const lexedTogether = 16 << 10

// save saves the state of the lexer; the type saves describes which states are kept. The parameter
// initial means that the state is that at the start of a document.
func (j *Checker) save(initial bool) {
	s := &j.saves
	if !s.begun {
		*s = saves{begun: true}
		j.saved[0].take(j, initial)
		return
	}
	if j.saved[s.next].tokens <= j.judged-tokensLate {
		s.safe, s.next = s.next, s.last
	}
	if s.last == s.next || s.last == s.safe {
		s.last = 0
		for s.last == s.next || s.last == s.safe {
			s.last++
		}
	}
	j.saved[s.last].take(j, false)
}

// take saves the state of the lexer of j. The initial state is not copied, because that would take a
// good part of the time for a short document.
func (s *lexerSave) take(j *Checker, initial bool) {
	s.at, s.tokens, s.initial = j.lexed, j.judged+j.count, initial
	if !initial {
		copy(s.lexer[:], j.lexer.bytes(j.lexLasting()))
	}
}

// restore gives the lexer of j the state that has been saved.
func (s *lexerSave) restore(j *Checker) {
	if s.initial {
		j.beginLexer()
	} else {
		copy(j.lexer.bytes(j.lexLasting()), s.lexer[:])
	}
}

// saveGrammar saves the state of the second stage before the next step.
func (j *Checker) saveGrammar() {
	s := &j.before
	s.nested, s.initial = false, j.judged == 0
	if s.initial {
		j.beginGrammar()
	} else {
		copy(s.grammar[:], j.grammar.bytes(jsonPlanes.grammarLasting))
	}
}

// saveNesting saves the nesting before a step. It saves only as many levels as the given number of
// elements can change.
func (j *Checker) saveNesting(elements int) {
	n, s := &j.nesting, &j.before
	s.nested = true
	s.depth, s.lowest, s.atLimit = n.depth, j.lowest, n.atLimit
	top := nestingFloor + n.depth + 1
	s.open = append(s.open[:0], n.levels()[top-min(n.depth, elements):top]...)
}

// restoreGrammar undoes the last step of the second stage. If the nesting has been saved for this
// step, it also restores the nesting.
func (j *Checker) restoreGrammar() {
	if j.before.initial {
		j.beginGrammar()
	} else {
		copy(j.grammar.bytes(jsonPlanes.grammarLasting), j.before.grammar[:])
	}
	if j.before.nested {
		j.before.restore(j)
	}
}

// restore undoes the changes of the last step to the nesting.
func (s *nestingSave) restore(j *Checker) {
	n := &j.nesting
	n.depth, j.lowest, n.atLimit = s.depth, s.lowest, s.atLimit
	copy(n.levels()[nestingFloor+n.depth+1-len(s.open):], s.open)
}

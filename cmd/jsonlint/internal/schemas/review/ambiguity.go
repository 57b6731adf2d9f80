package review

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// A program that matches a pattern by backtracking takes exponential time if a repetition can read the
// same text in two ways, as in ^(a+)+$, and what follows can fail. In the automaton of the pattern, there is
// then a state from which two paths that read the same text lead back to the state (Weber and Seidl, "On the
// degree of ambiguity of finite automata", 1991).

// A machine is the automaton of a pattern. Its states are the instructions that read a character.
type machine struct {
	prog   *syntax.Prog
	next   [][]edge // by state
	before [][]int  // the states from which edges lead to a state
	budget *int     // how many steps may still be taken
}

// An edge leads to a state that may read the next character.
type edge struct {
	to      int
	isTwice bool // in two ways
}

// newMachine returns the automaton of a pattern in the grammar of package regexp. It returns nil if
// the pattern is not in that grammar, tests for the ends of words, or needs more than the budget.
func newMachine(pattern string, budget *int) *machine {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	m := &machine{prog: prog, next: make([][]edge, len(prog.Inst)), before: make([][]int, len(prog.Inst)), budget: budget}
	for i := range prog.Inst {
		in := &prog.Inst[i]
		if in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg)&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
			return nil
		}
		if m.reads(i) {
			m.follow(int(in.Out), make([]bool, len(prog.Inst)), &m.next[i])
		}
	}
	if *budget < 0 {
		return nil
	}
	for q, edges := range m.next {
		for _, e := range edges {
			m.before[e.to] = append(m.before[e.to], q)
		}
	}
	return m
}

// reads reports whether an instruction reads a character.
func (m *machine) reads(pc int) bool {
	switch m.prog.Inst[pc].Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// follow adds the states that paths from pc lead to. The instructions on the way are marked in path.
func (m *machine) follow(pc int, path []bool, to *[]edge) {
	if *m.budget--; *m.budget < 0 || path[pc] {
		return
	}
	if m.reads(pc) {
		if i := slices.IndexFunc(*to, func(e edge) bool { return e.to == pc }); i >= 0 {
			(*to)[i].isTwice = true
		} else {
			*to = append(*to, edge{to: pc})
		}
		return
	}
	path[pc] = true
	switch in := &m.prog.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		m.follow(int(in.Out), path, to)
		m.follow(int(in.Arg), path, to)
	case syntax.InstCapture, syntax.InstNop:
		m.follow(int(in.Out), path, to)
	}
	path[pc] = false
}

// ambiguous returns a text that a repetition can read in two ways, or "".
func (m *machine) ambiguous() string {
	done := make([]bool, len(m.next))
	for p := range m.next {
		if done[p] || !m.reads(p) {
			continue
		}
		loop := m.loopOf(p)
		for q, isIn := range loop {
			done[q] = done[q] || isIn
		}
		if !loop[p] {
			continue
		}
		if text := m.twoPaths(p, loop); text != "" && m.canFail(p, text) {
			return text
		}
	}
	return ""
}

// loopOf returns the states that lie on paths from p to p.
func (m *machine) loopOf(p int) []bool {
	after := m.reach(p, func(q int, visit func(int)) {
		for _, e := range m.next[q] {
			visit(e.to)
		}
	})
	back := m.reach(p, func(q int, visit func(int)) {
		for _, r := range m.before[q] {
			visit(r)
		}
	})
	for q := range after {
		after[q] = after[q] && back[q]
	}
	return after
}

// reach returns the states that can be reached from p in one step or more.
func (m *machine) reach(p int, step func(q int, visit func(int))) []bool {
	seen := make([]bool, len(m.next))
	todo := []int{p}
	for len(todo) > 0 && *m.budget >= 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		step(q, func(r int) {
			if *m.budget--; !seen[r] {
				seen[r] = true
				todo = append(todo, r)
			}
		})
	}
	return seen
}

// A pair is a point of two paths that have read the same text.
type pair struct {
	q, r     int
	differed bool // somewhere before
}

// twoPaths returns the shortest text with which two different paths within a loop lead from p to p.
func (m *machine) twoPaths(p int, loop []bool) string {
	type origin struct {
		from pair
		c    rune
	}
	origins := map[pair]origin{}
	goal := pair{p, p, true}
	for todo := []pair{{p, p, false}}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		c, ok := m.common(at.q, at.r)
		if !ok {
			continue
		}
		for _, e := range m.next[at.q] {
			for _, f := range m.next[at.r] {
				if *m.budget--; *m.budget < 0 {
					return ""
				}
				if !loop[e.to] || !loop[f.to] {
					continue
				}
				next := pair{e.to, f.to, at.differed || e.to != f.to || at.q == at.r && e.isTwice}
				if _, seen := origins[next]; seen {
					continue
				}
				origins[next] = origin{at, c}
				todo = append(todo, next)
			}
		}
		if _, found := origins[goal]; found {
			break
		}
	}
	var text []rune
	for at := goal; at != (pair{p, p, false}) || len(text) == 0; {
		o, ok := origins[at]
		if !ok {
			return ""
		}
		text = append(text, o.c)
		at = o.from
	}
	slices.Reverse(text)
	return string(text)
}

// usual are characters that people recognize in a message.
const usual = "aA0_-./ :,"

// common returns a character that two states read.
func (m *machine) common(q, r int) (c rune, ok bool) {
	a, b := &m.prog.Inst[q], &m.prog.Inst[r]
	both := func(c rune) bool { return a.MatchRune(c) && b.MatchRune(c) && utf8.ValidRune(c) }
	for _, c := range usual {
		if both(c) {
			return c, true
		}
	}
	for _, in := range []*syntax.Inst{a, b} { // if two ranges overlap, one contains the start of the other
		for i := 0; i < len(in.Rune); i += 2 {
			if both(in.Rune[i]) {
				return in.Rune[i], true
			}
		}
	}
	return 0, false
}

// canFail reports whether there is a text that begins with a text from p to p and does not match. Endings of one ASCII character are tried.
func (m *machine) canFail(p int, text string) bool {
	for c := range rune(utf8.RuneSelf) {
		if !m.matches(p, text+string(c)) {
			return *m.budget >= 0
		}
	}
	return false
}

// matches reports whether the pattern matches if p reads the first character of the text.
func (m *machine) matches(p int, text string) bool {
	states, last := []int{p}, []int(nil)
	for _, c := range text {
		last = nil
		isNext := make([]bool, len(m.next))
		for _, q := range states {
			if !m.prog.Inst[q].MatchRune(c) {
				continue
			}
			if m.ends(q, false) {
				return true
			}
			last = append(last, q)
			for _, e := range m.next[q] {
				*m.budget--
				isNext[e.to] = true
			}
		}
		states = nil
		for q, is := range isNext {
			if is {
				states = append(states, q)
			}
		}
	}
	return slices.ContainsFunc(last, func(q int) bool { return m.ends(q, true) })
}

// ends reports whether the pattern matches as soon as a state has read a character, or at the end of the text.
func (m *machine) ends(q int, atEnd bool) bool {
	seen := make([]bool, len(m.next))
	for todo := []int{int(m.prog.Inst[q].Out)}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if *m.budget--; seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, int(in.Out), int(in.Arg))
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, int(in.Out))
		case syntax.InstEmptyWidth:
			if atEnd {
				todo = append(todo, int(in.Out))
			}
		}
	}
	return false
}

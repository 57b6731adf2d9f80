package schema

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
)

// An automaton is a deterministic finite automaton for a pattern, made by the subset construction
// (Rabin and Scott, 1959) from the program that package regexp/syntax makes. Package regexp would
// also execute such a program, but it makes an automaton at most for one text. Most patterns in
// schemas have few states, and are matched many times.
//
// An automaton knows only ASCII characters.
type automaton struct {
	next  [][128]uint8 // for each state and character, the next state
	final []bool       // for each state, whether a text that ends there matches
	start uint8
	empty bool // whether the empty text matches
}

// Two states have fixed numbers: dead cannot lead to a match, and matched has led to one.
const (
	dead    = 0
	matched = 1
)

// mostStates limits the number of states, and mostWork the time to make an automaton, which is a few
// milliseconds. Other patterns are matched by package regexp.
const (
	mostStates = 200
	mostWork   = 1 << 20
)

// match reports whether text matches. The result decided is false if that depends on a character
// outside ASCII.
func (a *automaton) match(text string) (matches, decided bool) {
	if text == "" {
		return a.empty, true
	}
	state := a.start
	for i := 0; i < len(text) && state > matched; i++ {
		c := text[i]
		if c >= 0x80 {
			return false, false
		}
		state = a.next[state][c]
	}
	return a.final[state], true
}

// newAutomaton returns a function that returns the automaton for an expression of package regexp, or
// nil if there is none. The automaton is made when it is needed first.
func newAutomaton(expression string) func() *automaton {
	return sync.OnceValue(func() *automaton {
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			return nil
		}
		program, err := syntax.Compile(tree.Simplify())
		if err != nil {
			return nil
		}
		b := automatonBuilder{program: program, numbers: map[string]uint8{}}
		return b.build()
	})
}

// An automatonBuilder makes an automaton.
type automatonBuilder struct {
	program *syntax.Prog
	result  automaton
	sets    [][]uint32       // for each state, the instructions at which the program may be
	numbers map[string]uint8 // the states by their sets
	work    int              // how many steps have been done
	failed  bool             // there is no automaton, or it would be too large
}

func (b *automatonBuilder) build() *automaton {
	b.result.next = make([][128]uint8, 2)
	b.result.final = []bool{dead: false, matched: true}
	for c := range b.result.next[matched] {
		b.result.next[matched][c] = matched
	}
	b.sets = make([][]uint32, 2)
	b.result.start = b.state(b.reach(nil, uint32(b.program.Start), syntax.EmptyBeginText))
	b.result.empty = b.isMatch(b.reach(nil, uint32(b.program.Start), syntax.EmptyBeginText|syntax.EmptyEndText))
	classes := b.classes()
	for s := 2; s < len(b.sets) && !b.failed; s++ {
		for i, first := range classes {
			if b.failed {
				break
			}
			end := rune(128)
			if i+1 < len(classes) {
				end = classes[i+1]
			}
			next := b.step(b.sets[s], first)
			for c := first; c < end; c++ {
				b.result.next[s][c] = next
			}
		}
	}
	if b.failed {
		return nil
	}
	return &b.result
}

// classes returns the characters at which a class of characters begins. The pattern does not
// distinguish the characters of a class.
func (b *automatonBuilder) classes() []rune {
	begins := []rune{0}
	add := func(r rune) {
		if r < 128 {
			begins = append(begins, r)
		}
	}
	for i := range b.program.Inst {
		in := &b.program.Inst[i]
		switch in.Op {
		case syntax.InstRune1, syntax.InstRune:
			if len(in.Rune) == 1 { // without regard to case, other characters may match, too
				for c := range rune(128) {
					add(c)
				}
			}
			for j := 0; j+1 < len(in.Rune); j += 2 {
				add(in.Rune[j])
				add(in.Rune[j+1] + 1)
			}
		case syntax.InstRuneAnyNotNL:
			add('\n')
			add('\n' + 1)
		}
	}
	slices.Sort(begins)
	return slices.Compact(begins)
}

// step returns the state after the character c.
func (b *automatonBuilder) step(set []uint32, c rune) uint8 {
	var next []uint32
	for _, pc := range set {
		in := &b.program.Inst[pc]
		switch in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if in.MatchRune(c) {
				next = b.reach(next, in.Out, 0)
			}
		}
	}
	return b.state(b.reach(next, uint32(b.program.Start), 0)) // a match may also begin after c
}

// reach adds to set the instructions that can be reached from pc without a character. The parameter
// here is the condition that holds. Instructions that need the end of the text are in the set, but
// not what follows them.
func (b *automatonBuilder) reach(set []uint32, pc uint32, here syntax.EmptyOp) []uint32 {
	if b.work += len(set) + 1; b.work > mostWork {
		b.failed = true
	}
	if b.failed || slices.Contains(set, pc) {
		return set
	}
	set = append(set, pc)
	switch in := &b.program.Inst[pc]; in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		set = b.reach(b.reach(set, in.Out, here), in.Arg, here)
	case syntax.InstCapture, syntax.InstNop:
		set = b.reach(set, in.Out, here)
	case syntax.InstEmptyWidth:
		needs := syntax.EmptyOp(in.Arg)
		switch {
		case needs&^(syntax.EmptyBeginText|syntax.EmptyEndText) != 0:
			b.failed = true // such as \b
		case needs&^here == 0:
			set = b.reach(set, in.Out, here)
		}
	}
	return set
}

// state returns the number of the state with the given set.
func (b *automatonBuilder) state(set []uint32) uint8 {
	var key []byte
	slices.Sort(set)
	for _, pc := range set {
		switch b.program.Inst[pc].Op {
		case syntax.InstMatch:
			return matched
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL, syntax.InstEmptyWidth:
			key = binary.LittleEndian.AppendUint32(key, pc)
		}
	}
	if len(key) == 0 {
		return dead
	}
	n, ok := b.numbers[string(key)]
	switch {
	case ok:
		return n
	case len(b.sets) == mostStates:
		b.failed = true
		return dead
	}
	n = uint8(len(b.sets))
	b.numbers[string(key)] = n
	b.sets = append(b.sets, set)
	b.result.next = append(b.result.next, [128]uint8{})
	b.result.final = append(b.result.final, b.isFinal(set))
	return n
}

// isFinal reports whether a match is reached if the text ends.
func (b *automatonBuilder) isFinal(set []uint32) bool {
	var end []uint32
	for _, pc := range set {
		if in := &b.program.Inst[pc]; in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg) == syntax.EmptyEndText {
			end = b.reach(end, in.Out, syntax.EmptyEndText)
		}
	}
	return b.isMatch(end)
}

func (b *automatonBuilder) isMatch(set []uint32) bool {
	return slices.ContainsFunc(set, func(pc uint32) bool { return b.program.Inst[pc].Op == syntax.InstMatch })
}

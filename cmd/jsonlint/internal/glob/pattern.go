package glob

import (
	"strings"
	"unicode/utf8"
)

// A Pattern is a compiled glob. The zero value matches the empty path alone.
type Pattern struct {
	tokens []token
	broken bool // it matches nothing
}

// A token takes one character of a path, or any number of them.
type token struct {
	kind kind
	char rune
	set  *class
}

type kind uint8

const (
	literal  kind = iota
	one           // ?: any character but the slash
	oneOf         // [...]: a character of a class, but not the slash
	some          // *: any number of characters but slashes
	folders       // **/: any number of folders, each with its slash; inFolder follows
	inFolder      // the rest of a folder that has been begun
	rest          // /** at the end: all that follows, and something must
	restMore      // what follows that
)

// Compile returns the pattern of a glob. A class that isn't closed, or a backslash at the
// end, matches nothing.
func Compile(glob string) Pattern {
	var p Pattern
	for i := 0; i < len(glob); {
		if n := p.stars(glob, i); n > 0 {
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(glob[i:])
		switch r {
		case '?':
			p.add(token{kind: one})
		case '[':
			set, length := parseClass(glob[i:])
			if length == 0 {
				return Pattern{broken: true}
			}
			p.add(token{kind: oneOf, set: set})
			n = length
		case '\\':
			if i+n == len(glob) {
				return Pattern{broken: true}
			}
			escaped, size := utf8.DecodeRuneInString(glob[i+n:])
			p.add(token{kind: literal, char: escaped})
			n += size
		default:
			p.add(token{kind: literal, char: r})
		}
		i += n
	}
	return p
}

func (p *Pattern) add(t ...token) { p.tokens = append(p.tokens, t...) }

// stars compiles the stars that glob has at i, and returns how many bytes that were. Two of
// them are special between slashes and the ends of the glob, and a star like one elsewhere.
func (p *Pattern) stars(glob string, i int) int {
	n := len(glob[i:]) - len(strings.TrimLeft(glob[i:], "*"))
	if n == 0 {
		return 0
	}
	begins := i == 0 || glob[i-1] == '/'
	switch {
	case n == 2 && begins && strings.HasPrefix(glob[i+n:], "/"):
		p.add(token{kind: folders}, token{kind: inFolder})
		return n + 1
	case n == 2 && begins && i+n == len(glob):
		p.add(token{kind: rest}, token{kind: restMore})
	default:
		p.add(token{kind: some})
	}
	return n
}

// Match reports whether p matches the whole of path, whose names are parted by slashes.
func (p Pattern) Match(path string) bool {
	if p.broken {
		return false
	}
	// All ways to match are followed at once: state i says that the tokens before i have
	// matched the path so far.
	now, next := newStates(len(p.tokens)), newStates(len(p.tokens))
	p.reach(now, 0)
	for _, r := range path {
		next.clear()
		for i, t := range p.tokens {
			if now[i] {
				p.step(next, i, t, r)
			}
		}
		now, next = next, now
	}
	return now[len(p.tokens)]
}

// step enters the states that follow state i when the path goes on with r.
func (p Pattern) step(next states, i int, t token, r rune) {
	slash := r == '/'
	switch t.kind {
	case literal:
		if r == t.char {
			p.reach(next, i+1)
		}
	case one:
		if !slash {
			p.reach(next, i+1)
		}
	case oneOf:
		if !slash && t.set.has(r) {
			p.reach(next, i+1)
		}
	case some:
		if !slash {
			p.reach(next, i)
		}
	case inFolder:
		next[i] = true
		if slash {
			p.reach(next, i+1)
		}
	case rest, restMore:
		p.reach(next, len(p.tokens))
		next[len(p.tokens)-1] = true
	}
}

// reach enters state i, and those that it takes no character to go on to.
func (p Pattern) reach(s states, i int) {
	s[i] = true
	if i == len(p.tokens) {
		return
	}
	switch p.tokens[i].kind {
	case some:
		p.reach(s, i+1)
	case folders:
		s[i+1] = true
		p.reach(s, i+2)
	}
}

type states []bool

// newStates returns room for the states of n tokens and the one behind them.
func newStates(n int) states { return make(states, n+1) }

func (s states) clear() { clear(s) }

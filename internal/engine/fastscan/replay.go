package fastscan

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Replay computes the state of a scanner after tokens that a kernel has found. Its memory is
// reused from run to run. It must not be used concurrently.
type Replay struct {
	State   scan.State
	Nesting scan.Nesting
	Kept    int   // number of open containers that were already open before the tokens
	Openers []int // memory for callers that look for open brackets
}

// Run consumes the known tokens and reports whether all of them are valid.
func (r *Replay) Run(maxDepth int, known *jsonsimd.State) bool {
	return len(known.Tokens) >= known.Open && r.passValid(maxDepth, known) == len(known.Tokens)
}

// passValid consumes the known tokens up to the first invalid one, and returns how many are valid.
func (r *Replay) passValid(maxDepth int, known *jsonsimd.State) int {
	n := &r.Nesting
	*n = scan.Nesting{Outer: n.Outer[:0]}
	for level := 1; level <= known.Nesting.Depth(); level++ {
		n.Push(known.Nesting.InObject(level))
	}
	r.Kept = n.Depth
	r.State = stateAfter(n, known.Tokens[:known.Open])
	return known.Open + r.Pass(maxDepth, known.Tokens[known.Open:])
}

// stateAfter returns the state after the last of the tokens. There must be at least two tokens, and
// their brackets must be in n. A zero stands for no token.
func stateAfter(n *scan.Nesting, tokens []byte) scan.State {
	last, before := tokens[len(tokens)-1], tokens[len(tokens)-2]
	inObject := n.Depth > 0 && n.InObject()
	switch {
	case last == 0 || last == ':' || last == '\n':
		return scan.WantValue
	case last == '[':
		return scan.WantFirstElement
	case last == '{':
		return scan.WantFirstName
	case last == ',' && inObject:
		return scan.WantNextName
	case last == ',':
		return scan.WantNextElement
	case last == '"' && inObject && before != ':':
		return scan.WantColon
	}
	return n.AfterValue()
}

// Pass consumes tokens up to the first invalid one, and returns how many are valid. The tokens are
// in the form described at [jsonsimd.State].
func (r *Replay) Pass(maxDepth int, tokens []byte) int {
	n, state := &r.Nesting, r.State
	next := transitions(n)
	for i, c := range tokens {
		class := tokenClasses[c]
		to := next[state][class]
		if to < scan.NumStates {
			state = to
			continue
		}
		ok := false
		switch {
		case to == opens && n.Depth < maxDepth:
			n.Push(class == objectOpener)
			next, state, ok = transitions(n), openedState(class == objectOpener), true
		case to == closes:
			n.Pop()
			r.Kept = min(r.Kept, n.Depth)
			next, state, ok = transitions(n), n.AfterValue(), true
		case class == noToken:
			ok = true
		case class == numberPart:
			ok = i > 0 && mayFollow(tokens[i-1], c)
		case class == lineFeed: // between records
			if ok = state == scan.WantEnd || state == scan.WantValue && n.Depth == 0; ok {
				state = scan.WantValue
			}
		}
		if !ok {
			r.State = state
			return i
		}
	}
	r.State = state
	return len(tokens)
}

// openedState returns the state after an opening bracket.
func openedState(object bool) scan.State {
	if object {
		return scan.WantFirstName
	}
	return scan.WantFirstElement
}

// mayFollow reports whether part, which is a decimal point or an exponent, may follow the previous
// token in a number. A number has at most one point, and then at most one exponent.
func mayFollow(before, part byte) bool {
	return before|0x20 != 'e' && (part != '.' || before != '.')
}

// A tokenClass is a class of tokens that the grammar treats alike.
type tokenClass uint8

const (
	scalarToken tokenClass = iota // a number or literal
	stringToken
	objectOpener
	arrayOpener
	objectCloser
	arrayCloser
	comma
	colon
	noToken    // a zero, which means that there is no token
	numberPart // a decimal point or an exponent
	lineFeed

	numClasses = 16 // a power of two
)

// tokenClasses maps each token, which is a byte, to its class; see [jsonsimd.State].
var tokenClasses = [256]tokenClass{
	'"': stringToken, '{': objectOpener, '[': arrayOpener, '}': objectCloser, ']': arrayCloser, ',': comma, ':': colon,
	0: noToken, '.': numberPart, 'e': numberPart, 'E': numberPart, '\n': lineFeed,
}

// These entries of a transitionTable are not states.
const (
	fails  scan.State = scan.NumStates + iota // the token is invalid, or needs closer inspection
	opens                                     // the token opens a container
	closes                                    // the token closes the innermost container
)

// A transitionTable maps each state and each class of tokens to the state that follows.
type transitionTable [scan.NumStates][numClasses]scan.State

// transitionTables are the tables for the top level, for arrays, and for objects.
var transitionTables = [3]transitionTable{newTransitions(scan.WantEnd), newTransitions(scan.AfterElement), newTransitions(scan.AfterMember)}

// transitions returns the table for the innermost container.
func transitions(n *scan.Nesting) *transitionTable {
	switch {
	case n.Depth == 0:
		return &transitionTables[0]
	case n.InObject():
		return &transitionTables[2]
	}
	return &transitionTables[1]
}

// newTransitions returns the table for containers in which the state after a value is afterValue.
// The table encodes the same grammar as [scan.Scanner.Token].
func newTransitions(afterValue scan.State) (t transitionTable) {
	for from := range scan.State(scan.NumStates) {
		next := &t[from]
		for class := range next {
			next[class] = fails
		}
		if scan.ExpectedIn[from]&flaw.ExpectValue != 0 {
			next[scalarToken], next[stringToken], next[objectOpener], next[arrayOpener] = afterValue, afterValue, opens, opens
		}
		if scan.ExpectedIn[from]&flaw.ExpectName != 0 {
			next[stringToken] = scan.WantColon
		}
		if scan.ExpectedIn[from]&flaw.ExpectBrace != 0 {
			next[objectCloser] = closes
		}
		if scan.ExpectedIn[from]&flaw.ExpectBracket != 0 {
			next[arrayCloser] = closes
		}
	}
	t[scan.WantColon][colon] = scan.WantValue
	t[scan.AfterElement][comma] = scan.WantNextElement
	t[scan.AfterMember][comma] = scan.WantNextName
	return t
}

package tokenizer

import "github.com/assayjson/assay/asm"

// A replay finds out where a scanner would be after tokens that a kernel has found. It has memory
// for that.
type replay struct {
	state   state
	nesting nesting
	kept    int   // how many of the containers that were open at first have never been closed
	openers []int // memory for findOpeners
}

// run passes the tokens that are known. It returns false if they are not valid.
func (r *replay) run(maxDepth int, known *asm.JSONState) bool {
	return len(known.Tokens) >= known.Open && r.passValid(maxDepth, known) == len(known.Tokens)
}

// passValid passes the tokens that are known up to the first one that is invalid, and returns how many
// that are.
func (r *replay) passValid(maxDepth int, known *asm.JSONState) int {
	n := &r.nesting
	*n = nesting{outer: n.outer[:0]}
	for level := 1; level <= known.Nesting.Depth(); level++ {
		n.push(known.Nesting.InObject(level))
	}
	r.kept = n.depth
	r.state = n.stateAfter(known.Tokens[:known.Open])
	return known.Open + r.pass(maxDepth, known.Tokens[known.Open:])
}

// stateAfter returns the state after tokens, the brackets of which are in n. Zeros are none.
func (n *nesting) stateAfter(tokens []byte) state {
	last, before := tokens[len(tokens)-1], tokens[len(tokens)-2]
	inObject := n.depth > 0 && n.inObject()
	switch {
	case last == 0 || last == ':' || last == '\n':
		return wantValue
	case last == '[':
		return wantFirstElement
	case last == '{':
		return wantFirstName
	case last == ',' && inObject:
		return wantNextName
	case last == ',':
		return wantNextElement
	case last == '"' && inObject && before != ':':
		return wantColon
	}
	return n.afterValue()
}

// pass passes tokens as [asm.JSONState] has them, up to the first one that is invalid, and returns how
// many that are.
func (r *replay) pass(maxDepth int, tokens []byte) int {
	n, state := &r.nesting, r.state
	next := n.transitions()
	for i, c := range tokens {
		class := tokenClasses[c]
		to := next[state][class]
		if to < numStates {
			state = to
			continue
		}
		ok := false
		switch {
		case to == opens && n.depth < maxDepth:
			n.push(class == objectOpener)
			next, state, ok = n.transitions(), openedState(class == objectOpener), true
		case to == closes:
			n.pop()
			r.kept = min(r.kept, n.depth)
			next, state, ok = n.transitions(), n.afterValue(), true
		case class == noToken:
			ok = true
		case class == numberPart:
			ok = i > 0 && mayFollow(tokens[i-1], c)
		case class == lineFeed: // between records
			if ok = state == wantEnd || state == wantValue && n.depth == 0; ok {
				state = wantValue
			}
		}
		if !ok {
			r.state = state
			return i
		}
	}
	r.state = state
	return len(tokens)
}

// openedState returns the state after an opening bracket.
func openedState(object bool) state {
	if object {
		return wantFirstName
	}
	return wantFirstElement
}

// mayFollow reports whether a number may have this part after a token of its own: one point at
// the most, and then one exponent.
func mayFollow(before, part byte) bool {
	return before|0x20 != 'e' && (part != '.' || before != '.')
}

// A tokenClass is what the grammar makes of a token.
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
	noToken    // a zero
	numberPart // a point or exponent
	lineFeed

	numClasses = 16 // a power of two
)

// tokenClasses are the classes of tokens, which are bytes; see [asm.JSONState].
var tokenClasses = [256]tokenClass{
	'"': stringToken, '{': objectOpener, '[': arrayOpener, '}': objectCloser, ']': arrayCloser, ',': comma, ':': colon,
	0: noToken, '.': numberPart, 'e': numberPart, 'E': numberPart, '\n': lineFeed,
}

// What tokens lead to, beside states.
const (
	fails  state = numStates + iota // or needs a closer look
	opens                           // a container
	closes                          // the innermost one
)

// A transitionTable has the state to which a token of a class leads from each state.
type transitionTable [numStates][numClasses]state

// transitionTables are for what is in no container, in an array, and in an object.
var transitionTables = [3]transitionTable{newTransitions(wantEnd), newTransitions(afterElement), newTransitions(afterMember)}

// transitions returns the table for the innermost container.
func (n *nesting) transitions() *transitionTable {
	switch {
	case n.depth == 0:
		return &transitionTables[0]
	case n.inObject():
		return &transitionTables[2]
	}
	return &transitionTables[1]
}

// newTransitions returns the table for where a state follows a value. It is the grammar that
// [scanner.token] knows.
func newTransitions(afterValue state) (t transitionTable) {
	for from := range state(numStates) {
		next := &t[from]
		for class := range next {
			next[class] = fails
		}
		if expectedIn[from]&ExpectValue != 0 {
			next[scalarToken], next[stringToken], next[objectOpener], next[arrayOpener] = afterValue, afterValue, opens, opens
		}
		if expectedIn[from]&ExpectName != 0 {
			next[stringToken] = wantColon
		}
		if expectedIn[from]&ExpectBrace != 0 {
			next[objectCloser] = closes
		}
		if expectedIn[from]&ExpectBracket != 0 {
			next[arrayCloser] = closes
		}
	}
	t[wantColon][colon] = wantValue
	t[afterElement][comma] = wantNextElement
	t[afterMember][comma] = wantNextName
	return t
}

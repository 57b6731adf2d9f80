package jsonsimd

// A State is what a [Checker] knows about a document at a position, so that a scanner can continue
// from there. It is valid until the next call to a method of the Checker.
type State struct {
	// InString reports whether the next byte is in a string that has already begun, or is the
	// closing quotation mark of that string.
	InString bool

	// Tokens holds the last tokens found. The tokens from index Open on have not been judged, or
	// the brackets among them are not in Nesting yet. Before index Open, there are a few earlier
	// tokens, or zeros in place of missing tokens.
	//
	// A token is one byte: a bracket, comma or colon, the opening quotation mark of a string, or
	// the first byte of a number or literal. In a number, '.' and 'e' or 'E' are tokens too.
	Tokens []byte
	Open   int

	// Nesting describes the containers that are open before Tokens[Open]. Up to level Lowest, these
	// are the containers that were open at the last Pause; none of them has been closed since. If
	// no container was open at that Pause, the first container opened after it counts as if it had
	// been open.
	Nesting *Nesting
	Lowest  int
}

// Pause returns what is known about everything that has been written. The lengths of all parts must
// have been multiples of [IndexUnit]. Write may be called again afterwards. Pause returns false if
// there is an error. Lowest is meaningful only if BeginPauses has been called after Reset.
//
// If the caller finds that the Tokens are invalid, it may call Retreat instead of writing more. It
// must then pass everything written since the previous Pause.
func (j *Checker) Pause() (s State, ok bool) {
	j.lexer.begin()
	if !j.groups(j.tokens.groups()) {
		return State{}, false
	}
	s = j.state(tokensLate)
	s.InString = j.lexer.inString()
	j.paused = true
	return s, true
}

// state returns the State before the first collected tokens, as far as Retreat and Pause need it. The last late judged tokens are not
// in the nesting yet.
func (j *Checker) state(late int) State {
	s := State{
		Tokens:  j.tokens.last(jsonPlanes.chunk),
		Open:    tokensBefore - late,
		Nesting: &j.structure.nesting,
		Lowest:  j.structure.lowest.level,
	}
	s.atWholeTokens()
	return s
}

// BeginPauses makes j keep track of what [Checker.Pause] and [Checker.Counts] return.
func (j *Checker) BeginPauses() {
	j.lexer.begin()
	j.structure.lowest.on = true
	j.structure.lowest.begin(&j.structure.nesting)
	j.lexer.beginCounts()
}

// atWholeTokens moves Open back if it splits a number or an empty container. The brackets of an
// empty container are never in the nesting.
func (s *State) atWholeTokens() {
	for isNumberPart(s.Tokens[s.Open:]) {
		s.Open--
	}
	if before := s.Tokens[s.Open-1]; before == '[' || before == '{' {
		if rest := s.Tokens[s.Open:]; len(rest) > 0 && (rest[0] == ']' || rest[0] == '}') {
			s.Open--
		}
	}
}

// isNumberPart reports whether the first token is the fraction or the exponent of a number.
func isNumberPart(tokens []byte) bool {
	return len(tokens) > 0 && (tokens[0] == '.' || tokens[0]|0x20 == 'e')
}

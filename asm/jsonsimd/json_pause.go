package jsonsimd

// A State is what a [Checker] knows of a document at a place, for a scanner to go on from
// there. It is good until the next call.
type State struct {
	// InString tells that the last byte is in a string, or its opening quotation mark, and
	// the next one too, or its closing quotation mark.
	InString bool

	// Tokens are the last ones found. Those from Open on have not been judged, or their
	// brackets are not in Nesting yet. Some come before, or zeros where there are none.
	//
	// A token is a byte: a bracket, comma or colon, the opening quotation mark of a string,
	// the first byte of a number or literal; in a number also its '.', and its 'e' or 'E'.
	Tokens []byte
	Open   int

	// Nesting is of all tokens before Open. No container that was open at the last Pause
	// has been closed, before Open, up to the level Lowest. In a document that has just
	// begun, none is open, and the first one is taken for one that was.
	Nesting *Nesting
	Lowest  int
}

// Pause tells what is known of all that has been written, which must have been in parts
// whose lengths are multiples of [IndexUnit]; after it Write goes on. It returns false if
// there is an error. Lowest means nothing unless BeginPauses has been called after Reset. If the
// caller does not go on because it finds Tokens invalid, it may call Retreat instead, for all that
// has been written since the Pause before.
func (j *Checker) Pause() (s State, ok bool) {
	j.begin()
	if chunk := jsonPlanes.chunk; j.count >= chunk && !j.groups(j.count/chunk) {
		return State{}, false
	}
	s = State{
		InString: *j.lexer.word(jsonPlanes.inString) != 0,
		Tokens:   j.tokens[ahead-tokensBefore : ahead+j.count],
		Open:     tokensBefore - tokensLate,
		Nesting:  &j.nesting,
		Lowest:   j.lowest,
	}
	s.atWholeTokens()
	j.paused = true
	return s, true
}

// BeginPauses makes j keep account of what [Checker.Pause] and [Checker.Counts] tell.
func (j *Checker) BeginPauses() {
	j.begin()
	j.pauses, j.lowest = true, j.nesting.depth
	j.beginCounts()
}

// atWholeTokens moves Open back to where no number is cut, and no empty container: its
// brackets are never in the nesting.
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

// isNumberPart reports whether the first token is not the first of its number.
func isNumberPart(tokens []byte) bool {
	return len(tokens) > 0 && (tokens[0] == '.' || tokens[0]|0x20 == 'e')
}

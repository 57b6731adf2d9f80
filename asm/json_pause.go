package asm

// tokensBefore is how many tokens are kept of those that have been judged. The kernels want
// to see two, a Pause hands out the rest: what it takes to tell where they leave off.
const tokensBefore = 8

// Tokens that have been judged are elements only when two more have been, so the nesting is
// of the tokens up to there.
const tokensLate = 2

// A JSONState is what a [JSON] knows of a document at a place, for a scanner to go on from
// there. It is good until the next call.
type JSONState struct {
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
func (j *JSON) Pause() (s JSONState, ok bool) {
	j.begin()
	if chunk := jsonPlanes.chunk; j.count >= chunk && !j.groups(j.count/chunk) {
		return JSONState{}, false
	}
	s = JSONState{
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

// goOn begins the text of [JSON.Retreat] anew, behind a Pause.
func (j *JSON) goOn() {
	if j.paused {
		j.paused = false
		j.lowest = j.nesting.depth
		j.forgetSaves()
	}
}

// BeginPauses makes j keep account of what [JSON.Pause] and [JSON.Counts] tell.
func (j *JSON) BeginPauses() {
	j.begin()
	j.pauses, j.lowest = true, j.nesting.depth
	j.beginCounts()
}

// atWholeTokens moves Open back to where no number is cut, and no empty container: its
// brackets are never in the nesting.
func (s *JSONState) atWholeTokens() {
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

// nest is [CheckNesting] that keeps account of the lowest level, if need be.
func (j *JSON) nest(elements []byte) bool {
	n := &j.nesting
	if !j.pauses {
		return CheckNesting(n, elements)
	}
	if n.depth == 0 && j.lowest == 0 && len(elements) > 0 {
		if !CheckNesting(n, elements[:1]) {
			return false
		}
		elements, j.lowest = elements[1:], n.depth // where the document begins, not before
	}
	if j.leavesAlone(max(j.lowest-1, 0), elements) {
		j.lowest = min(j.lowest, n.depth)
		return true
	}
	j.lowest = min(j.lowest, lowestDepth(n.depth, elements))
	return CheckNesting(n, elements)
}

// leavesAlone checks the elements, and reports whether they are right and don't go back to
// the level, but perhaps at their end. The kernels tell: levels that are hidden are none to
// them, and what follows a container in one of these would be a comma or bracket outside
// of all. If it returns false, nothing has changed.
func (j *JSON) leavesAlone(level int, elements []byte) bool {
	n := &j.nesting
	depth, atLimit, open := n.depth, n.atLimit, n.stack[nestingFloor+level+1:][:n.depth-level]
	j.undoing = append(j.undoing[:0], open...)
	n.hidden = level
	ok := CheckNesting(n, elements)
	n.hidden = 0
	if !ok {
		n.depth, n.atLimit = depth, atLimit
		copy(open, j.undoing)
	}
	return ok
}

// lowestDepth returns the lowest level among where the elements begin and where each leads.
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

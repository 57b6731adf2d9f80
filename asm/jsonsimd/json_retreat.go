package jsonsimd

// A Checker that has found an error reports how far the text before it is valid. For this it saves, on
// the way, what the lexer keeps from chunk to chunk. That is not much, and is done once for some
// thousand bytes or tokens; the second stage and the nesting are saved before each step.

// Retreat goes back to where what has been written is valid, after Write or End has found an error.
// The state is that of a place before the error; its Tokens go on from there, and of those from Open
// on one may be invalid: if none is, the error comes after them. The places are those, in rising
// order, at which chunks of the text end and of which Tokens are known, and the last one before
// them; in an invalid text, a place after the first invalid token means nothing.
//
// The first place may come after an invalid token: then PlacesBefore knows more of them.
//
// The text is all that has been written since Reset, or the last Pause. Retreat returns false if it
// does not know a place, or where it is not known for sure whether the text is valid: see AtLimit.
// j is good for nothing but PlacesBefore and Reset afterwards.
func (j *Checker) Retreat(text []byte) (s State, places []Place, ok bool) {
	if !j.saves.begun {
		return State{}, nil, false
	}
	if j.torn {
		j.count = j.lexAgain(text, j.saves.last) - j.judged
		j.judgeSingly()
	} else {
		j.count -= j.zeros
		j.judgeSingly()
		j.lexAgain(text, j.saves.last)
	}
	return j.retreated(), j.placesOfTokens(), !j.nesting.AtLimit()
}

// PlacesBefore returns the places that Retreat has returned, and those before them, as far as their
// tokens are known, or one before these.
func (j *Checker) PlacesBefore(text []byte) []Place {
	j.torn = false
	j.lexAgain(text, j.saves.safe)
	return j.placesOfTokens()
}

// retreated is the state that Retreat returns.
func (j *Checker) retreated() State {
	s := State{
		Tokens:  j.tokens[ahead-tokensBefore : ahead+min(j.count, jsonPlanes.chunk)],
		Open:    tokensBefore - tokensLate,
		Nesting: &j.nesting,
		Lowest:  j.lowest,
	}
	s.atWholeTokens()
	return s
}

// placesOfTokens makes the places count from the first of the tokens in the state, and returns those
// that matter.
func (j *Checker) placesOfTokens() []Place {
	first := 0
	for i := range j.places {
		p := &j.places[i]
		p.Tokens -= j.judged - tokensBefore
		if p.Tokens < tokensBefore-tokensLate {
			first = i
		}
	}
	return j.places[first:]
}

// judgeSingly judges groups of tokens one by one, up to an invalid one.
func (j *Checker) judgeSingly() {
	for j.count >= jsonPlanes.chunk && j.groups(1) {
	}
}

// lexAgain lexes the text from a save on, up to an invalid chunk, if it is torn, or to the end of the
// tokens that matter. It sets the places of the chunks, with all tokens counted, and returns how many
// of these come before the last one.
func (j *Checker) lexAgain(text []byte, save int) (tokens int) {
	from := &j.saved[save]
	copy(j.lexer.bytes(jsonPlanes.lexLasting), from.lexer[:])
	chunk, at := jsonPlanes.chunk, from.at
	tokens = from.tokens
	for j.places = j.places[:0]; ; {
		j.addPlace(Place{at, tokens, *j.lexer.word(jsonPlanes.inString) != 0, j.rules&Records != 0})
		if at+chunk > len(text) && !j.torn || at >= len(text) || !j.torn && tokens >= j.judged+chunk {
			return tokens
		}
		next := j.chunkAt(text, at)
		_, end, ok := lexJSON(j.lexer.at(0), next, next, 1, &j.elements[0], &j.elements[enough], &j.marks[0], 0)
		if !ok || at+chunk > len(text) {
			return tokens
		}
		at += chunk
		tokens += distance(&j.elements[0], end)
	}
}

// addPlace adds a place. Of several without a token between them, the last one will do.
func (j *Checker) addPlace(p Place) {
	if last := len(j.places) - 1; last >= 0 && j.places[last].Tokens == p.Tokens {
		j.places = j.places[:last]
	}
	j.places = append(j.places, p)
}

// chunkAt returns the chunk at an offset; the last one is filled up with newlines.
func (j *Checker) chunkAt(text []byte, at int) *byte {
	rest := text[at:]
	if len(rest) >= jsonPlanes.chunk {
		return &rest[0]
	}
	copy(j.final[copy(j.final[:], rest):], newlines)
	return &j.final[0]
}

package jsonsimd

// After an error, a Checker can report how much of the text before it is valid. To do so, it
// regularly saves the state that the lexer keeps from chunk to chunk. That state is small and is
// saved only every few thousand bytes or tokens. The states of the second stage and of the nesting
// are saved before each step.

// Retreat goes back from an error that Write or End has found to an earlier position, up to which
// the text is valid, and returns the state at that position. The Tokens of that state from index
// Open on come after the position. One of them may be invalid; if they are all valid, the error
// comes after them.
//
// The places are ends of chunks, in ascending order: the last one before the Tokens, and those
// among the Tokens. A place after the first invalid token is meaningless. Even the first place may
// come after an invalid token; in that case, PlacesBefore returns earlier places.
//
// The text must be everything written since Reset or the last Pause. Retreat returns false if it
// knows no place, or if AtLimit makes it uncertain whether the text is valid. Afterwards, only
// PlacesBefore and Reset may be called.
func (j *Checker) Retreat(text []byte) (s State, places []Place, ok bool) {
	if !j.saves.begun {
		return State{}, nil, false
	}
	if j.torn {
		j.tokens.truncate(j.lexAgain(text, j.saves.last, true))
		j.judgeSingly()
	} else {
		j.tokens.truncate(j.tokens.total())
		j.judgeSingly()
		j.lexAgain(text, j.saves.last, false)
	}
	return j.state(), j.placesOfTokens(), !j.AtLimit()
}

// PlacesBefore returns the places that Retreat has returned, and earlier ones: all ends of chunks
// among the Tokens, and the last one before the Tokens. The text must be the one passed to Retreat.
func (j *Checker) PlacesBefore(text []byte) []Place {
	j.lexAgain(text, j.saves.safe, false)
	return j.placesOfTokens()
}

// placesOfTokens makes Place.Tokens relative to the first of State.Tokens. It returns the last
// place that comes before the tokens whose brackets might not be in the nesting yet, and all places
// after it.
func (j *Checker) placesOfTokens() []Place {
	first := 0
	for i := range j.places {
		p := &j.places[i]
		p.Tokens -= j.tokens.judged - tokensBefore
		if p.Tokens < tokensBefore-tokensLate {
			first = i
		}
	}
	return j.places[first:]
}

// judgeSingly judges groups of tokens one at a time, up to an invalid one.
func (j *Checker) judgeSingly() {
	for j.tokens.groups() > 0 && j.groups(1) {
	}
}

// lexAgain lexes the text again, from the given save to the end of the collected tokens, or if torn
// is set, to the invalid chunk. It sets j.places to the ends of the chunks, with Tokens counted from
// the beginning of the document, and returns that count for the last place.
func (j *Checker) lexAgain(text []byte, save int, torn bool) (tokens int) {
	from := &j.saves.states[save]
	from.restore(&j.lexer)
	chunk, at := jsonPlanes.chunk, from.at
	tokens = from.tokens
	unused := &j.structure.elements // memory for the tokens
	for j.places = j.places[:0]; ; {
		j.places.add(Place{at, tokens, j.lexer.inString(), j.lexer.rules&Records != 0})
		if at+chunk > len(text) && !torn || at >= len(text) || !torn && tokens >= j.tokens.judged+chunk {
			return tokens
		}
		next := j.chunkAt(text, at)
		_, end, ok := lexJSON(j.lexer.at(0), next, next, 1, &unused[0], &unused[enough], &j.index.marks[0], 0)
		if !ok || at+chunk > len(text) {
			return tokens
		}
		at += chunk
		tokens += distance(&unused[0], end)
	}
}

// chunkAt returns the chunk at an offset. If the text ends within the chunk, the chunk is padded
// with newlines. The text does not include j.tail, which is free after an error.
func (j *Checker) chunkAt(text []byte, at int) *byte {
	rest := text[at:]
	if len(rest) >= jsonPlanes.chunk {
		return &rest[0]
	}
	copy(j.tail[copy(j.tail[:], rest):], newlines)
	return &j.tail[0]
}

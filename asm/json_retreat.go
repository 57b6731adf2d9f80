package asm

// A JSON that has found an error tells how far the text before it is right. For this it saves, on
// the way, what the lexer keeps from chunk to chunk. That is not much, and is done once for some
// thousand bytes or tokens; the second stage and the nesting are saved before each step.

// lexedTogether is how many bytes are lexed at a time, at most, and lexed again after an error.
const lexedTogether = 16 << 10

// A lexerSave is what the lexer keeps at a place.
type lexerSave struct {
	at     int // offset in the text of Retreat
	tokens int // that come before it
	lexer  [mostLasting]byte
}

// A nestingSave is what a step changes of the second and third stage.
type nestingSave struct {
	grammar       [mostLasting]byte
	depth, lowest int
	atLimit       bool
	open          []byte // types of the innermost levels, which may be overwritten
	nested        bool   // the nesting has been saved for this step
}

// forgetSaves lets the text of Retreat begin here.
func (j *JSON) forgetSaves() { j.lexed, j.saves = 0, saves{} }

// saves are what has been saved at three places. The last one is the nearest to an error; but a token
// before it may be wrong that has not been judged, and for this there is a safe one, before which all
// have been. It is followed by the next one.
type saves struct {
	begun            bool
	safe, next, last int // which of the three
}

// save saves the state of the lexer.
func (j *JSON) save() {
	s := &j.saves
	if !s.begun {
		*s = saves{begun: true}
		j.saved[0].take(j)
		return
	}
	if j.saved[s.next].tokens <= j.judged-tokensLate {
		s.safe, s.next = s.next, s.last
	}
	if s.last == s.next || s.last == s.safe {
		s.last = 0
		for s.last == s.next || s.last == s.safe {
			s.last++
		}
	}
	j.saved[s.last].take(j)
}

func (s *lexerSave) take(j *JSON) {
	s.at, s.tokens = j.lexed, j.judged+j.count
	copy(s.lexer[:], j.lexer.bytes(jsonPlanes.lexLasting))
}

// saveGrammar saves the state of the second stage before the next step.
func (j *JSON) saveGrammar() {
	if j.judged == 0 {
		j.beginGrammar()
	}
	j.before.nested = false
	copy(j.before.grammar[:], j.grammar.bytes(jsonPlanes.grammarLasting))
}

// saveNesting saves the nesting before a step with so many elements.
func (j *JSON) saveNesting(elements int) {
	n, s := &j.nesting, &j.before
	s.nested = true
	s.depth, s.lowest, s.atLimit = n.depth, j.lowest, n.atLimit
	top := nestingFloor + n.depth + 1
	s.open = append(s.open[:0], n.stack[top-min(n.depth, elements):top]...)
}

// restoreGrammar undoes a step.
func (j *JSON) restoreGrammar() {
	copy(j.grammar.bytes(jsonPlanes.grammarLasting), j.before.grammar[:])
	if j.before.nested {
		j.before.restore(j)
	}
}

// restore undoes what a step has changed of the nesting.
func (s *nestingSave) restore(j *JSON) {
	n := &j.nesting
	n.depth, j.lowest, n.atLimit = s.depth, s.lowest, s.atLimit
	copy(n.stack[nestingFloor+n.depth+1-len(s.open):], s.open)
}

// A JSONPlace is a place in the text of [JSON.Retreat].
type JSONPlace struct {
	At       int  // bytes before it
	Tokens   int  // how many of JSONState.Tokens come before it, which may be negative
	InString bool // see JSONState
	Lines    bool // newlines outside of strings are tokens, as with Records
}

// Retreat goes back to where what has been written is right, after Write or End has found an error.
// The state is that of a place before the error; its Tokens go on from there, and of those from Open
// on one may be wrong: if none is, what is wrong comes after them. The places are those, in rising
// order, at which chunks of the text end and of which Tokens are known, and the last one before
// them; in an invalid text, a place after the first wrong token means nothing.
//
// The first place may come after a token that is wrong: then PlacesBefore knows more of them.
//
// The text is all that has been written since Reset, or the last Pause. Retreat returns false if it
// does not know a place, or where it is not known for sure whether the text is right: see AtLimit.
// j is good for nothing but PlacesBefore and Reset afterwards.
func (j *JSON) Retreat(text []byte) (s JSONState, places []JSONPlace, ok bool) {
	if !j.saves.begun {
		return JSONState{}, nil, false
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
func (j *JSON) PlacesBefore(text []byte) []JSONPlace {
	j.torn = false
	j.lexAgain(text, j.saves.safe)
	return j.placesOfTokens()
}

// retreated is the state that Retreat returns.
func (j *JSON) retreated() JSONState {
	s := JSONState{
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
func (j *JSON) placesOfTokens() []JSONPlace {
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

// judgeSingly judges groups of tokens one by one, up to one that is wrong.
func (j *JSON) judgeSingly() {
	for j.count >= jsonPlanes.chunk && j.groups(1) {
	}
}

// lexAgain lexes the text from a save on, up to an invalid chunk, if it is torn, or to the end of the
// tokens that matter. It sets the places of the chunks, with all tokens counted, and returns how many
// of these come before the last one.
func (j *JSON) lexAgain(text []byte, save int) (tokens int) {
	from := &j.saved[save]
	copy(j.lexer.bytes(jsonPlanes.lexLasting), from.lexer[:])
	chunk, at := jsonPlanes.chunk, from.at
	tokens = from.tokens
	for j.places = j.places[:0]; ; {
		j.addPlace(JSONPlace{at, tokens, *j.lexer.word(jsonPlanes.inString) != 0, j.rules&Records != 0})
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
func (j *JSON) addPlace(p JSONPlace) {
	if last := len(j.places) - 1; last >= 0 && j.places[last].Tokens == p.Tokens {
		j.places = j.places[:last]
	}
	j.places = append(j.places, p)
}

// chunkAt returns the chunk at an offset; the last one is filled up with newlines.
func (j *JSON) chunkAt(text []byte, at int) *byte {
	rest := text[at:]
	if len(rest) >= jsonPlanes.chunk {
		return &rest[0]
	}
	copy(j.final[copy(j.final[:], rest):], newlines)
	return &j.final[0]
}

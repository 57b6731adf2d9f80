package jsonsimd

import (
	"bytes"
	"math/bits"
)

// After an error, a Checker can report how much of the text before it is valid. To do so, it
// regularly saves the state that the lexer keeps from chunk to chunk. That state is small and is
// saved only every few thousand bytes or tokens. The states of the second stage and of the nesting
// are saved before each step.

// Retreat goes back from an error that Write or End has found to an earlier position, up to which
// the text is valid, and returns the state at that position. The Tokens of that state from index
// Open on come after the position. One of them may be invalid; if they are all valid, the error
// comes after them.
//
// The places are ends of chunks and beginnings of tokens, in ascending order: the last one before
// the Tokens, and those among the Tokens. A place after the first invalid token is meaningless. Even the first place may
// come after an invalid token; in that case, PlacesBefore returns earlier places.
//
// The text must be everything written since Reset or the last Pause. Retreat returns false if it
// knows no place, or if AtLimit makes it uncertain whether the text is valid. Afterwards, only
// PlacesBefore and Reset may be called.
func (j *Checker) Retreat(text []byte) (s State, places []Place, ok bool) {
	if !j.saves.begun {
		return State{}, nil, false
	}
	total := j.tokens.total()
	if j.torn {
		total = j.lexAgain(text, j.saves.last, true)
	}
	j.tokens.truncate(total)
	j.judgeSingly()
	late := j.judgePart()
	if !j.torn {
		j.lexAgain(text, j.saves.last, false)
	}
	return j.state(late), j.placesOfTokens(), !j.AtLimit()
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

// judgePart is for the tokens that are left after judgeSingly. It judges them up to a few tokens before the first invalid one, and
// removes the tokens well after that one. It returns by how many tokens the elements are delayed now. The grammar shows which token is
// invalid beside its neighbors, and the nesting which bracket or comma has the wrong type.
func (j *Checker) judgePart() (late int) {
	const (
		kept  = 8  // the callers of Retreat may need the last tokens before the error
		least = 96 // following fewer tokens takes less time
	)
	q, s := &j.tokens, &j.structure
	if jsonPlanes.lexTokens == 0 || s.relation.on || q.count < least {
		return tokensLate
	}
	for n := min(q.count, jsonPlanes.chunk-tokensLate) - kept; n >= least; {
		if next := q.last(n + 1)[tokensBefore+n-1:]; next[0]|' ' == '{' && next[1]|' ' == '}' {
			n-- // an empty container is no element, nor are brackets that only look like one
		}
		bad, elements := s.tryPart(q, n)
		if bad < n {
			s.undo()
			q.count, n = bad+1, bad-kept
			continue
		}
		if s.nest(elements) && !j.AtLimit() {
			q.drop(n)
			return 0
		}
		s.undo()
		i := validElements(&s.nesting, elements)
		s.undo()
		if i == len(elements) {
			break // at the limit
		}
		mismatch := nthBit(s.grammar.words(jsonPlanes.elements, 1), i) - tokensLate // a bracket, or a comma before the error
		q.count = min(q.count, mismatch+tokensLate+1)
		n = mismatch - kept
	}
	return tokensLate
}

// tryPart passes n tokens, at most a group without tokensLate, to the grammar. It returns the index of the first one that is invalid
// beside its neighbors, if that is less than n, and the elements.
func (s *structure) tryPart(q *tokenQueue, n int) (bad int, elements []byte) {
	group := s.elements[enough:][:tokensLate+jsonPlanes.chunk] // more memory than elements need
	end := ahead + n
	if i := bytes.Index(q.memory[end-2:end+2], []byte(`,":`)); i >= 0 {
		end += i + 1 // the tokens after the comma show the kind of its container, and are no elements
	}
	clear(group[copy(group, q.memory[ahead-tokensLate:end]):])
	s.save(q.judged == 0)
	last, _ := grammarJSON(s.grammar.at(0), &group[tokensLate], 1, &s.elements[0])
	return nthBit(s.grammar.words(jsonPlanes.errors, 1), 0), s.elements[:distance(&s.elements[0], last)]
}

// nthBit returns the index of a bit that is set in the plane and is after n other such bits. It returns the length of the plane if there
// is none.
func nthBit(plane []uint64, n int) int {
	for i, w := range plane {
		if count := bits.OnesCount64(w); n >= count {
			n -= count
			continue
		}
		for range n {
			w &= w - 1
		}
		return 64*i + bits.TrailingZeros64(w)
	}
	return 64 * len(plane)
}

// judgeSingly judges groups of tokens one at a time, up to an invalid one.
func (j *Checker) judgeSingly() {
	for j.tokens.groups() > 0 && j.groups(1) {
	}
}

// lexAgain lexes the text again, from the given save to the end of the collected tokens, or if torn
// is set, to the invalid bytes. It sets j.places to the ends of the chunks and the beginnings of the first
// and the last collected token, or of a token before the invalid bytes. Tokens counts from the beginning of the document;
// lexAgain returns that count for the last place.
func (j *Checker) lexAgain(text []byte, save int, torn bool) (tokens int) {
	from := &j.saves.states[save]
	from.restore(&j.lexer)
	chunk, at := jsonPlanes.chunk, from.at
	tokens = from.tokens
	unused := &j.structure.elements // memory for the tokens
	last := j.tokens.judged + min(j.tokens.count, chunk)
	for j.places = j.places[:0]; ; {
		j.places.add(Place{max(at, 0), tokens, j.lexer.inString(), j.lexer.rules&Records != 0})
		if at >= len(text) || !torn && tokens >= last {
			return tokens
		}
		next := j.chunkAt(text, at)
		_, end, ok := lexJSON(j.lexer.at(0), next, next, 1, &unused[0], &unused[enough], &j.index.marks[0], 0)
		if !ok {
			j.addToken(text, at, tokens, j.tokensBeforeError()-1)
		} else if !torn {
			j.addToken(text, at, tokens, j.tokens.judged-tokens)
			j.addToken(text, at, tokens, last-1-tokens)
		}
		if !ok || at+chunk > len(text) {
			return j.places[len(j.places)-1].Tokens
		}
		at += chunk
		tokens += distance(&unused[0], end)
	}
}

// addToken adds the beginning of a token of the chunk at an offset, which has been lexed alone, if i is the index of one. The parameter
// tokens is the number of tokens before the chunk.
func (j *Checker) addToken(text []byte, at, tokens, i int) {
	if jsonPlanes.lexTokens == 0 || i < 0 {
		return
	}
	bit := nthBit(j.lexer.words(jsonPlanes.lexTokens, 1), i)
	if bit < jsonPlanes.chunk && at+bit < len(text) {
		j.places.add(Place{at + bit, tokens + i, false, j.lexer.rules&Records != 0})
	}
}

// tokensBeforeError returns how many tokens begin well before the first invalid byte of the chunk that has been lexed alone. They and
// what is between them are valid on their own: no rule of the lexer finds an error more than a few bytes after it.
func (j *Checker) tokensBeforeError() (n int) {
	const late = 16
	before := nthBit(j.lexer.words(0, 1), 0) - late + 1
	for _, w := range j.lexer.words(jsonPlanes.lexTokens, 1) {
		n += bits.OnesCount64(w & (1<<min(max(before, 0), block) - 1))
		before -= block
	}
	return n
}

// chunkAt returns the chunk at an offset. If the text begins within the chunk, the chunk is padded
// with spaces; if the text ends there, with newlines. The text does not include j.tail, which must
// be free, as it is after an error.
func (j *Checker) chunkAt(text []byte, at int) *byte {
	if at < 0 {
		copy(j.tail[copy(j.tail[:], spaces[:-at]):], text)
		return &j.tail[0]
	}
	rest := text[at:]
	if len(rest) >= jsonPlanes.chunk {
		return &rest[0]
	}
	copy(j.tail[copy(j.tail[:], rest):], newlines)
	return &j.tail[0]
}

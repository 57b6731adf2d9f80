package jsonsimd

// A Checker checks a document, or a sequence of records, that may come in parts. Call Reset first.
// A Checker may only be used while [HasKernel] reports true, and only with the kernels that were in
// use at Reset. It takes about 50 KB of memory, and may be reused but not copied. It must not be
// used by more than one goroutine at a time.
type Checker struct {
	lexer     lexer
	structure structure
	tokens    tokenQueue
	tail      [mostChunk]byte // bytes that do not fill a chunk yet; at the start and once Retreat has been called, memory for chunkAt
	tailed    int             // number of bytes in tail
	index     index
	paused    bool // Pause has been called since the last chunk

	// For Retreat.
	saves  lexerSaves
	torn   bool // the last bytes lexed are invalid, so the collected tokens must not be used
	places places
}

// Reset prepares j for a new document that may be nested at most maxDepth levels deep; see
// [Nesting.Reset].
func (j *Checker) Reset(maxDepth int, rules Rules) {
	j.lexer.reset(rules)
	j.tokens.reset()
	j.structure.reset(maxDepth)
	j.tailed, j.index.on, j.paused, j.torn = 0, false, false, false
	j.saves.reset()
}

// AtLimit reports whether the tokens judged so far have reached the deepest level allowed; see
// [Nesting.AtLimit]. If they have, an empty container among them may be nested too deeply.
func (j *Checker) AtLimit() bool { return j.structure.nesting.AtLimit() }

// Tokens returns the number of tokens found so far, and how many of them, counted from the first,
// are known to be valid as the beginning of a document. Commas and colons count as tokens, and a
// number with a fraction or an exponent counts as more than one. With [Records], newlines outside
// strings count, too.
func (j *Checker) Tokens() (found, judged int) {
	return j.tokens.total(), j.tokens.judged - tokensLate
}

// chunks checks the whole chunks in b, and then the chunk at final unless that is nil.
func (j *Checker) chunks(b []byte, final *byte) bool {
	initial := j.lexer.begin()
	j.resume()
	chunk := jsonPlanes.chunk
	left := len(b) / chunk
	if final != nil {
		left++
	}
	q := &j.tokens
	for left > 0 {
		j.saves.save(&j.lexer, initial, q)
		initial = false
		n := min(left, lexedTogether/chunk)
		first, last := final, final
		if len(b) > 0 {
			first = &b[0]
		}
		if n < left || final == nil {
			last = &b[(n-1)*chunk]
		}
		stride := 0
		if j.index.on {
			stride = chunk / 8
		}
		notDone, end, ok := lexJSON(j.lexer.at(0), first, last, n, q.at(q.count), q.at(enough), &j.index.marks[0], stride)
		done := n - notDone
		if j.index.on {
			j.index.add(done * chunk / block)
		}
		left -= done
		b = b[min(done*chunk, len(b)):]
		q.extend(end)
		j.saves.lexed += done * chunk
		j.torn = !ok
		if !ok || q.count >= enough && !j.groups(q.groups()) {
			return false
		}
	}
	return true
}

// groups judges the next n groups of tokens, and keeps the other tokens for later. If it returns
// false, nothing has changed.
func (j *Checker) groups(n int) bool {
	if n > 0 {
		if !j.structure.judge(&j.tokens, n) {
			return false
		}
		j.tokens.drop(n * jsonPlanes.chunk)
	}
	return true
}

// resume makes the text for [Checker.Retreat] begin at the next byte if Pause has been called.
func (j *Checker) resume() {
	if j.paused {
		j.paused = false
		j.structure.lowest.begin(&j.structure.nesting)
		j.saves.reset()
	}
}

// A Place is a position in the text passed to [Checker.Retreat].
type Place struct {
	At       int  // number of bytes of the text before the place
	Tokens   int  // number of tokens in State.Tokens before the place; negative if the place is before all of these tokens
	InString bool // see State
	Lines    bool // newlines outside strings are tokens, as with Records
}

// places are in ascending order, and each has more tokens before it than the one before.
type places []Place

// add adds a place. If several places have no token between them, only the last one is kept.
func (p *places) add(place Place) {
	if last := len(*p) - 1; last >= 0 && (*p)[last].Tokens == place.Tokens {
		*p = (*p)[:last]
	}
	*p = append(*p, place)
}

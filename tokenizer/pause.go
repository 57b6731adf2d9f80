package tokenizer

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/utf8check"
)

// pause moves the scanner to the end of what the kernel has had, or before a token that
// may go on there. It returns false, and has changed nothing, if there may be an error.
//
// The kernel knows which containers are open, but for those of the last tokens, which a
// scanner passes. What is left is found in the bytes.
func (c *checker) pause() bool {
	known, ok := c.json.Pause()
	if !ok || known.Nesting.AtLimit() { // at the limit, an empty container may be too deep
		return false
	}
	from := c.knownFrom()
	stop, ok := c.stop(from, &known)
	return ok && c.replay.run(c.maxDepth, &known) && c.goTo(&stop, from, known.Lowest)
}

// knownFrom returns from where on buf is known to be behind the place where the scanner stands.
func (c *checker) knownFrom() int {
	if c.trail.InString {
		return c.scanner.pos + 1
	}
	return c.scanner.pos
}

// goTo moves the scanner to a stop, where it will be in the state of the replay. It returns false, and
// has changed nothing, if it can't. From from on, buf is known, and since then there have been lowest
// brackets open at least.
func (c *checker) goTo(stop *stop, from, lowest int) bool {
	s, t, r := &c.scanner, &c.trail, &c.replay
	if stop.inString && expectedIn[r.state]&(ExpectValue|ExpectName) == 0 {
		return false
	}
	if c.uniqueNames && !c.pauseAtName(stop, r.state) {
		return false
	}
	if !c.placeless && !c.findOpeners(from, stop, lowest) {
		return false
	}
	t.InString, t.QuoteAt = stop.inString, stop.quote
	s.pos, s.state = stop.pos, r.state
	s.nesting, r.nesting = r.nesting, s.nesting
	return true
}

// approach moves the scanner shortly before the error that the kernel, or the walk over names, has
// found in what the kernel has had of buf, up to end. It does nothing if that can't be told.
func (c *checker) approach(end int) {
	from, names := c.knownFrom(), c.uniqueNames && c.await == nil
	if names && c.trusted > 0 {
		c.approachName()
		return
	}
	stop, lowest, ok := c.replay.retreat(c.json, c.maxDepth, c.buf, c.paused, end, from, c.trail.InString)
	if !ok {
		return
	}
	if c.uniqueNames {
		n, _ := slices.BinarySearch(c.marks, uint32(stop.pos))
		c.marks = c.marks[:n]
	}
	switch {
	case c.goTo(&stop, from, lowest) && !c.placeless:
		c.scanner.settle()
	case names && c.trusted > 0:
		c.approachName()
	}
}

// approachName moves the scanner to the name at which the walk over names has stopped.
func (c *checker) approachName() {
	c.scanner.approachName(c.buf, int(c.marks[0]), 0)
	c.trail.InString = false
}

// findOpeners finds the brackets that are open at the stop in what comes from from on, since when
// there have been lowest ones at least. It returns false, and has changed nothing, if there can't
// be so many.
func (c *checker) findOpeners(from int, stop *stop, lowest int) bool {
	t, r := &c.trail, &c.replay
	if t.Kept == 0 && r.nesting.depth > 0 {
		// The document has begun: with a bracket that is still open.
		first := bytes.IndexAny(c.buf[from:], "[{")
		t.Openers.Reset()
		t.Openers.Push(t.PlaceAt(c.buf, from+first))
		t.Kept = 1
		from += first + 1
		r.kept = max(r.kept, 1)
	}
	end := stop.pos
	if stop.inString {
		end = max(stop.quote, from) // up to a quote that has gone, there is nothing else
	}
	depth := r.nesting.depth
	r.openers = place.OpenersIn(r.openers[:0], c.buf, from, end, depth-min(t.Kept, lowest, r.kept))
	kept := depth - len(r.openers)
	if kept > t.Kept {
		return false
	}
	t.Open, t.Kept = append(t.Open[:0], r.openers...), kept
	return true
}

// A stop is where a scanner may go on.
type stop struct {
	pos      int
	inString bool // pos counts as the opening quotation mark
	quote    int  // where that is, or NoPlace if it is not in src any more
}

// stop returns where a scanner may go on at the end of what the kernel has had. The tokens
// from there on, it takes out of those that are known.
func (c *checker) stop(from int, known *asm.JSONState) (stop, bool) {
	return stopIn(c.buf[:c.lexed], from, c.trail.InString, known)
}

// stopIn returns where a scanner may go on at the end of b, of which from from on is known; there it
// may be in a string.
func stopIn(b []byte, from int, inString bool, known *asm.JSONState) (stop, bool) {
	if known.InString {
		return stopInString(b, from, inString, known)
	}
	begin := len(b)
	for begin > from && syntax.LooksNumeric(b[begin-1]) {
		begin--
	}
	if begin < len(b) {
		known.Tokens = withoutScalar(known.Tokens)
	}
	return stop{begin, false, place.NoPlace}, len(known.Tokens) >= known.Open
}

// pauseAtName takes the names before the stop, or has that done later, and makes sure that one there
// will be had whole to be compared: either it is cut and still to come, or it is taken before its
// colon has come.
func (c *checker) pauseAtName(at *stop, state state) bool {
	w := nameWalk{src: c.buf, marks: c.marks, from: c.scanner.pos, end: place.NoPlace, base: c.trail.Base}
	switch {
	case state == wantColon:
		w.end = at.pos
	case at.inString && expectedIn[state]&ExpectName != 0:
		if at.quote < 0 {
			return false
		}
		*at = stop{pos: at.quote, quote: place.NoPlace}
	}
	if c.await != nil {
		c.putOff(w)
		return true
	}
	c.trust.all(len(c.marks))
	if !c.takeNames() || !w.takeLast(&c.scanner.names) {
		return false
	}
	c.scanner.named = max(c.scanner.named, w.end)
	return true
}

func stopInString(b []byte, from int, inString bool, known *asm.JSONState) (stop, bool) {
	last := len(known.Tokens) - 1
	if known.Tokens[last] != '"' || last < known.Open {
		return stop{}, false
	}
	known.Tokens = known.Tokens[:last]
	quote := syntax.LastQuote(b, from)
	if quote < 0 && !inString {
		return stop{}, false
	}
	if quote >= 0 {
		from = quote + 1
	}
	return stop{wholeText(b, from) - 1, true, max(quote, place.NoPlace)}, true
}

// withoutScalar takes away the last number or literal.
func withoutScalar(tokens []byte) []byte {
	for n := len(tokens) - 1; n > 0; n-- {
		if c := tokens[n]; c != '.' && c|0x20 != 'e' {
			return tokens[:n]
		}
	}
	return nil
}

// wholeText returns where b ends without an escape, or a character, that it ends
// within. From from on it is in a string.
func wholeText(b []byte, from int) int {
	const longest = len(`\uXXXX`)
	for i := len(b) - 1; i >= max(from, len(b)-longest+1); i-- {
		if b[i] != '\\' {
			continue
		}
		isWhole := i+1 < len(b) && b[i+1] != 'u'
		if syntax.IsEscaped(b, from, i) || isWhole {
			break
		}
		return i
	}
	return len(b) - min(utf8check.Unfinished(b), len(b)-from)
}

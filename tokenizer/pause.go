package tokenizer

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
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
	return ok && c.replay.Run(c.MaxDepth, &known) && c.goTo(&stop, from, known.Lowest)
}

// knownFrom returns from where on buf is known to be behind the place where the scanner stands.
func (c *checker) knownFrom() int {
	if c.positions.InString {
		return c.scanner.Pos + 1
	}
	return c.scanner.Pos
}

// goTo moves the scanner to a stop, where it will be in the state of the replay. It returns false, and
// has changed nothing, if it can't. From from on, buf is known, and since then there have been lowest
// brackets open at least.
func (c *checker) goTo(stop *scan.Stop, from, lowest int) bool {
	s, t, r := &c.scanner, &c.positions, &c.replay
	if stop.InString && scan.ExpectedIn[r.State]&(scan.ExpectValue|scan.ExpectName) == 0 {
		return false
	}
	if c.UniqueNames && !c.pauseAtName(stop, r.State) {
		return false
	}
	if !c.placeless && !c.findOpeners(from, stop, lowest) {
		return false
	}
	t.InString, t.QuoteAt = stop.InString, stop.Quote
	s.Pos, s.State = stop.Pos, r.State
	s.Nesting, r.Nesting = r.Nesting, s.Nesting
	return true
}

// approach moves the scanner shortly before the error that the kernel, or the walk over names, has
// found in what the kernel has had of buf, up to end. It does nothing if that can't be told.
func (c *checker) approach(end int) {
	from := c.knownFrom()
	if c.UniqueNames && c.Trusted > 0 {
		c.approachName()
		return
	}
	stop, lowest, ok := c.replay.Retreat(c.json, c.MaxDepth, c.buf, c.paused, end, from, c.positions.InString)
	if !ok {
		return
	}
	if c.UniqueNames {
		n, _ := slices.BinarySearch(c.marks, uint32(stop.Pos))
		c.marks = c.marks[:n]
	}
	switch {
	case c.goTo(&stop, from, lowest) && !c.placeless:
		c.scanner.Settle()
	case c.UniqueNames && c.Trusted > 0:
		c.approachName()
	}
}

// ApproachName moves the scanner to the name at which the walk over names has stopped.
func (c *checker) approachName() {
	c.scanner.ApproachName(c.buf, int(c.marks[0]), 0)
	c.positions.InString = false
}

// findOpeners finds the brackets that are open at the stop in what comes from from on, since when
// there have been lowest ones at least. It returns false, and has changed nothing, if there can't
// be so many.
func (c *checker) findOpeners(from int, stop *scan.Stop, lowest int) bool {
	t, r := &c.positions, &c.replay
	if t.Kept == 0 && r.Nesting.Depth > 0 {
		// The document has begun: with a bracket that is still open.
		first := bytes.IndexAny(c.buf[from:], "[{")
		t.Openers.Reset()
		t.Openers.Push(t.PlaceAt(c.buf, from+first))
		t.Kept = 1
		from += first + 1
		r.Kept = max(r.Kept, 1)
	}
	end := stop.Pos
	if stop.InString {
		end = max(stop.Quote, from) // up to a quote that has gone, there is nothing else
	}
	depth := r.Nesting.Depth
	r.Openers = place.OpenersIn(r.Openers[:0], c.buf, from, end, depth-min(t.Kept, lowest, r.Kept))
	kept := depth - len(r.Openers)
	if kept > t.Kept {
		return false
	}
	t.Open, t.Kept = append(t.Open[:0], r.Openers...), kept
	return true
}

// stop returns where a scanner may go on at the end of what the kernel has had. The tokens
// from there on, it takes out of those that are known.
func (c *checker) stop(from int, known *jsonsimd.State) (scan.Stop, bool) {
	return scan.StopIn(c.buf[:c.lexed], from, c.positions.InString, known)
}

// pauseAtName takes the names before the stop, and makes sure that one there will be had whole to be
// compared: either it is cut and still to come, or it is taken before its colon has come.
func (c *checker) pauseAtName(at *scan.Stop, state scan.State) bool {
	colon := place.NoPlace // that is yet to come after a name
	switch {
	case state == scan.WantColon:
		colon = at.Pos
	case at.InString && scan.ExpectedIn[state]&scan.ExpectName != 0:
		if at.Quote < 0 {
			return false
		}
		*at = scan.Stop{Pos: at.Quote, Quote: place.NoPlace}
	}
	s := &c.scanner
	c.Trust.All(len(c.marks))
	if !c.takeNames() || colon != place.NoPlace && !s.Names.AddBefore(c.buf, colon, s.Pos) {
		return false
	}
	s.Named = max(s.Named, colon)
	return true
}

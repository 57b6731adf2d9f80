package stream

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// catchUp moves the scanner to the offset in c.lexed. If the last token before lexed may continue
// after it, catchUp moves the scanner to the beginning of that token instead. If there may be an
// error before lexed, it returns false and does not move the scanner.
//
// The kernel knows which containers are open, except for the effect of its last tokens, which are
// replayed. The offsets of the opening brackets are found by searching the text.
func (c *Checker) catchUp() bool {
	known, ok := c.json.Pause()
	if !ok || known.Nesting.AtLimit() { // at the limit, an empty container may be too deep
		return false
	}
	from := c.knownFrom()
	stop, ok := fastscan.StopIn(c.buf[:c.lexed], from, c.positions.InString, &known)
	return ok && c.replay.Run(c.rules.MaxDepth, &known) && c.moveScanner(&stop, from, known.Lowest)
}

// knownFrom returns the offset of the first byte that the scanner has not consumed. The byte at
// scanner.Pos has been consumed if it takes the place of an opening quotation mark.
func (c *Checker) knownFrom() int {
	if c.positions.InString {
		return c.scanner.Pos + 1
	}
	return c.scanner.Pos
}

// moveScanner moves the scanner to a stop and gives it the state of the replay. The tokens in
// buf[from:stop.Pos] must be valid. At least as many containers as the parameter lowest says must
// be open throughout that part. If something about the stop is not known, moveScanner returns false
// and does not move the scanner.
func (c *Checker) moveScanner(stop *fastscan.Stop, from, lowest int) bool {
	s, t, r := &c.scanner, &c.positions, &c.replay
	if stop.InString && scan.ExpectedIn[r.State]&(flaw.ExpectValue|flaw.ExpectName) == 0 {
		return false
	}
	if c.rules.UniqueNames && !c.marks.takeNamesBefore(stop, r.State, s, c.buf) {
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

// findOpeners finds the brackets in buf[from:] that are still open at the stop. At least as many
// containers as the parameter lowest says must be open throughout the part from buf[from] to the
// stop. If more containers were open at buf[from] than are known, findOpeners returns false and
// leaves the brackets unchanged.
func (c *Checker) findOpeners(from int, stop *fastscan.Stop, lowest int) bool {
	t, r := &c.positions, &c.replay
	if t.Kept == 0 && r.Nesting.Depth > 0 {
		// The first bracket of the document is still open.
		first := bytes.IndexAny(c.buf[from:], "[{")
		t.Openers.Reset()
		t.KeepOpener(c.buf, from+first)
		t.Kept = 1
		from += first + 1
		r.Kept = max(r.Kept, 1)
	}
	end := stop.Pos
	if stop.InString {
		end = max(stop.Quote, from) // if buf no longer holds the quotation mark, all of buf[from:stop.Pos] is in that string
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

package stream

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// catchUp moves the scanner to the offset in lexed. If the last token before lexed may continue
// after it, catchUp moves the scanner to the beginning of that token instead. If there may be an
// error before lexed, it returns false and does not move the scanner.
//
// The kernel knows which containers are open, except for the effect of its last tokens, which are
// replayed. The offsets of the opening brackets are found by searching the text.
func (k *kernels) catchUp(s *scan.Scanner) bool {
	known, ok := k.json.Pause()
	if !ok || known.Nesting.AtLimit() { // at the limit, an empty container may be too deep
		return false
	}
	from := unconsumed(s)
	stop, ok := fastscan.StopIn(s.Src[:k.lexed], from, s.Positions.InString, &known)
	return ok && k.replay.Run(s.MaxDepth, &known) && k.moveScanner(s, &stop, from, known.Lowest)
}

// moveScanner moves the scanner to a stop and gives it the state of the replay. The tokens in
// buf[from:stop.Pos] must be valid. At least as many containers as the parameter lowest says must
// be open throughout that part. If something about the stop is not known, moveScanner returns false
// and does not move the scanner.
func (k *kernels) moveScanner(s *scan.Scanner, stop *fastscan.Stop, from, lowest int) bool {
	t, r := s.Positions, &k.replay
	if stop.InString && scan.ExpectedIn[r.State]&(flaw.ExpectValue|flaw.ExpectName) == 0 {
		return false
	}
	if s.UniqueNames && !k.marks.takeNamesBefore(stop, r.State, s) {
		return false
	}
	if !k.placeless && !k.findOpeners(s, from, stop, lowest) {
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
func (k *kernels) findOpeners(s *scan.Scanner, from int, stop *fastscan.Stop, lowest int) bool {
	t, r := s.Positions, &k.replay
	if t.Kept == 0 && r.Nesting.Depth > 0 {
		// The first bracket of the document is still open.
		first := bytes.IndexAny(s.Src[from:], "[{")
		t.Openers.Reset()
		t.KeepOpener(s.Src, from+first)
		t.Kept = 1
		from += first + 1
		r.Kept = max(r.Kept, 1)
	}
	end := stop.Pos
	if stop.InString {
		end = max(stop.Quote, from) // if buf no longer holds the quotation mark, all of buf[from:stop.Pos] is in that string
	}
	depth := r.Nesting.Depth
	r.Openers = place.OpenersIn(r.Openers[:0], s.Src, from, end, depth-min(t.Kept, lowest, r.Kept))
	kept := depth - len(r.Openers)
	if kept > t.Kept {
		return false
	}
	t.Open, t.Kept = append(t.Open[:0], r.Openers...), kept
	return true
}

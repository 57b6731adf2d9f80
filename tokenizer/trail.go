package tokenizer

import (
	"slices"

	"github.com/assayjson/assay/internal/syntax"
)

// A trail is what a scanner must remember of the input that src does not hold any more.
//
// The openers of containers are in two lists: those of containers that were open when src
// was last cut, as places, and those after, as offsets in src.
type trail struct {
	base  int64 // offset in the input of src[0]
	whole bool  // src is all of the input, and stays

	openers placeStack
	kept    int   // how many of the openers are of containers that are open still
	open    []int // openers after these

	// inString says that src[pos] counts as the opening quotation mark of a string that
	// goes on behind it. The real one is at quote.
	inString bool
	quote    place
	quoteAt  int  // offset in src of one that quote is not of yet, or noPlace
	quoted   bool // quote is the place of that of a string with an error, before which the scanner stands

	comma place // the last one, where it has but white space after it

	first    place // of two equal names
	firstEnd place

	here  mark   // where places have been told up to
	ahead []mark // where here may go at once, in rising order; it may be within a character
	fault mark   // where the last error was, if that is behind here; a string may have many

	excerpts excerpts  // that errors keep
	number   shortened // the last one
}

// A mark is an offset in src, and where people find it. It is not between CR and LF.
type mark struct {
	at int
	Position
	damaged bool // what comes may be ill-formed
}

// moveTo moves m on to src[i].
func (m *mark) moveTo(src []byte, i int) {
	if i <= m.at {
		return
	}
	if m.damaged {
		m.pass(src, m.at, i)
	} else {
		m.passRight(src[m.at:i])
	}
	m.at = i
}

// A place is an offset in the input, and where people find it.
type place struct {
	offset int64
	Position
}

// next returns the place behind p, if a character in ASCII stands there that ends no line.
func (p place) next() place {
	return place{p.offset + 1, Position{p.Line, p.Column + 1, p.Rune + 1, p.UTF16 + 1}}
}

func (t *trail) reset() {
	t.openers.reset()
	*t = trail{openers: t.openers, open: t.open[:0], ahead: t.ahead[:0], quoteAt: noPlace, here: mark{Position: start}, fault: mark{Position: start}}
}

func (t *trail) opened(pos int) { t.open = append(t.open, pos) }

func (t *trail) closed() {
	if n := len(t.open); n > 0 {
		t.open = t.open[:n-1]
	} else {
		t.kept--
	}
}

// settle tells the places of all that is asked for before pos, to which the scanner has come,
// so that src before it may go. It is right so far.
func (s *scanner) settle() {
	t := s.trail
	s.settleNames()
	t.openers.truncate(t.kept)
	for _, opener := range t.open {
		t.openers.push(t.toPlace(s.src, opener))
	}
	t.open, t.kept = t.open[:0], t.openers.count
	if s.state == wantNextElement || s.state == wantNextName {
		if comma := s.commaBefore(s.beginOfToken()); comma >= t.here.at {
			t.comma = t.toPlace(s.src, comma)
		}
	}
	if t.quoteAt != noPlace {
		t.quote = t.toPlace(s.src, t.quoteAt)
		t.quoteAt = noPlace
	}
	end := s.pos
	switch {
	case t.inString:
		end++
	case end > 0 && s.src[end-1] == '\r':
		end-- // LF may come
	}
	t.moveTo(s.src, end)
	t.ahead = t.ahead[:0]
}

// settlePlaceless is settle where no places are told: not those of names, and of openers not even how
// many there are.
func (s *scanner) settlePlaceless() {
	t := s.trail
	t.open, t.quoteAt, t.here.at = t.open[:0], noPlace, s.pos
}

// settleNames copies the names that are parts of src, and finds the places of those that have
// none yet. It must be called before here moves on, since nothing before here can be placed any
// more; names may be known ahead of the scanner, and after here.
func (s *scanner) settleNames() {
	n, here := &s.names, s.trail.here
	n.keep(s.src, s.trail.base)
	for ; n.placed < n.Kept; n.placed++ {
		p := &n.places[n.placed]
		s.trail.moveMark(&here, s.src, int(p.offset-s.trail.base))
		p.Position = here.Position
	}
}

// beginOfToken returns where the token begins before which the scanner stands, or its
// string goes on.
func (s *scanner) beginOfToken() int {
	if s.trail.inString && s.trail.quoteAt != noPlace {
		return s.trail.quoteAt
	}
	return s.pos
}

// moveTo moves here on to src[i].
func (t *trail) moveTo(src []byte, i int) { t.moveMark(&t.here, src, i) }

// moveMark moves a mark, which stands where here does or further on, to src[i].
func (t *trail) moveMark(m *mark, src []byte, i int) {
	for _, ahead := range slices.Backward(t.ahead) {
		if ahead.at <= i {
			if ahead.at > m.at {
				*m = ahead
			}
			break
		}
	}
	m.moveTo(src, i)
}

// toPlace moves here on to src[i], and returns its place.
func (t *trail) toPlace(src []byte, i int) place {
	t.moveTo(src, i)
	return place{t.base + int64(i), t.here.Position}
}

// place returns the place of src[i], which has not been passed by here. It may be within a
// character.
func (t *trail) place(src []byte, i int) place {
	p := t.here.Position
	p.pass(src, t.here.at, i)
	return place{t.base + int64(i), p}
}

// placeOfFault is place for an offset at which a character begins. It goes on from the last such
// place.
func (t *trail) placeOfFault(src []byte, i int) place {
	if t.fault.at <= t.here.at || i < t.fault.at {
		t.fault = t.here
	}
	t.fault.pass(src, t.fault.at, i)
	t.fault.at = i
	return place{t.base + int64(i), t.fault.Position}
}

// endFirst takes the text of the first of two equal names, to tell where it ends.
func (t *trail) endFirst(raw []byte) {
	t.firstEnd = place{t.first.offset + int64(len(raw)), t.first.Position}
	t.firstEnd.pass(raw, 0, len(raw))
}

// forget makes up for n bytes that have been cut off from the front of src.
func (t *trail) forget(n int) {
	t.base += int64(n)
	t.here.at -= n
	t.fault.at -= n
}

// advance scans src as far as it is certain what it means, whatever comes after it: a token
// that may go on is left, but of a string what there is of it. It returns false at a fault
// about which nothing that comes can change anything.
func (s *scanner) advance() bool {
	for {
		if !s.trail.inString {
			s.skipSpace()
		}
		if s.pos == len(s.src) {
			return true
		}
		state, pos, c, tally := s.state, s.pos, s.src[s.pos], s.tally.tally
		if s.trail.inString {
			c = '"'
		}
		ok := s.token(c)
		switch {
		case ok && (s.pos < len(s.src) || !syntax.LooksNumeric(c)):
			s.trail.inString, s.trail.quoteAt = false, noPlace
			continue
		case ok:
		case s.isCutString(c, state):
			if !s.trail.inString {
				s.trail.quoteAt = pos
			}
			s.trail.inString = true
			s.goBack(state, s.resume-1, tally)
			return true
		case s.isCertain():
			return false
		}
		s.goBack(state, pos, tally)
		return true
	}
}

// goBack makes the scanner forget that it tried.
func (s *scanner) goBack(state state, pos int, tally tally) {
	s.state, s.pos, s.tally.tally, s.fault = state, pos, tally, fault{}
}

// finish scans src up to the end of the input.
func (s *scanner) finish() bool {
	if s.trail.inString {
		if !s.token('"') {
			return false
		}
		s.trail.inString = false
	}
	return s.tokens() && s.end()
}

// isCutString reports whether the token is a string that may go on, and be gone on with.
// Names must be had whole to be compared.
func (s *scanner) isCutString(c byte, before state) bool {
	if c != '"' || s.uniqueNames && (before == wantFirstName || before == wantNextName) {
		return false
	}
	return s.fault.kind == UnterminatedString || s.fault.kind == UTF8Truncated
}

// lookahead is how many bytes behind a fault matter to it, and more.
const lookahead = 2 * max(tokenLimit, detectedAround)

// isCertain reports whether the fault is one, whatever comes.
func (s *scanner) isCertain() bool {
	switch s.fault.kind {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return len(s.src)-s.fault.offset-s.fault.length >= lookahead
}

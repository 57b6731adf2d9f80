package stream

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// Segments that have been checked apart are passed without the kernels of the Checker. Between such
// segments, the scanner is always at the end of buf. Before another segment, the kernels resume in
// the state of the scanner.

// knowsParts reports whether parts can be checked apart according to the rules. If names must be
// unique, only their keys are known of a part, and only names of large objects that are compared late
// may be left out of the scanner's names.
func (c *Checker) knowsParts() bool {
	if (c.rules.UniqueNames || c.rules.IJSON) && !(c.placeless && c.comparison >= ByKeysLate) {
		return false
	}
	return index.Knows(&c.rules) && parts.Knows(&c.rules, min(c.rules.MaxBytes, 1<<62))
}

// passPart passes a segment that has been found valid, and moves buf into its memory. It returns
// false if the segment does not fit there, or does not belong there; then it does nothing.
func (c *Checker) passPart(s *segmentAhead) bool {
	at := len(s.room) - len(c.buf)
	if !c.betweenParts || !s.apart || !s.part.Valid || at < 0 || c.positions.Base+int64(len(c.buf)+s.read) > c.rules.MaxBytes {
		return false
	}
	n, t := &c.scanner, &c.positions
	if !parts.Follow(&n.Nesting, &s.part.Found, c.rules.MaxDepth) {
		return false
	}
	if c.rules.UniqueNames && !c.byKeys.Follow(&s.part.Names) {
		c.err = &flaw.Report{Kind: flaw.DuplicateName}
		return true
	}
	c.move(s.room[at:at], 0)
	begin := len(c.buf)
	c.buf = c.buf[:begin+s.read]
	n.Src = c.buf
	n.Pos, n.State, n.Named = len(c.buf), n.Nesting.AfterValue(), len(c.buf)
	if !c.placeless {
		t.Kept -= len(s.part.Found.Closed)
		for _, opener := range s.part.Openers {
			t.Open = append(t.Open, begin+opener)
		}
		c.passCounted(begin, &s.part)
	}
	if !c.checkpoint() {
		c.fail()
	}
	return true
}

// passCounted adds marks for the portions of p that have been counted. The text of p is at buf[begin:].
func (c *Checker) passCounted(begin int, p *parts.Part) {
	t := &c.positions
	if t.Here.At != begin { // between CR and LF
		return
	}
	at, counted := begin, t.Here.Position
	for _, n := range p.Counts {
		b := c.buf[at : at+p.Portion]
		counted.PassCounted(b, n)
		at += len(b)
		if b[len(b)-1] != '\r' { // an LF may follow
			t.Ahead = append(t.Ahead, place.Mark{At: at, Position: counted})
		}
	}
}

// followParts moves the scanner to the end of buf, where a value should end, so that parts may
// follow.
func (c *Checker) followParts() {
	if c.lex(); c.err != nil {
		return
	}
	if !c.checkpoint() {
		c.fail()
		return
	}
	c.kernels.suspend()
	s := &c.scanner
	if !streamscan.Advance(s) {
		c.fail()
		return
	}
	if !c.positions.InString && s.Pos < len(s.Src) { // a number or literal may end here
		state, pos, tally := s.State, s.Pos, s.Tally.Tally
		if !s.Token(s.Src[pos]) || s.Pos < len(s.Src) {
			s.GoBack(state, pos, tally)
		}
	}
	c.betweenParts = c.kernels.suspended && !c.positions.InString && s.Pos == len(s.Src) && s.State == s.Nesting.AfterValue()
	if !c.checkpoint() {
		c.fail()
	}
}

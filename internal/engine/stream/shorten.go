package stream

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// shorten removes digits from a number that is so long that it fills buf at a checkpoint. The part
// of the number in buf is valid, so any error is at its end or later, and only offsets and
// positions from there on must be correct. The exception is the I-JSON error for a number that is
// out of range: for that error, c.positions records where the number begins and how many digits
// have been removed.
func (c *Checker) shorten() {
	s, t, k := &c.scanner, &c.positions, &c.kernels
	end := len(c.buf)
	if k.lexing {
		end = k.lexed
	}
	if k.limits.wanted && k.lexing || t.InString || scan.ExpectedIn[s.State]&flaw.ExpectValue == 0 || s.Pos >= end {
		return
	}
	number := c.buf[s.Pos:end]
	if len(number) > s.MaxNumber-t.ShortenedAt(s.Pos).Count {
		return // the number is too long, which is reported when the text after the number is known
	}
	cut := streamscan.SurplusDigits(number, s.IJSON)
	if cut.Count == 0 || !streamscan.IsCutNumber(number) {
		return
	}
	t.CutNumber(s.Src, s.Pos, cut)
	c.buf = append(c.buf[:s.Pos+cut.From], c.buf[s.Pos+cut.From+cut.Count:]...)
	s.Src = c.buf
	k.moveTo(k.lexed-cut.Count, k.counted)
	if s.IJSON {
		k.lexing = false // only the scanner knows the value of a number without these digits
	}
}

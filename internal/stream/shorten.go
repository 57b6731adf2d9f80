package stream

import "github.com/assayjson/assay/internal/scan"

// shorten removes digits from a number that is so long that it fills buf, at a checkpoint. What there is
// of the number is valid, so an error that is still to come is at its end or after it, and only offsets and
// positions from there on need to be correct. The exception is a number that is out of range, for I-JSON: for that
// error, positions keeps where the number begins and how much of it has been removed.
func (c *Checker) shorten() {
	s, t := &c.scanner, &c.positions
	end := len(c.buf)
	if c.lexing {
		end = c.lexed
	}
	if t.InString || scan.ExpectedIn[s.State]&scan.ExpectValue == 0 || s.Pos >= end {
		return
	}
	number := c.buf[s.Pos:end]
	if len(number) > s.MaxNumber-t.ShortenedAt(s.Pos).Count {
		return // an error, which is reported once it is known what follows
	}
	cut := scan.SurplusDigits(number, s.IJSON)
	if cut.Count == 0 || !scan.IsCutNumber(number) {
		return
	}
	t.CutNumber(s.Src, s.Pos, cut)
	c.buf = append(c.buf[:s.Pos+cut.From], c.buf[s.Pos+cut.From+cut.Count:]...)
	s.Src = c.buf
	c.lexed -= cut.Count
	c.checkpointAt = c.lexed
}

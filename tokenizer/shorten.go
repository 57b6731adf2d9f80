package tokenizer

import "github.com/assayjson/assay/internal/scan"

// shorten takes digits out of a number that is so long that it fills the memory. What there is of it
// is valid. What can be wrong with it afterwards lies at its end or behind, so that only offsets and
// positions from there on must be right; except that with I-JSON it may be out of range, for which
// the positions keep what has been taken out.
func (c *checker) shorten() {
	s, t := &c.scanner, &c.positions
	end := len(c.buf)
	if c.lexes {
		end = c.lexed
	}
	if t.InString || scan.ExpectedIn[s.State]&scan.ExpectValue == 0 || s.Pos >= end {
		return
	}
	number := c.buf[s.Pos:end]
	if len(number) > s.MaxNumber-t.ShortenedAt(s.Pos).Count {
		return // an error, once what comes after it is known
	}
	cut := scan.SurplusDigits(number, s.IJSON)
	if cut.Count == 0 || !scan.IsCutNumber(number) {
		return
	}
	t.CutNumber(s.Src, s.Pos, cut)
	c.buf = append(c.buf[:s.Pos+cut.From], c.buf[s.Pos+cut.From+cut.Count:]...)
	s.Src = c.buf
	c.lexed -= cut.Count
	c.paused = c.lexed
}

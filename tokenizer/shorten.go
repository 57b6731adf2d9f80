package tokenizer

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// shorten takes digits out of a number that is so long that it fills the memory. What there is of it
// is valid. What can be wrong with it afterwards lies at its end or behind, so that only offsets and
// positions from there on must be right; except that with I-JSON it may be out of range, for which
// the trail keeps what has been taken out.
func (c *checker) shorten() {
	s, t := &c.scanner, &c.trail
	end := len(c.buf)
	if c.lexes {
		end = c.lexed
	}
	if t.InString || expectedIn[s.state]&ExpectValue == 0 || s.pos >= end {
		return
	}
	number := c.buf[s.pos:end]
	if len(number) > s.maxNumber-t.ShortenedAt(s.pos).Count {
		return // an error, once what comes after it is known
	}
	cut := surplusDigits(number, s.ijson)
	if cut.Count == 0 || !isCutNumber(number) {
		return
	}
	t.CutNumber(s.src, s.pos, cut)
	c.buf = append(c.buf[:s.pos+cut.From], c.buf[s.pos+cut.From+cut.Count:]...)
	s.src = c.buf
	c.lexed -= cut.Count
	c.paused = c.lexed
}

// isCutNumber reports whether b is a number that may go on.
func isCutNumber(b []byte) bool {
	if b[0] != '-' && !syntax.IsDigit(b[0]) {
		return false
	}
	n, kind := consumeNumber(b)
	return n == len(b) && (kind == 0 || kind == Truncated)
}

// surplusDigits returns which of the digits at the end of the number b need not be kept. To tell
// whether it is in the range of binary64, its first significant digits must be.
func surplusDigits(b []byte, ranged bool) place.DigitCut {
	const many, kept, significant = 1024, 16, 2 * maxDigits
	run := len(b) - syntax.DigitsBefore(b)
	if !ranged {
		if n := len(b) - run - 2*kept; n >= many {
			return place.DigitCut{From: run + kept, Count: n}
		}
		return place.DigitCut{}
	}
	isInteger := run == 0 || run == 1 && b[0] == '-'
	isFraction := !isInteger && b[run-1] == '.'
	zeros := run
	if !isInteger && !(isFraction && hasNonzero(b[:run])) {
		for zeros < len(b) && b[zeros] == '0' {
			zeros++
		}
	}
	cut := place.DigitCut{From: run + kept, Count: zeros - run - 2*kept}
	if cut.Count >= many {
		if isFraction {
			cut.Scale = -int64(cut.Count)
		}
		return cut
	}
	cut = place.DigitCut{From: zeros + significant, Count: len(b) - zeros - significant - kept}
	if isInteger {
		cut.Scale = int64(cut.Count)
	}
	if cut.Count < many {
		return place.DigitCut{}
	}
	return cut
}

// hasNonzero reports whether b has a digit other than 0.
func hasNonzero(b []byte) bool {
	for _, c := range b {
		if '1' <= c && c <= '9' {
			return true
		}
	}
	return false
}

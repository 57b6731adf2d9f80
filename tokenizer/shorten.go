package tokenizer

import "github.com/assayjson/assay/internal/syntax"

// shorten takes digits out of a number that is so long that it fills the memory. What there is of it
// is valid. What can be wrong with it afterwards lies at its end or behind, so that only offsets and
// positions from there on must be right; except that with I-JSON it may be out of range, for which
// the trail keeps what has been taken out.
func (c *Checker) shorten() {
	s, t := &c.scanner, &c.trail
	end := len(c.buf)
	if c.lexes {
		end = c.lexed
	}
	if t.inString || expectedIn[s.state]&ExpectValue == 0 || s.pos >= end {
		return
	}
	number := c.buf[s.pos:end]
	if len(number) > s.maxNumber-t.shortenedAt(s.pos).count {
		return // an error, once what comes after it is known
	}
	cut := surplusDigits(number, s.ijson)
	if cut.count == 0 || !isCutNumber(number) {
		return
	}
	t.cutNumber(s.src, s.pos, cut)
	c.buf = append(c.buf[:s.pos+cut.from], c.buf[s.pos+cut.from+cut.count:]...)
	s.src = c.buf
	c.lexed -= cut.count
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

// A digitCut is digits of a number that need not be kept.
type digitCut struct {
	from, count int
	scale       int64 // by how many powers of ten the number is smaller without them, or larger if negative
}

// surplusDigits returns which of the digits at the end of the number b need not be kept. To tell
// whether it is in the range of binary64, its first significant digits must be.
func surplusDigits(b []byte, ranged bool) digitCut {
	const many, kept, significant = 1024, 16, 2 * maxDigits
	run := len(b) - syntax.DigitsBefore(b)
	if !ranged {
		if n := len(b) - run - 2*kept; n >= many {
			return digitCut{from: run + kept, count: n}
		}
		return digitCut{}
	}
	isInteger := run == 0 || run == 1 && b[0] == '-'
	isFraction := !isInteger && b[run-1] == '.'
	zeros := run
	if !isInteger && !(isFraction && hasNonzero(b[:run])) {
		for zeros < len(b) && b[zeros] == '0' {
			zeros++
		}
	}
	cut := digitCut{from: run + kept, count: zeros - run - 2*kept}
	if cut.count >= many {
		if isFraction {
			cut.scale = -int64(cut.count)
		}
		return cut
	}
	cut = digitCut{from: zeros + significant, count: len(b) - zeros - significant - kept}
	if isInteger {
		cut.scale = int64(cut.count)
	}
	if cut.count < many {
		return digitCut{}
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

// A shortened number is one that stands in src without some of its digits.
type shortened struct {
	at    int64 // its offset as src has it
	begin place // where it really begins
	count int   // of the digits that are missing
	scale int64 // see digitCut
}

// cutNumber makes up for digits that are taken out of the number src[pos:].
func (t *trail) cutNumber(src []byte, pos int, cut digitCut) {
	begin := t.toPlace(src, pos)
	if t.number.count == 0 || t.number.at != begin.offset {
		t.number = shortened{begin: begin}
	}
	t.number.count += cut.count
	t.number.scale += cut.scale
	t.base += int64(cut.count)
	t.number.at = t.base + int64(pos)
	t.here.Column += cut.count
	t.here.Rune += cut.count
	t.here.UTF16 += cut.count
}

// shortenedAt returns the shortened number that src[i] begins, or none.
func (t *trail) shortenedAt(i int) shortened {
	if t != nil && t.number.count > 0 && t.number.at == t.base+int64(i) {
		return t.number
	}
	return shortened{}
}
